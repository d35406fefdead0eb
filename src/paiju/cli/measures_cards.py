"""What is measured of Dou Dizhu's rules: naming a play, comparing two, listing all of a hand."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from paiju.cards.cards import CARDS, Counts
from paiju.cards.combos import COMBOS, Combo, beats, classify
from paiju.cards.hands import Hand, hand_of
from paiju.cards.moves import plays
from paiju.cli.measuring import Measure, calls

_HANDS: Final = 50
_COMBOS: Final = 1000
_FARMER: Final = 25
_LANDLORD: Final = 33

_Pair = tuple[Combo, Combo]


def card_measures(game: str) -> list[Measure]:
    """Calls with random combinations, and with random hands of a farmer and of the landlord."""
    return [
        calls(game, "classify calls", _named),
        calls(game, "beats calls", _compared),
        calls(game, "plays calls, 25 cards", lambda: _listed(_FARMER)),
        calls(game, "plays calls, 33 cards", lambda: _listed(_LANDLORD)),
    ]


def _named() -> tuple[Sequence[Counts], Callable[[Counts], object]]:
    return [combo.counts for combo in Random(1).choices(COMBOS, k=_COMBOS)], classify


def _compared() -> tuple[Sequence[_Pair], Callable[[_Pair], object]]:
    random = Random(2)
    pairs = [(random.choice(COMBOS), random.choice(COMBOS)) for _ in range(_COMBOS)]
    return pairs, lambda pair: beats(pair[0], pair[1])


def _listed(size: int) -> tuple[Sequence[Hand], Callable[[Hand], object]]:
    random = Random(3)
    return [hand_of(random.sample(range(CARDS), size)) for _ in range(_HANDS)], plays
