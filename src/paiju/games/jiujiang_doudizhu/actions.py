"""What a seat may do in 九江斗地主, in the notation of records."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from paiju.cards.cards import counts_text, parse_counts
from paiju.cards.combos import COMBOS, classify
from paiju.core.action import Action
from paiju.core.errors import BadNotation
from paiju.core.seat import SEATS, Seat


@mypyc_attr(acyclic=True)
class Call(Action):
    """Take the landlord's seat (DZ-4)."""

    __slots__ = ()

    def __str__(self) -> str:
        return "call"


@mypyc_attr(acyclic=True)
class Decline(Action):
    """Leave the landlord's seat to the next (DZ-4)."""

    __slots__ = ()

    def __str__(self) -> str:
        return "decline"


@mypyc_attr(acyclic=True)
class Surrender(Action):
    """投降: give the round up instead of the first play (DZ-8)."""

    __slots__ = ()

    def __str__(self) -> str:
        return "surrender"


@mypyc_attr(acyclic=True)
class Pass(Action):
    """不出: let the trick go on without playing (DZ-18)."""

    __slots__ = ()

    def __str__(self) -> str:
        return "pass"


@mypyc_attr(acyclic=True)
class Ask(Action):
    """报牌: ask a seat how many cards it holds (DZ-20); free of the turn."""

    free: ClassVar[bool] = True
    __slots__ = ("seat",)

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat

    def __str__(self) -> str:
        return f"ask {self.seat}"


@mypyc_attr(acyclic=True)
class Play(Action):
    """Play cards, named by rank; which card of a rank it is does not matter (DZ-1).

    Any cards can be named; whether they are a combination (``combo``, else ``None``) is for the
    rules to say.
    """

    __slots__ = ("combo", "counts")

    def __init__(self, counts: tuple[int, ...]) -> None:
        self.counts: Final = counts
        self.combo: Final = classify(counts)

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
