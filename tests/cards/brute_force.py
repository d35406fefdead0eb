"""The rules of combinations once more, written as slowly and literally as the clauses read.

Nothing here uses the tables of ``paiju.cards``: sets of cards are lists of ranks, and what they
are is found by trying every way to see them.
"""

from collections import Counter
from itertools import product

TWO, SMALL, BIG = 12, 13, 14
COPIES = [8] * 13 + [2, 2]

Reading = tuple[str, int, int]
"""Name, deciding rank, length as in ``paiju combo``."""


def readings(ranks: list[int]) -> list[Reading]:
    """Every way in which exactly these cards are a combination."""
    found: list[Reading] = []
    have = Counter(ranks)
    size = len(ranks)
    if size == 1:
        found.append(("single", ranks[0], 1))
    if size == 2 and ranks[0] == ranks[1]:
        found.append(("pair", ranks[0], 1))
    if size == 3 and len(have) == 1:
        found.append(("triple", ranks[0], 1))
    if size == 5:
        for triple, pair in product(have, repeat=2):
            if have[triple] == 3 and have[pair] == 2 and triple <= TWO:
                found.append(("triple_with_pair", triple, 1))
    for low in range(12):
        length = size // 2
        if length >= 3 and low + length <= 12 and have == run(low, length, 2):
            found.append(("pair_run", low + length - 1, length))
        length = size // 3
        if length >= 2 and low + length <= 12 and have == run(low, length, 3):
            found.append(("triple_run", low + length - 1, length))
        length = size // 5
        if length >= 2 and low + length <= 12:
            triples = run(low, length, 3)
            for pairs in range(12 - length + 1):
                if have == triples + run(pairs, length, 2):
                    found.append(("triple_run_with_pairs", low + length - 1, length))  # noqa: PERF401
    if 4 <= size <= 8 and len(have) == 1 and ranks[0] <= TWO:
        found.append(("bomb", ranks[0], size))
    if have == Counter([SMALL, SMALL, BIG, BIG]):
        found.append(("joker_bomb", BIG, 4))
    return found


def run(low: int, length: int, each: int) -> "Counter[int]":
    return Counter(dict.fromkeys(range(low, low + length), each))


def beats(play: Reading, target: Reading) -> bool:
    """Whether one combination beats another, clause by clause."""
    kind, rank, length = play
    other, other_rank, other_length = target
    if other == "joker_bomb":
        return False
    if kind == "joker_bomb":
        return True
    if kind == "bomb" and other == "bomb":
        return length > other_length or (length == other_length and rank > other_rank)
    if kind == "bomb" or other == "bomb":
        return kind == "bomb"
    return kind == other and length == other_length and rank > other_rank


def subsets(hand: list[int]) -> list[list[int]]:
    """Every different non-empty set of cards in a hand, given and returned as counts by rank."""
    choices = product(*(range(count + 1) for count in hand))
    return [list(chosen) for chosen in choices if any(chosen)]


def ranks_of(counts: list[int]) -> list[int]:
    return [rank for rank, count in enumerate(counts) for _ in range(count)]


def plays(hand: list[int], target: Reading | None) -> set[tuple[int, ...]]:
    """The counts of every legal play from ``hand``."""
    legal: set[tuple[int, ...]] = set()
    for chosen in subsets(hand):
        if any(target is None or beats(one, target) for one in readings(ranks_of(chosen))):
            legal.add(tuple(chosen))
    return legal
