"""How steps reach the disk: each commit is one statement on a connection that is held for it.

A commit by way of SQLAlchemy's pool is nine errands to the database's thread or server, and more
processor time than all else that is done for a step. So what goes in each commit, the steps alone,
takes the shortest way there is; whatever goes along with a step takes the pool's.
"""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Final, NamedTuple, Protocol, TypeAlias

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from paiju.server.sql import set_up_sqlite

COMMIT_WITHIN: Final = 10.0
"""Seconds for a database server to commit; a line that is cut need not say so."""

_INSERT: Final = "INSERT INTO journal (table_id, seq, round, at, step) "
_ROW: Final = "(?, ?, ?, ?, ?)"
_UNNESTED: Final = (
    _INSERT + "SELECT * FROM unnest($1::varchar[], $2::integer[], $3::integer[], $4::bigint[], "
    "$5::text[])"
)


class JournalRow(NamedTuple):
    """One step of one table."""

    table_id: str
    seq: int
    round: int
    at: int
    step: str


class Appender(Protocol):
    """Writes steps of any tables, all or none."""

    async def append(self, rows: Sequence[JournalRow]) -> None:
        """Return when the steps are kept."""

    async def close(self) -> None:
        """Let the database go."""


_Job: TypeAlias = tuple[Sequence[JournalRow], asyncio.Future[None], asyncio.AbstractEventLoop]


class SqliteAppender:
    """A thread with a connection of its own, which goes there and back once a commit."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def append(self, rows: Sequence[JournalRow]) -> None:
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
                values = ", ".join([_ROW] * len(rows))
                fields = [field for row in rows for field in row]
                connection.execute(f"{_INSERT} VALUES {values}", fields)
            except Exception as failed:
                error = failed
            with suppress(RuntimeError):  # the loop is closed: nobody waits for it any more
                loop.call_soon_threadsafe(_tell, done, error)
        if connection is not None:
            connection.close()


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

    async def append(self, rows: Sequence[JournalRow]) -> None:
        """:raises sqlalchemy.exc.DBAPIError, OSError: if the database does not take them."""
        async with asyncio.timeout(COMMIT_WITHIN):
            held = await self._connection()
            try:
                await held.exec_driver_sql(_UNNESTED, tuple(map(list, zip(*rows, strict=True))))
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
