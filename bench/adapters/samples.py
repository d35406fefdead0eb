"""The hands that every judge, distance and move generator is asked about: the same for all."""

from itertools import pairwise
from random import Random

HANDS = 500
KINDS = (*range(27), 31, 33)
"""Tiles as in all mahjongs here: 0-26 three suits from 1 to 9, 31 and 33 two dragons."""
_ALL_KINDS = 34
_CHOWS = 0.7
_SEVEN_PAIRS = 0.04
_RANKS = 15
_COPIES = [8] * 13 + [2, 2]


def random_hands() -> list[list[int]]:
    """Hands of 14 tiles out of a wall of four each."""
    random = Random(1)
    wall = [tile for tile in KINDS for _ in range(4)]
    return [random.sample(wall, 14) for _ in range(HANDS)]


def winning_hands() -> list[list[int]]:
    """Whole hands of 14, the tile that is won on last: four sets and a pair, or seven pairs."""
    random = Random(2)
    hands: list[list[int]] = []
    while len(hands) < HANDS:
        hand = _winning_hand(random)
        if max(counts(hand)) <= 4:
            random.shuffle(hand)
            hands.append(hand)
    return hands


def _winning_hand(random: Random) -> list[int]:
    if random.random() < _SEVEN_PAIRS:
        return [tile for tile in random.sample(KINDS, 7) for _ in range(2)]
    hand = [random.choice(KINDS)] * 2
    for _ in range(4):
        if random.random() < _CHOWS:
            first = random.randrange(3) * 9 + random.randrange(7)
            hand += [first, first + 1, first + 2]
        else:
            hand += [random.choice(KINDS)] * 3
    return hand


def counts(hand: list[int]) -> list[int]:
    """How many of each of the 34 kinds."""
    found = [0] * _ALL_KINDS
    for tile in hand:
        found[tile] += 1
    return found


def numbered(hand: list[int]) -> list[int]:
    """The tiles as single ones: kind × 4 and which of its four copies."""
    seen = [0] * _ALL_KINDS
    found = []
    for tile in hand:
        found.append(4 * tile + seen[tile])
        seen[tile] += 1
    return found


def in_suits(hand: list[int]) -> list[tuple[str, str]]:
    """The numbers of each suit present, in order: ``[("m", "1123"), ("z", "55")]``."""
    found = []
    for (start, end), letter in zip(pairwise((0, 9, 18, 27, 34)), "mpsz", strict=True):
        numbers = "".join(str(tile - start + 1) for tile in sorted(hand) if start <= tile < end)
        if numbers:
            found.append((letter, numbers))
    return found


def card_hands(size: int) -> list[list[int]]:
    """Hands out of two packs of 54 cards, as ranks: 0 to 12 are 3 to 2, then the jokers."""
    random = Random(size)
    pack = [rank for rank in range(_RANKS) for _ in range(_COPIES[rank])]
    return [sorted(random.sample(pack, size)) for _ in range(60)]
