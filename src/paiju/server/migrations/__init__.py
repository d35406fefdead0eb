"""The database's history: each version is a file in ``versions``, run in order at every start."""
