"""What a seat may do in 九江斗地主, in the notation of records."""

from dataclasses import dataclass
from typing import ClassVar, Final

from paiju.cards.cards import counts_text, parse_counts
from paiju.cards.combos import COMBOS, Combo, classify
from paiju.core.action import Action
from paiju.core.errors import BadNotation
from paiju.core.seat import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Take the landlord's seat (DZ-4)."""

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Leave the landlord's seat to the next (DZ-4)."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Surrender(Action):
    """投降: give the round up instead of the first play (DZ-8)."""

    def __str__(self) -> str:
        return "surrender"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """不出: let the trick go on without playing (DZ-18)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Ask(Action):
    """报牌: ask a seat how many cards it holds (DZ-20); free of the turn."""

    free: ClassVar[bool] = True
    seat: Seat

    def __str__(self) -> str:
        return f"ask {self.seat}"


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play cards, named by rank; which card of a rank it is does not matter (DZ-1).

    Any cards can be named; whether they are a combination is for the rules to say.
    """

    counts: tuple[int, ...]

    @property
    def combo(self) -> Combo | None:
        """What the cards are together, ``None`` if they are no combination."""
        return classify(self.counts)

    def __str__(self) -> str:
        return f"play {self.combo or counts_text(self.counts)}"


CALL: Final = Call()
DECLINE: Final = Decline()
SURRENDER: Final = Surrender()
PASS: Final = Pass()
ASKS: Final[tuple[Ask, ...]] = tuple(Ask(seat) for seat in range(SEATS))
PLAYS: Final[tuple[Play, ...]] = tuple(Play(combo.counts) for combo in COMBOS)
"""The play of each combination, in the order of ``COMBOS``."""

_BARE: Final[dict[str, Action]] = {
    str(action): action for action in (CALL, DECLINE, SURRENDER, PASS, *ASKS)
}
_FORMS: Final = "call, decline, surrender, play JJJQQQ3344, pass, ask 0 to ask 3"


def parse_action(text: str) -> Action:
    """Read one action of 九江斗地主.

    >>> str(parse_action("play 3344JJJQQQ")), parse_action("ask 2") is ASKS[2]
    ('play JJJQQQ3344', True)

    :raises BadNotation: naming what cannot be read and the forms that can.
    """
    bare = _BARE.get(text)
    if bare is not None:
        return bare
    verb, _, cards = text.partition(" ")
    if verb == "play" and cards.strip():
        try:
            counts = parse_counts(cards)
        except BadNotation as error:
            raise BadNotation(f"action {text!r}: {error}") from None
        combo = classify(counts)
        return Play(counts) if combo is None else PLAYS[combo.index]
    if verb == "ask":
        raise BadNotation(f"action {text!r}: it asks a seat, 'ask 0' to 'ask {SEATS - 1}'")
    raise BadNotation(f"action {text!r} is not known; actions are: {_FORMS}")
