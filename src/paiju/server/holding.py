"""A database is one server's, or one site's: nobody else plays its tables beside them."""

import asyncio
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError, ProgrammingError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from paiju.core.errors import PaijuError
from paiju.server.schema import ROOMS

ALONE: Final = ""
"""The node that has no others beside it, whose rooms are its own however often it is started."""
LOCK: Final = int.from_bytes(b"paiju", "big")
LOCK_WITHIN: Final = 5.0
"""Seconds for another server, killed just now, to be off the database."""
GIVE_WAY: Final = 4.0
"""Seconds that a lone server leaves a site's nodes to be there first: they look each second, and
wait two for an answer (``takeover.py``)."""
_NOT_AVAILABLE: Final = "55P03"
_HOLDERS: Final = text(
    "SELECT DISTINCT application_name, client_addr FROM pg_locks JOIN pg_stat_activity USING (pid) "
    "WHERE locktype = 'advisory' AND granted AND datname = current_database() "
    "AND CAST(classid AS bigint) << 32 | CAST(objid AS bigint) = :lock ORDER BY 1"
)


class Occupied(PaijuError):
    """Others play these games, who know nothing of this server."""


class Hold:
    """The lock of a database server, by which others know; the nodes of a site share it.

    The database frees it when this process ends, and soon after its machine is gone, or when it is
    restarted itself: until it is held again, what is left is the journal's key.
    """

    def __init__(self, engine: AsyncEngine, node: str) -> None:
        self._engine = engine
        self._node = node
        self._held: AsyncConnection | None = None

    async def take_first(self) -> None:
        """Hold the lock, unless others had it until the database was restarted just now.

        :raises Occupied: if others hold it.
        """
        await self.take(LOCK_WITHIN)
        if self._node == ALONE and await self._are_a_sites():
            await self.let_go()
            await asyncio.sleep(GIVE_WAY)
            await self.take(LOCK_WITHIN)

    async def take(self, within: float) -> None:
        """Hold the lock, still or again. :raises Occupied: if others do for so many seconds."""
        if self._held is not None:
            if await _is_open(self._held):
                return
            await self.let_go()
        connection = await self._engine.connect()
        try:
            await self._lock_out_others(connection, within)
            self._held = connection
        except DBAPIError as error:
            if not _is_not_available(error):
                raise
            raise Occupied(
                "另一个牌局服务器正在用它 another paiju server is playing these games "
                f"({await self._holders(connection)}); "
                "stop that one, or give this one another database"
            ) from None
        finally:
            if self._held is not connection:
                await _close(connection)

    async def _lock_out_others(self, held: AsyncConnection, within: float) -> None:
        await held.execution_options(isolation_level="AUTOCOMMIT")
        for setting, value in (
            ("lock_timeout", f"{within}s"),
            ("tcp_keepalives_idle", "10"),
            ("tcp_keepalives_interval", "5"),
            ("tcp_keepalives_count", "3"),
        ):
            await held.execute(select(func.set_config(setting, value, False)))
        lock = func.pg_advisory_lock if self._node == ALONE else func.pg_advisory_lock_shared
        await held.execute(select(lock(LOCK)))

    async def _holders(self, connection: AsyncConnection) -> str:
        """Who they are, as the database knows them."""
        rows = await connection.execute(_HOLDERS, {"lock": LOCK})
        return ", ".join(f"{name} from {address or 'its machine'}" for name, address in rows)

    async def _are_a_sites(self) -> bool:
        """Whether the rooms are those of a site's nodes."""
        assert self._held is not None
        with suppress(ProgrammingError):  # nobody has made the tables yet
            query = select(ROOMS.c.code).where(ROOMS.c.owner != ALONE).limit(1)
            return await self._held.scalar(query) is not None
        return False

    async def let_go(self) -> None:
        """Leave the database to others."""
        held, self._held = self._held, None
        if held is not None:
            await _close(held)


async def _is_open(held: AsyncConnection) -> bool:
    with suppress(SQLAlchemyError):
        driver = (await held.get_raw_connection()).driver_connection
        return driver is not None and not driver.is_closed()
    return False


async def _close(held: AsyncConnection) -> None:
    """Give a connection back without its locks; its line is cut, perhaps."""
    try:
        with suppress(SQLAlchemyError, OSError):
            await held.execute(select(func.pg_advisory_unlock_all()))
    finally:
        with suppress(SQLAlchemyError, OSError):
            await held.close()


def _is_not_available(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) == _NOT_AVAILABLE


def lock(database: Path) -> sqlite3.Connection:
    """A lock beside the file, so that no second server plays the same tables.

    The system frees it, however this process ends. A file made now is its owner's alone: it holds
    the seeds of rounds in play.

    :raises PaijuError: if another server holds it.
    """
    database.touch(mode=0o600)
    held = sqlite3.connect(database.with_suffix(".lock"), timeout=0, isolation_level=None)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        held.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise PaijuError(
                f"{database}: 另一个牌局服务器正在用这些数据 another paiju server is playing "
                "these games; stop that one, or keep others in another folder with --data"
            ) from None
        raise
    return held
