"""The WebSockets: picows behind uvicorn, so that page and sockets share one port.

Measured on one core with nothing behind the socket (50 tables of four, moves/s): picows 35,000,
websockets 16,400, uvicorn with Starlette 15,900, granian 12,600. So uvicorn serves the page, and
hands a connection that asks to become a WebSocket to picows: ``ws=`` of its configuration takes
any asyncio protocol, which gets the transport and the request as it was read. There is neither an
ASGI message nor a task per frame between the wire and a :class:`~paiju.server.front.Front`.

One task asks all quiet sockets whether they are still there: picows' own way, a task and a timer
for each, takes 2 KB of every socket.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from paiju.server.front import Front
from paiju.server.house import House
from paiju.server.limits import place
from paiju.server.outbox import Outbox, Outboxes
from paiju.server.protocol import LARGEST_MESSAGE, CloseCode
from paiju.server.proxies import visitor

PATH: Final = b"/ws"
BACKLOG: Final = 512 * 1024
"""Bytes a reader may be behind before its socket is closed; a full view is about 5 KB."""
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at who is quiet."""
PING_AFTER: Final = 20
"""After so many looks without a word a socket is asked whether it is still there, and cut off after
as many more. Looks, not seconds: a server that stood still has heard nobody."""
MOST_ODD: Final = 256
"""So many pings, pongs and pieces of messages from one look to the next; nobody needs as many."""
GRACE: Final = 3.0
"""Seconds for a closed socket's last bytes."""


