"""A cable between browser and server that can be pulled out."""

import asyncio
from contextlib import suppress


class Cable:
    """A TCP proxy with a port of its own; while it is cut, nothing goes through.

    The server sees whoever comes through it at ``address``, another one of this machine's.
    """

    def __init__(self, to_port: int, address: str = "127.0.0.1") -> None:
        self._to = to_port
        self._address = address
        self._cut = False
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        """The page, by way of the cable."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> "Cable":
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        await asyncio.sleep(0)

    def cut(self) -> None:
        """Pull it out: every connection breaks at once."""
        self._cut = True
        for end in self._ends:
            end.transport.abort()

    def mend(self) -> None:
        """Put it back."""
        self._cut = False

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(
            "127.0.0.1", self._to, local_addr=(self._address, 0)
        )
        self._ends |= {writer, back}
        if self._cut:  # also if only since the first end was plugged in
            self.cut()
        await asyncio.gather(self._pump(reader, back), self._pump(there, writer))
        self._ends -= {writer, back}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()
