"""How many tiles a hand lacks for so many sets and a pair.

A hand is looked at as its :data:`Keys`: the counts of a suit are the digits of a number to base 5,
its last kind being the lowest digit, so that one more tile of a kind adds a power of five. What a
suit with a key lacks stands in the tables of :mod:`paiju.mahjong.lacks`.
"""

from typing import Final, TypeAlias

from mypy_extensions import i64

from paiju.mahjong.lacks import Tables
from paiju.mahjong.tiles import FLOWER, HAND_KINDS, SUIT_SIZES, SUITED_KINDS, Tile

Counts: TypeAlias = list[int] | bytes
"""A hand: how many it holds of each of the 34 kinds, four of each at most.

Compiled, bytes are read faster: no number in them is an object.
"""

Keys: TypeAlias = tuple[i64, i64, i64, i64]
"""The keys of 万, 筒, 条 and the honours."""

_PINS: Final = 9
_SOUS: Final = 18
"""Where 筒 and 条 begin; the honours begin where the suited kinds end."""
_POWERS: Final = tuple(
    [5**place for size in SUIT_SIZES[:FLOWER] for place in reversed(range(size))]
)
"""What a tile of each kind adds to the key of its suit."""

_TABLES: Final = Tables()


def tables() -> Tables:
    """The tables, built when they are needed first."""
    if not _TABLES.are_built:
        _TABLES.build()
    return _TABLES


def keys_of(counts: Counts) -> Keys:
    """The keys of a counted hand.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> keys_of(tile_counts(parse_tiles("8999m7777z")))
    (8, 0, 0, 4)
    """
    if isinstance(counts, bytes):
        return (
            _key_of_bytes(counts, 0, _PINS),
            _key_of_bytes(counts, _PINS, _SOUS),
            _key_of_bytes(counts, _SOUS, SUITED_KINDS),
            _key_of_bytes(counts, SUITED_KINDS, HAND_KINDS),
        )
    man: i64 = 0
    pin: i64 = 0
    sou: i64 = 0
    key: i64 = 0
    end: i64 = _PINS
    for tile, held in enumerate(counts):
        if tile == end:
            if end == _PINS:
                man, end = key, _SOUS
            elif end == _SOUS:
                pin, end = key, SUITED_KINDS
            elif end == SUITED_KINDS:
                sou, end = key, HAND_KINDS
            else:
                break
            key = 0
        count: i64 = held
        key = 5 * key + count
    return man, pin, sou, key


def _key_of_bytes(counts: bytes, tile: i64, end: i64) -> i64:
    key: i64 = 0
    while tile < end:
        count: i64 = counts[tile]
        key = 5 * key + count
        tile += 1
    return key


def one_more(keys: Keys, tile: Tile) -> Keys:
    """The keys of a hand with one more tile, of which it holds three at most."""
    return _more(keys, tile, _POWERS[tile])


def one_less(keys: Keys, tile: Tile) -> Keys:
    """The keys of a hand with one less of a tile that it holds."""
    return _more(keys, tile, -_POWERS[tile])


def _more(keys: Keys, tile: Tile, power: i64) -> Keys:
    man, pin, sou, honours = keys
    if tile < _PINS:
        man += power
    elif tile < _SOUS:
        pin += power
    elif tile < SUITED_KINDS:
        sou += power
    else:
        honours += power
    return man, pin, sou, honours


def held_by(keys: Keys) -> tuple[i64, i64]:
    """How many tiles a hand holds and how many pairs, four alike being two.

    From 15 tiles of a suit on they are counted as 15: more than any hand has.
    """
    known = tables()
    suited = known.suited
    man: i64 = suited[keys[0] << 1 | 1]
    pin: i64 = suited[keys[1] << 1 | 1]
    sou: i64 = suited[keys[2] << 1 | 1]
    honours: i64 = known.honours[keys[3] << 1 | 1]
    tiles = (man & 15) + (pin & 15) + (sou & 15) + (honours & 15)
    return tiles, (man >> 4) + (pin >> 4) + (sou >> 4) + (honours >> 4)


def lack_of(keys: Keys, sets: i64) -> i64:
    """How many tiles a hand lacks for ``sets`` sets and a pair; 0 when it holds them."""
    known = tables()
    suited = known.suited
    joined = known.joined
    man: i64 = suited[keys[0] << 1]
    pin: i64 = suited[keys[1] << 1]
    sou: i64 = suited[keys[2] << 1]
    honours: i64 = known.honours[keys[3] << 1]
    one: i64 = joined[man << 8 | pin]
    other: i64 = joined[sou << 8 | honours]
    whole: i64 = joined[one << 8 | other]
    return known.missing[whole << 3 | sets]


def reducing_bits(keys: Keys, sets: i64, lack: i64) -> i64:
    """The kinds of which one more, where fewer than four are held, leaves less than ``lack``.

    A kind is there as the bit of its number.
    """
    known = tables()
    suited = known.suited
    joined = known.joined
    man: i64 = suited[keys[0] << 1]
    pin: i64 = suited[keys[1] << 1]
    sou: i64 = suited[keys[2] << 1]
    honours: i64 = known.honours[keys[3] << 1]
    one: i64 = joined[man << 8 | pin]
    other: i64 = joined[sou << 8 | honours]
    bits = _reducing(0, _PINS, keys[0], joined[pin << 8 | other], sets, lack)
    bits |= _reducing(_PINS, _SOUS, keys[1], joined[man << 8 | other], sets, lack)
    bits |= _reducing(_SOUS, SUITED_KINDS, keys[2], joined[one << 8 | honours], sets, lack)
    bits |= _reducing(SUITED_KINDS, HAND_KINDS, keys[3], joined[one << 8 | sou], sets, lack)
    return bits


def _reducing(start: i64, end: i64, key: i64, rest: i64, sets: i64, lack: i64) -> i64:
    """Those of one suit; ``rest`` is what the others lack together."""
    known = tables()
    table = known.honours if start == SUITED_KINDS else known.suited
    joined = known.joined
    missing = known.missing
    bits: i64 = 0
    power: i64 = 1
    left = key
    tile = end - 1
    while tile >= start:
        bits <<= 1
        if left % 5 < 4:
            part: i64 = table[(key + power) << 1]
            whole: i64 = joined[rest << 8 | part]
            less: i64 = missing[whole << 3 | sets]
            if less < lack:
                bits |= 1
        power *= 5
        left //= 5
        tile -= 1
    return bits << start


def hand_lack(counts: Counts, sets: int) -> int:
    """How many tiles a counted hand lacks for ``sets`` sets and a pair; 0 when it holds them."""
    return lack_of(keys_of(counts), sets)


def reducing(counts: Counts, sets: int, lack: int) -> list[Tile]:
    """The kinds of which one more tile, where fewer than four are held, leaves less to lack."""
    return kinds_in(reducing_bits(keys_of(counts), sets, lack))


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


def odd_bits(keys: Keys) -> i64:
    """The kinds of which an odd number is held, each as the bit of its number."""
    bits = _odd(keys[0], _PINS) | _odd(keys[1], _PINS) << _PINS | _odd(keys[2], _PINS) << _SOUS
    return bits | _odd(keys[3], HAND_KINDS - SUITED_KINDS) << SUITED_KINDS


def _odd(key: i64, size: i64) -> i64:
    bits: i64 = 0
    while size > 0:
        bits = bits << 1 | key % 5 & 1
        key //= 5
        size -= 1
    return bits
