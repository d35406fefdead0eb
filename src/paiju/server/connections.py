"""The connections that ask for pages: how many of one address, and for how long each may stay.

Every one takes a file descriptor, and who could take them all would shut everybody else out. Those
that have become WebSockets are none of them any more (``socket.py`` has their limits).
"""

import asyncio
from typing import Any, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from paiju.server.limits import place
from paiju.server.proxies import Networks, is_trusted
from paiju.server.socket import Upgrade

REQUEST_WITHIN: Final = 10.0
"""Seconds a connection has for its first request."""
READ_WITHIN: Final = 60.0
"""Seconds a visitor may read nothing of what is on its way."""


class Connections:
    """All connections, by address.

    An address may have ``most`` of them; then for one more the oldest that waits for nothing makes
    way: a browser opens six for a page and leaves them to the server to close. Those of a trusted
    proxy are not counted: they are everybody's.
    """

    def __init__(self, most: int, trusted: Networks) -> None:
        self._most = most
        self._trusted = trusted
        self._of: dict[str, dict[Requests, None]] = {}

    def came(self, one: "Requests", peer: str) -> str | None:
        """Count one more, and close one if that is too many; by which address it is counted."""
        if is_trusted(peer, self._trusted):
            return None
        address = place(peer)
        own = self._of.setdefault(address, {})
        if len(own) >= self._most:
            closed = next((it for it in own if it.is_idle), one)
            own.pop(closed, None)
            closed.transport.close()
            if closed is one:
                return None
        own[one] = None
        return address

    def went(self, one: "Requests", address: str | None) -> None:
        """It is gone, or a WebSocket."""
        if address is not None and (own := self._of.get(address)) is not None:
            own.pop(one, None)
            if not own:
                del self._of[address]


class Requests(H11Protocol):
    """uvicorn's own protocol; a connection does not stay if no request comes, or nobody reads."""

    cycle: RequestResponseCycle | None  # type: ignore[assignment]  # uvicorn's leaves out None
    """The request that is being answered, or was last."""
    _unread: asyncio.TimerHandle | None = None
    _address: str | None = None
    """Whose it is counted as."""

    def __init__(self, all_: Connections, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._all = all_

    @property
    def is_idle(self) -> bool:
        """Whether it could be closed, and nothing that was asked for were missing."""
        is_answered = self.cycle is None or self.cycle.response_complete
        return is_answered and self.transport.get_write_buffer_size() == 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection has come."""
        super().connection_made(transport)
        self._unasked = self.loop.call_later(REQUEST_WITHIN, self._close_if_unasked)
        if self.client is not None:
            self._address = self._all.came(self, self.client[0])

    def data_received(self, data: bytes) -> None:
        """Something has come; only a whole request ends the wait for the next one."""
        self.conn.receive_data(data)
        self.handle_events()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a WebSocket: nothing of the request stays in memory."""
        self._unasked.cancel()
        self._is_read()
        self._all.went(self, self._address)
        self.connections.discard(self)
        upgrade = cast("Upgrade", self.ws_protocol_class)
        upgrade(self.transport, event.method, event.target, self.headers)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, and so is what it was: no search for garbage has to find it."""
        super().connection_lost(exc)
        self._unasked.cancel()
        self._is_read()
        self._all.went(self, self._address)
        self.cycle = None  # it holds this

    def pause_writing(self) -> None:
        """The visitor is behind."""
        super().pause_writing()
        self._is_read()
        self._unread = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """The visitor has caught up."""
        super().resume_writing()
        self._is_read()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more is asked for: what is on its way still has its time."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(READ_WITHIN, self.transport.abort)

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _close_if_unasked(self) -> None:
        if self.cycle is None and self.transport.get_protocol() is self:
            self.transport.close()
