"""The table server: rooms, tables, journal and sockets of one node, for any registered game."""
