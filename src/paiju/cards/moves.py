"""The plays a hand allows (DZ-9 to DZ-17): listed once each, and asked about without listing.

The order is that of ``COMBOS``: by kind (single, pair, triple, triple with pair, pair run,
triple run, triple run with pairs, bomb, the jokers), then length, then rank, then attached pair,
all from low to high.
"""

from paiju.cards.cards import CARDS, Counts
from paiju.cards.combos import BOMB, BOMBS, COMBOS, GROUPS, JOKER_BOMB, Combo, beats, card_bits

_ALL_CARDS = (1 << CARDS) - 1


def plays(hand: Counts, target: Combo | None = None) -> list[Combo]:
    """Every combination in ``hand`` that may be led, or laid on ``target``, once each.

    >>> from paiju.cards.cards import parse_counts
    >>> from paiju.cards.combos import classify
    >>> [str(combo) for combo in plays(parse_counts("4455556"), classify(parse_counts("44")))]
    ['55', '5555']
    """
    missing = _ALL_CARDS & ~card_bits(hand)
    if target is None:
        return [combo for combo in COMBOS if not combo.cards & missing]
    if target.kind == JOKER_BOMB:
        return []
    if target.kind == BOMB:
        return [combo for combo in BOMBS if not combo.cards & missing and beats(combo, target)]
    rank = target.rank
    higher = [
        combo
        for combo in GROUPS[target.kind, target.length]
        if combo.rank > rank and not combo.cards & missing
    ]
    return higher + [combo for combo in BOMBS if not combo.cards & missing]


def holds(hand: Counts, combo: Combo) -> bool:
    """Whether the cards of ``combo`` are all in ``hand``."""
    return not combo.cards & ~card_bits(hand)


def can_play(hand: Counts, combo: Combo, target: Combo | None = None) -> bool:
    """Whether ``combo`` is among ``plays(hand, target)``, without listing them."""
    return holds(hand, combo) and (target is None or beats(combo, target))
