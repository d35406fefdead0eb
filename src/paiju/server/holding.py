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
            driver = (await self._held.get_raw_connection()).driver_connection
            if driver is not None and not driver.is_closed():
                return
            await self.let_go()
        self._held = await self._engine.connect()
        try:
            await self._lock_out_others(self._held, within)
        except BaseException as error:
            others = await self._holders(self._held) if _is_not_available(error) else None
            await self.let_go()
            if others is None:
                raise
            raise Occupied(
                "另一个牌局服务器正在用它 another paiju server is playing these games "
                f"({others}); stop that one, or give this one another database"
            ) from None

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
            with suppress(SQLAlchemyError, OSError):  # the line is cut, perhaps
                await held.execute(select(func.pg_advisory_unlock_all()))
            with suppress(SQLAlchemyError, OSError):
                await held.close()


def _is_not_available(error: BaseException) -> bool:
    orig = error.orig if isinstance(error, DBAPIError) else None
    return getattr(orig, "sqlstate", None) == _NOT_AVAILABLE


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
