"""Quick matches: whoever wants the same game at the same stake sits down together."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import monotonic
from typing import Any, Final

import structlog

from paiju.core.game import Game
from paiju.core.text import Text
from paiju.server.lobby import Lobby
from paiju.server.players import Player
from paiju.server.protocol import QuickMatch
from paiju.server.refusals import Refused
from paiju.server.room import NOBODY, Queue, Room
from paiju.server.store import Terms

ROUNDS: Final = 4
"""How many rounds a quick match has."""
RETRY_AFTER: Final = 1.0
"""Seconds until a match that could not be begun is tried again."""

_log = structlog.get_logger(__name__)


class QuickMatches:
    """The rooms in which people wait for others: one for each game and stake.

    They are not kept: after a restart whoever waited is in no room, and asks again.
    """

    def __init__(
        self, lobby: Lobby, keep_running: Callable[[Coroutine[Any, Any, None], str], object]
    ) -> None:
        self._lobby = lobby
        self._keep_running = keep_running
        self._open: dict[tuple[str, int], Room] = {}
        self._lock = asyncio.Lock()
        """Held while somebody sits down: two that come at once sit down together."""

    async def join(self, player: Player, message: QuickMatch) -> str:
        """Let a player wait with the others; the room's code. :raises Refused: if it cannot be."""
        game = await self.must_admit(player, message)
        self._lobby.must_be_open()
        async with self._lock:
            if self._lobby.room_of(player.id) is not self._waiting_room(game.key, message.stake):
                await self._lobby.leave(player.id)
            while True:
                room = self._waiting_room(game.key, message.stake)
                if room is None:
                    room = await self._new_room(game, message.stake)
                if await self._sits(player, room, message.wait):
                    return room.code
                # Its match was just about to begin, with others: the next one, then.
                self._open.pop((game.key, message.stake), None)

    async def must_admit(self, player: Player, message: QuickMatch) -> Game:
        """The game that a player wants. :raises Refused: if it may not be played like that."""
        if player.is_program:
            raise Refused("no_programs", Text("快速匹配只给人", "quick matches are for people"))
        game = self._lobby.game(message.game)
        await self._lobby.must_afford(player, message.stake)
        return game

    async def _sits(self, player: Player, room: Room, seconds: int) -> bool:
        """Let a player wait in this room for so long; false if there is no seat any more."""
        queue = room.queue
        assert queue is not None
        queue.waits[player.id] = monotonic() + seconds
        queue.changed.set()
        if self._lobby.room_of(player.id) is room:
            self._lobby.show(room)
            return True
        try:
            await self._lobby.seat(room, player)
        except Refused:
            del queue.waits[player.id]
            return False
        return True

    def _waiting_room(self, game: str, stake: int) -> Room | None:
        room = self._open.get((game, stake))
        if room is None or room.queue is None or self._lobby.rooms.get(room.code) is not room:
            return None
        return room

    async def _new_room(self, game: Game, stake: int) -> Room:
        terms = Terms(stake=stake, watch="off")
        code = await self._lobby.free_code()
        room = Room(code, game, game.options(), ROUNDS, NOBODY, terms)
        room.queue = Queue()
        self._lobby.rooms[code] = self._open[game.key, stake] = room
        self._keep_running(self._fill(room, room.queue), f"quick match {code}")
        return room

    async def _fill(self, room: Room, queue: Queue) -> None:
        """Wait until four are there, or the first one's wait is over; then begin."""
        while not self._is_gone(room):
            queue.changed.clear()
            wait = queue.due - monotonic()
            if None in room.seats and (wait > 0 or not room.people):
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait if room.people else None):
                        await queue.changed.wait()
            try:
                async with room.lock:
                    if await self._has_begun(room, queue):
                        return
            except Refused as why:
                _log.warning("quick match waits", room=room.code, why=why.code)
                await asyncio.sleep(RETRY_AFTER)
            except Exception:
                _log.exception("quick match not begun", room=room.code)
                await asyncio.sleep(RETRY_AFTER)

    async def _has_begun(self, room: Room, queue: Queue) -> bool:
        """Begin, if it is time to; whether there is nothing to wait for any more."""
        if not room.people or (None in room.seats and queue.due > monotonic()):
            return self._is_gone(room)
        for player in room.people:
            # A seat for who is here, not for a line that is gone; and for who can pay still.
            is_here = self._lobby.is_connected(player)
            if not is_here or not await self._lobby.affords(player, room.terms.stake):
                await self._lobby.put_out(room, player, "forgotten")
        if self._is_gone(room):
            return True
        if None in room.seats and queue.due > monotonic():
            return False
        seats = list(room.seats)
        room.fill_with_bots()
        room.begin()
        try:
            await self._lobby.start(room)
        except BaseException:
            room.seats, room.queue, room.host = seats, queue, NOBODY
            raise
        return True

    def _is_gone(self, room: Room) -> bool:
        return self._lobby.rooms.get(room.code) is not room
