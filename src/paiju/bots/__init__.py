"""Bots: players that see an observation and nothing else."""
