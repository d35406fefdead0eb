"""What the acks of some requests carry as their data."""

from typing import TypeAlias

from paiju.server.plain import Plain
from paiju.server.request import Watching


class OpenRoom(Plain, frozen=True):
    """A room that anybody may join, or look on at."""

    code: str
    game: str
    rounds: int
    house_rules: int
    """How many house rules differ from the written ones."""
    stake: int
    host: str
    taken: int
    started: bool
    watch: Watching
    programs: bool


class RoomList(Plain, frozen=True):
    """The open rooms, those that wait for players first."""

    rooms: list[OpenRoom]


class SessionInfo(Plain, frozen=True):
    """One place where a player is logged in; times are ms since 1970."""

    id: str
    agent: str
    created: int
    seen: int
    current: bool


class SessionList(Plain, frozen=True):
    """All sessions of a player, the latest first."""

    sessions: list[SessionInfo]


class Coins(Plain, frozen=True):
    """A player's coins; ``top_up``: what asking for the daily top-up would give now."""

    coins: int
    top_up: int


class PlayedRound(Plain, frozen=True):
    """A finished round, as one of its players looks back on it; ``at`` is ms since 1970."""

    table: str
    round: int
    game: str
    at: int
    seat: int
    names: list[str]
    payments: list[int]
    termination: str
    stake: int
    coins: int | None
    """What one gained; null at a table without a stake."""


class History(Plain, frozen=True):
    """Finished rounds, the newest first; ``more``: there are older ones."""

    rounds: list[PlayedRound]
    more: bool


class RecordText(Plain, frozen=True):
    """The record of a round as ``paiju replay`` and ``paiju verify`` read it."""

    name: str
    """A file name for it."""
    text: str


class BotInfo(Plain, frozen=True):
    """An external bot of a player."""

    id: str
    name: str
    created: int


class BotList(Plain, frozen=True):
    """A player's external bots."""

    bots: list[BotInfo]


AckData: TypeAlias = RoomList | SessionList | Coins | History | RecordText | BotList
