"""One socket and the player behind it: hello, limits, and each request to where it belongs."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from paiju.server.database import is_away
from paiju.server.inbox import Command
from paiju.server.players import Entered, Player
from paiju.server.protocol import (
    PROTOCOL,
    Act,
    Auto,
    CloseCode,
    FromClient,
    GiveNonce,
    Hello,
    Leave,
    LookUp,
    Next,
    Ping,
    Request,
    Resume,
    decode,
    encode,
)
from paiju.server.refusals import Refused, refused, unreadable
from paiju.server.table import Table

if TYPE_CHECKING:
    from paiju.server.house import House

HELLO_WITHIN: Final = 10.0
BURST_SECONDS: Final = 3.0
"""For how long a socket that was quiet may send without a pause."""
MOST_IGNORED: Final = 200
"""So many messages over the limit in a row, and the socket is closed."""
MOST_BAD: Final = 10
_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise; the last for one nested a thousand deep."""

_log = structlog.get_logger(__name__)


class Session:
    """A socket's side of the conversation.

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
        self.id = ""
        """Which of the player's sessions this is: the one whose token came with ``hello``."""
        self.agent = ""
        self.revoked = False
        """Whether that session has been ended: the socket is closed when this has been told."""
        self.player: Player | None = None
        self._closed = False
        self._inbox: asyncio.Queue[FromClient | None] = asyncio.Queue()
        self._rate = house.settings.messages_a_second
        self._allowance = self._rate * BURST_SECONDS
        self._seen_at = monotonic()
        self._ignored = 0
        self._bad = 0
        loop = asyncio.get_running_loop()
        self._hello_timer = loop.call_later(HELLO_WITHIN, self.close, CloseCode.NO_HELLO)
        self._task = loop.create_task(self._converse())

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
        self._inbox.put_nowait(None)
        player = self.player
        if player is not None and player.session is self:
            player.session = None
            self._detach(player)
            self._house.disconnected(player)

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
                self._refuse(_id_of(frame), refused("too_fast"))
            return
        self._ignored = 0
        try:
            message = decode(frame)
        except _UNREADABLE as error:
            self._refuse(_id_of(frame), unreadable(str(error)))
            self._bad += 1
            if self._bad >= MOST_BAD:
                self.close(CloseCode.BAD_MESSAGES)
            return
        self._inbox.put_nowait(message)

    def _within_limit(self) -> bool:
        now = monotonic()
        gained = (now - self._seen_at) * self._rate
        self._allowance = min(self._rate * BURST_SECONDS, self._allowance + gained)
        self._seen_at = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True

    async def _converse(self) -> None:
        """Take the messages in the order they came, each to its end."""
        try:
            while (message := await self._inbox.get()) is not None and not self._closed:
                if isinstance(message, Hello):
                    await self._hello(message)
                elif self.player is None:
                    self._refuse(_request_id(message), refused("hello_first"))
                else:
                    await self._obey(self.player, message)
        except Exception as error:
            player = self.player and self.player.id
            if is_away(error):
                _log.error("no answer from the database", player=player, error=str(error))
            else:
                _log.exception("session failed", player=player)
            self.close(CloseCode.FAULT)

    # --- hello --------------------------------------------------------------------------------

    async def _hello(self, hello: Hello) -> None:
        if self.player is not None:
            self._refuse(None, refused("hello_first"))
            return
        if hello.protocol != PROTOCOL:
            self._refuse(None, refused("bad_protocol"))
            self.close(CloseCode.BAD_PROTOCOL)
            return
        self.agent = hello.agent or ""
        arrived = await self._arrive(hello)
        if arrived is None:
            self._refuse(None, refused("too_fast"))
            self.close(CloseCode.TOO_FAST)
            return
        entered, coins = arrived
        if self._closed:
            return
        # Nothing is awaited from here on: the player's last socket may go at any time.
        self._hello_timer.cancel()
        player = self._house.players.here(entered.person)
        before = player.session
        self.player = player
        self.id = entered.session
        player.session = self
        player.address = self.address
        if before is not None:
            before._detach(player)
            before.close(CloseCode.REPLACED)
        self.send(encode(self._house.welcome(player, entered.token, coins)))
        if self._house.lobby.room_of(player.id) is None:
            self._house.lobby.show_to(player)
        self._house.connected(player)

    async def _arrive(self, hello: Hello) -> tuple[Entered, int] | None:
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
        return await players.new_guest(hello.name, hello.lang, self.agent)

    def _detach(self, player: Player) -> None:
        self._house.watching.stop(player.id)
        room = self._house.lobby.room_of(player.id)
        if room is not None and room.table is not None:
            room.table.detach(player.id, self.send)

    # --- requests -----------------------------------------------------------------------------

    async def _obey(self, player: Player, message: FromClient) -> None:
        assert isinstance(message, Request)
        # What changes nothing is done again each time: a new socket needs its own resume.
        if not isinstance(message, Resume | Ping | LookUp) and not player.is_new(message.id):
            return
        try:
            match message:
                case Ping():
                    player.done(message.id)
                case Act() | Auto() | Next() | Resume() | GiveNonce():
                    table = self._table(player)
                    if table is None or table.id != message.table:
                        raise refused("no_table")
                    table.put(Command(player.id, message, self.send))
                case Leave():
                    await self._leave(player, message)
                case Hello():
                    raise refused("hello_first")
                case _:
                    data = await self._house.desk.obey(player, self, message)
                    player.done(message.id, data, keep=not isinstance(message, LookUp))
                    if player.session is not None and player.session.revoked:
                        player.session.close(CloseCode.LOGGED_OUT)
        except Refused as why:
            player.refused(message.id, why)
        except Exception:
            player.not_done(message.id)
            raise

    async def _leave(self, player: Player, leave: Leave) -> None:
        """Leave the room; or the table, though its match begins only while that waits."""
        table = self._own_table(player)
        if table is None:
            try:
                data = await self._house.desk.obey(player, self, leave)
            except Refused:
                table = self._own_table(player)
                if table is None:
                    raise
            else:
                player.done(leave.id, data)
                return
        table.put(Command(player.id, leave, self.send))

    def _table(self, player: Player) -> Table | None:
        """The table the player sits or looks on at."""
        return self._own_table(player) or self._house.watching.table_of(player.id)

    def _own_table(self, player: Player) -> Table | None:
        """The table the player sits at, unless its match is over already."""
        room = self._house.lobby.room_of(player.id)
        table = room.table if room is not None else None
        return None if table is None or table.state.over else table

    def _refuse(self, request: str | None, why: Refused) -> None:
        self.send(encode(why.reject(request)))


def _request_id(message: FromClient) -> str | None:
    return message.id if isinstance(message, Request) else None


class _AnyId(msgspec.Struct):
    id: str | None = None


def _id_of(frame: bytes) -> str | None:
    """The id of a message that cannot be read otherwise, so that its sender can be told."""
    try:
        found = msgspec.json.decode(frame, type=_AnyId).id
    except _UNREADABLE:
        return None
    return found if found is not None and 0 < len(found) <= 32 else None
