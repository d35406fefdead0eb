"""The games, each a folder: options, match, round, scoring and texts."""
