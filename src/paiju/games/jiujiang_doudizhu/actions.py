"""What a seat may do in 九江斗地主, in the notation of records."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from paiju.cards.cards import counts_text, parse_counts
from paiju.cards.combos import COMBOS, classify
from paiju.core.action import Action, WrittenAction
from paiju.core.errors import BadNotation
from paiju.core.seat import SEATS, Seat


@mypyc_attr(acyclic=True)
class Call(WrittenAction):
    """Take the landlord's seat (DZ-4)."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("call")


@mypyc_attr(acyclic=True)
class Decline(WrittenAction):
    """Leave the landlord's seat to the next (DZ-4)."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("decline")


@mypyc_attr(acyclic=True)
class Surrender(WrittenAction):
    """投降: give the round up instead of the first play (DZ-8)."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("surrender")


@mypyc_attr(acyclic=True)
class Pass(WrittenAction):
    """不出: let the trick go on without playing (DZ-18)."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("pass")


@mypyc_attr(acyclic=True)
class Ask(WrittenAction):
    """报牌: ask a seat how many cards it holds (DZ-20); free of the turn."""

    free: ClassVar[bool] = True
    __slots__ = ("seat",)

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"ask {seat}")
        self.seat: Final = seat


@mypyc_attr(acyclic=True)
class Play(WrittenAction):
    """Play cards, named by rank; which card of a rank it is does not matter (DZ-1).

    Any cards can be named; whether they are a combination (``combo``, else ``None``) is for the
    rules to say.
    """

    __slots__ = ("combo", "counts")

    def __init__(self, counts: tuple[int, ...]) -> None:
        combo = classify(counts)
        super().__init__(f"play {combo or counts_text(counts)}")
        self.counts: Final = counts
        self.combo: Final = combo


CALL: Final = Call()
DECLINE: Final = Decline()
SURRENDER: Final = Surrender()
PASS: Final = Pass()
ASKS: Final[tuple[Ask, ...]] = tuple(Ask(seat) for seat in range(SEATS))
PLAYS: Final[tuple[Play, ...]] = tuple(Play(combo.counts) for combo in COMBOS)
"""The play of each combination, in the order of ``COMBOS``."""

_KNOWN: Final[dict[str, Action]] = {
    str(action): action for action in (CALL, DECLINE, SURRENDER, PASS, *ASKS, *PLAYS)
}
_FORMS: Final = "call, decline, surrender, play JJJQQQ3344, pass, ask 0 to ask 3"


def parse_action(text: str) -> Action:
    """Read one action of 九江斗地主.

    >>> str(parse_action("play 3344JJJQQQ")), parse_action("ask 2") is ASKS[2]
    ('play JJJQQQ3344', True)

    :raises BadNotation: naming what cannot be read and the forms that can.
    """
    known = _KNOWN.get(text)
    if known is not None:
        return known
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
