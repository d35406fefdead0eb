"""What a client sends: ``hello``, then requests, each with an id of its own."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from paiju.core.options import Value

RequestId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Rounds: TypeAlias = Annotated[int, Meta(ge=1, le=64)]
Code: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]{4}$")]
TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
Name: TypeAlias = Annotated[str, Meta(max_length=64)]
GameKey: TypeAlias = Annotated[str, Meta(max_length=64)]
HouseRules: TypeAlias = dict[Annotated[str, Meta(max_length=64)], Value]


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
