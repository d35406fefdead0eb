"""Who may look on at a match, and does."""

import asyncio
from typing import NamedTuple

from paiju.core.seat import Seat
from paiju.server.lobby import Lobby
from paiju.server.players import Player, Players
from paiju.server.protocol import JsonObject, Said, Watch, encode
from paiju.server.refusals import refused
from paiju.server.room import Room
from paiju.server.table import Table


class _Watched(NamedTuple):
    room: Room
    table: Table
    delay: int


class Watching:
    """Everybody who looks on, each at one table, for as long as the line holds."""

    def __init__(self, lobby: Lobby, players: Players) -> None:
        self._lobby = lobby
        self._players = players
        self._by_player: dict[str, _Watched] = {}

    async def watch(self, player: Player, message: Watch) -> JsonObject:
        """Let a player look on; the ack's data. :raises Refused: if that may not be."""
        room = self._lobby.room_at(message.code, player.address)
        self.must_admit(room, player, message.seat)
        await self._lobby.leave(player.id)
        table = self.must_admit(room, player, message.seat)
        self.stop(player.id)
        delay = table.watch(player.id, message.seat)
        self._by_player[player.id] = _Watched(room, table, delay)
        room.watchers.add(player.id)
        self._lobby.show(room)
        return {"table": table.id, "delay": delay}

    def must_admit(self, room: Room, player: Player, seat: Seat | None) -> Table:
        """The table at which a player would look on. :raises Refused: if that may not be."""
        table = room.table
        if table is None or table.state.over or room.terms.watch == "off":
            raise refused("not_watchable")
        if player.id in room.banned:
            raise refused("kicked")
        if seat is not None and (room.terms.watch != "open" or self._has_a_friend(room, player)):
            raise refused("not_watchable")
        return table

    def _has_a_friend(self, room: Room, player: Player) -> bool:
        """Whether somebody sits here whom the player could tell what it sees of a hand."""
        if player.address in room.addresses(self._players):
            return True
        own = {player.id, player.owner} - {None}
        return any(s is not None and {s.player, s.owner} & own for s in room.seats)

    def stop(self, player: str) -> None:
        """A player looks on no more, if it did."""
        watched = self._by_player.pop(player, None)
        if watched is None:
            return
        watched.table.unwatch(player)
        if player in watched.room.watchers:
            watched.room.watchers.discard(player)
            self._lobby.show(watched.room)

    def table_of(self, player: str) -> Table | None:
        """The table at which a player looks on, unless its match is over or it was rebuilt."""
        watched = self._by_player.get(player)
        if watched is None or watched.table.state.over or watched.room.table is not watched.table:
            return None
        return watched.table

    def hear(self, room: Room, said: Said) -> None:
        """Tell those who look on what was said at the table, as late as they see the rest."""
        loop = asyncio.get_running_loop()
        for watcher in room.watchers:
            watched = self._by_player.get(watcher)
            if watched is not None:
                loop.call_later(watched.delay / 1000, self._tell, watcher, watched, said)

    def _tell(self, watcher: str, watched: _Watched, said: Said) -> None:
        known = self._players.known(watcher)
        if known is not None and self._by_player.get(watcher) is watched:
            known.send(encode(said))
