"""The tables of shapes against brute force, for every size of hand."""

from random import Random

import pytest

from paiju.mahjong.readings import readings
from paiju.mahjong.shapes import (
    distance,
    helpful,
    is_complete,
    is_seven_pairs,
    waiting_discards,
    waits,
)
from paiju.mahjong.tiles import parse_tiles, tile_counts
from tests.mahjong import brute_force as slow

SETS = range(5)


def hand(text: str) -> list[int]:
    return tile_counts(parse_tiles(text))


def mixed_hands(random: Random, sets: int, extra: int, count: int) -> list[list[int]]:
    """Hands of 3·sets + extra tiles: random ones of every deck, and complete ones changed a bit."""
    hands = []
    for _ in range(count):
        kinds = random.choice(list(slow.DECKS.values()))
        if random.random() < 0.3:
            hands.append(slow.random_hand(random, 3 * sets + extra, kinds))
            continue
        counts = slow.complete_hand(random, sets, kinds)
        for _ in range(random.choice((0, 0, 1, 2))):
            held = [tile for tile in kinds if counts[tile]]
            counts[random.choice(held)] -= 1
            counts[random.choice([tile for tile in kinds if counts[tile] < 4])] += 1
        for _ in range(2 - extra):
            counts[random.choice([tile for tile in kinds if counts[tile]])] -= 1
        hands.append(counts)
    return hands


@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("seven_pairs", [False, True])
def test_is_complete_equals_brute_force(sets: int, seven_pairs: bool) -> None:
    hands = mixed_hands(Random(sets), sets, 2, 500)
    verdicts = [is_complete(counts, sets, seven_pairs) for counts in hands]
    assert verdicts == [slow.complete(counts, sets, seven_pairs) for counts in hands]
    assert len(set(verdicts)) == 2


@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("seven_pairs", [False, True])
def test_waits_equal_brute_force(sets: int, seven_pairs: bool) -> None:
    hands = mixed_hands(Random(10 + sets), sets, 1, 80)
    found = [list(waits(counts, sets, seven_pairs)) for counts in hands]
    assert found == [slow.waiting_for(counts, sets, seven_pairs) for counts in hands]
    assert sum(map(bool, found)) > 15


@pytest.mark.parametrize("extra", [1, 2])
@pytest.mark.parametrize(("sets", "count"), [(0, 500), (1, 400), (2, 150), (3, 100), (4, 30)])
def test_distance_and_helpful_tiles_equal_brute_force(sets: int, count: int, extra: int) -> None:
    for counts in mixed_hands(Random(20 + 5 * extra + sets), sets, extra, count):
        lack = slow.lack(counts, sets, True)
        assert distance(counts, sets, True) == lack - 1, counts
        if lack == 0:
            assert helpful(counts, sets, True) == []
        elif lack <= 2 and sets < 3:
            nearer = []
            for tile in range(34):
                if counts[tile] < 4:
                    more = list(counts)
                    more[tile] += 1
                    if slow.lack(more, sets, True) < lack:
                        nearer.append(tile)
            assert helpful(counts, sets, True) == nearer, counts


@pytest.mark.parametrize("sets", SETS)
def test_helpful_tiles_are_those_that_lessen_the_distance(sets: int) -> None:
    for counts in mixed_hands(Random(30 + sets), sets, 1, 200):
        before = distance(counts, sets, True)
        nearer = []
        for tile in range(34):
            if counts[tile] < 4:
                more = list(counts)
                more[tile] += 1
                if distance(more, sets, True) < before:
                    nearer.append(tile)
        assert helpful(counts, sets, True) == nearer
        if before == 0:
            assert tuple(nearer) == waits(counts, sets, True)


@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("seven_pairs", [False, True])
def test_waiting_discards_leave_a_hand_that_waits(sets: int, seven_pairs: bool) -> None:
    found = set()
    for counts in mixed_hands(Random(35 + sets), sets, 2, 200):
        waiting = waiting_discards(counts, sets, seven_pairs)
        for gone in range(34):
            left = [n - (tile == gone) for tile, n in enumerate(counts)]
            waits_then = counts[gone] > 0 and distance(left, sets, seven_pairs) == 0
            assert (waiting >> gone & 1 == 1) == waits_then, (counts, gone)
        found.add(waiting > 0)
    assert found == {False, True} or sets == 0


@pytest.mark.parametrize("sets", SETS)
def test_readings_equal_brute_force(sets: int) -> None:
    for counts in mixed_hands(Random(40 + sets), sets, 2, 100):
        found = {
            (
                tuple(
                    sorted(
                        (g.tile,) * 3 if g.is_pung else (g.tile, g.tile + 1, g.tile + 2)
                        for g in reading.sets
                    )
                ),
                reading.pair,
            )
            for reading in readings(counts, sets)
        }
        assert found == slow.divisions(counts, sets)
        assert len(found) == len(readings(counts, sets))


def test_nothing_changes_the_hand_it_is_asked_about() -> None:
    counts = hand("11122233344m")
    before = list(counts)
    readings(counts, 3)
    helpful(counts, 3, True)
    is_complete(counts, 3, True)
    assert counts == before


# Faults of other programs (failures-elsewhere 17, 18, 19).


def test_78899_is_no_win() -> None:
    assert not is_complete(hand("78899m"), 1, True)
    assert not is_complete(hand("78899m123p456s"), 3, True)


def test_a_ready_test_on_thirteen_tiles_is_asked_with_thirteen() -> None:
    assert waits(hand("12356789m22p888s"), 4, True) == (3, 6)
    with pytest.raises(ValueError, match="14 tiles with 4 sets"):
        waits(hand("123456789m22p888s"), 4, True)
    with pytest.raises(ValueError, match="13 tiles with 4 sets"):
        is_complete(hand("12356789m22p888s"), 4, True)
    with pytest.raises(ValueError, match="10 tiles with 4 sets"):
        distance(hand("123456789m1p"), 4, True)
    with pytest.raises(ValueError, match="10 tiles with 3 sets"):
        readings(hand("123456789m1p"), 3)


def test_four_alike_are_two_pairs() -> None:
    pairs = hand("1133444455779m9m")
    assert is_seven_pairs(pairs)
    assert is_complete(pairs, 4, True)
    assert not is_seven_pairs(hand("11123334445577m"))
    assert not is_complete(hand("1133444455779m9p"), 4, True)


def test_seven_pairs_need_a_game_that_knows_them_and_no_melds() -> None:
    pairs = hand("1133557799m1133p")
    assert is_complete(pairs, 4, True)
    assert not is_complete(pairs, 4, False)
    assert not is_complete(hand("11335577m"), 2, True)
    assert distance(hand("1133557799m113p"), 4, True) == 0
    assert distance(hand("1133557799m113p"), 4, False) == 3


def test_a_kind_all_four_of_which_are_held_is_not_waited_for() -> None:
    single = hand("1m")
    assert waits(single, 0, True) == (0,)
    assert waits(single, 0, True, held=hand("1111m")) == ()
    assert waits(hand("1111m"), 1, True) == ()
    assert distance(hand("1111m"), 1, True) == 1
