"""Requests about rooms: opening, finding, filling, leaving and watching them."""

from typing import Annotated

from msgspec import Meta, field

from paiju.server.request import (
    Code,
    GameKey,
    HouseRules,
    Phrase,
    Request,
    Rounds,
    SeatNumber,
    Stake,
    Watching,
)


class CreateRoom(Request, frozen=True, tag="create_room"):
    """Open a room and sit at its first seat as its host. The ack's data: ``{code}``.

    ``stake``: coins a point; ``open``: listed for everybody; ``watch``: who may look on;
    ``programs``: whether external bots may sit down.
    """

    game: GameKey
    rounds: Rounds
    options: HouseRules = field(default_factory=dict)
    stake: Stake = 0
    open: bool = False
    watch: Watching = "hidden"
    programs: bool = False


class JoinRoom(Request, frozen=True, tag="join_room"):
    """Take the first free seat of the room. The ack's data: ``{code}``."""

    code: Code


class PlayNow(Request, frozen=True, tag="play_now"):
    """Open a room, fill it with bots and start at once. The ack's data: ``{code, table}``."""

    game: GameKey
    rounds: Rounds
    options: HouseRules = field(default_factory=dict)


class QuickMatch(Request, frozen=True, tag="quick_match"):
    """Sit down with whoever wants the same game at the same stake, by the written rules.

    It starts when four are there; ``wait`` seconds after one came, bots take the free seats. The
    ack's data: ``{code}``; ``leave`` before the start calls it off.
    """

    game: GameKey
    stake: Stake = 0
    wait: Annotated[int, Meta(ge=0, le=120)] = 20


class ListRooms(Request, frozen=True, tag="list_rooms"):
    """Which open rooms are there? The ack's data: ``RoomList``."""


class Sit(Request, frozen=True, tag="sit"):
    """Move to a free seat of one's room, before the start."""

    seat: SeatNumber


class AddBot(Request, frozen=True, tag="add_bot"):
    """Seat a bot (host, before the start)."""

    seat: SeatNumber


class RemoveBot(Request, frozen=True, tag="remove_bot"):
    """Send a bot away (host, before the start)."""

    seat: SeatNumber


class Kick(Request, frozen=True, tag="kick"):
    """Send a player away, who cannot come into this room again (host, before the start)."""

    seat: SeatNumber


class Start(Request, frozen=True, tag="start"):
    """Start the match (host, all four seats taken). The ack's data: ``{table}``."""


class Leave(Request, frozen=True, tag="leave"):
    """Leave the room, and its table for good: a bot plays the seat on."""


class Watch(Request, frozen=True, tag="watch"):
    """Look on at a room's table, while in no room oneself. The ack's data: ``{table, delay}``.

    Without ``seat``: as a spectator, hands hidden. With ``seat``, where the room's ``watch`` is
    ``open``: what that seat was sent, ``delay`` ms later. Then ``resume`` the table as a player
    does. One watches one table; after a dropped line ``watch`` comes first again.
    """

    code: Code
    seat: SeatNumber | None = None


class Unwatch(Request, frozen=True, tag="unwatch"):
    """Look on no more."""


class Say(Request, frozen=True, tag="say"):
    """Say one of the preset phrases to everybody in one's room, or at its table."""

    phrase: Phrase
