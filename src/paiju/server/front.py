"""The front of a socket: how much it may send, who is behind it, and where it is served."""

import asyncio
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import structlog

from paiju.server.database import is_away
from paiju.server.lines import Move, Relayed
from paiju.server.outbox import Send
from paiju.server.players import LONG_AGO, Entered
from paiju.server.protocol import PROTOCOL, CloseCode, Hello, encode, id_of
from paiju.server.reading import Reader
from paiju.server.refusals import Refused, refused
from paiju.server.session import Session
from paiju.server.site import Unreachable

if TYPE_CHECKING:
    from paiju.server.house import House

BURST_SECONDS: Final = 3.0
"""For how long a socket that was quiet may send without a pause."""
MOST_IGNORED: Final = 200
"""So many messages over the limit in a row, and the socket is closed."""

_log = structlog.get_logger(__name__)


class Front(Reader):
    """A socket until its player is known, and then what stands before the player's session.

    ``send`` and ``close`` are the socket's; it calls ``received`` and ``lost``.
    """

    __slots__ = (
        "_agent",
        "_allowance",
        "_close",
        "_closed",
        "_early",
        "_entered",
        "_hello_timer",
        "_house",
        "_ignored",
        "_move",
        "_rate",
        "_seen_at",
        "_session",
        "_task",
        "_waiting",
        "address",
    )

    def __init__(
        self,
        house: "House",
        send: Send,
        close: Callable[[CloseCode], None],
        address: str,
    ) -> None:
        super().__init__(send)
        self._house = house
        self._close = close
        self.address = address
        self._entered: Entered
        """Who is behind the socket, once that is known;"""
        self._agent = ""
        """and by which device or program."""
        self._session: Session | Relayed | None = None
        self._move: Move | None = None
        self._waiting = False
        """Whether it is being found out where the player is served."""
        self._early: list[bytes] = []
        """What came meanwhile."""
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._rate = house.settings.messages_a_second
        self._allowance = self._rate * BURST_SECONDS
        self._seen_at = monotonic()
        self._ignored = 0
        loop, patience = asyncio.get_running_loop(), house.settings.hello_within
        self._hello_timer: asyncio.TimerHandle | None
        self._hello_timer = loop.call_later(patience, self.close, CloseCode.NO_HELLO)

    # --- out ----------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the socket is there still."""
        return not self._closed

    def close(self, code: CloseCode) -> None:
        """End the conversation."""
        self.lost()
        self._close(code)

    def lost(self) -> None:
        """The socket is gone. The player keeps its seat."""
        if self._closed:
            return
        self._closed = True
        self._stop_hello_timer()
        session, self._session = self._session, None
        if session is not None:
            session.lost()

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
        elif self._waiting:
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
        message = self.read(frame)
        if message is None:
            return
        if not isinstance(message, Hello):
            self._refuse(message.id, refused("hello_first"))
        elif message.protocol != PROTOCOL:
            self._refuse(None, refused("bad_protocol"))
            self.close(CloseCode.BAD_PROTOCOL)
        else:
            self._agent = message.agent or ""
            self._wait_for(self._arrive(message))

    def _wait_for(self, home: Coroutine[Any, Any, None]) -> None:
        """Find out where the player is served; what comes meanwhile waits."""
        self._waiting = True
        self._task = asyncio.create_task(self._found(home))

    async def _found(self, home: Coroutine[Any, Any, None]) -> None:
        try:
            await home
        except Unreachable:
            self.close(CloseCode.RESTART)
        except Exception as error:
            if is_away(error):
                _log.error("no answer from the database", error=str(error))
            else:
                _log.exception("hello failed")
            self.close(CloseCode.FAULT)
        finally:
            if self._task is asyncio.current_task():
                self._task = None

    async def _arrive(self, hello: Hello) -> None:
        """Look up who says hello, and begin the conversation at the player's home."""
        house, token = self._house, hello.token
        while not self._closed:
            entered = await self._enter(hello, token)
            if entered is None:
                self._refuse(None, refused("too_fast"))
                self.close(CloseCode.TOO_FAST)
                return
            self._entered, token = entered, entered.token
            home = await house.homes.of(entered.person)
            if home is not None and await self._is_served_at(home, None):
                return

    async def _enter(self, hello: Hello, token: str | None) -> Entered | None:
        """Who says hello; ``None`` if too many new guests come from this address."""
        players = self._house.players
        if token:
            entered = await players.by_token(token, hello.name)
            if entered is not None:
                return entered
        if not self._house.limits.guests.allows(self.address):
            return None
        return await players.new_guest(hello.name, hello.lang, self._agent)

    # --- where the player is served -----------------------------------------------------------

    async def _is_served_at(self, home: str, sent_for: str | None) -> bool:
        """Let a node serve the player; false if it is not at home there any more: look again."""
        house, entered, agent = self._house, self._entered, self._agent
        session: Session | Relayed | None
        if home == house.site.node:
            session = await house.begin(self, entered, agent, sent_for)
        else:
            session = await house.lines.open(self, home, entered, agent, sent_for)
        if session is not None:
            self._attach(session)
        return session is not None

    def _stop_hello_timer(self) -> None:
        timer, self._hello_timer = self._hello_timer, None
        if timer is not None:
            timer.cancel()

    def _attach(self, session: Session | Relayed) -> None:
        self._stop_hello_timer()
        self._waiting = False
        if self._closed:
            session.lost()
        else:
            self._session = session
        early, self._early = self._early, []
        for frame in early:
            session.received(frame)

    def move(self, move: Move, frames: list[bytes]) -> None:
        """The player is sent to another node."""
        self.go(move)
        self.gone(frames)

    def go(self, move: Move) -> None:
        """The player is about to be sent to another node, when all that was on its way is here."""
        self._entered = self._entered._replace(seen=LONG_AGO)
        self._session = None
        self._waiting = True
        self._move = move

    def gone(self, unanswered: list[bytes]) -> None:
        """All that was on its way is here: what its last node has not answered."""
        assert self._move is not None
        move, self._move = self._move, None
        self._early = [*unanswered, *self._early]
        if not self._closed:
            self._wait_for(self._go_on(move))

    async def _go_on(self, move: Move) -> None:
        if not await self._is_served_at(move.node, move.request):
            raise Unreachable(move.node)

    def _refuse(self, request: str | None, why: Refused) -> None:
        self.send(encode(why.reject(request)))
