"""Every way to divide a hand into sets and a pair, suit by suit."""

from typing import Final, NamedTuple, TypeAlias

from mypy_extensions import i64

from paiju.mahjong.costs import Counts, Keys, held_by, keys_of, lack_of
from paiju.mahjong.distance import wrong_size
from paiju.mahjong.tiles import HONOUR, MAN, SUIT_SIZES, SUIT_STARTS, Tile


class Division:
    """One way to divide a whole suit into sets, and a pair where it has one.

    Kinds are counted from the suit's first. ``pungs`` and ``chows`` have the bits of the kinds of
    the pungs, and of those with which chows begin; ``pair`` is -1 where there is none.
    """

    __slots__ = ("chows", "firsts", "pair", "pungs")

    def __init__(self, pungs: int, firsts: tuple[int, ...], pair: int) -> None:
        self.pungs: Final[i64] = pungs
        self.firsts: Final = firsts
        self.pair: Final[i64] = pair
        self.chows: Final[i64] = sum({1 << first for first in firsts})


Divided: TypeAlias = tuple[Division, ...]
"""A hand: its 万, 筒, 条 and honours."""

_Divisions: TypeAlias = dict[int, list[Division]]
_SUITS: Final[_Divisions] = {}
_HONOURS: Final[_Divisions] = {}
"""The divisions of whole suits, by key, as they were met; there are 21,743 whole suits."""


def divided(keys: Keys, sets: i64) -> list[Divided]:
    """Every division of a hand with these keys into ``sets`` sets and a pair."""
    if lack_of(keys, sets):
        return []
    return [
        (man, pin, sou, honours)
        for man in _suit(_SUITS, keys[0])
        for pin in _suit(_SUITS, keys[1])
        for sou in _suit(_SUITS, keys[2])
        for honours in _suit(_HONOURS, keys[3])
    ]


def _suit(divisions: _Divisions, key: int) -> list[Division]:
    """The divisions of a whole suit, those with the lowest pair and with pungs first."""
    known = divisions.get(key)
    if known is None:
        known = divisions[key] = _divisions(key, divisions is _HONOURS)
    return known


def _divisions(key: int, honours: bool) -> list[Division]:
    counts: list[int] = []
    for _ in range(SUIT_SIZES[HONOUR if honours else MAN]):
        counts.insert(0, key % 5)
        key //= 5
    found: list[Division] = []
    if sum(counts) % 3 == 0:
        _divide(counts, 0, 0, (), -1, honours, found)
        return found
    for pair, count in enumerate(counts):
        if count >= 2:
            left = list(counts)
            left[pair] -= 2
            _divide(left, 0, 0, (), pair, honours, found)
    return found


def _divide(
    left: list[int],
    kind: int,
    pungs: int,
    firsts: tuple[int, ...],
    pair: int,
    honours: bool,
    found: list[Division],
) -> None:
    """Take sets from the lowest kind left until none is left.

    A pung comes before the chows that begin with its kind, so that no division is met twice.
    """
    while kind < len(left) and left[kind] == 0:
        kind += 1
    if kind == len(left):
        found.append(Division(pungs, firsts, pair))
        return
    if left[kind] >= 3 and not (firsts and firsts[-1] == kind):
        left[kind] -= 3
        _divide(left, kind, pungs | 1 << kind, firsts, pair, honours, found)
        left[kind] += 3
    if not honours and kind + 2 < len(left) and left[kind + 1] and left[kind + 2]:
        for each in range(kind, kind + 3):
            left[each] -= 1
        _divide(left, kind, pungs, (*firsts, kind), pair, honours, found)
        for each in range(kind, kind + 3):
            left[each] += 1


class Group(NamedTuple):
    """A set of three concealed tiles: a pung, or the chow that begins with ``tile``."""

    is_pung: bool
    tile: Tile


class Reading(NamedTuple):
    """One division of a hand: its sets, lowest first, and the kind of its pair."""

    sets: tuple[Group, ...]
    pair: Tile


def readings(counts: Counts, sets: int) -> list[Reading]:
    """All divisions of the concealed tiles into ``sets`` sets and a pair, each once.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> [len(reading.sets) for reading in readings(tile_counts(parse_tiles("11122233344m")), 3)]
    [3, 3, 3]

    :raises ValueError: if the hand does not have 3·sets + 2 tiles.
    """
    keys = keys_of(counts)
    if held_by(keys)[0] != 3 * sets + 2:
        raise wrong_size(counts, sets)
    return [_reading(division) for division in divided(keys, sets)]


def _reading(suits: Divided) -> Reading:
    groups: list[Group] = []
    pair = -1
    for start, suit in zip(SUIT_STARTS, suits, strict=False):
        here = [Group(True, start + kind) for kind in range(9) if suit.pungs >> kind & 1]
        here += [Group(False, start + first) for first in suit.firsts]
        groups += sorted(here, key=lambda group: group.tile)
        if suit.pair >= 0:
            pair = start + suit.pair
    return Reading(tuple(groups), pair)
