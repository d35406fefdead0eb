"""Every way to divide a hand into sets and a pair."""

from typing import NamedTuple

from paiju.mahjong.distance import wrong_size
from paiju.mahjong.tiles import HAND_KINDS, SUITED_KINDS, Tile, number


class Group(NamedTuple):
    """A set of three concealed tiles: a pung, or the chow that begins with ``tile``."""

    is_pung: bool
    tile: Tile

    def holds(self, tile: Tile) -> bool:
        """Whether a tile of this kind stands in the set."""
        if self.is_pung:
            return tile == self.tile
        return self.tile <= tile <= self.tile + 2


class Reading(NamedTuple):
    """One division of a hand: its sets, lowest first, and the kind of its pair."""

    sets: tuple[Group, ...]
    pair: Tile


def readings(counts: list[int], sets: int) -> list[Reading]:
    """All divisions of the concealed tiles into ``sets`` sets and a pair, each once.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> [len(reading.sets) for reading in readings(tile_counts(parse_tiles("11122233344m")), 3)]
    [3, 3, 3]

    :raises ValueError: if the hand does not have 3·sets + 2 tiles.
    """
    if sum(counts) != 3 * sets + 2:
        raise wrong_size(counts, sets)
    found: list[Reading] = []
    for pair in range(HAND_KINDS):
        if counts[pair] >= 2:
            left = list(counts)
            left[pair] -= 2
            _divide(left, 0, (), pair, found)
    return found


def _divide(
    left: list[int], tile: Tile, sets: tuple[Group, ...], pair: Tile, found: list[Reading]
) -> None:
    """Take sets from the lowest tile left until none is left.

    A pung comes before the chows that begin with its kind, so that no division is met twice.
    """
    while tile < HAND_KINDS and left[tile] == 0:
        tile += 1
    if tile == HAND_KINDS:
        found.append(Reading(sets, pair))
        return
    if left[tile] >= 3 and not (sets and sets[-1] == Group(False, tile)):
        left[tile] -= 3
        _divide(left, tile, (*sets, Group(True, tile)), pair, found)
        left[tile] += 3
    if tile < SUITED_KINDS and number(tile) <= 7 and left[tile + 1] and left[tile + 2]:
        left[tile] -= 1
        left[tile + 1] -= 1
        left[tile + 2] -= 1
        _divide(left, tile, (*sets, Group(False, tile)), pair, found)
        left[tile] += 1
        left[tile + 1] += 1
        left[tile + 2] += 1
