"""One node: its players, rooms, tables and their journal, put together."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from contextvars import Context
from time import monotonic
from typing import Any, Final, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.contextvars import bind_contextvars

from paiju import __version__
from paiju.bots import registry as bots
from paiju.bots.base import Bot
from paiju.core.game import Game
from paiju.core.options import Value
from paiju.core.randomness import SEED_BYTES, derived_seed
from paiju.core.registry import games as registered_games
from paiju.server import recovery
from paiju.server.accounts import Accounts
from paiju.server.cashier import Cashier
from paiju.server.dispatch import Desk
from paiju.server.echo import Echo
from paiju.server.history import Archive
from paiju.server.inbox import Command
from paiju.server.journal import Fenced, Journal, JournalFailed
from paiju.server.ledger import Ledger
from paiju.server.limits import Limits
from paiju.server.lobby import Lobby
from paiju.server.people import People
from paiju.server.players import Player, Players, new_id
from paiju.server.programs import Programs
from paiju.server.protocol import (
    PROTOCOL,
    STAKES,
    CloseCode,
    CoinsChanged,
    GameInfo,
    Leave,
    OptionInfo,
    PlayerInfo,
    Welcome,
    encode,
    words,
)
from paiju.server.pruning import Pruning
from paiju.server.quick import QuickMatches
from paiju.server.refusals import Refused
from paiju.server.room import Room
from paiju.server.settings import Settings
from paiju.server.state import TableState
from paiju.server.store import Store, TableRow, now_ms
from paiju.server.sweep import Sweep
from paiju.server.table import Backing, Table
from paiju.server.tally import TALLY
from paiju.server.watching import Watching

REBUILDS: Final = 3
"""How often a table whose task failed is rebuilt from its journal before it is given up."""

RETRY_AFTER: Final = 1.0
"""Seconds between two tries while the database takes nothing."""
_DATABASE_TROUBLE: Final = (JournalFailed, SQLAlchemyError, OSError)

T = TypeVar("T")

_log = structlog.get_logger(__name__)


class House:
    """Everything that runs on this node. The sockets (``session.py``) talk to it."""

    def __init__(
        self,
        settings: Settings,
        games: Mapping[str, Game] | None = None,
        make_bot: Callable[[str, str, int], Bot] = bots.bot,
    ) -> None:
        self.settings = settings
        self._make_bot = make_bot
        self.games = dict(registered_games() if games is None else games)
        self.store = Store(settings.database)
        self.journal = Journal(self.store)
        self.ledger = Ledger(self.store.engine, settings)
        self.history = Archive(self.store.engine)
        self.limits = Limits(settings.sockets_per_address)
        people = People(self.store)
        self.players = Players(people)
        self.lobby = Lobby(
            self.store, self.players, self.games, self.limits, self._affords, self._start_match
        )
        self.watching = Watching(self.lobby, self.players)
        self.desk = Desk(
            self.players,
            self.lobby,
            QuickMatches(self.lobby, self._keep_running),
            self.watching,
            Accounts(people, self.limits, self.vacate),
            Programs(people, self.players, self.vacate),
            self.ledger,
            self.history,
            self.limits,
        )
        pruning = Pruning(self.store.engine)
        self._sweep = Sweep(self.lobby, self.players, people, pruning)
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open the database and go on with every match that was being played."""
        await self.store.open()
        self.journal.start()
        # By its table: a match whose start came to nothing may be kept, beside its room's next.
        rooms = {row.table: self.lobby.restore(row) for row in await self.store.rooms()}
        for row in await self.store.running_tables():
            room = rooms.get(row.id)
            if room is None or room.game.key != row.game or not await self._go_on(row, room):
                _log.error("table cannot go on", table=row.id, room=row.room, game=row.game)
                await self.store.finish_table(row.id)
        self._keep_running(self._sweep.run(), "sweep")

    async def close(self) -> None:
        """Stop all tables where they are; the journal has everything."""
        for task in self._tasks:
            task.cancel()
        for task in list(self._tasks):
            with suppress(asyncio.CancelledError):
                await task
        await self.journal.stop()
        await self.store.close()

    # --- players come and go ------------------------------------------------------------------

    def connected(self, player: Player) -> None:
        """A player's socket has come, perhaps with another name."""
        _log.info("player came", player=player.id, program=player.is_program)
        room = self.lobby.room_of(player.id)
        if room is not None:
            room.rename(player)
        self._line_changed(player)

    def disconnected(self, player: Player) -> None:
        """A player's socket has gone. The seat stays its own, however long that takes."""
        _log.info("player went", player=player.id)
        player.lost_at = monotonic()
        self._line_changed(player)

    def _line_changed(self, player: Player) -> None:
        room = self.lobby.room_of(player.id)
        if room is not None:
            self.lobby.show(room)
            if room.table is not None:
                room.table.line(player.id, player.session is not None)

    async def vacate(self, player: Player) -> None:
        """A player never comes back: its seat is free, or at a running table a bot's."""
        room = self.lobby.room_of(player.id)
        try:
            await self.lobby.leave(player.id)
        except Refused:
            assert room is not None
            assert room.table is not None
            leave = Leave(id=new_id("leave "))
            room.table.put(Command(player.id, leave, lambda _: None))

    async def coins(self, player: str) -> int:
        """How many coins a player has."""
        return await self.ledger.coins(player)

    async def _affords(self, player: str, stake: int) -> bool:
        return stake == 0 or await self.coins(player) >= self.ledger.minimum(stake)

    def welcome(self, player: Player, token: str, coins: int) -> Welcome:
        """What a client must know to begin."""
        room = self.lobby.room_of(player.id)
        return Welcome(
            protocol=PROTOCOL,
            version=__version__,
            player=PlayerInfo(player.id, player.name, player.login, player.is_program),
            token=token,
            games=[game_info(game) for game in self.games.values()],
            room=room.code if room else None,
            table=room.table.id if room and room.table else None,
            share=self.settings.share,
            coins=coins,
            stakes=list(STAKES),
        )

    # --- answers of tables --------------------------------------------------------------------

    def done(self, player: str, request: str) -> None:
        """A table has done what a player asked for."""
        known = self.players.known(player)
        if known is not None:
            known.done(request)

    def refused(self, player: str, request: str, why: Refused) -> None:
        """A table has not done what a player asked for."""
        known = self.players.known(player)
        if known is not None:
            known.refused(request, why)

    def lost(self, player: str, request: str) -> None:
        """A table failed over what a player asked for."""
        known = self.players.known(player)
        if known is not None:
            known.not_done(request)

    def paid(self, player: str, coins: int) -> None:
        """A settlement has changed what a player has."""
        known = self.players.known(player)
        if known is not None:
            known.send(encode(CoinsChanged(coins)))

    # --- tables -------------------------------------------------------------------------------

    async def _start_match(self, room: Room) -> None:
        row = TableRow(
            id="t" + secrets.token_hex(8),
            room=room.code,
            game=room.game.key,
            options=dict(room.options.as_dict()),
            rounds=room.rounds,
            seed=secrets.token_bytes(SEED_BYTES),
            places=room.places(self.players),
            stake=room.terms.stake,
        )
        table = self._table(row, room)
        room.table = table
        try:
            await self.store.save_room(room.row(), row)
        except BaseException:
            room.table = None
            raise
        TALLY.matches_started += 1
        _log.info(
            "match started", table=row.id, room=row.room, game=row.game, rounds=row.rounds,
            stake=row.stake, players=room.people,
        )  # fmt: skip
        self._keep_running(self._play(row, room, table), f"table {row.id}")

    def _table(self, row: TableRow, room: Room, state: TableState | None = None) -> Table:
        seed, bot = row.seed, self.settings.bot or bots.names(row.game)[0]
        backing = Backing(
            journal=self.journal,
            cashier=Cashier(self.ledger),
            answers=self,
            new_bot=lambda seat: self._make_bot(
                bot, row.game, int.from_bytes(derived_seed(seed, f"bot {seat}")[:8], "big")
            ),
            new_echo=lambda: self._echo(row, room),
            on_left=self.lobby.left,
        )
        state = state or recovery.new_state(row, room.game, self.settings.pace)
        return Table(state, backing, row.places)

    def _echo(self, row: TableRow, room: Room) -> Echo:
        """A table once more, for those who may look over a shoulder."""
        delay = self.settings.watch_delay
        echo = Echo(
            recovery.new_state(row, room.game, self.settings.pace),
            lambda: self.store.steps_of_last_round(row.id, begun_by=now_ms() - delay),
            delay,
            self,
        )
        self._keep_running(echo.run(), f"echo of {row.id}")
        return echo

    async def _rebuilt(self, row: TableRow, room: Room) -> Table:
        rebuilt = await recovery.rebuild(self.store, row, room.game, self.settings.pace)
        table = self._table(row, room, rebuilt.state)
        table.next_seq = rebuilt.next_seq
        for request in rebuilt.requests:
            player = self.players.known(request.player)
            if player is not None and player.is_new(request.id):
                player.done(request.id)
        for player_id in room.people:
            known = self.players.known(player_id)
            table.line(player_id, known is not None and known.session is not None)
        return table

    async def _go_on(self, row: TableRow, room: Room) -> bool:
        """Take up a table that was being played; false if its journal does not replay.

        That can only be if the rules have changed since: the table is cleared, its room is kept.
        """
        try:
            room.table = await self._rebuilt(row, room)
        except Exception:
            _log.exception("table does not replay", table=row.id)
            return False
        state = room.table.state
        for player in room.people:
            if state.seats and state.seat_of(player) is None:
                await self.lobby.left(player)
        TALLY.restarts += 1
        _log.info("table taken up", table=row.id, room=row.room, seq=room.table.next_seq)
        self._keep_running(self._play(row, room, room.table), f"table {row.id}")
        return True

    async def _play(self, row: TableRow, room: Room, table: Table) -> None:
        """Run a table to its end, then let its room start the next match."""
        bind_contextvars(table=row.id, room=row.room)
        try:
            await self._play_on(row, room, table)
        except Fenced:
            _log.error("another node plays this table", table=row.id)
            self._send_away(room)
            return
        except Exception:
            _log.exception("table given up", table=row.id)
        TALLY.matches_over += 1
        _log.info("match over", rounds=table.state.number)
        await self._until_kept(lambda: self.store.finish_table(row.id))
        await self._until_kept(lambda: self.lobby.match_over(room))

    async def _play_on(self, row: TableRow, room: Room, table: Table) -> None:
        """Run a table; if its task fails, rebuild it from the journal and go on.

        What fails again and again is given up. But that the database takes nothing (a full disk)
        is no fault of the table: it waits, however long that lasts.
        """
        failures = 0
        while True:
            try:
                await table.run()
                return
            except Fenced:
                raise
            except _DATABASE_TROUBLE as error:
                _log.error("table waits for the database", table=row.id, error=str(error))
                await asyncio.sleep(RETRY_AFTER)
            except Exception:
                failures += 1
                if failures == REBUILDS:
                    raise
                _log.exception("table failed", table=row.id)
            TALLY.rebuilds += 1
            room.table = table = await self._until_kept(lambda: self._rebuilt(row, room))
            self._send_away(room)

    async def _until_kept(self, keep: Callable[[], Awaitable[T]]) -> T:
        """Do what needs the database, again and again until it works."""
        while True:
            try:
                return await keep()
            except _DATABASE_TROUBLE as error:
                _log.error("waiting for the database", error=str(error))
                await asyncio.sleep(RETRY_AFTER)

    def _send_away(self, room: Room) -> None:
        """Close the sockets of the room: they come back and resume on what is true now."""
        for player in [*room.people, *room.watchers]:
            known = self.players.known(player)
            if known is not None and known.session is not None:
                known.session.close(CloseCode.FAULT)

    # --- housekeeping -------------------------------------------------------------------------

    def _keep_running(self, work: Coroutine[Any, Any, None], name: str) -> None:
        # In a context of its own: what it logs is not of whoever's request began it.
        task = asyncio.create_task(work, name=name, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def game_info(game: Game) -> GameInfo:
    """A game as a room offers it."""
    return GameInfo(
        key=game.key,
        name=words(game.name),
        options=[
            OptionInfo(
                name=spec.name,
                label=words(spec.label),
                clause=spec.clause,
                default=spec.default,
                values=list(spec.values),
                low=spec.low,
                high=spec.high,
                step=spec.step,
            )
            for spec in game.options.described()
        ],
        presets={name: _values(options.as_dict()) for name, options in game.presets.items()},
    )


def _values(options: Mapping[str, object]) -> dict[str, Value]:
    return {name: value for name, value in options.items() if isinstance(value, bool | int | str)}
