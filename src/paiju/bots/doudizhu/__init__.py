"""Bots for the Dou Dizhus."""
