"""Combinations (DZ-9 to DZ-14): every one there is, which one a set of cards is, what beats what.

Two decks allow fewer than a thousand different combinations, so they are built once, from the
clauses, into :data:`COMBOS`. Recognising one is a look-up; no set of cards can be two (DZ-16).
"""

from collections.abc import Sequence
from typing import Final

from paiju.cards.cards import (
    BIG_JOKER,
    COPIES,
    RANK_NAMES,
    RANKS,
    RUN_RANKS,
    TWO,
    Counts,
)
from paiju.cards.hands import counts_in, hand_of_ranks, rank_bits

SINGLE: Final = 0
PAIR: Final = 1
TRIPLE: Final = 2
TRIPLE_WITH_PAIR: Final = 3
PAIR_RUN: Final = 4
TRIPLE_RUN: Final = 5
TRIPLE_RUN_WITH_PAIRS: Final = 6
BOMB: Final = 7
JOKER_BOMB: Final = 8

KIND_NAMES: Final[tuple[str, ...]] = (
    "single",
    "pair",
    "triple",
    "triple_with_pair",
    "pair_run",
    "triple_run",
    "triple_run_with_pairs",
    "bomb",
    "joker_bomb",
)

SHORTEST_PAIR_RUN: Final = 3
SHORTEST_TRIPLE_RUN: Final = 2
SMALLEST_BOMB: Final = 4
NO_PAIR: Final = -1


class Combo:
    """One combination: a kind, the rank it is compared by, and the cards it takes.

    ``rank`` is the highest of the rank or run that decides; ``length`` the number of ranks in a
    run, the number of cards of a bomb, else 1. ``pair`` is the highest rank of the attached pairs
    (:data:`NO_PAIR` without). ``ranks`` are those of its cards as they are laid down, ``counts``
    and ``hand`` its cards by rank. Whether others hold it follows from ``deciding``, the ranks of
    which it takes ``each`` so many cards, and ``pairs``, the ranks of which it takes two (more).
    Combinations are unique objects: compare and hash them by identity. Never changed once built.
    """

    __slots__ = (
        *("counts", "deciding", "each", "hand", "index", "kind", "length", "pair", "pairs"),
        *("rank", "ranks", "size"),
    )

    def __init__(
        self, index: int, kind: int, rank: int, length: int, pair: int, each: int, run: int
    ) -> None:
        """``run`` is the number of ranks that decide, and of those of the attached pairs."""
        decided, attached = _run(rank, run, each), [] if pair == NO_PAIR else _run(pair, run, 2)
        self.index: Final = index
        self.kind: Final = kind
        self.rank: Final = rank
        self.length: Final = length
        self.pair: Final = pair
        self.each: Final = each
        self.ranks: Final = (*decided, *attached)
        self.size: Final = len(self.ranks)
        self.hand: Final = hand_of_ranks(self.ranks)
        self.counts: Final = tuple(counts_in(self.hand))
        self.deciding: Final = rank_bits(decided)
        self.pairs: Final = rank_bits(attached)

    @property
    def is_bomb(self) -> bool:
        """Whether this is a 炸, of one rank or of the four jokers (DZ-14)."""
        return self.kind >= BOMB

    @property
    def name(self) -> str:
        """The kind by its name in ``paiju combo``."""
        return KIND_NAMES[self.kind]

    def __str__(self) -> str:
        """The cards by rank, as they are laid down: ``JJJQQQ3344``."""
        return "".join(RANK_NAMES[rank] for rank in self.ranks)

    def __repr__(self) -> str:
        return f"<{self.name} {self}>"


def _run(rank: int, length: int, each: int) -> list[int]:
    """The rank of each card of a run that ends in ``rank``."""
    return [low for low in range(rank - length + 1, rank + 1) for _ in range(each)]


def classify(counts: Counts) -> Combo | None:
    """The combination that exactly these cards are, or ``None``.

    >>> from paiju.cards.cards import parse_counts
    >>> classify(parse_counts("3344JJJQQQ"))
    <triple_run_with_pairs JJJQQQ3344>
    >>> classify(parse_counts("5566")) is None
    True
    """
    return _BY_COUNTS.get(tuple(counts))


