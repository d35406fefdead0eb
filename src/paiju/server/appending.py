"""How steps and finished rounds reach the disk: by the shortest way, on a connection held for it.

A commit by way of SQLAlchemy's pool is nine errands to the database's thread or server, and more
processor time than all else that is done for a step. Only what must read before it writes (who has
how many coins) takes that way.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, count
from queue import SimpleQueue
from threading import Thread
from typing import Final, Protocol, TypeAlias

from sqlalchemy import Table
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from paiju.server.rows import ALL_TABLES, Row, by_table
from paiju.server.sql import set_up_sqlite

COMMIT_WITHIN: Final = 10.0
"""Seconds for a database server to commit; a line that is cut need not say so."""

_INTO: Final = {
    table: f"INSERT INTO {table.name} ({', '.join(table.columns.keys())}) " for table in ALL_TABLES
}
ROWS: Final = 64
"""So many go into a statement of SQLite at most; it parses one for each number, and keeps it."""


class Appender(Protocol):
    """Writes rows of any tables, all or none."""

    async def append(self, rows: Sequence[Row]) -> None:
        """Return when they are kept."""

    async def close(self) -> None:
        """Let the database go."""


_Job: TypeAlias = tuple[Sequence[Row], asyncio.Future[None], asyncio.AbstractEventLoop]


class SqliteAppender:
    """A thread with a connection of its own, which goes there and back once a commit."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def append(self, rows: Sequence[Row]) -> None:
        """:raises sqlite3.Error: if the database does not take them."""
        if self._thread is None:
            self._thread = Thread(target=self._work, name="journal", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._jobs.put((rows, done, loop))
        await done

    async def close(self) -> None:
        """Let the file go."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)

    def _work(self) -> None:
        connection: sqlite3.Connection | None = None
        while (job := self._jobs.get()) is not None:
            rows, done, loop = job
            error: Exception | None = None
            try:
                if connection is None:
                    connection = sqlite3.connect(self._file, isolation_level=None)
                    set_up_sqlite(connection)
                _write(connection, rows)
            except Exception as failed:
                error = failed
            with suppress(RuntimeError):  # the loop is closed: nobody waits for it any more
                loop.call_soon_threadsafe(_tell, done, error)
        if connection is not None:
            connection.close()


def _write(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """One transaction, which fails as a whole: a statement alone is one, ``with`` ends another."""
    inserts = [
        (_insert(table, len(some)), list(chain.from_iterable(some)))
        for table, own in by_table(rows).items()
        for some in (own[first : first + ROWS] for first in range(0, len(own), ROWS))
    ]
    if len(inserts) == 1:
        connection.execute(*inserts[0])
        return
    with connection:
        connection.execute("BEGIN")
        for insert in inserts:
            connection.execute(*insert)


@cache
def _insert(table: Table, rows: int) -> str:
    values = f"({', '.join('?' * len(table.columns))})"
    return f"{_INTO[table]} VALUES {', '.join([values] * rows)}"


def _tell(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


class ServerAppender:
    """A connection to a PostgreSQL server that is held from commit to commit."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._held: AsyncConnection | None = None
        self._types = {
            table: [column.type.compile(engine.dialect) for column in table.columns]
            for table in ALL_TABLES
        }

    async def append(self, rows: Sequence[Row]) -> None:
        """:raises sqlalchemy.exc.DBAPIError, OSError: if the database does not take them."""
        async with asyncio.timeout(COMMIT_WITHIN):
            held = await self._connection()
            try:
                await held.exec_driver_sql(*self._statement(rows))
            except BaseException as error:
                if not isinstance(error, DBAPIError) or error.connection_invalidated:
                    await self._drop()
                raise

    async def close(self) -> None:
        """Give the connection back."""
        held, self._held = self._held, None
        if held is not None:
            with suppress(SQLAlchemyError, OSError):
                await held.close()

    def _statement(self, rows: Sequence[Row]) -> tuple[str, tuple[list[object], ...]]:
        """One statement that inserts all rows, and its parameters: a list for each column."""
        number = count(1)
        inserts, columns = [], list[list[object]]()
        for table, own in by_table(rows).items():
            arrays = ", ".join(f"${next(number)}::{kind}[]" for kind in self._types[table])
            inserts.append(f"{_INTO[table]} SELECT * FROM unnest({arrays})")
            columns += map(list, zip(*own, strict=True))
        *before, last = inserts
        along = ", ".join(f"_{index} AS ({insert})" for index, insert in enumerate(before))
        return (f"WITH {along} {last}" if before else last), tuple(columns)

    async def _connection(self) -> AsyncConnection:
        held = self._held
        if held is not None:
            driver = (await held.get_raw_connection()).driver_connection
            if driver is not None and not driver.is_closed():
                return held
            await self._drop()
        fresh = await self._engine.connect()
        self._held = await fresh.execution_options(isolation_level="AUTOCOMMIT")
        return self._held

    async def _drop(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            with suppress(SQLAlchemyError, OSError):
                await held.invalidate()
                await held.close()
