"""Splitting a hand into the fewest plays, against every way to split it."""

from functools import cache
from random import Random

import pytest

from paiju.cards.cards import RANKS, counts_of, parse_counts
from paiju.cards.combos import PAIR_RUN, TRIPLE_RUN, classify
from paiju.cards.hands import packed
from paiju.cards.moves import plays
from paiju.cards.splits import cost, play_cost, split, worth_trying


@cache
def least_cost(hand: tuple[int, ...]) -> int:
    """The cost of the cheapest way to split a hand, found by trying all of them."""
    if not any(hand):
        return 0
    lowest = next(rank for rank in range(RANKS) if hand[rank])
    return min(
        play_cost(combo)
        + least_cost(tuple(held - used for held, used in zip(hand, combo.counts, strict=True)))
        for combo in plays(packed(hand))
        if combo.counts[lowest]
    )


def test_splits_cost_the_least_of_all_on_small_hands() -> None:
    random = Random(4)
    for _ in range(400):
        base = random.randrange(0, 9)
        pack = [rank for rank in range(base, base + 6) for _ in range(random.choice((2, 3, 4, 8)))]
        size = min(len(pack), random.randint(1, 13))
        hand = [0] * RANKS
        for rank in random.sample(pack, size):
            hand[rank] = min(hand[rank] + 1, 8 if rank < 13 else 2)
        assert cost(hand) == least_cost(tuple(hand)), hand
    least_cost.cache_clear()


@pytest.mark.parametrize("size", [1, 17, 25, 33])
def test_a_split_uses_every_card_once(size: int) -> None:
    for number in range(60):
        hand = counts_of(Random(number).sample(range(108), size))
        parts = split(hand)
        assert [sum(part.counts[rank] for part in parts) for rank in range(RANKS)] == hand
        assert sum(play_cost(part) for part in parts) == cost(hand)
        assert list(parts) == sorted(parts, key=lambda part: part.index)


@pytest.mark.parametrize(
    ("hand", "parts"),
    [
        ("", ""),
        ("33334444", "3333 4444"),
        ("33333333", "33333333"),
        ("wwWW3", "3 wwWW"),
        ("wwW", "W ww"),
        ("3334455", "44 33355"),
        ("333444ww", "333 444ww"),
        ("33445566", "33445566"),
        ("JJJQQQ3344", "JJJQQQ3344"),
        ("3333444455556666", "3333 4444 5555 6666"),
    ],
)
def test_splits_to_look_at(hand: str, parts: str) -> None:
    found = [str(part) for part in split(parse_counts(hand))]
    assert len(found) == len(parts.split())
    if hand not in ("3334455", "333444ww"):
        assert found == parts.split()


def test_bombs_are_kept_unless_a_run_saves_more() -> None:
    kinds = {part.kind for part in split(parse_counts("334455556677"))}
    assert PAIR_RUN in kinds, "one run and a pair rather than four pairs and a bomb"
    assert [str(part) for part in split(parse_counts("3444455"))] == ["3", "55", "4444"]
    assert TRIPLE_RUN not in {part.kind for part in split(parse_counts("33344445"))}


def test_worth_trying_leads_with_the_split_and_follows_with_what_beats() -> None:
    hand = parse_counts("333444KKKQQ55667788wwWW")
    assert worth_trying(hand, None) == list(split(hand))
    target = classify(parse_counts("333JJ"))
    tried = worth_trying(hand, target)
    legal = plays(packed(hand), target)
    assert set(tried) <= set(legal)
    assert {(combo.kind, combo.rank) for combo in tried} == {
        (combo.kind, combo.rank) for combo in legal
    }
    assert len(tried) < len(legal)
    single = classify(parse_counts("Q"))
    assert worth_trying(hand, single) == plays(packed(hand), single)
