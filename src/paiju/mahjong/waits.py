"""Whether a hand is complete, and which tiles complete it."""

from typing import Final

from mypy_extensions import i64

from paiju.mahjong.costs import (
    Counts,
    Keys,
    held_by,
    keys_of,
    kinds_in,
    lack_of,
    odd_bits,
    one_less,
    reducing_bits,
)
from paiju.mahjong.distance import wrong_size
from paiju.mahjong.tiles import HAND_KINDS, Tile

_WHOLE_HAND: Final = 4
_PAIRS: Final = 7


def is_seven_pairs(counts: Counts) -> bool:
    """Whether a hand is seven pairs; four alike are two of them.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> is_seven_pairs(tile_counts(parse_tiles("11334444557799m")))
    True
    """
    tiles, pairs = held_by(keys_of(counts))
    return tiles == 2 * _PAIRS and pairs == _PAIRS


def is_complete(counts: Counts, sets: int, seven_pairs: bool) -> bool:
    """Whether the concealed tiles are ``sets`` sets and a pair, or seven pairs where they win.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> is_complete(tile_counts(parse_tiles("78899m")), 1, seven_pairs=True)
    False

    :raises ValueError: if the hand does not have 3·sets + 2 tiles.
    """
    keys = keys_of(counts)
    tiles, pairs = held_by(keys)
    if tiles != 3 * sets + 2:
        raise wrong_size(counts, sets)
    if lack_of(keys, sets) == 0:
        return True
    return seven_pairs and sets == _WHOLE_HAND and pairs == _PAIRS


def wait_bits(counts: Counts, sets: int, seven_pairs: bool) -> i64:
    """The kinds that complete a hand, each as the bit of its number; 0 when it does not wait.

    A kind of which the hand holds all four is not among them.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> bin(wait_bits(tile_counts(parse_tiles("12356789m22p888s")), 4, seven_pairs=True))
    '0b1001000'

    :raises ValueError: if the hand does not have 3·sets + 1 tiles.
    """
    keys = keys_of(counts)
    if held_by(keys)[0] != 3 * sets + 1:
        raise wrong_size(counts, sets)
    return wait_bits_of(keys, sets, seven_pairs)


def waiting_discards(counts: Counts, sets: int, seven_pairs: bool) -> i64:
    """The kinds whose discard leaves a hand of 3·sets + 2 tiles waiting, each as its bit.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts, tiles_text
    >>> waiting = waiting_discards(tile_counts(parse_tiles("1239m2p")), 1, seven_pairs=False)
    >>> tiles_text(kinds_in(waiting))
    '9m2p'
    """
    keys = keys_of(counts)
    has_pairs = seven_pairs and sets == _WHOLE_HAND and held_by(keys)[1] >= _PAIRS - 1
    bits: i64 = 0
    if has_pairs or lack_of(keys, sets) <= 1:
        bit: i64 = 1
        for tile in range(HAND_KINDS):
            if counts[tile] and wait_bits_of(one_less(keys, tile), sets, seven_pairs):
                bits |= bit
            bit <<= 1
    return bits


def wait_bits_of(keys: Keys, sets: i64, seven_pairs: bool) -> i64:
    """The same of a hand with these keys."""
    bits: i64 = 0
    if lack_of(keys, sets) == 1:
        bits = reducing_bits(keys, sets, 1)
    if seven_pairs and sets == _WHOLE_HAND and held_by(keys)[1] == _PAIRS - 1:
        bits |= odd_bits(keys)
    return bits


def waits(
    counts: Counts, sets: int, seven_pairs: bool, held: list[int] | None = None
) -> tuple[Tile, ...]:
    """The kinds that complete a hand, in order; empty when it does not wait.

    ``held`` counts all that the player holds, melds included: a kind of which all four are held
    is not waited for (JM-28). Without it the concealed tiles alone are looked at.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts, tiles_text
    >>> tiles_text(waits(tile_counts(parse_tiles("12356789m22p888s")), 4, seven_pairs=True))
    '47m'

    :raises ValueError: if the hand does not have 3·sets + 1 tiles.
    """
    kinds = kinds_in(wait_bits(counts, sets, seven_pairs))
    if held is not None:
        kinds = [tile for tile in kinds if held[tile] < 4]
    return tuple(kinds)
