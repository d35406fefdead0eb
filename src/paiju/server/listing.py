"""The open rooms of a node, as they are listed for everybody."""

from typing import Final

from paiju.server.answers import OpenRoom
from paiju.server.lobby import Lobby
from paiju.server.room import Room

MOST_LISTED: Final = 100
"""So many open rooms are listed."""


def listed(lobby: Lobby) -> list[OpenRoom]:
    """Those that somebody is in and that can be joined, then those that can be watched."""
    rooms = [room for room in lobby.rooms.values() if _is_listed(lobby, room)]
    rooms.sort(key=lambda room: (room.table is not None, None not in room.seats, room.touched))
    return [_shown(room) for room in rooms[:MOST_LISTED]]


def _is_listed(lobby: Lobby, room: Room) -> bool:
    if not room.terms.open or (room.table is not None and room.terms.watch == "off"):
        return False
    return any(lobby.is_connected(player) for player in room.people)


def _shown(room: Room) -> OpenRoom:
    host = room.seat_of(room.host)
    sitter = room.seats[host] if host is not None else None
    return OpenRoom(
        code=room.code,
        game=room.game.key,
        rounds=room.rounds,
        house_rules=len(room.options.as_dict()),
        stake=room.terms.stake,
        host=sitter.name if sitter is not None else "",
        taken=sum(seat is not None for seat in room.seats),
        started=room.table is not None,
        watch=room.terms.watch,
        programs=room.terms.programs,
    )
