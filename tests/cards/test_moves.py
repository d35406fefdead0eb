"""Legal plays: against brute force on small hands, and against the other functions on full ones."""

from random import Random

import pytest

from paiju.cards.cards import COPIES, counts_of, parse_counts
from paiju.cards.combos import COMBOS, Combo, beats, classify
from paiju.cards.hands import packed
from paiju.cards.moves import holds, plays
from tests.cards import brute_force


def small_hand(random: Random, size: int) -> list[int]:
    """A hand of few ranks, so that runs, attached pairs and bombs are common in it."""
    base, width = random.choice(((0, 3), (3, 4), (9, 4), (10, 5), (0, 15)))
    ranks = range(base, min(15, base + width))
    pack = [rank for rank in ranks for _ in range(COPIES[rank])]
    counts = [0] * 15
    for rank in random.sample(pack, min(size, len(pack))):
        counts[rank] += 1
    return counts


def random_target(random: Random) -> Combo | None:
    return random.choice((None, *random.choices(COMBOS, k=9)))


def test_plays_agree_with_brute_force_on_thousands_of_small_hands() -> None:
    random = Random(9)
    for _ in range(2_000):
        hand = small_hand(random, random.randint(1, 8))
        target = random_target(random)
        expected = brute_force.plays(
            hand, None if target is None else (target.name, target.rank, target.length)
        )
        found = plays(packed(hand), target)
        assert len(found) == len(set(found))
        assert {combo.counts for combo in found} == expected


@pytest.mark.parametrize("size", [10, 12])
def test_plays_agree_with_brute_force_on_hands_that_hold_attached_runs(size: int) -> None:
    random = Random(size)
    for _ in range(30):
        hand = small_hand(random, size)
        assert {combo.counts for combo in plays(packed(hand))} == brute_force.plays(hand, None)


def full_hands(size: int) -> list[list[int]]:
    random = Random(size)
    dealt = [counts_of(random.sample(range(108), size)) for _ in range(150)]
    heavy = [small_hand(random, size) for _ in range(50)]
    return dealt + heavy


@pytest.mark.parametrize("size", [25, 33])
def test_listing_and_asking_agree_on_full_hands(size: int) -> None:
    random = Random(size + 1)
    for hand in full_hands(size):
        target = random_target(random)
        listed = plays(packed(hand), target)
        beating = [combo for combo in COMBOS if target is None or beats(combo, target)]
        assert listed == [combo for combo in beating if holds(packed(hand), combo)]
        for combo in listed:
            assert classify(combo.counts) is combo
            assert all(mine >= used for mine, used in zip(hand, combo.counts, strict=True))
            assert target is None or beats(combo, target)


def test_the_order_is_that_of_the_table() -> None:
    for hand in full_hands(33)[:40]:
        for target in (None, COMBOS[20], COMBOS[-20]):
            places = [combo.index for combo in plays(packed(hand), target)]
            assert places == sorted(set(places))


def test_the_whole_pack_holds_every_combination() -> None:
    assert plays(packed(COPIES)) == list(COMBOS)
    assert plays(packed([0] * 15)) == []


def test_dz_15_bombs_may_be_split() -> None:
    texts = [str(combo) for combo in plays(packed(parse_counts("33333wwWW")))]
    assert " ".join(texts) == "3 w W 33 ww WW 333 333ww 333WW 3333 33333 wwWW"


def test_dz_17_only_bombs_and_the_jokers_answer_a_bomb() -> None:
    hand = packed(parse_counts("3333344445556wwWW"))
    four = classify(parse_counts("4444"))
    assert [str(combo) for combo in plays(hand, four)] == ["33333", "wwWW"]
    jokers = classify(parse_counts("wwWW"))
    assert plays(hand, jokers) == []


def test_holding_is_about_every_rank() -> None:
    wings = classify(parse_counts("JJJQQQ3344"))
    assert wings is not None
    assert holds(packed(parse_counts("JJJQQQ3344")), wings)
    for short in ("JJJQQQ334", "JJQQQ3344", "JJJQQ3344"):
        assert not holds(packed(parse_counts(short + "WW5")), wings)
