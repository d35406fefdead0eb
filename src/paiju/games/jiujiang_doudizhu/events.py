"""What happens in a round of 九江斗地主, and who may see what of it.

No event tells how many cards a hand has, but for the answer to somebody who asked (DZ-20).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from paiju.cards.cards import card_text, cards_text
from paiju.cards.combos import Combo
from paiju.core.event import Event, Json, shown
from paiju.core.seat import Seat, Viewer


def _hands_json(hands: Sequence[Sequence[int]]) -> Json:
    return [cards_text(hand) for hand in hands]


def combo_json(combo: Combo) -> Json:
    """A combination as JSON: its kind by name, its cards by rank, its length."""
    return {"name": combo.name, "text": str(combo), "length": combo.length}


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round begins; the cards are dealt one by one, ``dealer`` first (DZ-2)."""

    type: ClassVar[str] = "round_started"
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat was dealt its 25 cards."""

    type: ClassVar[str] = "dealt"
    seat: Seat
    cards: tuple[int, ...] | None = shown(write=cards_text)
    """In the order dealt."""

    def seen_by(self, viewer: Viewer) -> Self:
        """The cards are their owner's alone."""
        return self if viewer == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class CutShown(Event):
    """切牌: the card that was turned up in the pack, and the seat that got it and calls first."""

    type: ClassVar[str] = "cut_shown"
    seat: Seat
    card: int = shown(write=card_text)


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A seat takes the landlord's seat."""

    type: ClassVar[str] = "called"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """A seat leaves the landlord's seat to the next."""

    type: ClassVar[str] = "declined"
    seat: Seat


@dataclass(frozen=True, slots=True)
class KittyTaken(Event):
    """The landlord takes up the kitty and leads; ``forced`` if nobody else would (DZ-6)."""

    type: ClassVar[str] = "kitty_taken"
    seat: Seat
    forced: bool
    gatekeeper: Seat | None
    """守门员, whose stake differs from the other farmers' (DZ-27); ``None`` where none's does."""
    cards: tuple[int, ...] | None = shown(write=cards_text)

    def seen_by(self, viewer: Viewer) -> Self:
        """The landlord alone sees the kitty, unless it was forced to take it."""
        return self if self.forced or viewer == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class Surrendered(Event):
    """投降: the landlord gives up before its first play."""

    type: ClassVar[str] = "surrendered"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat played cards; ``base`` is what the round is worth from here on."""

    type: ClassVar[str] = "played"
    seat: Seat
    bomb_points: int
    """What this bomb added to the base for its size (DZ-23)."""
    shot_points: int
    """What it added as 朝天开枪 (DZ-24)."""
    base: int
    cards: tuple[int, ...] = shown(write=cards_text)
    combo: Combo = shown(write=combo_json)


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat did not play."""

    type: ClassVar[str] = "passed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickEnded(Event):
    """The other three passed: ``seat`` leads anything (DZ-18)."""

    type: ClassVar[str] = "trick_ended"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A seat asked another how many cards it holds; the table hears the answer (DZ-20, DZ-21)."""

    type: ClassVar[str] = "asked"
    seat: Seat
    target: Seat
    count: int | None
    """The true count if it is ten or fewer; ``None``: more than ten."""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The settlement: who pays what for what, and every hand laid open."""

    type: ClassVar[str] = "round_ended"
    termination: str
    items: dict[str, Json]
    payments: tuple[int, ...] = shown(write=list)
    winners: tuple[Seat, ...] = shown(write=list)
    hands: tuple[tuple[int, ...], ...] = shown(write=_hands_json)
