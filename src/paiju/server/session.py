"""A player's side of the conversation: each request goes to where it belongs."""

import asyncio
from typing import TYPE_CHECKING, Protocol

import structlog
from structlog.contextvars import bind_contextvars

from paiju.server.database import is_away
from paiju.server.inbox import Command
from paiju.server.lines import Move
from paiju.server.neighbours import Elsewhere
from paiju.server.players import Entered, Player
from paiju.server.protocol import (
    CloseCode,
    FromClient,
    Hello,
    Leave,
    LookUp,
    Ping,
    Request,
    Resume,
    TableRequest,
    encode,
)
from paiju.server.reading import Reader
from paiju.server.refusals import Refused, refused
from paiju.server.store import NotOurs, now_ms
from paiju.server.table import Table

if TYPE_CHECKING:
    from paiju.server.house import House

_log = structlog.get_logger(__name__)


class Line(Protocol):
    """The way to a player's socket."""

    @property
    def address(self) -> str:
        """Where the player is connected from."""

    @property
    def is_open(self) -> bool:
        """Whether the socket is there still, as far as is known."""

    def send(self, frame: bytes, can_wait: bool = False, /) -> None:
        """Send a message."""

    def close(self, code: CloseCode) -> None:
        """End the conversation; ``lost`` of the session is called."""

    def move(self, move: Move, frames: list[bytes]) -> None:
        """Let another node go on with the conversation, from these messages on."""


class Session(Reader):
    """The conversation with a player who has said hello, for as long as the line holds.

    Or until the player is sent to another node for a request: there it goes on with ``sent_for``.
    """

    __slots__ = (
        "_closed",
        "_house",
        "_inbox",
        "_line",
        "_sent_for",
        "_task",
        "address",
        "agent",
        "id",
        "player",
        "revoked",
        "since",
    )

    def __init__(
        self,
        house: "House",
        line: Line,
        entered: Entered,
        agent: str,
        coins: int,
        sent_for: str | None = None,
    ) -> None:
        super().__init__(line.send)
        self._house = house
        self._line = line
        self.address = line.address
        self.id = entered.session
        """Which of the player's sessions this is: the one whose token came with ``hello``."""
        self.agent = agent
        self.since = now_ms()
        self.revoked = False
        """Whether that session has been ended: the socket is closed when this has been told."""
        self._sent_for = sent_for
        self._closed = False
        self._inbox: list[FromClient] = []
        """What came while something else is being done."""
        self._task: asyncio.Task[None] | None = None
        self.player = player = house.players.here(entered.person)
        before, player.session = player.session, self
        player.address = self.address
        if before is not None:
            before._detach()
            before.close(CloseCode.REPLACED)
        if sent_for is None:
            self.send(encode(house.welcome(player, entered.token, coins)))
            if house.lobby.room_of(player.id) is None:
                house.lobby.show_to(player)
        house.connected(player)

    def close(self, code: CloseCode) -> None:
        """End the conversation."""
        self._line.close(code)

    def lost(self) -> None:
        """The socket is gone. The player keeps its seat."""
        if self._closed:
            return
        self._closed = True
        if self.player.session is self:
            self.player.session = None
            self._detach()
            self._house.disconnected(self.player)

    def _detach(self) -> None:
        self._house.watching.stop(self.player.id)
        room = self._house.lobby.room_of(self.player.id)
        if room is not None and room.table is not None:
            room.table.detach(self.player.id, self.send)

    # --- requests -----------------------------------------------------------------------------

    def received(self, frame: bytes) -> None:
        """A message has come."""
        message = self.read(frame)
        if message is None:
            return
        if self._task is None and isinstance(message, TableRequest):
            try:
                self._ask_table(self.player, message)
            except Exception as error:
                self._failed(error)
            return
        self._inbox.append(message)
        if self._task is None:
            self._task = asyncio.create_task(self._converse())

    async def _converse(self) -> None:
        """Take the messages in the order they came, each to its end."""
        bind_contextvars(player=self.player.id)
        try:
            while self._inbox and not self._closed:
                message = self._inbox.pop(0)
                if isinstance(message, Hello):
                    self.send(encode(refused("hello_first").reject(None)))
                elif isinstance(message, TableRequest):
                    self._ask_table(self.player, message)
                else:
                    await self._obey(self.player, message)
        except Exception as error:
            self._failed(error)
        finally:
            self._task = None

    def _failed(self, error: Exception) -> None:
        if is_away(error):
            _log.error("no answer from the database", player=self.player.id, error=str(error))
        else:
            _log.exception("session failed", player=self.player.id)
        self.close(CloseCode.FAULT)

    def _ask_table(self, player: Player, message: TableRequest) -> None:
        # What changes nothing is done again each time: a new socket needs its own resume.
        if not isinstance(message, Resume) and not player.is_new(message.id):
            return
        try:
            table = self._table(player)
            if table is None or table.id != message.table:
                raise refused("no_table")
            table.put(Command(player.id, message, self.send))
        except Refused as why:
            player.refused(message.id, why)
        except Exception:
            player.not_done(message.id)
            raise

    async def _obey(self, player: Player, message: FromClient) -> None:
        assert isinstance(message, Request)
        if not isinstance(message, Ping | LookUp) and not player.is_new(message.id):
            return
        elsewhere: Elsewhere | None = None
        try:
            match message:
                case Ping():
                    player.done(message.id)
                case Leave():
                    await self._leave(player, message)
                case Hello():
                    raise refused("hello_first")
                case _:
                    data = await self._house.desk.obey(player, self, message)
                    player.done(message.id, data)
                    if player.session is not None and player.session.revoked:
                        player.session.close(CloseCode.LOGGED_OUT)
        except Refused as why:
            player.refused(message.id, why)
        except NotOurs:
            player.refused(message.id, refused("busy"))
        except Elsewhere as there:
            player.not_done(message.id)
            elsewhere = there
        except Exception:
            player.not_done(message.id)
            raise
        # Not while it is handled: compiled, what else fails meanwhile would be told as its sequel.
        if elsewhere is not None:
            await self._go(elsewhere.node, message)

    def was_sent_here_for(self, message: Request) -> bool:
        """Whether another node has sent the player here for this request."""
        return message.id == self._sent_for

    async def _go(self, node: str, message: Request) -> None:
        """Let another node go on, with this request and all that came after it."""
        player = self.player
        async with player.lock:
            in_room = self._house.lobby.room_of(player.id) is not None
            # What another socket of its asked for is answered here first.
            if in_room or player.is_served or not await self._house.homes.send(player, node):
                player.refused(message.id, refused("busy"))
                return
        if self._closed:
            # Another socket of the player came meanwhile, to where it is served no more.
            if player.session is not None:
                player.session.close(CloseCode.RESTART)
            return
        self._closed = True
        player.session = None
        frames = [encode(message), *(encode(after) for after in self._inbox)]
        self._inbox.clear()
        self._line.move(Move(node, message.id), frames)

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
