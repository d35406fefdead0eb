"""The WebSockets: beside uvicorn's protocol for the page, so that both share one port.

Measured on one core with nothing behind the socket (50 tables of four, moves/s): websockets 16,400,
uvicorn with Starlette 15,900, granian 12,600; picows, where there is neither an ASGI message nor a
task per frame, 35,000. So uvicorn serves the page, and a connection that asks to become a WebSocket
gets a protocol of ours in its stead, which hands each message to a
:class:`~paiju.server.front.Front`. picows would do that as fast, but has buffers of 3 KB and a
dozen objects for every socket, 20 KB for a table of four; here only what is unfinished is kept
(``framing.py``), and websockets knows the handshake.
"""

import asyncio
from asyncio.protocols import Protocol  # from where it is: mypyc finds no base by another name
from collections import Counter
from collections.abc import Callable, Iterable
from http import HTTPStatus
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Final, TypeAlias

import structlog
from mypy_extensions import mypyc_attr
from websockets.datastructures import Headers
from websockets.http11 import Request
from websockets.server import ServerProtocol

from paiju.server.framing import (
    BINARY,
    CLOSE,
    GOING_AWAY,
    NORMAL,
    PING,
    PONG,
    TEXT,
    BadFrame,
    Frames,
    closing,
)
from paiju.server.front import Front
from paiju.server.house import House
from paiju.server.limits import place
from paiju.server.outbox import Outbox, Outboxes
from paiju.server.protocol import LARGEST_MESSAGE, CloseCode
from paiju.server.proxies import visitor

PATH: Final = "/ws"
BACKLOG = 512 * 1024
"""Bytes a reader may be behind before its socket is closed; a full view is about 5 KB."""
LOOK_EVERY = 1.0
"""Seconds between two looks at who is quiet."""
PING_AFTER: Final = 20
"""After so many looks without a word a socket is asked whether it is still there, and cut off after
as many more. Looks, not seconds: a server that stood still has heard nobody."""
MOST_ODD: Final = 256
"""So many pings, pongs and pieces of messages from one look to the next; nobody needs as many."""
GRACE = 3.0
"""Seconds for a closed socket's last bytes."""

Upgrade: TypeAlias = Callable[
    [asyncio.Transport, bytes, bytes, Iterable[tuple[bytes, bytes]]], None
]
"""Makes a WebSocket of a connection, by the method, target and headers of a request."""

_log = structlog.get_logger(__name__)


class Sockets:
    """All sockets of a node."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: set[Socket] = set()
        self._by_address: Counter[str] = Counter()
        self.opened = 0
        """How many there have been."""
        self.are_turned_away = False
        """Whether new ones are to try another node: this one has been emptied."""
        self.outboxes: Final = Outboxes()

    def __len__(self) -> int:
        return len(self._open)

    def upgrade(
        self,
        wire: asyncio.Transport,
        method: bytes,
        target: bytes,
        headers: Iterable[tuple[bytes, bytes]],
    ) -> None:
        """Make a WebSocket of a connection whose request asks for one, or say why not."""
        named = ((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers)
        request = Request(target.decode("latin-1"), Headers(named))
        handshake, refusal = ServerProtocol(), self._refusal(method, request)
        if refusal is None:
            response = handshake.accept(request)
        else:
            response = handshake.reject(refusal, f"{refusal.phrase}\n")
        wire.write(response.serialize())
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            forwarded = request.headers.get_all("X-Forwarded-For")
            wire.set_protocol(Socket(self, self._house, wire, forwarded))
        else:
            wire.close()

    def _refusal(self, method: bytes, request: Request) -> HTTPStatus | None:
        """Why no socket is opened, unless the handshake itself is at fault."""
        if self.are_turned_away:
            return HTTPStatus.SERVICE_UNAVAILABLE
        is_there = method == b"GET" and request.path.partition("?")[0] == PATH
        return None if is_there and self._is_own_page(request) else HTTPStatus.NOT_FOUND

    def _is_own_page(self, request: Request) -> bool:
        """Whether the page that opens the socket is ours: others may not act as its reader.

        Programs send no Origin; they bring their own token anyway.
        """
        own, others = request.headers.get_all("Host"), self._house.settings.origins
        return all(
            origin in others or origin.partition("://")[2] in own
            for origin in request.headers.get_all("Origin")
        )

    def came(self, socket: "Socket", address: str) -> bool:
        """Count a new socket; false if its address has too many, or opens too many."""
        self._open.add(socket)
        self.opened += 1
        self._by_address[address] += 1
        fits = self._by_address[address] <= self._house.settings.sockets_per_address
        return self._house.limits.sockets.allows(address) and fits

    def went(self, socket: "Socket", address: str) -> None:
        """Forget a socket."""
        self._open.discard(socket)
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            del self._by_address[address]

    async def keep_alive(self) -> None:
        """Ask those who are quiet whether they are still there, and cut off who says nothing."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look()

    def look(self) -> None:
        """Look once at who is quiet."""
        for socket in list(self._open):
            socket.is_looked_at()

    async def close_all(self) -> None:
        """Tell every client that the server stops, and give the frames a moment to leave."""
        for socket in list(self._open):
            socket.close(CloseCode.RESTART)
        if self._open:
            await asyncio.sleep(0.05)


