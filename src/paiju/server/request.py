"""What every request is, and the values that requests are made of."""

from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta

from paiju.core.options import Value
from paiju.server.plain import Plain

RequestId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Rounds: TypeAlias = Annotated[int, Meta(ge=1, le=64)]
Code: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]{6}\Z")]
Id: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-z]{1,32}\Z")]
"""As the server gives them out. Others never reach the database, which takes not every text."""
TableId: TypeAlias = Id
OwnTable: TypeAlias = Annotated[str, Meta(max_length=32)]
"""The table one is at: compared with that one's id, and never looked up."""
Time: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""Milliseconds since 1970, as far as JavaScript can count."""
Name: TypeAlias = Annotated[str, Meta(max_length=64)]
LoginName: TypeAlias = Annotated[str, Meta(min_length=2, max_length=32)]
Password: TypeAlias = Annotated[str, Meta(min_length=8, max_length=128)]
GameKey: TypeAlias = Annotated[str, Meta(max_length=64)]
HouseRules: TypeAlias = dict[Annotated[str, Meta(max_length=64)], Value]
Stake: TypeAlias = Literal[0, 1, 5, 20, 100]
"""Coins a point is worth; 0 plays for points alone."""
Watching: TypeAlias = Literal["off", "hidden", "open"]
"""Who may look on: nobody; anybody, hands hidden; also over a seat's shoulder, delayed."""
Nonce: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{32,64}\Z")]
"""``\\Z``: ``$`` lets a line's end follow, and of such a nonce no round can be dealt."""
Phrase: TypeAlias = Literal[
    "hello",
    "thanks",
    "well_played",
    "hurry",
    "wait",
    "sorry",
    "oops",
    "lucky",
    "again",
    "bye",
    "smile",
    "laugh",
    "cry",
    "angry",
    "clap",
    "tea",
]
"""What one may say at a table; the page has the words and the faces."""

STAKES: Final[tuple[int, ...]] = get_args(Stake)


class ClientMessage(Plain, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client sends."""


class Request(ClientMessage, frozen=True):
    """A message that is answered by one ``ack`` or one ``reject`` with the same ``id``.

    Ids are chosen by the client and are never used twice by one player, over reloads too. The same
    id again does nothing and gets the same answer again.
    """

    id: RequestId
