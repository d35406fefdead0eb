"""The database: SQLite in a file, or whatever SQLAlchemy's async engines reach."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from msgspec import Struct, json
from sqlalchemy import ColumnElement, Connection, delete, event, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from paiju.core.errors import PaijuError
from paiju.server.appending import (
    COMMIT_WITHIN,
    Appender,
    ServerAppender,
    SqliteAppender,
)
from paiju.server.database import database_url, out_of_use, unusable
from paiju.server.holding import ALONE, LOCK, Hold, Occupied, lock
from paiju.server.request import Watching
from paiju.server.rows import Row, by_table
from paiju.server.schema import JOURNAL, ROOMS, TABLES
from paiju.server.sql import put, set_up_sqlite
from paiju.server.steps import AnyStep, Place, read_step
from paiju.server.stretches import FOREVER, steps_of

MIGRATIONS: Final = Path(__file__).parent / "migrations"
CONNECT_WITHIN: Final = 10.0
"""Seconds for a database server to answer at all."""
IDLE_WITHIN: Final = "2s"
"""For how long a node may leave a transaction alone: less than its lease lasts (``leases.py``)."""
HOLD_WITHIN: Final = 0.5
"""Seconds to wait for it when it was lost: less than a node has for its look (``takeover.py``)."""
_MIGRATION_LOCK: Final = LOCK + 1
_UNUSABLE: Final = (
    *(Occupied, SQLAlchemyError, sqlite3.Error, CommandError, OSError),
    *(TypeError, ValueError),
)
"""What opening a database may raise; the last two for options that its driver does not know."""


class TableRow(NamedTuple):
    """A table that was started: all that its match follows from, besides its journal."""

    id: str
    room: str
    game: str
    options: dict[str, Any]
    rounds: int
    seed: bytes
    places: list[Place]
    stake: int = 0
    """Coins a point is worth."""


class Sitter(Struct, frozen=True):
    """Who sits at a seat of a room: a player, or (with ``player`` none) a bot."""

    name: str
    player: str | None
    owner: str | None = None
    """Whose external bot the player is; none for a person."""


class Terms(Struct, frozen=True):
    """On what terms people sit down in a room, besides the game and its house rules."""

    stake: int = 0
    """Coins a point is worth."""
    open: bool = False
    """Whether it is listed for everybody."""
    watch: Watching = "hidden"
    programs: bool = False
    """Whether external bots may sit down."""


NO_TERMS: Final = Terms()


class RoomRow(Struct, frozen=True):
    """A room as the database keeps it, in one JSON text."""

    code: str
    game: str
    options: dict[str, Any]
    rounds: int
    host: str
    seats: list[Sitter | None]
    table: str | None
    terms: Terms = NO_TERMS
    banned: list[str] = []
    """Who was sent away, and may not come again."""


class NotOurs(Exception):
    """A room's row is another node's: what this node knows of the room is no longer so."""


class JournalStep(NamedTuple):
    """A step as it is read back."""

    seq: int
    at: int
    step: AnyStep


Along: TypeAlias = Callable[[AsyncConnection], Awaitable[None]]
"""Writes what is kept together with a step, in its transaction, which may be tried twice."""


def now_ms() -> int:
    """The time of day in ms since 1970."""
    return int(time.time() * 1000)


class Store:
    """Everything that is kept. Each method is one transaction, done when it returns."""

    def __init__(self, url: str, node: str = ALONE) -> None:
        """``node`` has other nodes beside it. :raises PaijuError: if there is no such database."""
        self.url = database_url(url)
        self.node = node
        self._sqlite = self.url.get_backend_name() == "sqlite"
        driver: dict[str, Any] = {}
        if self.url.get_driver_name() == "asyncpg":
            # A node that falls asleep in a transaction must not keep the others from its rows.
            settings = {"application_name": f"paiju {node}".strip()}
            if node != ALONE:
                settings["idle_in_transaction_session_timeout"] = IDLE_WITHIN
            driver = {"timeout": CONNECT_WITHIN, "server_settings": settings}
        try:
            # An error is logged with its statement, but never with hands, seeds and tokens. That
            # a server was restarted meanwhile is found out before something is asked of it.
            self.engine: AsyncEngine = create_async_engine(
                self.url,
                hide_parameters=True,
                pool_pre_ping=not self._sqlite,
                connect_args=driver,
            )
        except (SQLAlchemyError, ImportError) as error:
            raise unusable(error) from error
        if self._sqlite:
            event.listen(self.engine.sync_engine, "connect", lambda made, _: set_up_sqlite(made))
        file = self.url.database if self._sqlite else None
        self._appender: Appender = SqliteAppender(file) if file else ServerAppender(self.engine)
        self._lock: sqlite3.Connection | None = None
        self.hold = Hold(self.engine, node)
        """On a database server, the lock; there is nothing to it for a file."""

    async def open(self) -> None:
        """Make the file if there is none, and bring its schema up to date.

        :raises PaijuError: if the database cannot be used, or another server uses the file.
        """
        if self._sqlite and self.url.database:
            folder = Path(self.url.database).parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise PaijuError(
                    f"{folder}: 数据不能存在这里 the data cannot be kept there ({error.strerror})"
                ) from error
        try:
            if self._sqlite and self.url.database:
                self._lock = lock(Path(self.url.database))
            if not self._sqlite:
                await self.hold.take_first()
            async with self.engine.begin() as connection:
                await connection.run_sync(migrate)
        except _UNUSABLE as error:
            await self.close()
            raise out_of_use(self.url, error) from error

    async def hold_again(self) -> None:
        """Hold the database still, or again after it was restarted.

        :raises Occupied: if another server took it meanwhile.
        """
        if not self._sqlite:
            await self.hold.take(HOLD_WITHIN)

    async def close(self) -> None:
        """Let the database go."""
        await self._appender.close()
        await self.hold.let_go()
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # --- rooms --------------------------------------------------------------------------------

    async def save_room(
        self, room: RoomRow, table: TableRow | None = None, is_kept: bool = False
    ) -> None:
        """Keep a room as it is now, and with it the table that was started in it.

        ``is_kept``: it has been before.

        :raises NotOurs: if another node has a room of this code, or has had and dropped this one.
        """
        values = {"state": json.encode(room).decode(), "touched": now_ms(), "owner": self.node}
        own = ROOMS.c.owner == self.node
        async with self.engine.begin() as connection:
            if is_kept:
                again = update(ROOMS).where(ROOMS.c.code == room.code, own).values(values)
                is_ours = (await connection.execute(again)).rowcount == 1
            else:
                is_ours = await put(connection, ROOMS, "code", own, code=room.code, **values)
            if not is_ours:
                raise NotOurs(room.code)
            if table is not None:
                row = table._asdict()
                row["options"] = json.encode(table.options).decode()
                row["places"] = json.encode(table.places).decode()
                row["seed"] = table.seed.hex()
                await connection.execute(insert(TABLES).values(**row, started=now_ms()))

    async def drop_room(self, code: str) -> None:
        """Forget a room."""
        own = (ROOMS.c.code == code) & (ROOMS.c.owner == self.node)
        async with self.engine.begin() as connection:
            await connection.execute(delete(ROOMS).where(own))

    async def rooms(self) -> list[RoomRow]:
        """Every room there is."""
        async with self.engine.connect() as connection:
            rows = await connection.execute(select(ROOMS.c.state))
            return [json.decode(state, type=RoomRow) for (state,) in rows]

    # --- tables -------------------------------------------------------------------------------

    async def running_tables(self) -> list[TableRow]:
        """The tables whose matches are not over."""
        async with self.engine.connect() as connection:
            return await running_tables(connection)

    async def finish_table(self, table: str) -> None:
        """The table's match is over."""
        done = update(TABLES).where(TABLES.c.id == table).values(finished=now_ms())
        async with self.engine.begin() as connection:
            await connection.execute(done)

    async def append(self, rows: Sequence[Row], along: Sequence[Along] = ()) -> None:
        """Write rows of any tables, and what goes along with them, in one transaction.

        :raises IntegrityError: SQLAlchemy's or sqlite3's, if another writer wrote one of them; none
            is kept.
        """
        if not along:
            await self._appender.append(rows)
            return
        within = None if self._sqlite else COMMIT_WITHIN
        async with asyncio.timeout(within), self.engine.begin() as connection:
            for table, own in by_table(rows).items():
                await connection.execute(insert(table), [row._asdict() for row in own])
            for write in along:
                await write(connection)

    async def steps_of_last_round(
        self, table: str, begun_by: int | None = None
    ) -> list[JournalStep]:
        """The steps of a table from its last round on, which holds all that came before.

        ``begun_by`` (ms since 1970): from the round on that was the last one at that time.

        :raises ValueError: if one is missing, or there are two of a number.
        """
        opened_by = FOREVER if begun_by is None else begun_by
        own = steps_of(table, self.engine.dialect, opened_by)
        rounds = select(func.coalesce(func.max(JOURNAL.c.round), 0))
        rounds = rounds.where(own, JOURNAL.c.at <= opened_by)
        query = (
            select(JOURNAL.c.seq, JOURNAL.c.at, JOURNAL.c.step)
            .where(own, JOURNAL.c.round >= rounds.scalar_subquery())
            .order_by(JOURNAL.c.seq)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        for (before, *_), (seq, *_) in pairwise(rows):
            if seq != before + 1:
                raise ValueError(f"{table}: step {seq} after step {before} of the journal")
        return [JournalStep(seq, at, read_step(step)) for seq, at, step in rows]


async def running_tables(connection: AsyncConnection, *only: ColumnElement[bool]) -> list[TableRow]:
    """The tables whose matches are not over, of those that are asked for."""
    columns = [TABLES.c[name] for name in TableRow._fields]
    query = select(*columns).where(TABLES.c.finished.is_(None), *only)
    return [
        TableRow(
            id=row.id,
            room=row.room,
            game=row.game,
            options=json.decode(row.options),
            rounds=row.rounds,
            seed=bytes.fromhex(row.seed),
            places=json.decode(row.places, type=list[Place]),
            stake=row.stake,
        )
        for row in await connection.execute(query)
    ]


def migrate(connection: Connection) -> None:
    """Bring the schema of a database up to date, or leave it; of several nodes one by one."""
    if connection.dialect.name == "sqlite":
        # Python's driver begins a transaction with a change of rows alone, not of the schema.
        connection.exec_driver_sql("BEGIN")
    else:
        # However long it takes: a node that migrates is not asleep.
        idle = "idle_in_transaction_session_timeout"
        connection.execute(select(func.set_config(idle, "0", True)))
        connection.execute(select(func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
