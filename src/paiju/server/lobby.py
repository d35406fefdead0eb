"""Rooms: opening, finding, filling, leaving them, and starting the match."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Final

import structlog

from paiju.core.errors import BadOptions
from paiju.core.game import Game
from paiju.core.options import Options
from paiju.core.text import Text
from paiju.server.codes import Out
from paiju.server.limits import Limits
from paiju.server.people import Person
from paiju.server.players import Player, Players
from paiju.server.protocol import encode
from paiju.server.refusals import Refused, away, no_game, poor, refused
from paiju.server.room import Room, no_room
from paiju.server.store import NotOurs, RoomRow, Store, Terms

MOST_ROOMS: Final = 9000
FORGOTTEN_AFTER: Final = 12 * 3600.0
"""Seconds after which a room in which nobody is connected goes."""

_log = structlog.get_logger(__name__)

Affords = Callable[[str, int], Awaitable[bool]]
"""Whether a player has what one must have at a table of this stake."""


class Lobby:
    """All rooms of this node by code, and who is in which.

    ``start_match`` seats a room at a table; ``lose`` is told of a room that is another node's now;
    ``do_later`` does again and again, under a name, what the database did not let be done.
    """

    def __init__(
        self,
        store: Store,
        players: Players,
        games: Mapping[str, Game],
        limits: Limits,
        affords: Affords,
        start_match: Callable[[Room], Awaitable[None]],
        lose: Callable[[Room], None],
        do_later: Callable[[Callable[[], Awaitable[None]], str], None],
    ) -> None:
        self._store = store
        self._players = players
        self._games = games
        self._limits = limits
        self._affords = affords
        self._start_match = start_match
        self._lose = lose
        self._do_later = do_later
        self.rooms: dict[str, Room] = {}
        self._room_of: dict[str, Room] = {}
        self.room_of: Final[Callable[[str], Room | None]] = self._room_of.get
        """The room a player is in: asked with every move, so it goes straight to the dict."""
        self._left_over: set[str] = set()
        """The codes of rooms that are not here, but perhaps in the database still."""
        self.paused = False
        """Whether no room is opened and no match begun for now; those that run go on."""
        self.removed: set[str] = set()
        """Whom the operator sends away, until they are out."""
        self.awaited: dict[str, asyncio.Event] = {}
        """Whom somebody waits for to be out; set when they are."""

    def room_at(self, code: str, address: str) -> Room:
        """The room of this code. :raises Refused: if there is none, or too many were tried."""
        if self.guesses_too_much(address):
            raise refused("too_fast")
        room = self.rooms.get(code)
        if room is None or room.queue is not None:
            self._limits.wrong_codes.allows(address)
            raise refused("no_room")
        return room

    def guesses_too_much(self, address: str) -> bool:
        """Whether too many codes were tried from an address that are no room's."""
        return self._limits.wrong_codes.is_exhausted(address)

    def game(self, key: str) -> Game:
        """The game of this name. :raises Refused: if it cannot be played here."""
        game = self._games.get(key)
        if game is None:
            raise no_game(f"{key!r}; the games are: {', '.join(self._games)}")
        return game

    def must_be_open(self) -> None:
        """:raises Refused: while no new tables are wanted."""
        if self.paused:
            raise refused("paused")

    def restore(self, row: RoomRow) -> Room | None:
        """Take up a room that was kept; ``None`` if its game or house rules are gone.

        Who sits in another one has left this one, though that could not be kept.
        """
        game = self._games.get(row.game)
        if game is None:
            return None
        try:
            options = game.options.parse(row.options)
        except BadOptions:
            return None
        seats = list(row.seats)
        room = Room(row.code, game, options, row.rounds, row.host, row.terms, seats, row.banned)
        room.is_kept = True
        self.rooms[room.code] = room
        for sitter in list(room.seats):
            if sitter is None or sitter.player is None:
                continue
            if sitter.player in self._room_of:
                room.remove(sitter.player)
            else:
                self._players.seated(Person(sitter.player, sitter.name, owner=sitter.owner))
                self._room_of[sitter.player] = room
        return room

    async def put_right(self, room: Room) -> None:
        """Keep a restored room as it is now: without those who sit elsewhere."""
        async with room.lock:
            if self.rooms.get(room.code) is room:
                if room.is_empty:
                    await self._drop(room)
                else:
                    await self._save(room, room)
                    self.show(room)

    # --- coming, going, starting --------------------------------------------------------------

    async def open(
        self, player: Player, game: Game, rounds: int, options: Options, terms: Terms
    ) -> Room:
        """Open a room with this player as its host."""
        await self.must_afford(player, terms.stake)
        await self.leave(player.id)
        while True:
            room = Room(await self.free_code(), game, options, rounds, player.id, terms)
            self.rooms[room.code] = room
            try:
                await self.seat(room, player)
                break
            except NotOurs:
                _log.info("code taken at another node", room=room.code)
        _log.info("room opened", room=room.code, game=game.key, player=player.id)
        return room

    async def enter(self, room: Room, player: Player) -> None:
        """Seat a player in a room, out of the one it was in. :raises Refused: if it cannot be."""
        if self.room_of(player.id) is room:
            return
        await self.must_admit(room, player)
        await self.leave(player.id)
        await self.seat(room, player)

    async def must_admit(self, room: Room, player: Player) -> None:
        """:raises Refused: if a player may not come into a room, or there is no seat."""
        room.must_admit(player)
        await self.must_afford(player, room.terms.stake)

    async def seat(self, room: Room, player: Player) -> None:
        """Seat a player who is in no room. :raises Refused: if the room is full by now, or gone."""
        async with room.lock:
            if self.rooms.get(room.code) is not room:
                raise refused("no_room")
            # By now it sits in no other: who would take up such a room meanwhile asks for that.
            self._room_of[player.id] = room
            try:
                await self.change(room, lambda it: it.take_free_seat(player))
            except BaseException:
                del self._room_of[player.id]
                if room.is_empty:
                    self.rooms.pop(room.code, None)
                    self._drop_later(room.code)
                raise

    async def start(self, room: Room) -> None:
        """Seat a room at a table. The caller holds its lock.

        :raises Refused: for a table with a stake at which somebody could lose without being there.
        """
        self.must_be_open()
        for sitter in room.seats:
            if sitter is None or sitter.player is None:
                continue
            if room.terms.stake and not self.is_connected(sitter.player):
                raise away(sitter.name)
            if not await self.affords(sitter.player, room.terms.stake):
                raise poor(sitter.name)
        await self._begin(room)
        self.show(room)

    async def _begin(self, room: Room) -> None:
        while True:
            try:
                await self._start_match(room)
                return
            except NotOurs:
                if room.is_kept:
                    self._lose(room)
                    raise
            # A quick match is kept from its start on, and its code may be another room's by now.
            del self.rooms[room.code]
            room.code = await self.free_code()
            self.rooms[room.code] = room

    async def affords(self, player: str, stake: int) -> bool:
        """Whether a player has what one must have at a table of this stake."""
        return await self._affords(player, stake)

    async def must_afford(self, player: Player, stake: int) -> None:
        """:raises Refused: if a player has too little for this stake, or may not play for it."""
        if stake and player.is_program:
            raise Refused("no_programs", Text("机器人只打不计金币的桌", "programs play for points"))
        if not await self.affords(player.id, stake):
            raise refused("poor")

    async def leave(self, player: str) -> None:
        """Take a player out of its room. :raises Refused: if a match is being played there."""
        room = self._room_of.get(player)
        if room is None:
            return
        async with room.lock:
            if self._room_of.get(player) is not room:
                return
            # Its start may have held the lock: who has a seat at the table leaves the table first.
            if room.table is not None and not room.table.state.over:
                raise refused("playing")
            await self.put_out(room, player)

    async def left(self, player: str) -> None:
        """A player has left its table for good, and with it the room."""
        room = self._room_of.get(player)
        if room is None:
            return
        async with room.lock:
            await self.put_out(room, player)

    async def put_out(self, room: Room, player: str, out: Out | None = None) -> None:
        """Take a player out of a room, whose lock the caller holds; an empty room goes.

        Who is sent away is banned by the same change.
        """
        if player in self.removed:
            out = "removed"
        await self.change(room, lambda it: it.remove(player, out in ("kicked", "removed")))
        if self._room_of.get(player) is room:
            del self._room_of[player]
        if room.is_empty:
            await self._drop(room)
        self._out_of_room(player, out)

    async def match_over(self, room: Room) -> None:
        """The match is over: the room is there for the next one, unless all have left."""
        async with room.lock:
            await self.change(room, Room.clear)
            if room.is_empty:
                await self._drop(room)

    async def sweep(self) -> None:
        """Forget rooms in which nobody has been for half a day, and clear their tables."""
        for room in list(self.rooms.values()):
            if not self._is_alone(room) or monotonic() - room.touched <= FORGOTTEN_AFTER:
                continue
            async with room.lock:
                if room.table is None:
                    await self._drop(room)
                else:
                    room.table.forgotten()

    def forget(self, room: Room) -> None:
        """Know nothing of a room any more, whoever is in it: it is another node's."""
        if self.rooms.get(room.code) is room:
            del self.rooms[room.code]
        for player in room.people:
            if self._room_of.get(player) is room:
                del self._room_of[player]

    # --- showing ------------------------------------------------------------------------------

    def show(self, room: Room) -> None:
        """Show a room to everybody in it."""
        room.touched = monotonic()
        for player in room.people:
            known = self._players.known(player)
            if known is not None and known.session is not None:
                known.send(encode(room.message(self._players, player)))

    def show_to(self, player: Player) -> None:
        """Show a player its room, or that it is in none."""
        room = self.room_of(player.id)
        player.send(encode(room.message(self._players, player.id) if room else no_room()))

    async def renamed(self, player: Player) -> None:
        """Show a player's new name in its room."""
        room = self.room_of(player.id)
        if room is not None:
            async with room.lock:
                await self.change(room, lambda it: it.rename(player))

    async def change(self, room: Room, change: Callable[[Room], None]) -> None:
        """Change a room, whose lock the caller holds, and show it; not at all if it is not kept.

        :raises NotOurs: if it is another node's, or another node has a room of this code.
        """
        after = room.draft()
        change(after)
        await self._save(room, after)
        change(room)
        self.show(room)

    async def _save(self, room: Room, after: Room) -> None:
        """Keep what a room is to be; not one that waits for a match, or that nobody is in."""
        if room.queue is not None or after.is_empty:
            return
        try:
            await self._store.save_room(after.row(), is_kept=room.is_kept)
        except NotOurs:
            if room.is_kept:
                self._lose(room)
            raise
        room.is_kept = True
        if self.rooms.get(room.code) is not room:  # it was lost before this was heard
            raise NotOurs(room.code)

    # --- codes, and who is there --------------------------------------------------------------

    async def free_code(self) -> str:
        """A code that is no room's. :raises Refused: as ``busy`` if there are too many rooms."""
        if len(self.rooms) >= MOST_ROOMS:
            await self._drop_the_longest_alone()
        codes = iter(_random_code, "")
        return next(c for c in codes if c not in self.rooms and c not in self._left_over)

    async def _drop_the_longest_alone(self) -> None:
        """Make way for a new room. :raises Refused: as ``busy`` if somebody is in each of them."""
        rooms = [room for room in self.rooms.values() if self._is_alone(room) and not room.table]
        if not rooms:
            raise refused("busy")
        room = min(rooms, key=lambda room: room.touched)
        async with room.lock:
            if room.table is None:
                await self._drop(room)

    def _is_alone(self, room: Room) -> bool:
        return not any(self.is_connected(player) for player in room.people)

    def is_connected(self, player: str) -> bool:
        """Whether a player has a socket."""
        known = self._players.known(player)
        return known is not None and known.session is not None

    async def _drop(self, room: Room) -> None:
        if self.rooms.get(room.code) is not room:
            return
        del self.rooms[room.code]
        for player in room.people:
            self._room_of.pop(player, None)
            self._out_of_room(player, "forgotten")
        _log.info("room dropped", room=room.code)
        try:
            await self._store.drop_room(room.code)
        except Exception:
            self._drop_later(room.code)
            raise

    def _drop_later(self, code: str) -> None:
        """Have none of this code in the database either: a taker or a restart would find it there,
        if its first save was in doubt, or if it could not be dropped.
        """

        async def drop() -> None:
            await self._store.drop_room(code)
            self._left_over.discard(code)

        self._left_over.add(code)
        self._do_later(drop, f"drop room {code}")

    def _out_of_room(self, player: str, out: Out | None) -> None:
        awaited = self.awaited.pop(player, None)
        if awaited is not None:
            awaited.set()
        known = self._players.known(player)
        if known is not None and self.room_of(player) is None:
            known.send(encode(no_room(out)))


def _random_code() -> str:
    return f"{secrets.randbelow(1_000_000):06d}"
