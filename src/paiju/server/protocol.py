"""The wire protocol: every message that goes over a socket, in both directions.

Messages are JSON objects in text frames; ``type`` names the kind. ``docs/protocol.md`` explains
them to authors of clients and bots, ``web/src/lib/protocol.ts`` is generated from this module by
``scripts/generate_types.py``, and a test fails when either falls behind. A change that an older
client cannot read raises ``PROTOCOL``.
"""

from enum import IntEnum
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct, json

from paiju.core.options import Value
from paiju.core.text import Text

PROTOCOL: Final = 1
LARGEST_MESSAGE: Final = 8192
"""Bytes a client may send at once; a longer message closes the socket."""
MOST_LEGAL_LISTED: Final = 256

RequestId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Rounds: TypeAlias = Annotated[int, Meta(ge=1, le=64)]
Code: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]{4}$")]
TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
Name: TypeAlias = Annotated[str, Meta(max_length=64)]
GameKey: TypeAlias = Annotated[str, Meta(max_length=64)]
HouseRules: TypeAlias = dict[Annotated[str, Meta(max_length=64)], Value]
JsonObject: TypeAlias = dict[str, Any]

RejectCode: TypeAlias = Literal[
    "bad_message",
    "bad_protocol",
    "hello_first",
    "too_fast",
    "busy",
    "no_game",
    "bad_options",
    "no_room",
    "room_full",
    "not_in_room",
    "not_host",
    "seat_taken",
    "seats_open",
    "started",
    "playing",
    "no_table",
    "not_asked",
    "stale_prompt",
    "bad_notation",
    "illegal",
    "not_settled",
]
"""Why a request was refused: what a program decides on; ``reason`` is for people."""


class CloseCode(IntEnum):
    """Why the server closed a socket: what a client decides on whether to come back."""

    TOO_BIG = 1009
    """A message longer than ``LARGEST_MESSAGE``."""
    RESTART = 1012
    """The server is stopping; come back in a moment, nothing is lost."""
    BAD_PROTOCOL = 4000
    """The client speaks another version: reload the page."""
    REPLACED = 4001
    """The same player opened another socket, which took the seat over: do not come back."""
    TOO_SLOW = 4002
    """The client did not read what it was sent: come back and resume."""
    TOO_FAST = 4003
    """The client kept sending more than is allowed: come back after a minute."""
    BAD_MESSAGES = 4004
    """The client kept sending what cannot be read: a fault of the client."""
    NO_HELLO = 4005
    """No ``hello`` came in time."""
    TOO_MANY = 4006
    """Too many sockets from one address."""
    FAULT = 4007
    """A fault of the server's own, written in its log: come back and resume."""


# ---------------------------------------------------------------- client to server


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client sends."""


class Request(ClientMessage, frozen=True):
    """A message that is answered by one ``ack`` or one ``reject`` with the same ``id``.

    Ids are chosen by the client and are never used twice by one player, over reloads too. The same
    id again does nothing and gets the same answer again.
    """

    id: RequestId


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message on a socket; answered by ``welcome``. No token makes a new guest."""

    protocol: int
    token: Annotated[str, Meta(max_length=128)] | None = None
    name: Name | None = None
    lang: Literal["zh", "en"] | None = None


class Rename(Request, frozen=True, tag="rename"):
    """Call me by another name."""

    name: Name


class CreateRoom(Request, frozen=True, tag="create_room"):
    """Open a room and sit at its first seat as its host. The ack's data: ``{code}``."""

    game: GameKey
    rounds: Rounds
    options: HouseRules = {}


class JoinRoom(Request, frozen=True, tag="join_room"):
    """Take the first free seat of the room. The ack's data: ``{code}``."""

    code: Code


class PlayNow(Request, frozen=True, tag="play_now"):
    """Open a room, fill it with bots and start at once. The ack's data: ``{code, table}``."""

    game: GameKey
    rounds: Rounds
    options: HouseRules = {}


class Sit(Request, frozen=True, tag="sit"):
    """Move to a free seat of one's room, before the start."""

    seat: SeatNumber


class AddBot(Request, frozen=True, tag="add_bot"):
    """Seat a bot (host, before the start)."""

    seat: SeatNumber


class RemoveBot(Request, frozen=True, tag="remove_bot"):
    """Send a bot away (host, before the start)."""

    seat: SeatNumber


