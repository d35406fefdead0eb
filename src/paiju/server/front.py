"""The front of a socket: how much it may send, who is behind it, and where it is served."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

import structlog

from paiju.server.database import is_away
from paiju.server.players import Entered
from paiju.server.protocol import PROTOCOL, CloseCode, Hello, decode, encode
from paiju.server.refusals import Refused, refused
from paiju.server.session import MOST_BAD, UNREADABLE, Session, id_of, unread

if TYPE_CHECKING:
    from paiju.server.house import House

HELLO_WITHIN: Final = 10.0
BURST_SECONDS: Final = 3.0
"""For how long a socket that was quiet may send without a pause."""
MOST_IGNORED: Final = 200
"""So many messages over the limit in a row, and the socket is closed."""

_log = structlog.get_logger(__name__)


class Front:
    """A socket until its player is known, and then what stands before the player's session.

    ``send`` and ``close`` are the socket's; it calls ``received`` and ``lost``.
    """

    def __init__(
        self,
        house: "House",
        send: Callable[[bytes], None],
        close: Callable[[CloseCode], None],
        address: str,
    ) -> None:
        self._house = house
        self._send = send
        self._close = close
        self.address = address
        self._session: Session | None = None
        self._arriving: asyncio.Task[None] | None = None
        self._early: list[bytes] = []
        """What came while it was looked up who said hello."""
        self._closed = False
        self._rate = house.settings.messages_a_second
        self._allowance = self._rate * BURST_SECONDS
        self._seen_at = monotonic()
        self._ignored = 0
        self._bad = 0
        loop = asyncio.get_running_loop()
        self._hello_timer = loop.call_later(HELLO_WITHIN, self.close, CloseCode.NO_HELLO)

    # --- out ----------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """Send a message."""
        if not self._closed:
            self._send(frame)

    def close(self, code: CloseCode) -> None:
        """End the conversation."""
        self.lost()
        self._close(code)

    def lost(self) -> None:
        """The socket is gone. The player keeps its seat."""
        if self._closed:
            return
        self._closed = True
        self._hello_timer.cancel()
        if self._session is not None:
            self._session.lost()

    # --- in -----------------------------------------------------------------------------------

    def received(self, frame: bytes) -> None:
        """A message has come."""
        if self._closed:
            return
        if not self._within_limit():
            self._ignored += 1
            if self._ignored > MOST_IGNORED:
                self.close(CloseCode.TOO_FAST)
            else:
                self._refuse(id_of(frame), refused("too_fast"))
            return
        self._ignored = 0
        if self._session is not None:
            self._session.received(frame)
        elif self._arriving is not None:
            self._early.append(frame)
        else:
            self._greet(frame)

    def _within_limit(self) -> bool:
        now = monotonic()
        gained = (now - self._seen_at) * self._rate
        self._allowance = min(self._rate * BURST_SECONDS, self._allowance + gained)
        self._seen_at = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True

    # --- hello --------------------------------------------------------------------------------

    def _greet(self, frame: bytes) -> None:
        try:
            message = decode(frame)
        except UNREADABLE as error:
            self.send(unread(frame, error))
            self._bad += 1
            if self._bad >= MOST_BAD:
                self.close(CloseCode.BAD_MESSAGES)
            return
        if not isinstance(message, Hello):
            self._refuse(message.id, _HELLO_FIRST)
        elif message.protocol != PROTOCOL:
            self._refuse(None, refused("bad_protocol"))
            self.close(CloseCode.BAD_PROTOCOL)
        else:
            self._arriving = asyncio.create_task(self._arrive(message))

    async def _arrive(self, hello: Hello) -> None:
        try:
            arrived = await self._look_up(hello)
        except Exception as error:
            if is_away(error):
                _log.error("no answer from the database", error=str(error))
            else:
                _log.exception("hello failed")
            self.close(CloseCode.FAULT)
            return
        if arrived is None:
            self._refuse(None, refused("too_fast"))
            self.close(CloseCode.TOO_FAST)
            return
        if not self._closed:
            self._begin(*arrived, hello.agent or "")

    def _begin(self, entered: Entered, coins: int, agent: str) -> None:
        """Let the player in. Nothing is awaited: its last socket may go at any time."""
        self._hello_timer.cancel()
        self._session = Session(self._house, self, entered, agent, coins)
        if self._closed:
            self._session.lost()
        early, self._early = self._early, []
        for frame in early:
            self._session.received(frame)

    async def _look_up(self, hello: Hello) -> tuple[Entered, int] | None:
        """Who says hello, and with how many coins; ``None`` as ``_enter``."""
        while True:
            changes = self._house.players.changes
            entered = await self._enter(hello)
            if entered is None:
                return None
            coins = await self._house.coins(entered.person.id)
            # A session that was ended meanwhile opens no door: look again.
            if entered.token != hello.token or self._house.players.changes == changes:
                return entered, coins

    async def _enter(self, hello: Hello) -> Entered | None:
        """Who says hello; ``None`` if too many new guests come from this address."""
        players = self._house.players
        if hello.token:
            entered = await players.by_token(hello.token, hello.name)
            if entered is not None:
                return entered
        if not self._house.limits.guests.allows(self.address):
            return None
        return await players.new_guest(hello.name, hello.lang, hello.agent or "")

    def _refuse(self, request: str | None, why: Refused) -> None:
        self.send(encode(why.reject(request)))


_HELLO_FIRST: Final = refused("hello_first")
