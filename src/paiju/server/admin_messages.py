"""What the admin page asks of a node, and what the node answers: over NATS if it is another one."""

from msgspec import Struct, json


class Question(Struct, frozen=True, tag_field="ask"):
    """What one node asks of another. ``by`` says who wants it done, for the log."""


class AskNode(Question, frozen=True, tag="node"):
    """How are you?"""


class AskTables(Question, frozen=True, tag="tables"):
    """At which tables is played? ``search``: a code, an id, or part of a name; empty for all."""

    search: str
    most: int


class AskPlayers(Question, frozen=True, tag="players"):
    """Who is here? ``search`` as for tables."""

    search: str
    most: int


class RemovePlayer(Question, frozen=True, tag="remove"):
    """Take a player out of its room, or its table, as if it had left."""

    player: str
    by: str


class Pause(Question, frozen=True, tag="pause"):
    """Open no new tables, or do again."""

    on: bool
    by: str


class Drain(Question, frozen=True, tag="drain"):
    """Be emptied, so that nobody misses the node when it stops; or be as before."""

    on: bool
    by: str


class NodeShown(Struct, frozen=True):
    """How a node is. Times are ms since 1970."""

    node: str
    """By which it is asked again."""
    name: str
    version: str
    compiled: bool
    since: int
    rooms: int
    tables: int
    deserted: int
    """Tables at which nobody is connected."""
    connected: int
    sockets: int
    paused: bool
    draining: bool
    trouble: str | None
    """Why it is not ready."""
    alone: bool
    """Whether no other node would take its tables."""
    emptied: bool
    """Whether it has given its tables to others, and its place among them up for good."""


class SeatShown(Struct, frozen=True):
    """A seat of a table. ``left``: its player left for good; ``auto``: it is played for."""

    name: str
    player: str | None
    program: bool
    connected: bool
    auto: bool
    left: bool


class TableShown(Struct, frozen=True):
    """A table at play."""

    node: str
    node_name: str
    table: str
    room: str
    game: str
    stage: str
    round: int
    rounds: int
    stake: int
    seq: int
    """Steps in its journal."""
    waiting: int
    """What waits in its inbox."""
    watchers: int
    seats: list[SeatShown]


class Tables(Struct, frozen=True):
    """Tables of one node. ``more``: there are others like that."""

    tables: list[TableShown]
    more: bool


class PlayerShown(Struct, frozen=True):
    """A player who is here, or was just now. ``since``: when its line came, or was lost."""

    node: str
    node_name: str
    id: str
    name: str
    login: str | None
    program: bool
    connected: bool
    since: int | None
    address: str
    room: str | None
    table: str | None
    looks_on: str | None
    """At which table it looks on."""


class Players(Struct, frozen=True):
    """Players at one node. ``more``: there are others like that."""

    players: list[PlayerShown]
    more: bool


class Done(Struct, frozen=True):
    """Whether it was done: it cannot be of who is not here. ``is_coming``: it will be done."""

    done: bool
    is_coming: bool = False


AnyQuestion = AskNode | AskTables | AskPlayers | RemovePlayer | Pause | Drain

encode = json.encode
read_question = json.Decoder(AnyQuestion).decode
