"""The plays a hand allows (DZ-9 to DZ-17): listed once each, and asked about without listing.

The order is that of ``COMBOS``: by kind (single, pair, triple, triple with pair, pair run,
triple run, triple run with pairs, bomb, the jokers), then length, then rank, then attached pair,
all from low to high.
"""

from typing import Final

from paiju.cards.cards import COPIES, RUN_RANKS
from paiju.cards.combos import (
    BOMB,
    COMBOS,
    GROUPS,
    JOKER_BOMB,
    NO_PAIR,
    PAIR,
    PAIR_RUN,
    SHORTEST_PAIR_RUN,
    SHORTEST_TRIPLE_RUN,
    SINGLE,
    SMALLEST_BOMB,
    TRIPLE,
    TRIPLE_RUN,
    TRIPLE_RUN_WITH_PAIRS,
    TRIPLE_WITH_PAIR,
    Combo,
    beats,
)
from paiju.cards.hands import EVERY_RANK, Hand, RankBits, ranks_lacking, ranks_short

_Combos = tuple[Combo, ...]

_SINGLES: Final[_Combos] = GROUPS[SINGLE, 1]
_PAIRS: Final[_Combos] = GROUPS[PAIR, 1]
_TRIPLES: Final[_Combos] = GROUPS[TRIPLE, 1]
_PAIR_RUNS: Final[tuple[_Combos, ...]] = tuple(
    GROUPS[PAIR_RUN, length] for length in range(SHORTEST_PAIR_RUN, RUN_RANKS + 1)
)
_TRIPLE_RUNS: Final[tuple[_Combos, ...]] = tuple(
    GROUPS[TRIPLE_RUN, length] for length in range(SHORTEST_TRIPLE_RUN, RUN_RANKS + 1)
)
_BOMBS: Final[tuple[_Combos, ...]] = tuple(
    GROUPS[BOMB, size] for size in range(SMALLEST_BOMB, COPIES[0] + 1)
)
_JOKERS: Final = GROUPS[JOKER_BOMB, 4][0]

_EXTENDED_KIND: Final = {TRIPLE: TRIPLE_WITH_PAIR, TRIPLE_RUN: TRIPLE_RUN_WITH_PAIRS}
_BARE_KIND: Final = {extended: bare for bare, extended in _EXTENDED_KIND.items()}


def _bare_above(combo: Combo) -> _Combos:
    """What beats a combination that is no bomb by its rank, attached pairs left aside."""
    bare = GROUPS[_BARE_KIND.get(combo.kind, combo.kind), combo.length]
    return tuple([other for other in bare if other.rank > combo.rank])


def _with_pairs(bare: Combo) -> _Combos:
    """A triple or a run of triples, with every attachment of pairs it can take."""
    if bare.kind not in _EXTENDED_KIND:
        return ()
    extended = GROUPS[_EXTENDED_KIND[bare.kind], bare.length]
    return tuple([combo for combo in extended if combo.rank == bare.rank])


_BARE_ABOVE: Final = tuple(_bare_above(combo) for combo in COMBOS)
"""By the index of the target."""
_WITH_PAIRS: Final = tuple(_with_pairs(combo) for combo in COMBOS)
"""By the index of a triple or a run of triples."""


def plays(hand: Hand, target: Combo | None = None) -> list[Combo]:
    """Every combination in ``hand`` that may be led, or laid on ``target``, once each.

    >>> from paiju.cards.cards import parse_counts
    >>> from paiju.cards.combos import classify
    >>> from paiju.cards.hands import packed
    >>> hand = packed(parse_counts("4455556"))
    >>> [str(combo) for combo in plays(hand, classify(parse_counts("44")))]
    ['55', '5555']
    """
    if target is None:
        return _leads(hand)
    if target.is_bomb:
        return [bomb for bomb in _bombs(hand) if beats(bomb, target)]
    above = _held(_BARE_ABOVE[target.index], ranks_short(hand, target.each))
    if target.pair != NO_PAIR:
        above = _extended(above, hand)
    above += _bombs(hand)
    return above


def _leads(hand: Hand) -> list[Combo]:
    triples = _held(_TRIPLES, ranks_short(hand, 3))
    return [
        *_held(_SINGLES, ranks_short(hand, 1)),
        *_held(_PAIRS, ranks_short(hand, 2)),
        *triples,
        *_extended(triples, hand),
        *runs_in(hand),
        *_bombs(hand),
    ]


def runs_in(hand: Hand) -> list[Combo]:
    """The runs of pairs and of triples that a hand holds, these with attached pairs too."""
    triples = _held_runs(_TRIPLE_RUNS, ranks_short(hand, 3))
    return [*_held_runs(_PAIR_RUNS, ranks_short(hand, 2)), *triples, *_extended(triples, hand)]


def _held(combos: _Combos, short: RankBits) -> list[Combo]:
    """Those of combinations whose ranks a hand is not short of."""
    if short == EVERY_RANK:
        return []
    return [combo for combo in combos if not combo.deciding & short]


def _held_runs(by_length: tuple[_Combos, ...], short: RankBits) -> list[Combo]:
    """The runs that are held; where there is none of a length, there is no longer one."""
    found: list[Combo] = []
    for runs in by_length:
        held = _held(runs, short)
        if not held:
            break
        found += held
    return found


def _extended(triples: list[Combo], hand: Hand) -> list[Combo]:
    """Triples that are held, or runs of them, with every attachment of pairs that is left."""
    found: list[Combo] = []
    for bare in triples:
        short = ranks_short(hand - bare.hand, 2)
        found += [combo for combo in _WITH_PAIRS[bare.index] if not combo.pairs & short]
    return found


def _bombs(hand: Hand) -> list[Combo]:
    """The bombs that are held, each one beaten by all that follow it."""
    found: list[Combo] = []
    for bombs in _BOMBS:
        short = ranks_short(hand, bombs[0].size)
        if short == EVERY_RANK:
            break
        found += _held(bombs, short)
    if not _JOKERS.deciding & ranks_short(hand, 2):
        found.append(_JOKERS)
    return found


def holds(hand: Hand, combo: Combo) -> bool:
    """Whether the cards of ``combo`` are all in ``hand``: then ``plays`` has it, if it beats."""
    return not ranks_lacking(hand, combo.hand)