class Start(Request, frozen=True, tag="start"):
    """Start the match (host, all four seats taken). The ack's data: ``{table}``."""


class Leave(Request, frozen=True, tag="leave"):
    """Leave the room, and its table for good: a bot plays the seat on."""


class Resume(Request, frozen=True, tag="resume"):
    """Send me what came after ``last``, the highest ``v`` I have of this table (0: nothing).

    Before the ack come the missing messages, or one ``view`` if they are no longer kept.
    """

    table: TableId
    last: Annotated[int, Meta(ge=0)] = 0


class Act(Request, frozen=True, tag="act"):
    """Answer a prompt by one of its legal actions; without ``prompt``, do a free action."""

    table: TableId
    do: Annotated[str, Meta(min_length=1, max_length=160)]
    prompt: int | None = None


class Auto(Request, frozen=True, tag="auto"):
    """Switch auto-play 托管 of one's own seat on or off."""

    table: TableId
    on: bool


class Next(Request, frozen=True, tag="next"):
    """The settlement has been seen; on with the next round when everybody has said so."""

    table: TableId


class Ping(Request, frozen=True, tag="ping"):
    """Is anybody there?"""


FromClient: TypeAlias = (
    Hello
    | Rename
    | CreateRoom
    | JoinRoom
    | PlayNow
    | Sit
    | AddBot
    | RemoveBot
    | Start
    | Leave
    | Resume
    | Act
    | Auto
    | Next
    | Ping
)


# ---------------------------------------------------------------- server to client


class ServerMessage(Struct, frozen=True, tag_field="type"):
    """What the server sends. Every field is always there."""


class Words(Struct, frozen=True):
    """A sentence or a name in both languages."""

    zh: str
    en: str


def words(text: Text) -> Words:
    """``text`` as it goes over the wire."""
    return Words(text.zh, text.en)


class PlayerInfo(Struct, frozen=True):
    """Who somebody is."""

    id: str
    name: str


class OptionInfo(Struct, frozen=True):
    """One house rule; ``values`` lists its values, else it is a whole number in steps."""

    name: str
    label: Words
    clause: str
    default: Value
    values: list[Value]
    low: int
    high: int
    step: int


class GameInfo(Struct, frozen=True):
    """A game that can be played here; ``presets`` are named sets of what differs from default."""

    key: str
    name: Words
    options: list[OptionInfo]
    presets: dict[str, dict[str, Value]]


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """You are known. Keep ``token``: whoever has it is this player.

    ``room`` and ``table`` say where the player sits: ``resume`` the table. ``share`` is an address
    of the server for the others in the house, where the page was opened as localhost.
    """

    protocol: int
    version: str
    player: PlayerInfo
    token: str
    games: list[GameInfo]
    room: str | None
    table: str | None
    share: str | None


class Ack(ServerMessage, frozen=True, tag="ack"):
    """The request has been done, and for good: it is in the journal."""

    id: str
    data: JsonObject | None = None


class Reject(ServerMessage, frozen=True, tag="reject"):
    """The request has not been done; ``id`` is null if the message had none that can be read."""

    id: str | None
    code: RejectCode
    reason: Words
    clause: str | None = None


class RoomSeat(Struct, frozen=True):
    """Who sits at a seat of a room."""

    name: str
    bot: bool
    connected: bool


class Room(ServerMessage, frozen=True, tag="room"):
    """The whole state of one's room, each time it changes. ``code`` null: you are in none."""

    code: str | None
    game: str
    options: dict[str, Value]
    rounds: int
    host: int | None
    you: int | None
    seats: list[RoomSeat | None]
    started: bool
    table: str | None


class TableMessage(ServerMessage, frozen=True, kw_only=True):
    """Something of a table. ``v`` counts what this viewer was sent of it, without a gap."""

    v: int = 0
    table: str


class Chair(Struct, frozen=True):
    """Who sits at a seat of a table. ``left``: its player left for good and a bot plays on."""

    name: str
    bot: bool
    connected: bool
    auto: bool
    left: bool


class MatchInfo(Struct, frozen=True):
    """Where the match stands; ``round`` counts from 1. ``commitment``: see ``deal``."""

    rounds_total: int
    round: int
    dealer: int
    totals: list[int]
    commitment: str


class RefusedAction(Struct, frozen=True):
    """What one might want to do and may not, and why."""

    do: str
    reason: Words
    clause: str | None


