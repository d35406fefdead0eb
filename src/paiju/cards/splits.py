"""A hand split into the fewest plays, and which plays are worth a thought.

What a hand costs: ten for each play it still takes to be rid of it, less what its bombs are
worth, for a bomb is no burden but brings the lead back. Bombs are therefore kept whole unless a
run through them saves more plays than they are worth.
"""

from functools import lru_cache
from typing import Final

from paiju.cards.cards import BIG_JOKER, RANKS, SMALL_JOKER, Counts
from paiju.cards.combos import (
    BOMB,
    BOMBS,
    JOKER_BOMB,
    PAIR,
    SINGLE,
    TRIPLE,
    TRIPLE_RUN_WITH_PAIRS,
    TRIPLE_WITH_PAIR,
    Combo,
    find,
)
from paiju.cards.hands import Hand, counts_in, packed, ranks_short
from paiju.cards.moves import plays, runs_in

PLAY_COST: Final = 10
"""What each play that is no bomb costs."""
_BOMB_WORTH: Final[tuple[int, ...]] = (0, 0, 0, 0, 10, 13, 16, 19, 22)
"""What a bomb of this size takes off the cost; one of eight is better than two of four."""
_JOKERS_WORTH: Final = 25

_ATTACHMENTS_TRIED: Final = 2


def play_cost(combo: Combo) -> int:
    """What a combination adds to the cost of the hand it is part of; negative for bombs."""
    if combo.kind == BOMB:
        return -_BOMB_WORTH[combo.length]
    return -_JOKERS_WORTH if combo.kind == JOKER_BOMB else PLAY_COST


def split(hand: Counts) -> tuple[Combo, ...]:
    """The hand in combinations that cost the least together, in the order of ``COMBOS``.

    >>> from paiju.cards.cards import parse_counts
    >>> [str(combo) for combo in split(parse_counts("3344556667778T"))]
    ['8', 'T', '334455', '666777']
    """
    return _best(packed(hand))[1]


def cost(hand: Counts) -> int:
    """What the combinations of ``split(hand)`` cost together.

    >>> from paiju.cards.cards import parse_counts
    >>> cost(parse_counts("334455")), cost(parse_counts("3334567")), cost(parse_counts("33334"))
    (10, 50, 0)
    """
    return cost_of(packed(hand))


def cost_of(hand: Hand) -> int:
    """The same of a hand that is one number."""
    return _best(hand)[0]


def bombs_of(hand: Hand) -> int:
    """How many bombs are among the combinations of ``split(hand)``.

    >>> from paiju.cards.cards import parse_counts
    >>> bombs_of(packed(parse_counts("3333555556"))), bombs_of(packed(parse_counts("334455556677")))
    (2, 0)
    """
    return len([combo for combo in _best(hand)[1] if combo.is_bomb])


@lru_cache(maxsize=1 << 14)
def _best(hand: Hand) -> tuple[int, tuple[Combo, ...]]:
    runs = [run for run in runs_in(hand) if _saves_plays(hand, run)]
    chosen: list[Combo] = []
    total = _choose_runs(counts_in(hand), runs, 0, chosen)
    rest = counts_in(hand)
    for run in chosen:
        _take(rest, run)
    parts = chosen + _loose_parts(rest)
    return total, tuple(sorted(parts, key=_place))


def _place(combo: Combo) -> int:
    return combo.index


def _saves_plays(hand: Hand, run: Combo) -> bool:
    """Whether a run that a hand holds uses up two ranks or more; else it saves nothing."""
    emptied = (run.deciding | run.pairs) & ranks_short(hand - run.hand, 1)
    return emptied & (emptied - 1) != 0


def _take(hand: list[int], combo: Combo) -> None:
    for rank in range(RANKS):
        hand[rank] -= combo.counts[rank]


def _choose_runs(hand: list[int], runs: list[Combo], start: int, chosen: list[Combo]) -> int:
    """The least cost of ``hand`` with any of the runs from ``start`` on; fills in the chosen."""
    best = _loose_cost(hand)
    for place in range(start, len(runs)):
        run = runs[place]
        if all(held >= used for held, used in zip(hand, run.counts, strict=True)):
            _take(hand, run)
            further: list[Combo] = []
            total = PLAY_COST + _choose_runs(hand, runs, place, further)
            for rank in range(RANKS):
                hand[rank] += run.counts[rank]
            if total < best:
                best = total
                chosen[:] = [run, *further]
    return best


def _loose_cost(hand: list[int]) -> int:
    """The cost of a hand without runs: a play for each rank, pairs along with triples."""
    total = pairs = triples = 0
    for rank in range(SMALL_JOKER):
        held = hand[rank]
        if held >= 4:
            total -= _BOMB_WORTH[held]
        elif held:
            total += PLAY_COST
            pairs += held == 2
            triples += held == 3
    small, big = hand[SMALL_JOKER], hand[BIG_JOKER]
    if small == 2 and big == 2:
        total -= _JOKERS_WORTH
    else:
        total += PLAY_COST * ((small > 0) + (big > 0))
        pairs += (small == 2) + (big == 2)
    return total - PLAY_COST * min(pairs, triples)


def _loose_parts(hand: list[int]) -> list[Combo]:
    """The combinations that ``_loose_cost`` counts; the lowest pairs go along with triples."""
    parts: list[Combo] = []
    pairs: list[int] = []
    triples: list[int] = []
    jokers = hand[SMALL_JOKER] == 2 and hand[BIG_JOKER] == 2
    if jokers:
        parts.append(BOMBS[-1])
    for rank in range(SMALL_JOKER if jokers else RANKS):
        held = hand[rank]
        if held >= 4:
            parts.append(find(BOMB, rank, held))
        elif held == 3:
            triples.append(rank)
        elif held == 2:
            pairs.append(rank)
        elif held:
            parts.append(find(SINGLE, rank))
    together = min(len(pairs), len(triples))
    parts += [
        find(TRIPLE_WITH_PAIR, triple, 1, pair)
        for triple, pair in zip(triples[:together], pairs[:together], strict=True)
    ]
    parts += [find(TRIPLE, rank) for rank in triples[together:]]
    parts += [find(PAIR, rank) for rank in pairs[together:]]
    return parts


def worth_trying(hand: Counts, target: Combo | None) -> list[Combo]:
    """Plays worth a thought: to lead, those of the split; else all, with few attached pairs.

    Of plays that differ only in the attached pairs, those with the cheapest pairs are tried.
    """
    if target is None:
        return list(split(hand))
    if target.kind not in (TRIPLE_WITH_PAIR, TRIPLE_RUN_WITH_PAIRS):
        return plays(packed(hand), target)
    found: list[Combo] = []
    by_rank: dict[int, list[Combo]] = {}
    for combo in plays(packed(hand), target):
        if combo.is_bomb:
            found.append(combo)
        else:
            by_rank.setdefault(combo.rank, []).append(combo)
    tried: list[Combo] = []
    for alike in by_rank.values():
        alike.sort(key=lambda combo: _attachment_price(hand, combo))
        tried += alike[:_ATTACHMENTS_TRIED]
    return tried + found


def _attachment_price(hand: Counts, combo: Combo) -> tuple[int, int]:
    """How many attached pairs are torn out of something bigger, then how high they are."""
    pairs = range(combo.pair - combo.length + 1, combo.pair + 1)
    return sum(hand[rank] - combo.counts[rank] > 0 for rank in pairs), combo.pair