def beats(play: Combo, target: Combo) -> bool:
    """Whether ``play`` may be laid on ``target`` (DZ-16, DZ-17).

    >>> from paiju.cards.cards import parse_counts
    >>> bomb, kings = classify(parse_counts("6666")), classify(parse_counts("KKK"))
    >>> beats(bomb, kings), beats(kings, bomb), beats(bomb, bomb)
    (True, False, False)
    """
    if play.kind == target.kind:
        if play.kind == BOMB:
            return (play.length, play.rank) > (target.length, target.rank)
        return play.length == target.length and play.rank > target.rank
    return play.kind >= BOMB and play.kind > target.kind


def find(kind: int, rank: int, length: int = 1, pair: int = NO_PAIR) -> Combo:
    """The combination of this kind, deciding rank, length and attached pairs.

    :raises KeyError: if there is none.

    >>> find(PAIR_RUN, 4, 3)
    <pair_run 556677>
    """
    return _BY_SHAPE[kind, rank, length, pair]


def _all_combos() -> tuple[Combo, ...]:
    """Every combination by kind, then length, then rank, then attached pair, all ascending."""
    found: list[Combo] = []

    def add(
        kind: int, rank: int, length: int, each: int, pair: int = NO_PAIR, run: int = 1
    ) -> None:
        found.append(Combo(len(found), kind, rank, length, pair, each, run))

    for rank in range(RANKS):  # DZ-9
        add(SINGLE, rank, 1, 1)
    for rank in range(RANKS):
        add(PAIR, rank, 1, 2)
    for rank in range(TWO + 1):
        add(TRIPLE, rank, 1, 3)
    for rank in range(TWO + 1):  # DZ-11: of any other rank, a pair of jokers too
        for pair in range(RANKS):
            if pair != rank:
                add(TRIPLE_WITH_PAIR, rank, 1, 3, pair)
    for length in range(SHORTEST_PAIR_RUN, RUN_RANKS + 1):  # DZ-10
        for rank in range(length - 1, RUN_RANKS):
            add(PAIR_RUN, rank, length, 2, run=length)
    for length in range(SHORTEST_TRIPLE_RUN, RUN_RANKS + 1):  # DZ-12
        for rank in range(length - 1, RUN_RANKS):
            add(TRIPLE_RUN, rank, length, 3, run=length)
    for length in range(SHORTEST_TRIPLE_RUN, RUN_RANKS + 1):  # DZ-13: ranks may be shared
        for rank in range(length - 1, RUN_RANKS):
            for pair in range(length - 1, RUN_RANKS):
                add(TRIPLE_RUN_WITH_PAIRS, rank, length, 3, pair, run=length)
    for size in range(SMALLEST_BOMB, COPIES[0] + 1):  # DZ-14
        for rank in range(TWO + 1):
            add(BOMB, rank, size, size)
    add(JOKER_BOMB, BIG_JOKER, 4, 2, run=2)
    return tuple(found)


def _grouped(combos: Sequence[Combo]) -> dict[tuple[int, int], tuple[Combo, ...]]:
    groups: dict[tuple[int, int], list[Combo]] = {}
    for combo in combos:
        groups.setdefault((combo.kind, combo.length), []).append(combo)
    return {key: tuple(group) for key, group in groups.items()}


COMBOS: Final[tuple[Combo, ...]] = _all_combos()
"""Every combination there is; ``COMBOS[combo.index] is combo``. The order is part of the API."""
GROUPS: Final[dict[tuple[int, int], tuple[Combo, ...]]] = _grouped(COMBOS)
"""The combinations that are compared by rank alone, low to high: those of a kind and length."""
BOMBS: Final[tuple[Combo, ...]] = tuple(combo for combo in COMBOS if combo.is_bomb)
"""Every bomb, each one beaten by all that follow it (DZ-17)."""

_BY_COUNTS: Final[dict[tuple[int, ...], Combo]] = {combo.counts: combo for combo in COMBOS}
_BY_SHAPE: Final[dict[tuple[int, int, int, int], Combo]] = {
    (combo.kind, combo.rank, combo.length, combo.pair): combo for combo in COMBOS
}
