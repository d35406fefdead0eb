"""What a mahjong seat is asked, and what it has answered."""

from typing import Final

from mypy_extensions import mypyc_attr

from paiju.core.action import Action
from paiju.core.event import Json
from paiju.core.seat import SEATS, Seat
from paiju.mahjong.tiles import HIDDEN, KINDS, Tile, tile_text

WIN: Final = 1
MELD: Final = 2
CHOW: Final = 4
"""What a claim prompt offers, added up."""

_DUE: Final[tuple[tuple[Seat, ...], ...]] = tuple(
    tuple(seat for seat in range(SEATS) if seats >> seat & 1) for seats in range(1 << SEATS)
)
"""The seats of each set of seats, a set being a bit for each."""


@mypyc_attr(acyclic=True)
class Question:
    """What a seat is asked: ``kind`` is raise, ready, turn, claim or rob.

    ``seat`` and ``tile`` say whose tile it is about. ``offers`` adds up what a claim prompt is
    for, and ``told`` is the pung or kong that another seat chose, where the rules tell it.
    """

    __slots__ = ("kind", "offers", "seat", "tile", "told")

    def __init__(
        self,
        kind: str,
        seat: Seat = -1,
        tile: Tile = HIDDEN,
        offers: int = WIN | MELD | CHOW,
        told: str = "",
    ) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        self.tile: Final = tile
        self.offers: Final = offers
        self.told: Final = told

    @property
    def after(self) -> int:
        """How many kinds of claims are asked for before this one: pungs, then wins, then chows."""
        if self.kind != "claim" or self.offers & MELD:
            return 0
        return 1 if self.offers & WIN else 2

    def as_dict(self) -> dict[str, Json]:
        """The question as JSON."""
        return {
            "kind": self.kind,
            "seat": self.seat if self.seat >= 0 else None,
            "tile": tile_text(self.tile) if self.tile >= 0 else None,
        }


RAISE_QUESTION: Final = Question("raise")
READY_QUESTION: Final = Question("ready")
_TURNS: Final[tuple[tuple[Question, ...], ...]] = tuple(
    tuple(Question("turn", seat, tile) for tile in range(HIDDEN, KINDS)) for seat in range(SEATS)
)
_CLAIMS: Final[tuple[tuple[Question, ...], ...]] = tuple(
    tuple(Question("claim", seat, tile) for tile in range(KINDS)) for seat in range(SEATS)
)


def claim_question(seat: Seat, tile: Tile) -> Question:
    """What a seat is asked that may claim a discard for anything."""
    return _CLAIMS[seat][tile]


@mypyc_attr(acyclic=True)
class Prompts:
    """The questions that are out, and the answers that have come in.

    Answers to a question that goes to several seats are kept until all have come.
    """

    __slots__ = ("_open", "answered", "answers", "any_answers", "asked")

    def __init__(self) -> None:
        self.asked: list[Question | None] = [None] * SEATS
        self.answers: list[Action | None] = [None] * SEATS
        self.answered: list[Question | None] = [None] * SEATS
        """The questions that ``answers`` answer."""
        self.any_answers = False
        self._open = 0

    @property
    def due(self) -> tuple[Seat, ...]:
        """The seats that have not answered yet."""
        return _DUE[self._open]

    def put(self, seat: Seat, question: Question) -> None:
        """Ask a seat."""
        self.asked[seat] = question
        self._open |= 1 << seat

    def put_turn(self, seat: Seat, drawn: Tile) -> None:
        """Begin the turn of a seat, with the tile it has drawn or HIDDEN after a claim."""
        self.put(seat, _TURNS[seat][drawn - HIDDEN])

    def take(self, seat: Seat, action: Action) -> None:
        """A seat answers what it was asked: the answer is kept."""
        self.answers[seat] = action
        self.answered[seat] = self.asked[seat]
        self.any_answers = True
        self.close(seat)

    def close(self, seat: Seat) -> None:
        """A seat is no longer asked."""
        self.asked[seat] = None
        self._open &= ~(1 << seat)

    def clear(self) -> None:
        """Forget the answers, once they have been carried out."""
        if self.any_answers:
            self.answers = [None] * SEATS
            self.answered = [None] * SEATS
            self.any_answers = False

    def copy(self) -> "Prompts":
        """Independent prompts in the same state."""
        twin = Prompts()
        twin.asked = list(self.asked)
        twin.answers = list(self.answers)
        twin.answered = list(self.answered)
        twin.any_answers = self.any_answers
        twin._open = self._open
        return twin
