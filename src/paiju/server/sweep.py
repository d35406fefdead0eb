"""What a node does beside the tables, every few minutes: tidy up."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from paiju.server.lobby import Lobby
from paiju.server.people import People
from paiju.server.players import Players
from paiju.server.pruning import Pruning
from paiju.server.store import Store

SWEEP_EVERY: Final = 600.0

_log = structlog.get_logger(__name__)


class Sweep:
    """Rooms, guests and journals that nobody will come back to go; who is here is seen."""

    def __init__(
        self, store: Store, lobby: Lobby, players: Players, people: People, pruning: Pruning
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._players = players
        self._people = people
        self._pruning = pruning

    async def run(self) -> None:
        """Sweep again and again, whatever goes wrong once."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            await self.once()

    async def once(self) -> None:
        """Do each chore; one that fails keeps none of the others from being done."""
        chores: tuple[Callable[[], Awaitable[None]], ...] = (
            self._store.hold_again,
            self._lobby.sweep,
            self._see_who_is_here,
            self._forget_guests,
            self._pruning.forget_journals,
            self._collect_garbage,
        )
        for chore in chores:
            try:
                await chore()
            except Exception:
                _log.exception("sweep failed", chore=chore.__name__)

    async def _see_who_is_here(self) -> None:
        sessions = (player.session for player in self._players.connected())
        await self._people.seen([session.id for session in sessions if session is not None])

    async def _forget_guests(self) -> None:
        self._players.forget(lambda player: self._lobby.room_of(player) is not None)
        await self._pruning.forget_guests(self._players.ids())

    async def _collect_garbage(self) -> None:
        """While nobody plays, free what is held by nothing but itself.

        Tables and sockets free themselves when they are over; to look through all that is there
        takes a second with 2,000 tables, in which nobody is served.
        """
        if not any(room.table is not None for room in self._lobby.rooms.values()):
            gc.collect()
