"""What happens in a round of 九江斗地主, and who may see what of it.

No event tells how many cards a hand has, but for the answer to somebody who asked (DZ-20).
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from paiju.cards.cards import card_text, cards_text
from paiju.cards.combos import Combo
from paiju.core.event import Event, Json, Names, Writers, json_copy
from paiju.core.seat import Seat, Viewer


def _hands_json(hands: Sequence[Sequence[int]]) -> Json:
    return [cards_text(hand) for hand in hands]


def combo_json(combo: Combo) -> Json:
    """A combination as JSON: its kind by name, its cards by rank, its length."""
    return {"name": combo.name, "text": str(combo), "length": combo.length}


class RoundStarted(Event):
    """A round begins; the cards are dealt one by one, ``dealer`` first (DZ-2)."""

    type: ClassVar[str] = "round_started"
    fields: ClassVar[Names] = ("dealer",)
    __slots__ = fields

    def __init__(self, dealer: Seat) -> None:
        self.dealer: Final = dealer


class Dealt(Event):
    """A seat was dealt its 25 cards, in this order."""

    type: ClassVar[str] = "dealt"
    fields: ClassVar[Names] = ("seat", "cards")
    writers: ClassVar[Writers] = {"cards": cards_text}
    __slots__ = fields

    def __init__(self, seat: Seat, cards: tuple[int, ...] | None) -> None:
        self.seat: Final = seat
        self.cards: Final = cards

    def seen_by(self, viewer: Viewer) -> "Dealt":
        """The cards are their owner's alone."""
        return self if viewer == self.seat else Dealt(self.seat, None)


class CutShown(Event):
    """切牌: the card that was turned up in the pack, and the seat that got it and calls first."""

    type: ClassVar[str] = "cut_shown"
    fields: ClassVar[Names] = ("seat", "card")
    writers: ClassVar[Writers] = {"card": card_text}
    __slots__ = fields

    def __init__(self, seat: Seat, card: int) -> None:
        self.seat: Final = seat
        self.card: Final = card


class _OfSeat(Event):
    """Something a seat does that needs no more telling."""

    fields: ClassVar[Names] = ("seat",)
    __slots__ = fields

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat


class Called(_OfSeat):
    """A seat takes the landlord's seat."""

    type: ClassVar[str] = "called"
    __slots__ = ()


class Declined(_OfSeat):
    """A seat leaves the landlord's seat to the next."""

    type: ClassVar[str] = "declined"
    __slots__ = ()


class KittyTaken(Event):
    """The landlord takes up the kitty and leads; ``forced`` if nobody else would (DZ-6).

    ``gatekeeper`` is 守门员, whose stake differs from the other farmers' (DZ-27); ``None`` where
    none's does.
    """

    type: ClassVar[str] = "kitty_taken"
    fields: ClassVar[Names] = ("seat", "forced", "gatekeeper", "cards")
    writers: ClassVar[Writers] = {"cards": cards_text}
    __slots__ = fields

    def __init__(
        self, seat: Seat, forced: bool, gatekeeper: Seat | None, cards: tuple[int, ...] | None
    ) -> None:
        self.seat: Final = seat
        self.forced: Final = forced
        self.gatekeeper: Final = gatekeeper
        self.cards: Final = cards

    def seen_by(self, viewer: Viewer) -> "KittyTaken":
        """The landlord alone sees the kitty, unless it was forced to take it."""
        if self.forced or viewer == self.seat:
            return self
        return KittyTaken(self.seat, self.forced, self.gatekeeper, None)


class Surrendered(_OfSeat):
    """投降: the landlord gives up before its first play."""

    type: ClassVar[str] = "surrendered"
    __slots__ = ()


class Played(Event):
    """A seat played cards; ``base`` is what the round is worth from here on.

    ``bomb_points`` is what a bomb added to the base for its size (DZ-23), ``shot_points`` what it
    added as 朝天开枪 (DZ-24).
    """

    type: ClassVar[str] = "played"
    fields: ClassVar[Names] = ("seat", "bomb_points", "shot_points", "base", "cards", "combo")
    writers: ClassVar[Writers] = {"cards": cards_text, "combo": combo_json}
    __slots__ = fields

    def __init__(
        self,
        seat: Seat,
        bomb_points: int,
        shot_points: int,
        base: int,
        cards: tuple[int, ...],
        combo: Combo,
    ) -> None:
        self.seat: Final = seat
        self.bomb_points: Final = bomb_points
        self.shot_points: Final = shot_points
        self.base: Final = base
        self.cards: Final = cards
        self.combo: Final = combo


class Passed(_OfSeat):
    """A seat did not play."""

    type: ClassVar[str] = "passed"
    __slots__ = ()


class TrickEnded(_OfSeat):
    """The other three passed: ``seat`` leads anything (DZ-18)."""

    type: ClassVar[str] = "trick_ended"
    __slots__ = ()


class Asked(Event):
    """A seat asked another how many cards it holds; the table hears the answer (DZ-20, DZ-21).

    ``count`` is the true count if it is ten or fewer; ``None``: more than ten.
    """

    type: ClassVar[str] = "asked"
    fields: ClassVar[Names] = ("seat", "target", "count")
    __slots__ = fields

    def __init__(self, seat: Seat, target: Seat, count: int | None) -> None:
        self.seat: Final = seat
        self.target: Final = target
        self.count: Final = count


class RoundEnded(Event):
    """The settlement: who pays what for what, and every hand laid open."""

    type: ClassVar[str] = "round_ended"
    fields: ClassVar[Names] = ("termination", "items", "payments", "winners", "hands")
    writers: ClassVar[Writers] = {
        "items": json_copy,
        "payments": list,
        "winners": list,
        "hands": _hands_json,
    }
    __slots__ = fields

    def __init__(
        self,
        termination: str,
        items: dict[str, Json],
        payments: tuple[int, ...],
        winners: tuple[Seat, ...],
        hands: tuple[tuple[int, ...], ...],
    ) -> None:
        self.termination: Final = termination
        self.items: Final = items
        self.payments: Final = payments
        self.winners: Final = winners
        self.hands: Final = hands
