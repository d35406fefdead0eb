"""The plays a hand allows (DZ-9 to DZ-17): listed once each, and asked about without listing.

The order is that of ``COMBOS``: by kind (single, pair, triple, triple with pair, pair run,
triple run, triple run with pairs, bomb, the jokers), then length, then rank, then attached pair,
all from low to high.
"""

from collections.abc import Iterable
from typing import Final

from paiju.cards.cards import CARDS, Counts
from paiju.cards.combos import (
    BOMB,
    BOMBS,
    COMBOS,
    GROUPS,
    JOKER_BOMB,
    PAIR_RUN,
    TRIPLE,
    TRIPLE_RUN,
    TRIPLE_RUN_WITH_PAIRS,
    TRIPLE_WITH_PAIR,
    Combo,
    beats,
    card_bits,
)

_ALL_CARDS: Final = (1 << CARDS) - 1
_LOOSE: Final = tuple(combo for combo in COMBOS if combo.kind <= TRIPLE)
_PAIR_RUNS: Final = tuple(combo for combo in COMBOS if combo.kind == PAIR_RUN)
_TRIPLE_RUNS: Final = tuple(combo for combo in COMBOS if combo.kind == TRIPLE_RUN)


_EXTENDED_KIND: Final = {TRIPLE: TRIPLE_WITH_PAIR, TRIPLE_RUN: TRIPLE_RUN_WITH_PAIRS}


def _with_pairs(bare: Combo) -> tuple[Combo, ...]:
    """A triple or a run of triples, with every attachment of pairs it can take."""
    if bare.kind not in _EXTENDED_KIND:
        return ()
    extended = GROUPS[_EXTENDED_KIND[bare.kind], bare.length]
    return tuple(combo for combo in extended if combo.rank == bare.rank)


_WITH_PAIRS: Final = tuple(_with_pairs(combo) for combo in COMBOS)
"""By the index of a triple or a run of triples: those with pairs, to look at if it is held."""


def plays(hand: Counts, target: Combo | None = None) -> list[Combo]:
    """Every combination in ``hand`` that may be led, or laid on ``target``, once each.

    >>> from paiju.cards.cards import parse_counts
    >>> from paiju.cards.combos import classify
    >>> [str(combo) for combo in plays(parse_counts("4455556"), classify(parse_counts("44")))]
    ['55', '5555']
    """
    missing = _ALL_CARDS & ~card_bits(hand)
    if target is None:
        return _leads(missing)
    if target.kind == JOKER_BOMB:
        return []
    if target.kind == BOMB:
        return [bomb for bomb in _held(BOMBS, missing) if beats(bomb, target)]
    rank = target.rank
    higher = [
        combo
        for combo in GROUPS[target.kind, target.length]
        if combo.rank > rank and not combo.cards & missing
    ]
    return higher + _held(BOMBS, missing)


def _leads(missing: int) -> list[Combo]:
    """All that can be led by a hand that lacks these cards."""
    loose = _held(_LOOSE, missing)
    runs = _held(_TRIPLE_RUNS, missing)
    return [
        *loose,
        *_extended(loose, missing),
        *_held(_PAIR_RUNS, missing),
        *runs,
        *_extended(runs, missing),
        *_held(BOMBS, missing),
    ]


def _held(combos: Iterable[Combo], missing: int) -> list[Combo]:
    return [combo for combo in combos if not combo.cards & missing]


def _extended(held: list[Combo], missing: int) -> list[Combo]:
    return [
        combo for bare in held for combo in _WITH_PAIRS[bare.index] if not combo.cards & missing
    ]


def holds(hand: Counts, combo: Combo) -> bool:
    """Whether the cards of ``combo`` are all in ``hand``."""
    return not combo.cards & ~card_bits(hand)


def can_play(hand: Counts, combo: Combo, target: Combo | None = None) -> bool:
    """Whether ``combo`` is among ``plays(hand, target)``, without listing them."""
    return holds(hand, combo) and (target is None or beats(combo, target))