class Ask(Struct, frozen=True, kw_only=True):
    """A question to a seat.

    ``prompt`` numbers the questions to this seat. ``deadline`` ms are left, then ``bank`` ms of the
    seat's time bank, then the seat is played for. ``legal`` lists every legal action in the game's
    order, unless ``more``: then it is only their beginning, and an action that is not listed may
    be sent. ``question``, ``refused`` and ``advice`` are the game's own.
    """

    prompt: int
    deadline: int
    bank: int
    legal: list[str]
    more: bool
    question: JsonObject | None
    refused: list[RefusedAction]
    advice: JsonObject


class Turn(Struct, frozen=True, kw_only=True):
    """Whose own turn it is, as everybody can see, and the time it has."""

    seat: int
    deadline: int
    bank: int


class Proof(Struct, frozen=True):
    """The seed of a round, laid open: its SHA-256 is the commitment that came with the deal."""

    seed: str
    commitment: str


class Settlement(Struct, frozen=True, kw_only=True):
    """How things stand after a round. ``waiting``: the seats that have not sent ``next`` yet.

    Play goes on without them in ``next_in`` ms.
    """

    round: int
    rounds_total: int
    totals: list[int]
    match_over: bool
    waiting: list[int]
    next_in: int
    proof: Proof


class View(TableMessage, frozen=True, kw_only=True, tag="view"):
    """All that the viewer may know of the table: forget what you had and draw this.

    ``round`` is the game's own observation. ``you`` is null for a spectator.
    """

    you: int | None
    game: str
    options: dict[str, Value]
    match: MatchInfo
    seats: list[Chair]
    round: JsonObject
    ask: Ask | None
    free: list[str]
    turn: Turn | None
    settled: Settlement | None


class Deal(TableMessage, frozen=True, kw_only=True, tag="deal"):
    """A round is about to be dealt from a seed whose SHA-256 is ``commitment``."""

    match: MatchInfo


class TableEvent(TableMessage, frozen=True, kw_only=True, tag="event"):
    """Something happened in the round, as the viewer may see it; the event is the game's own."""

    event: JsonObject


class Prompt(TableMessage, frozen=True, kw_only=True, tag="prompt"):
    """You are asked."""

    ask: Ask


class Answered(TableMessage, frozen=True, kw_only=True, tag="answered"):
    """Your prompt is closed: answered by you, by your time's end, by auto-play, or overtaken."""

    prompt: int


class Free(TableMessage, frozen=True, kw_only=True, tag="free"):
    """What you may do now although you are not asked, each time that changes.

    A ``prompt`` ends it: whatever is free then is among the prompt's legal actions.
    """

    legal: list[str]


class Clock(TableMessage, frozen=True, kw_only=True, tag="clock"):
    """It is another seat's own turn, as everybody can see. It holds until the next event.

    Claims have no clock: nobody learns who was asked.
    """

    turn: Turn


class SeatChanged(TableMessage, frozen=True, kw_only=True, tag="seat"):
    """Somebody dropped, came back, is played by auto-play or by a bot."""

    seat: int
    chair: Chair


class Settled(TableMessage, frozen=True, kw_only=True, tag="settled"):
    """The round is paid; its last event says what for."""

    settled: Settlement


class Waiting(TableMessage, frozen=True, kw_only=True, tag="waiting"):
    """Somebody is ready for the next round; these seats are not yet."""

    waiting: list[int]


class Closed(TableMessage, frozen=True, kw_only=True, tag="closed"):
    """The match is over and the table cleared; the last message of a table."""

    totals: list[int]


FromServer: TypeAlias = (
    Welcome
    | Ack
    | Reject
    | Room
    | View
    | Deal
    | TableEvent
    | Prompt
    | Answered
    | Free
    | Clock
    | SeatChanged
    | Settled
    | Waiting
    | Closed
)

_encoder: Final = json.Encoder()
_decoder: Final = json.Decoder(FromClient)


def encode(message: ServerMessage) -> bytes:
    """One message to a client as the JSON of a text frame."""
    return _encoder.encode(message)


def decode(frame: bytes) -> FromClient:
    """Read one message of a client.

    :raises msgspec.ValidationError, msgspec.DecodeError: saying what is wrong and where.
    """
    return _decoder.decode(frame)
