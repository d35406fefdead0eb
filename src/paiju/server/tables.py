"""The tables of a node: begun, run to their end, and rebuilt from their journals."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.contextvars import bind_contextvars

from paiju.bots import registry as bots
from paiju.bots.base import Bot
from paiju.core.randomness import SEED_BYTES, derived_seed
from paiju.server import recovery
from paiju.server.cashier import Cashier
from paiju.server.course import Backing
from paiju.server.echo import Echo
from paiju.server.journal import Fenced, JournalFailed
from paiju.server.protocol import CloseCode
from paiju.server.room import Room
from paiju.server.state import TableState
from paiju.server.store import NotOurs, TableRow, now_ms
from paiju.server.table import Table
from paiju.server.tally import TALLY

if TYPE_CHECKING:
    from paiju.server.house import House

REBUILDS: Final = 3
"""How often a table whose task failed is rebuilt from its journal before it is given up."""

RETRY_AFTER: Final = 1.0
"""Seconds between two tries while the database takes nothing."""
_DATABASE_TROUBLE: Final = (JournalFailed, SQLAlchemyError, OSError)

T = TypeVar("T")

_log = structlog.get_logger(__name__)


class Tables:
    """Runs the match of each room that plays one."""

    def __init__(self, house: "House", make_bot: Callable[[str, str, int], Bot]) -> None:
        self._house = house
        self._make_bot = make_bot

    async def start(self, room: Room) -> None:
        """Begin a match with those who sit in a room. :raises Refused: unless all seats are taken.

        :raises NotOurs: if another node has a room of this code; nothing has begun then.
        """
        row = TableRow(
            id="t" + secrets.token_hex(8),
            room=room.code,
            game=room.game.key,
            options=dict(room.options.as_dict()),
            rounds=room.rounds,
            seed=secrets.token_bytes(SEED_BYTES),
            places=room.places(self._house.players),
            stake=room.terms.stake,
        )
        table = self._table(row, room)
        room.table = table
        try:
            await self._house.store.save_room(room.row(), row, room.is_kept)
        except BaseException:
            room.table = None
            raise
        room.is_kept = True
        TALLY.matches_started += 1
        _log.info(
            "match started", table=row.id, room=row.room, game=row.game, rounds=row.rounds,
            stake=row.stake, players=room.people,
        )  # fmt: skip
        self._run(row, room, table)

    async def go_on(self, row: TableRow, room: Room) -> bool:
        """Take up a table that was being played; false if its journal does not replay.

        That can only be if the rules have changed since: the table is cleared, its room is kept.
        """
        try:
            room.table = await self._rebuilt(row, room)
        except _DATABASE_TROUBLE:
            raise
        except Exception:
            _log.exception("table does not replay", table=row.id)
            return False
        await self._let_go(room)
        TALLY.taken_up += 1
        _log.info("table taken up", table=row.id, room=row.room, seq=room.table.next_seq)
        self._run(row, room, room.table)
        return True

    async def stop(self, rooms: list[Room]) -> None:
        """Stop the tables of rooms where they are; their journals have everything."""
        await self._house.tasks.stop(*(_task(room.table.id) for room in rooms if room.table))

    def send_away(self, room: Room, code: CloseCode) -> None:
        """Close the sockets of a room: they come back and resume on what is true now."""
        for player in [*room.people, *room.watchers]:
            known = self._house.players.known(player)
            if known is not None and known.session is not None:
                known.session.close(code)

    # --- a table ------------------------------------------------------------------------------

    def _run(self, row: TableRow, room: Room, table: Table) -> None:
        self._house.tasks.run(self._play(row, room, table), _task(row.id))

    def _table(self, row: TableRow, room: Room, state: TableState | None = None) -> Table:
        house = self._house
        seed, bot = row.seed, house.settings.bot or bots.names(row.game)[0]
        backing = Backing(
            journal=house.journal,
            cashier=Cashier(house.ledger),
            answers=house.players,
            new_bot=lambda seat: self._make_bot(
                bot, row.game, int.from_bytes(derived_seed(seed, f"bot {seat}")[:8], "big")
            ),
            new_echo=lambda: self._echo(row, room),
            on_left=house.lobby.left,
            node=house.site.node,
        )
        state = state or recovery.new_state(row, room.game, house.settings.pace)
        return Table(state, backing, row.places)

    def _echo(self, row: TableRow, room: Room) -> Echo:
        """A table once more, for those who may look over a shoulder."""
        store, delay = self._house.store, self._house.settings.watch_delay
        echo = Echo(
            recovery.new_state(row, room.game, self._house.settings.pace),
            lambda: store.steps_of_last_round(row.id, begun_by=now_ms() - delay),
            delay,
            self._house.players,
        )
        self._house.tasks.run(echo.run(), f"echo of {row.id} {secrets.token_hex(4)}")
        return echo

    async def _rebuilt(self, row: TableRow, room: Room) -> Table:
        players = self._house.players
        pace = self._house.settings.pace
        rebuilt = await recovery.rebuild(self._house.store, row, room.game, pace)
        table = self._table(row, room, rebuilt.state)
        table.next_seq = rebuilt.next_seq
        for request in rebuilt.requests:
            player = players.known(request.player)
            if player is not None and player.is_new(request.id):
                player.done(request.id)
        for player_id in room.people:
            known = players.known(player_id)
            table.line(player_id, known is not None and known.session is not None)
        return table

    async def _let_go(self, room: Room) -> None:
        """Let those out of a room who have left its table, though that was not kept of the room."""
        assert room.table is not None
        state = room.table.state
        for player in room.people:
            if state.seats and state.seat_of(player) is None:
                await self._house.lobby.left(player)

    async def _play(self, row: TableRow, room: Room, table: Table) -> None:
        """Run a table to its end, then let its room start the next match."""
        bind_contextvars(table=row.id, room=row.room)
        try:
            await self._play_out(row, room, table)
        except NotOurs:
            self._house.takeover.lose(room)

    async def _play_out(self, row: TableRow, room: Room, table: Table) -> None:
        try:
            await self._play_on(row, room, table)
        except NotOurs:
            raise
        except Exception:
            _log.exception("table given up")
            # Who comes back hears at once that there is no table: nobody would answer there.
            assert room.table is not None
            room.table.state.over = True
            self.send_away(room, CloseCode.FAULT)
        TALLY.matches_over += 1
        assert room.table is not None
        _log.info("match over", rounds=room.table.state.number)
        await self.until_kept(lambda: self._house.store.finish_table(row.id))
        await self.until_kept(lambda: self._house.lobby.match_over(room))

    async def _play_on(self, row: TableRow, room: Room, table: Table) -> None:
        """Run a table; if its task fails, rebuild it from the journal and go on.

        What fails again and again is given up. But that the database takes nothing (a full disk)
        is no fault of the table: it waits, however long that lasts. A step that was in doubt may
        be found to have been kept only when the next one is written: then this table is still
        ours, and is rebuilt too.

        :raises NotOurs: if the table is another node's.
        """
        failures = 0
        while True:
            try:
                await table.run()
                return
            except (Fenced, NotOurs) as error:
                _log.warning("another writer", error=str(error))
            except _DATABASE_TROUBLE as error:
                _log.error("table waits for the database", error=str(error))
                await asyncio.sleep(RETRY_AFTER)
            except Exception:
                failures += 1
                if failures == REBUILDS:
                    raise
                _log.exception("table failed")
            if not await self.until_kept(lambda: self._is_ours(room)):
                raise NotOurs(room.code)
            TALLY.rebuilds += 1
            room.table = table = await self.until_kept(lambda: self._rebuilt(row, room))
            await self.until_kept(lambda: self._let_go(room))
            self.send_away(room, CloseCode.FAULT)

    async def _is_ours(self, room: Room) -> bool:
        return await self._house.ownership.owner_of(room.code) == self._house.site.node

    async def until_kept(self, keep: Callable[[], Awaitable[T]]) -> T:
        """Do what needs the database, again and again until it works."""
        while True:
            try:
                return await keep()
            except _DATABASE_TROUBLE as error:
                _log.error("waiting for the database", error=str(error))
                await asyncio.sleep(RETRY_AFTER)


def _task(table: str) -> str:
    return f"table {table}"
