"""A client that does by itself nothing at all: what comes is read frame by frame."""

import asyncio
import json
from typing import Self


class Wire:
    """A socket to a server, with the least of a WebSocket upon it (RFC 6455)."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def to(cls, port: int) -> Self:
        """A new one, which is a WebSocket already."""
        wire = cls(*await asyncio.open_connection("127.0.0.1", port))
        await wire.become_socket()
        return wire

    async def become_socket(self, headers: str = "Connection: Upgrade") -> None:
        """Ask for a WebSocket, and get one."""
        self._writer.write(
            b"GET /ws HTTP/1.1\r\nHost: t\r\nUpgrade: websocket\r\n"
            + headers.encode()
            + b"\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert (await self._reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")

    def send(self, message: object) -> None:
        """Send a message."""
        self.send_frame(0x1, json.dumps(message).encode())

    def send_frame(self, opcode: int, payload: bytes = b"", is_last: bool = True) -> None:
        """Send a frame, with a mask of zeros; ``is_last``: no other continues it."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        self._writer.write(bytes([is_last << 7 | opcode]) + length + bytes(4) + payload)

    async def frame(self) -> tuple[int, bytes]:
        """The next frame: its opcode, and what it says."""
        first, size = await self._reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self._reader.readexactly(2))
        return first & 0xF, await self._reader.readexactly(size)

    async def rest(self) -> bytes:
        """Whatever comes until the server hangs up."""
        return await self._reader.read()

    @property
    def is_closing(self) -> bool:
        """Whether the line is gone."""
        return self._writer.is_closing()

    def close(self) -> None:
        """Hang up."""
        self._writer.close()
