"""Whether a node lives, and whether it is ready to be sent players.

``/healthz`` answers as long as the process does: who restarts a node looks there. ``/readyz`` says
503 while the node could do nothing for a player, or is to have none: a load balancer looks there.
Neither tells a stranger more than that; the particulars are in the log.
"""

import asyncio
from time import monotonic
from typing import Final

import structlog
from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju import __version__
from paiju.server.house import House

DATABASE_WITHIN: Final = 2.0
"""Seconds for the database to answer."""
LOOK_AGAIN: Final = 1.0
"""For so many seconds the last look counts: whoever asks often gives the database no more to do."""

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
        found = "draining" if self.draining else self._house.site.trouble()
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
        try:
            async with (
                asyncio.timeout(DATABASE_WITHIN),
                self._house.store.engine.connect() as connection,
            ):
                await connection.execute(text("SELECT 1"))
        except Exception as error:
            if self._database is None:
                _log.error("no answer from the database", error=str(error))
            return "the database does not answer"
        return None

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