class _OwnFaults(logging.LoggerAdapter[logging.Logger]):
    """picows' log, without the faults of clients: who sends nonsense fills no log with it."""

    def error(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Write an error, unless it is a frame that cannot be read; its sender is told so."""
        if not str(msg).startswith("WS parser error"):
            super().error(msg, *args, **kwargs)


_log: Final = _OwnFaults(logging.getLogger("paiju.socket"))
_log.setLevel(logging.ERROR)


class Sockets:
    """All sockets of a node; ``protocol`` is what uvicorn takes as ``ws=``."""

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

    def protocol(self, **_: object) -> "_UpgradedProtocol":
        """A protocol for one connection that asks to become a WebSocket."""
        return _UpgradedProtocol(self._listener)

    def _listener(
        self, request: WSUpgradeRequest
    ) -> "Socket | WSUpgradeResponseWithListener | None":
        """Who listens to a new socket; ``None`` answers 404, as to any page that is not there."""
        if self.are_turned_away:
            busy = WSUpgradeResponse.create_error_response(HTTPStatus.SERVICE_UNAVAILABLE)
            return WSUpgradeResponseWithListener(busy, None)
        path = request.path.partition(b"?")[0]
        if path != PATH or not self._is_own_page(request):
            return None
        return Socket(self, self._house)

    def _is_own_page(self, request: WSUpgradeRequest) -> bool:
        """Whether the page that opens the socket is ours: others may not act as its reader.

        Programs send no Origin; they bring their own token anyway.
        """
        origin = request.headers.get("Origin")
        if origin is None or origin in self._house.settings.origins:
            return True
        host = request.headers.get("Host")
        return host is not None and origin.partition("://")[2] == host

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


class Socket(WSListener):
    """One WebSocket, as picows calls it."""

    __slots__ = (
        "_address",
        "_front",
        "_house",
        "_looks",
        "_odd",
        "_outbox",
        "_parts",
        "_sockets",
        "_transport",
    )

    def __init__(self, sockets: Sockets, house: House) -> None:
        self._sockets = sockets
        self._house = house
        self._address = ""
        self._transport: WSTransport | None = None
        self._front: Front | None = None
        self._parts: bytearray | None = None
        self._outbox = Outbox(sockets.outboxes, BACKLOG, self._is_too_slow)
        self._looks = 0
        """How often it was looked at since anything came."""
        self._odd = 0
        """How many frames that are no whole message have come since it was looked at."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is done."""
        self._transport = transport
        self._outbox.open(transport.underlying_transport)
        peer = transport.underlying_transport.get_extra_info("peername")
        forwarded = transport.request.headers.getall("X-Forwarded-For", [])
        trusted = self._house.settings.trusted_proxies
        self._address = place(visitor(peer[0] if peer else "", forwarded, trusted))
        # Nobody looks at them again, and they would stay for as long as the socket does.
        transport.request.headers.clear()
        transport.response.headers.clear()
        self._front = Front(self._house, self._outbox.send, self._close, self._address)
        if not self._sockets.came(self, self._address):
            self._front.close(CloseCode.TOO_MANY)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame has come; a message may come in several."""
        self._looks = 0
        if frame.msg_type == WSMsgType.CLOSE:
            self._lost()
            self._outbox.empty()
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
            return
        payload = frame.get_payload_as_bytes()
        is_part = frame.msg_type not in (WSMsgType.PING, WSMsgType.PONG)
        if is_part and frame.fin and self._parts is None:
            self._received(payload)
            return
        self._odd += 1
        if self._odd > MOST_ODD:
            self.close(CloseCode.TOO_FAST)
        elif is_part:
            self._received_part(payload, frame.fin)
        elif frame.msg_type == WSMsgType.PING:
            self._outbox.pong(payload)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """The connection is gone."""
        self._sockets.went(self, self._address)
        self._lost()
        self._outbox.close()
        self._transport = None

    def pause_writing(self) -> None:
        """The reader is behind; the outbox looks how far."""

    def resume_writing(self) -> None:
        """The reader has caught up."""

    def is_looked_at(self) -> None:
        """It is time to see whether anything has come."""
        self._looks += 1
        self._odd = 0
        if self._transport is None:
            return
        if self._looks == PING_AFTER:
            self._transport.send_ping()
        elif self._looks == 2 * PING_AFTER:
            self._lost()
            self._close(WSCloseCode.GOING_AWAY)

    def close(self, code: CloseCode) -> None:
        """Close from our side."""
        if self._front is not None:
            self._front.close(code)

    def _received(self, message: bytes) -> None:
        if self._front is None:
            return
        if len(message) > LARGEST_MESSAGE:
            self._front.close(CloseCode.TOO_BIG)
        else:
            self._front.received(message)

    def _received_part(self, payload: bytes, is_last: bool) -> None:
        self._parts = (self._parts or bytearray()) + payload
        if len(self._parts) > LARGEST_MESSAGE:
            self._received(bytes(self._parts))
        elif is_last:
            whole, self._parts = bytes(self._parts), None
            self._received(whole)

    def _lost(self) -> None:
        front, self._front = self._front, None
        if front is not None:
            front.lost()

    def _is_too_slow(self) -> None:
        self.close(CloseCode.TOO_SLOW)

    def _close(self, code: CloseCode | WSCloseCode) -> None:
        """Say why, then let what is on its way leave; a reader that never reads is cut off."""
        self._outbox.empty()
        self._outbox.close()
        transport, self._transport = self._transport, None
        if transport is None:
            return
        transport.send_close(code)  # type: ignore[arg-type]
        transport.disconnect()
        asyncio.get_running_loop().call_later(GRACE, transport.disconnect, False)


class _UpgradedProtocol(WSProtocol):  # type: ignore[misc]
    """picows' own protocol, set up as its server does it, begun with uvicorn's request."""

    def __init__(
        self,
        listener: Callable[[WSUpgradeRequest], WSListener | WSUpgradeResponseWithListener | None],
    ) -> None:
        super().__init__(
            None,  # host and
            None,  # path are a client's
            False,  # is_client_side
            listener,
            _log,
            True,  # disconnect_on_exception
            5.0,  # handshake timeout
            False,  # enable_auto_ping: keep_alive does that for all sockets
            None,  # ping after
            None,  # wait for the reply
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,  # enable_auto_pong: its answers to who never reads would be held without end
            2 * LARGEST_MESSAGE,  # beyond it picows itself closes, with 1009
            None,  # extra headers
            2048,  # read buffer, which grows as it must
        )

    def data_received(self, data: bytes) -> None:
        """Take the upgrade request that uvicorn has read already.

        It may be longer than the buffer, which grows as it fills: a browser sends all cookies of
        this host, those of other ports too.
        """
        rest = memoryview(data)
        while rest:
            buffer: Any = self.get_buffer(len(rest))
            count = min(len(buffer), len(rest))
            buffer[:count] = rest[:count]
            self.buffer_updated(count)
            rest = rest[count:]
