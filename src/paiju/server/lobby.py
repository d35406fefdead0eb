"""Rooms: opening, finding, filling, leaving them, and starting the match."""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Final

from paiju.core.errors import BadOptions
from paiju.core.game import Game
from paiju.core.options import Options, Value
from paiju.server.players import Player, Players
from paiju.server.protocol import (
    AccountRequest,
    AddBot,
    CreateRoom,
    JoinRoom,
    JsonObject,
    Leave,
    PlayNow,
    RemoveBot,
    Rename,
    Sit,
    Start,
    encode,
)
from paiju.server.protocol import (
    LobbyRequest as AnyLobbyRequest,
)
from paiju.server.refusals import bad_options, no_game, refused
from paiju.server.room import NO_ROOM, Room
from paiju.server.store import RoomRow, Store, Terms

LobbyRequest = CreateRoom | JoinRoom | PlayNow | Sit | AddBot | RemoveBot | Start | Leave | Rename

MOST_ROOMS: Final = 9000
FORGOTTEN_AFTER: Final = 12 * 3600.0
"""Seconds after which a room in which nobody is connected goes."""


class Lobby:
    """All rooms by code, and who is in which. ``start_match`` seats a room at a table."""

    def __init__(
        self,
        store: Store,
        players: Players,
        games: Mapping[str, Game],
        start_match: Callable[[Room], Awaitable[None]],
    ) -> None:
        self._store = store
        self._players = players
        self._games = games
        self._start_match = start_match
        self.rooms: dict[str, Room] = {}
        self._room_of: dict[str, Room] = {}

    def room_of(self, player: str) -> Room | None:
        """The room a player is in."""
        return self._room_of.get(player)

    def restore(self, row: RoomRow) -> Room | None:
        """Take up a room that was kept; ``None`` if its game or house rules are gone."""
        game = self._games.get(row.game)
        if game is None:
            return None
        try:
            options = game.options.parse(row.options)
        except BadOptions:
            return None
        room = Room(row.code, game, options, row.rounds, row.host, row.seats, row.terms)
        self.rooms[room.code] = room
        for sitter in room.seats:
            if sitter is not None and sitter.player is not None:
                self._players.seated(sitter.player, sitter.name)
                self._room_of[sitter.player] = room
        return room

    # --- requests -----------------------------------------------------------------------------

    async def obey(
        self, player: Player, message: AnyLobbyRequest | AccountRequest
    ) -> JsonObject | None:
        """Do what a player asks for; the ack's data. :raises Refused: if it cannot be."""
        if not isinstance(message, LobbyRequest):
            raise refused("busy")
        async with player.lock:
            return await self._obey(player, message)

    async def _obey(self, player: Player, message: LobbyRequest) -> JsonObject | None:
        match message:
            case CreateRoom():
                room = await self._open(player, message)
                return {"code": room.code}
            case PlayNow():
                room = await self._open(player, message)
                async with room.lock:
                    room.fill_with_bots()
                    await self._start(room)
                return {"code": room.code, "table": room.table and room.table.id}
            case JoinRoom(code=code):
                await self._join(player, code)
                return {"code": code}
            case Leave():
                await self.leave(player.id)
                return None
            case Rename(name=name):
                await self._players.rename(player, name)
                await self._renamed(player)
                return None
        room = self._own_room(player)
        async with room.lock:
            return await self._change(room, player, message)

    async def _change(
        self, room: Room, player: Player, message: Sit | AddBot | RemoveBot | Start
    ) -> JsonObject | None:
        room.must_wait_for_start()
        match message:
            case Sit(seat=seat):
                room.move(player, seat)
            case AddBot(seat=seat):
                room.must_be_host(player)
                room.add_bot(seat)
            case RemoveBot(seat=seat):
                room.must_be_host(player)
                room.remove_bot(seat)
            case Start():
                room.must_be_host(player)
                await self._start(room)
                return {"table": room.table and room.table.id}
        await self._keep(room)
        return None

    async def _open(self, player: Player, message: CreateRoom | PlayNow) -> Room:
        game = self._games.get(message.game)
        if game is None:
            raise no_game(f"{message.game!r}; the games are: {', '.join(self._games)}")
        options = house_rules(game, message.options)
        await self._leave_unstarted(player)
        if len(self.rooms) >= MOST_ROOMS:
            await self._drop_the_longest_alone()
        code = next(c for c in iter(_random_code, "") if c not in self.rooms)
        room = Room(code, game, options, message.rounds, player.id, terms=_terms(message))
        room.take_free_seat(player)
        self.rooms[code] = room
        self._room_of[player.id] = room
        try:
            await self._keep(room)
        except BaseException:
            del self.rooms[code], self._room_of[player.id]
            raise
        return room

    async def _join(self, player: Player, code: str) -> None:
        room = self.rooms.get(code)
        if room is None:
            raise refused("no_room")
        if self.room_of(player.id) is room:
            return
        room.must_have_a_free_seat()
        await self._leave_unstarted(player)
        async with room.lock:
            if self.rooms.get(code) is not room:
                raise refused("no_room")
            room.take_free_seat(player)
            self._room_of[player.id] = room
            await self._keep(room)

    async def _start(self, room: Room) -> None:
        await self._start_match(room)
        self.show(room)

    async def leave(self, player: str) -> None:
        """Take a player out of its room; an empty room goes. At a table this only follows."""
        room = self._room_of.pop(player, None)
        if room is None:
            return
        async with room.lock:
            room.remove(player)
            if room.people or room.table is not None:
                await self._keep(room)
            else:
                await self._drop(room)
        self._out_of_room(player)

    async def match_over(self, room: Room) -> None:
        """The match is over: the room is there for the next one, unless all have left."""
        async with room.lock:
            room.table = None
            if room.people:
                await self._keep(room)
            else:
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
        player.send(encode(room.message(self._players, player.id) if room else NO_ROOM))

    # --- inside -------------------------------------------------------------------------------

    def _own_room(self, player: Player) -> Room:
        room = self.room_of(player.id)
        if room is None:
            raise refused("not_in_room")
        return room

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
        return not any(self._is_connected(player) for player in room.people)

    def _is_connected(self, player: str) -> bool:
        known = self._players.known(player)
        return known is not None and known.session is not None

    async def _leave_unstarted(self, player: Player) -> None:
        room = self.room_of(player.id)
        if room is None:
            return
        if room.table is not None:
            raise refused("playing")
        await self.leave(player.id)

    async def _renamed(self, player: Player) -> None:
        room = self.room_of(player.id)
        if room is not None:
            async with room.lock:
                room.rename(player)
                await self._keep(room)

    async def _keep(self, room: Room) -> None:
        await self._store.save_room(room.row())
        self.show(room)

    async def _drop(self, room: Room) -> None:
        self.rooms.pop(room.code, None)
        for player in room.people:
            self._room_of.pop(player, None)
            self._out_of_room(player)
        await self._store.drop_room(room.code)

    def _out_of_room(self, player: str) -> None:
        known = self._players.known(player)
        if known is None or self.room_of(player) is not None:
            return
        if known.session is not None:
            known.send(encode(NO_ROOM))
        else:
            self._players.forget(known)


def house_rules(game: Game, values: Mapping[str, Value]) -> Options:
    """The house rules a room asks for. :raises Refused: naming what cannot be."""
    try:
        return game.options.parse(values)
    except BadOptions as error:
        raise bad_options(str(error)) from None


def _random_code() -> str:
    return f"{secrets.randbelow(1_000_000):06d}"


def _terms(message: CreateRoom | PlayNow) -> Terms:
    if isinstance(message, PlayNow):
        return Terms(watch="off")
    return Terms(message.stake, message.open, message.watch, message.programs)