@mypyc_attr(native_class=False)  # what it inherits from is not compiled
class Socket(Protocol):
    """One WebSocket."""

    __slots__ = ("_address", "_frames", "_front", "_looks", "_odd", "_outbox", "_sockets", "_wire")

    def __init__(
        self, sockets: Sockets, house: House, wire: asyncio.Transport, forwarded: list[str]
    ) -> None:
        self._sockets = sockets
        self._wire: asyncio.Transport | None = wire
        self._frames = Frames(LARGEST_MESSAGE)
        self._outbox = Outbox(sockets.outboxes, wire, BACKLOG, self._is_too_slow)
        self._looks = 0
        """How often it was looked at since anything came."""
        self._odd = 0
        """How many frames that are no whole message have come since it was looked at."""
        # asyncio's own loop does so for sockets that it opens, and not for those that it accepts.
        wire.get_extra_info("socket").setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        peer = wire.get_extra_info("peername")
        trusted = house.settings.trusted_proxies
        self._address = place(visitor(peer[0] if peer else "", forwarded, trusted))
        self._front: Front | None = Front(house, self._outbox.send, self._close, self._address)
        if not sockets.came(self, self._address):
            self._front.close(CloseCode.TOO_MANY)

    # --- in -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Something has come: some messages, or a part of one."""
        self._looks = 0
        self._frames.take(data)
        try:
            while self._wire is not None and (message := self._frames.next()) is not None:
                self._received(*message)
        except BadFrame as bad:
            self._end(bad.code)
        except Exception:
            _log.exception("socket failed")
            self.close(CloseCode.FAULT)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._sockets.went(self, self._address)
        self._lost()
        self._outbox.close()
        self._wire = None

    def _received(self, opcode: int, payload: bytes) -> None:
        if opcode == CLOSE:
            self._end(NORMAL)
        elif TEXT <= opcode <= BINARY:
            if self._front is not None:
                self._front.received(payload)
        else:
            self._received_odd(opcode, payload)

    def _received_odd(self, opcode: int, payload: bytes) -> None:
        self._odd += 1
        if self._odd > MOST_ODD:
            self.close(CloseCode.TOO_FAST)
        elif opcode == PING:
            self._outbox.control(PONG, payload)

    # --- the end ------------------------------------------------------------------------------

    def is_looked_at(self) -> None:
        """It is time to see whether anything has come."""
        self._looks += 1
        self._odd = 0
        if self._looks == PING_AFTER:
            self._outbox.control(PING)
        elif self._looks == 2 * PING_AFTER:
            self._end(GOING_AWAY)

    def close(self, code: CloseCode) -> None:
        """Close from our side."""
        if self._front is not None:
            self._front.close(code)

    def _is_too_slow(self) -> None:
        self.close(CloseCode.TOO_SLOW)

    def _end(self, code: int) -> None:
        self._lost()
        self._close(code)

    def _lost(self) -> None:
        front, self._front = self._front, None
        if front is not None:
            front.lost()

    def _close(self, code: int) -> None:
        """Say why, then let what is on its way leave; a reader that never reads is cut off."""
        self._outbox.empty()
        self._outbox.close()
        wire, self._wire = self._wire, None
        if wire is None:
            return
        if not wire.is_closing():
            wire.write(closing(code))
        wire.close()
        asyncio.get_running_loop().call_later(GRACE, wire.abort)
