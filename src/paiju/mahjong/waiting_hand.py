"""A hand that waits for a win, drawn at random: what a seat that declared 报听 may hold."""

from random import Random
from typing import Final

from paiju.mahjong.tiles import HAND_KINDS, SUITED_KINDS, Tile, number

TRIES: Final = 30
"""How often a hand is begun anew when the tiles that are left give no more sets."""
_WHOLE_SIZE: Final = 13
_SEVEN_PAIRS_SHARE: Final = 0.05


def waiting_hand(free: list[int], size: int, chance: Random) -> list[Tile]:
    """3·sets + 1 tiles of those that are ``free`` (counts by kind) that wait for a win.

    Sets are drawn tile by tile, so that what there is more of is there more often. Empty if no
    such hand could be found.

    >>> waiting_hand([3, 0, 0, 2] + [0] * 30, 4, Random(1))
    [0, 0, 3, 3]
    """
    for _ in range(TRIES):
        left = free[:HAND_KINDS]
        pairs_wanted = size == _WHOLE_SIZE and chance.random() < _SEVEN_PAIRS_SHARE
        hand = _seven_pairs(left, chance) if pairs_wanted else _sets_and_pair(left, size, chance)
        if hand:
            hand.pop(chance.randrange(len(hand)))
            return sorted(hand)
    return []


def _sets_and_pair(left: list[int], size: int, chance: Random) -> list[Tile]:
    """A whole hand of sets and a pair, taken out of ``left``; empty if it cannot be made up."""
    hand: list[Tile] = []
    for _ in range(size // 3):
        tiles = [tile for tile, count in enumerate(left) for _ in range(count)]
        found = _sets_with(left, chance.choice(tiles)) if tiles else []
        if not found:
            return []
        hand += _taken(left, chance.choice(found))
    pairs = [(tile, tile) for tile, count in enumerate(left) if count >= 2]
    return hand + _taken(left, chance.choice(pairs)) if pairs else []


def _seven_pairs(left: list[int], chance: Random) -> list[Tile]:
    kinds = [tile for tile, count in enumerate(left) if count >= 2]
    if len(kinds) < _WHOLE_SIZE // 2 + 1:
        return []
    return [tile for tile in chance.sample(kinds, 7) for _ in range(2)]


def _sets_with(left: list[int], tile: Tile) -> list[tuple[Tile, ...]]:
    """Every chow and pung that can be made with a tile."""
    found: list[tuple[Tile, ...]] = [(tile, tile, tile)] if left[tile] >= 3 else []
    if tile >= SUITED_KINDS:
        return found
    starts = range(max(tile - 2, tile - number(tile) + 1), tile + 1)
    return found + [
        (first, first + 1, first + 2)
        for first in starts
        if number(first) <= 7 and left[first] and left[first + 1] and left[first + 2]
    ]


def _taken(left: list[int], tiles: tuple[Tile, ...]) -> list[Tile]:
    for tile in tiles:
        left[tile] -= 1
    return list(tiles)
