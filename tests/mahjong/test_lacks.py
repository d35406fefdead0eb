"""The tables of what suits lack, against what the word says: the tiles to add to have it all."""

from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from paiju.mahjong.costs import held_by, keys_of, one_more, tables
from paiju.mahjong.distance import distance
from paiju.mahjong.lacks import Lacks
from paiju.mahjong.waits import is_complete, is_seven_pairs, wait_bits, waits
from tests.mahjong import brute_force as slow

Suit = tuple[int, ...]

PUNGS = [(tile,) * 3 for tile in range(9)]
CHOWS = [(tile, tile + 1, tile + 2) for tile in range(7)]


@cache
def wholes(kinds: int, sets: int, pairs: int) -> list[Suit]:
    """Every suit that is ``sets`` sets and ``pairs`` pairs exactly; seven kinds make no chows."""
    groups = PUNGS + CHOWS if kinds == 9 else PUNGS[:kinds]
    found = set()
    for parts in combinations_with_replacement(groups, sets):
        tiles = [tile for part in parts for tile in part]
        for pair in range(kinds) if pairs else [0]:
            held = [*tiles, pair, pair] if pairs else tiles
            found.add(tuple(held.count(tile) for tile in range(kinds)))
    return [suit for suit in found if max(suit) <= 4]


def test_there_are_21743_whole_suits() -> None:
    """That is how many of 万, 筒 and 条 ``paiju.mahjong.readings`` can come to remember."""
    whole = {suit for sets in range(5) for pairs in (0, 1) for suit in wholes(9, sets, pairs)}
    assert len(whole) == 21_743


def lack(suit: Suit, sets: int, pairs: int) -> int:
    return min(
        sum(more - held for more, held in zip(whole, suit, strict=True) if more > held)
        for whole in wholes(len(suit), sets, pairs)
    )


def lack_by_table(suit: Suit, sets: int, pairs: int) -> int:
    """What the tables say; the number of tiles without a pair is not in them, so it is rebuilt."""
    lacks = numbered()
    key = 0
    for count in suit:
        key = 5 * key + count
    table = tables().suited if len(suit) == 9 else tables().honours
    return lacks.all[table[2 * key]][2 * sets + pairs]


@cache
def numbered() -> Lacks:
    """The lacks by the numbers that stand in the tables: it is the same work done again."""
    lacks = Lacks()
    assert lacks.of_suits(9, chows=True) == tables().suited[::2]
    assert lacks.of_suits(7, chows=False) == tables().honours[::2]
    assert lacks.joined() == tables().joined
    return lacks


def random_suit(random: Random, kinds: int, most: int) -> Suit:
    tiles = random.sample(
        [tile for tile in range(kinds) for _ in range(4)], random.randint(0, most)
    )
    return tuple(tiles.count(tile) for tile in range(kinds))


def test_every_suit_of_few_tiles_lacks_what_it_says() -> None:
    suits = [suit for suit in product(range(4), repeat=9) if sum(suit) <= 3]
    assert len(suits) == 220
    for suit, sets, pairs in product(suits, range(3), (0, 1)):
        assert lack_by_table(suit, sets, pairs) == lack(suit, sets, pairs), suit


@pytest.mark.parametrize("kinds", [9, 7])
def test_large_suits_lack_what_they_say(kinds: int) -> None:
    random = Random(kinds)
    for sets, pairs in product(range(5), (0, 1)):
        for _ in range(12):
            suit = random_suit(random, kinds, 14)
            assert lack_by_table(suit, sets, pairs) == lack(suit, sets, pairs), suit


def test_what_is_joined_shares_out_the_sets_and_the_pair_as_is_best() -> None:
    lacks = numbered()
    joined = tables().joined
    for one, first in enumerate(lacks.all):
        for other, second in enumerate(lacks.all):
            together = lacks.all[joined[one << 8 | other]]
            assert joined[one << 8 | other] == joined[other << 8 | one]
            if one % 7 == 0:
                for sets, pairs in product(range(5), (0, 1)):
                    assert together[2 * sets + pairs] == min(
                        first[2 * m + p] + second[2 * (sets - m) + pairs - p]
                        for m in range(sets + 1)
                        for p in range(pairs + 1)
                    )


def test_bits_and_kinds_tell_the_same_waits() -> None:
    random = Random(1)
    for _ in range(500):
        counts = slow.complete_hand(random, 4, slow.DECKS["all"])
        counts[random.choice([tile for tile in range(34) if counts[tile]])] -= 1
        bits = wait_bits(counts, 4, True)
        kinds = waits(counts, 4, True)
        assert kinds and bits == sum(1 << tile for tile in kinds)


def test_bytes_are_read_as_lists_are_and_one_more_tile_adds_up() -> None:
    random = Random(2)
    for _ in range(300):
        counts = slow.random_hand(random, random.randint(1, 13), slow.DECKS["all"])
        keys = keys_of(counts)
        assert keys_of(bytes(counts)) == keys
        assert keys_of([*counts, 7]) == keys  # flowers behind the hand
        assert held_by(keys) == (sum(counts), sum(count // 2 for count in counts))
        tile = random.choice([tile for tile in range(34) if counts[tile] < 4])
        counts[tile] += 1
        assert one_more(keys, tile) == keys_of(counts)


def test_too_many_tiles_are_no_hand() -> None:
    with pytest.raises(ValueError, match="30 tiles"):
        distance([4, 4, 4, 4, 4, 4, 4, 2] + [0] * 26)
    with pytest.raises(ValueError, match="34 tiles"):
        is_complete(bytes([1] * 34), 4, True)
    assert not is_seven_pairs([2] * 34)
