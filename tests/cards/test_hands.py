"""Hands as one number, against counting rank by rank."""

from random import Random

import pytest

from paiju.cards.cards import CARDS, COPIES, RANKS, counts_of
from paiju.cards.combos import COMBOS
from paiju.cards.hands import (
    EVERY_RANK,
    WHOLE_PACK,
    Hand,
    counts_in,
    hand_of,
    hand_of_ranks,
    packed,
    rank_bits,
    ranks_lacking,
    ranks_short,
)


def any_counts(random: Random) -> list[int]:
    """Counts from none to all that there are, the extremes often."""
    return [random.choice((0, most, random.randint(0, most))) for most in COPIES]


@pytest.mark.parametrize("size", [0, 1, 25, 33, CARDS])
def test_a_hand_has_the_counts_of_its_cards(size: int) -> None:
    for seed in range(20):
        cards = Random(seed).sample(range(CARDS), size)
        hand = hand_of(cards)
        assert counts_in(hand) == counts_of(cards)
        assert packed(counts_of(cards)) == hand
        assert hand_of(cards[:9]) + hand_of(cards[9:]) == hand
        assert WHOLE_PACK - hand == hand_of(set(range(CARDS)) - set(cards))


def test_every_combination_is_a_hand() -> None:
    for combo in COMBOS:
        assert combo.hand == packed(combo.counts) == hand_of_ranks(combo.ranks)
        assert counts_in(combo.hand) == list(combo.counts)


@pytest.mark.parametrize("count", range(1, 9))
def test_the_ranks_of_which_a_hand_is_short(count: int) -> None:
    random = Random(count)
    for _ in range(300):
        counts = any_counts(random)
        short = rank_bits(rank for rank in range(RANKS) if counts[rank] < count)
        assert ranks_short(packed(counts), count) == short


def test_the_ranks_that_a_hand_lacks_for_certain_cards() -> None:
    random = Random(15)
    for _ in range(3_000):
        counts, wanted = any_counts(random), any_counts(random)
        lacking = rank_bits(rank for rank in range(RANKS) if counts[rank] < wanted[rank])
        assert ranks_lacking(packed(counts), packed(wanted)) == lacking


def test_no_hand_lacks_itself_and_every_hand_lacks_what_the_pack_has_not() -> None:
    none: Hand = 0
    assert ranks_lacking(WHOLE_PACK, WHOLE_PACK) == 0
    assert ranks_lacking(none, none) == 0
    assert ranks_lacking(none, WHOLE_PACK) == EVERY_RANK == rank_bits(range(RANKS))
