"""Whether a node lives, and whether it is ready to be sent players.

``/healthz`` answers as long as the process does: who restarts a node looks there. ``/readyz`` says
503 while the node could do nothing for a player, or is to have none: a load balancer looks there.
A database that answers may still keep nothing (a full disk), which only a write tells; so a look
writes, unless the journal has since the last one. Little may be kept where more is not: while the
tables cannot write their steps, a look that can says nothing.
Neither tells a stranger more than that; the particulars are in the log.
"""

import asyncio
import secrets
from time import monotonic
from typing import Final

import structlog
from sqlalchemy import delete, insert, text
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju import __version__
from paiju.server.house import House
from paiju.server.schema import TRANSFERS
from paiju.server.store import now_ms

DATABASE_WITHIN: Final = 2.0
"""Seconds for the database to answer."""
LOOK_AGAIN: Final = 1.0
"""For so many seconds the last look counts: whoever asks often gives the database no more to do."""
FAILED_FOR: Final = 10.0
"""Seconds for which a commit that failed counts, unless one is kept: tables try again sooner."""
AWAY: Final = "the database does not answer"
FULL: Final = "the database keeps nothing: its disk is full, or it may only be read"

_log = structlog.get_logger(__name__)


class Health:
    """Looks whether a house can do its work."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._looking = asyncio.Lock()
        self._database: str | None = None
        self._looked_at = -LOOK_AGAIN
        self.draining = False
        """Whether the node is being emptied: it is to be sent nobody."""
        self.was_ready = True
        """What the last look found."""

    async def trouble(self) -> str | None:
        """Why no player should be sent here; none if one may be."""
        house = self._house
        found = "draining" if self.draining else house.takeover.trouble or house.site.trouble()
        if found is None:
            found = await self._database_trouble()
        if (found is None) != self.was_ready:
            self.was_ready = found is None
            _log.info("ready" if self.was_ready else "not ready", why=found)
        return found

    async def _database_trouble(self) -> str | None:
        async with self._looking:
            if monotonic() - self._looked_at >= LOOK_AGAIN:
                self._database = await self._ask_the_database()
                self._looked_at = monotonic()
            return self._database

    async def _ask_the_database(self) -> str | None:
        journal, trouble = self._house.journal, AWAY
        try:
            async with (
                asyncio.timeout(DATABASE_WITHIN),
                self._house.store.engine.begin() as connection,
            ):
                await connection.execute(text("SELECT 1"))
                trouble = FULL
                if journal.kept_at <= self._looked_at:
                    await _write_in_vain(connection)
        except Exception as error:
            if self._database is None:
                _log.error(trouble, error=str(error))
            return trouble
        has_failed = journal.failed_at > max(journal.kept_at, monotonic() - FAILED_FOR)
        return trouble if has_failed else None

    def routes(self) -> list[Route]:
        """Where it is asked."""
        return [Route("/healthz", self._healthz), Route("/readyz", self._readyz)]

    async def _healthz(self, _: Request) -> Response:
        return JSONResponse({"status": "ok", "version": __version__})

    async def _readyz(self, _: Request) -> Response:
        trouble = await self.trouble()
        if trouble is None:
            return JSONResponse({"status": "ready"})
        return JSONResponse({"status": "not ready", "reason": trouble}, 503)


async def _write_in_vain(connection: AsyncConnection) -> None:
    """A transfer of nothing, gone again with the commit: who could keep none keeps no step."""
    key = f"look:{secrets.token_hex(16)}"
    await connection.execute(insert(TRANSFERS).values(key=key, at=now_ms()))
    await connection.execute(delete(TRANSFERS).where(TRANSFERS.c.key == key))
