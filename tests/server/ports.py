"""Ports of loopback for servers that must be told theirs, or come back where they were."""

import socket


class HeldPort:
    """A free port that the system gives to nobody else for as long as this lives.

    It is bound and takes no connections; a server that sets SO_REUSEADDR can listen beside it.
    """

    def __init__(self) -> None:
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.number: int = self._held.getsockname()[1]

    def __del__(self) -> None:
        self._held.close()
