"""What a table's journal is made of: every step that changed the table, in order.

A table is the fold of its steps. All that its viewers are sent follows from them, numbering
included; so a table that is rebuilt from its journal goes on where it stopped, to the very ``v``.
"""

from typing import Any, Final, Literal, TypeAlias

from msgspec import json

from paiju.server.plain import Plain


class Step(Plain, frozen=True, tag_field="step"):
    """One change of a table."""


class Request(Plain, frozen=True):
    """Which request of whom a step answered, so that a repeated one is known again."""

    player: str
    id: str


class Place(Plain, frozen=True):
    """A seat as it was when a round began: with these a table is rebuilt from that round on."""

    name: str
    player: str | None
    """Who sits there; none for a bot."""
    connected: bool
    auto: bool
    left: bool
    misses: int
    prompts: int
    v: int
    program: bool = False
    """Whether an external bot plays here."""


class RoundOpened(Step, frozen=True, tag="round"):
    """A round is shuffled for. All that came before is in here: recovery starts at the last one."""

    round: int
    match: dict[str, Any]
    places: list[Place]
    onlookers: int = 0
    """How many messages those who look on have been sent."""


class NonceGiven(Step, frozen=True, tag="nonce"):
    """A player gave its share of the chance in the deal."""

    seat: int
    nonce: str
    request: Request | None = None


class Dealt(Step, frozen=True, tag="deal"):
    """The round was dealt, from the server's secret and the nonces that had come."""


class Acted(Step, frozen=True, tag="act"):
    """A seat did something: its player, its bot, or the table for it when time was up."""

    seat: int
    do: str
    by: Literal["player", "bot", "auto", "time"]
    bank: int
    """What is left of the seat's time bank, in ms."""
    request: Request | None = None
    deadline: int | None = None
    """What was left of the deadline of the seat's prompt, in ms: a free action wins no time."""


class Paid(Step, frozen=True, tag="paid"):
    """A round's end was paid; kept together with the act that brought it."""

    coins: list[int] | None
    """What each seat gained; none at a table without a stake."""
    broke: list[int]
    """The seats that cannot pay the table's minimum any more."""


class LineChanged(Step, frozen=True, tag="line"):
    """A player's connection dropped or came back."""

    seat: int
    up: bool


class AutoSet(Step, frozen=True, tag="auto"):
    """A player switched auto-play of its seat on or off."""

    seat: int
    on: bool
    request: Request | None = None


class NextPressed(Step, frozen=True, tag="next"):
    """A player has seen the settlement."""

    seat: int
    request: Request | None = None


class Left(Step, frozen=True, tag="left"):
    """A player left the table for good."""

    seat: int
    request: Request | None = None


class TakenUp(Step, frozen=True, tag="taken"):
    """A node has rebuilt the table from this journal; who played it before writes no more."""

    node: str


class Cleared(Step, frozen=True, tag="cleared"):
    """The match is over, or nobody is left to play it."""


AnyStep: TypeAlias = (
    RoundOpened
    | NonceGiven
    | Dealt
    | Acted
    | Paid
    | LineChanged
    | AutoSet
    | NextPressed
    | Left
    | TakenUp
    | Cleared
)

_encoder: Final = json.Encoder()
_decoder: Final = json.Decoder(AnyStep)


def write_step(step: Step) -> str:
    """A step as one row of the journal keeps it."""
    return _encoder.encode(step).decode()


def read_step(text: str) -> AnyStep:
    """Read a row of the journal back."""
    return _decoder.decode(text)
