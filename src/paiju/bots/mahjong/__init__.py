"""Bots for the mahjongs: one way of thinking, and a small strategy for what each game pays."""
