"""How many tiles a hand lacks for so many sets and a pair.

A hand is looked at as its :data:`Keys`: the counts of a suit are the digits of a number to base 5,
its last kind being the lowest digit, so that one more tile of a kind adds a power of five. What a
suit with a key lacks stands in the tables of :mod:`paiju.mahjong.lacks`.
"""

from typing import Final, TypeAlias

from mypy_extensions import i64

from paiju.mahjong.lacks import Tables
from paiju.mahjong.tiles import HAND_KINDS, SUITED_KINDS, Tile

Keys: TypeAlias = tuple[i64, i64, i64, i64, i64, i64]
"""The keys of 万, 筒, 条 and the honours, the number of all tiles and that of the pairs held."""

_PINS: Final = 9
_SOUS: Final = 18
"""Where 筒 and 条 begin; the honours begin where the suited kinds end."""

_TABLES: Final = Tables()


def tables() -> Tables:
    """The tables, built when they are needed first."""
    if not _TABLES.are_built:
        _TABLES.build()
    return _TABLES


def keys_of(counts: list[int]) -> Keys:
    """The keys of a counted hand; four alike are two pairs.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> keys_of(tile_counts(parse_tiles("8999m7777z")))
    (8, 0, 0, 4, 8, 3)
    """
    man: i64 = 0
    pin: i64 = 0
    sou: i64 = 0
    key: i64 = 0
    size: i64 = 0
    pairs: i64 = 0
    for tile, held in enumerate(counts):
        if tile == _PINS:
            man, key = key, 0
        elif tile == _SOUS:
            pin, key = key, 0
        elif tile == SUITED_KINDS:
            sou, key = key, 0
        elif tile == HAND_KINDS:
            break
        count: i64 = held
        key = 5 * key + count
        size += count
        pairs += count >> 1
    return man, pin, sou, key, size, pairs


def lack_of(keys: Keys, sets: i64) -> i64:
    """How many tiles a hand lacks for ``sets`` sets and a pair; 0 when it holds them."""
    known = tables()
    suited = known.suited
    joined = known.joined
    man: i64 = suited[keys[0]]
    pin: i64 = suited[keys[1]]
    sou: i64 = suited[keys[2]]
    honours: i64 = known.honours[keys[3]]
    one: i64 = joined[man << 8 | pin]
    other: i64 = joined[sou << 8 | honours]
    whole: i64 = joined[one << 8 | other]
    return known.missing[whole << 3 | sets]


def reducing_bits(counts: list[int], keys: Keys, sets: i64, lack: i64) -> i64:
    """The kinds of which one more, where fewer than four are held, leaves less than ``lack``.

    A kind is there as the bit of its number.
    """
    known = tables()
    suited = known.suited
    joined = known.joined
    man: i64 = suited[keys[0]]
    pin: i64 = suited[keys[1]]
    sou: i64 = suited[keys[2]]
    honours: i64 = known.honours[keys[3]]
    one: i64 = joined[man << 8 | pin]
    other: i64 = joined[sou << 8 | honours]
    bits = _reducing(counts, 0, _PINS, keys[0], joined[pin << 8 | other], sets, lack)
    bits |= _reducing(counts, _PINS, _SOUS, keys[1], joined[man << 8 | other], sets, lack)
    bits |= _reducing(counts, _SOUS, SUITED_KINDS, keys[2], joined[one << 8 | honours], sets, lack)
    bits |= _reducing(counts, SUITED_KINDS, HAND_KINDS, keys[3], joined[one << 8 | sou], sets, lack)
    return bits


def _reducing(
    counts: list[int], start: i64, end: i64, key: i64, rest: i64, sets: i64, lack: i64
) -> i64:
    """Those of one suit; ``rest`` is what the others lack together."""
    known = tables()
    table = known.honours if start == SUITED_KINDS else known.suited
    joined = known.joined
    missing = known.missing
    bits: i64 = 0
    power: i64 = 1
    tile = end - 1
    while tile >= start:
        bits <<= 1
        if counts[tile] < 4:
            part: i64 = table[key + power]
            whole: i64 = joined[rest << 8 | part]
            less: i64 = missing[whole << 3 | sets]
            if less < lack:
                bits |= 1
        power *= 5
        tile -= 1
    return bits << start


def hand_lack(counts: list[int], sets: int) -> int:
    """How many tiles a counted hand lacks for ``sets`` sets and a pair; 0 when it holds them."""
    return lack_of(keys_of(counts), sets)


def reducing(counts: list[int], sets: int, lack: int) -> list[Tile]:
    """The kinds of which one more tile, where fewer than four are held, leaves less to lack."""
    return kinds_in(reducing_bits(counts, keys_of(counts), sets, lack))


def kinds_in(bits: i64) -> list[Tile]:
    """The kinds whose bits are set, in order.

    >>> kinds_in(0b1010)
    [1, 3]
    """
    kinds: list[Tile] = []
    tile: i64 = 0
    while bits:
        if bits & 1:
            kinds.append(tile)
        bits >>= 1
        tile += 1
    return kinds


def bits_of_odd(counts: list[int]) -> i64:
    """The kinds, as bits, of which an odd number is held."""
    bits: i64 = 0
    tile: i64 = 0
    while tile < HAND_KINDS:
        count: i64 = counts[tile]
        bits |= (count & 1) << tile
        tile += 1
    return bits
