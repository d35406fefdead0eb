"""How many tiles a hand lacks for so many sets and a pair, suit by suit from memory.

A suit is known by its *key*: its counts as the digits of a number to base 5, the kind 1 last.
For each key a *lack* is remembered: the fewest tiles one would have to add so that the suit holds
``m`` sets and ``p`` pairs (no kind more than four times), for all m ≤ 4 and p ≤ 1. Suits are
joined by trying every way to share out the sets and the pair. Lacks are numbered, so that a join
is remembered too, and a hand costs four keys and three look-ups once its parts have been met.
"""

from typing import Final, TypeAlias

from paiju.mahjong.tiles import HONOUR, MAN, PIN, SOU, SUIT_SIZES, SUIT_STARTS, Tile

Lack: TypeAlias = tuple[int, ...]
"""Lacking tiles for m sets and p pairs at index 2·m + p."""

_SETS: Final = 4
_NEVER: Final = 99

# Going through a suit from kind 1 up, a state is (x, y, m, p): chows begun two kinds and one kind
# back, sets and pairs so far. Three equal chows are three pungs, so x and y stay below 3.
_CHOWS: Final = 3
_STATES: Final = _CHOWS * _CHOWS * (_SETS + 1) * 2
_Move: TypeAlias = tuple[int, int, int]
"""From a state to a state, using so many tiles of the kind between them."""


def _state(x: int, y: int, m: int, p: int) -> int:
    return ((x * _CHOWS + y) * (_SETS + 1) + m) * 2 + p


def _moves(new_chows: int) -> tuple[_Move, ...]:
    """Every move at one kind, if at most ``new_chows`` may begin there."""
    moves: list[_Move] = []
    for state in range(_STATES):
        p = state % 2
        m = state // 2 % (_SETS + 1)
        y = state // 2 // (_SETS + 1) % _CHOWS
        x = state // 2 // (_SETS + 1) // _CHOWS
        for z in range(new_chows + 1):
            for pung in (0, 1):
                for pair in range(2 - p):
                    used = x + y + z + 3 * pung + 2 * pair
                    if used <= 4 and m + z + pung <= _SETS:
                        moves.append((state, _state(y, z, m + z + pung, p + pair), used))
    return tuple(moves)


_OPEN_MOVES: Final = _moves(_CHOWS - 1)
_LAST_MOVES: Final = _moves(0)
_HONOUR_MOVES: Final = tuple(move for move in _LAST_MOVES if move[0] < 2 * (_SETS + 1))
_LAST_CHOW: Final = 7  # the highest number a chow begins with
_KEPT_ROWS: Final = 6  # rows after so many kinds are shared by many keys

_rows: Final[dict[int, list[int]]] = {}


def _stepped(row: list[int], count: int, moves: tuple[_Move, ...]) -> list[int]:
    after = [_NEVER] * _STATES
    for before, then, used in moves:
        lack = row[before]
        if used > count:
            lack += used - count
        if lack < after[then]:
            after[then] = lack
    return after


def _row(key: int, kinds: int) -> list[int]:
    """The fewest lacking tiles for each state after the first ``kinds`` kinds of a suit."""
    if kinds == 0:
        row = [_NEVER] * _STATES
        row[0] = 0
        return row
    name = key * 10 + kinds
    known = _rows.get(name)
    if known is None:
        power = 5 ** (kinds - 1)
        moves = _OPEN_MOVES if kinds <= _LAST_CHOW else _LAST_MOVES
        known = _stepped(_row(key % power, kinds - 1), key // power, moves)
        if kinds <= _KEPT_ROWS:
            _rows[name] = known
    return known


def _honour_row(key: int) -> list[int]:
    row = _row(0, 0)
    for _ in range(SUIT_SIZES[HONOUR]):
        row = _stepped(row, key % 5, _HONOUR_MOVES)
        key //= 5
    return row


_lacks: Final[list[Lack]] = []
_ids: Final[dict[Lack, int]] = {}
_suited_ids: Final[dict[int, int]] = {}
_honour_ids: Final[dict[int, int]] = {}
_joined_ids: Final[dict[int, int]] = {}


def _id(lack: Lack) -> int:
    known = _ids.get(lack)
    if known is None:
        known = _ids[lack] = len(_lacks)
        _lacks.append(lack)
    return known


def suited_lack(key: int) -> int:
    """The number of the lack of a suit of nine kinds."""
    known = _suited_ids.get(key)
    if known is None:
        known = _suited_ids[key] = _id(tuple(_row(key, 9)[: 2 * (_SETS + 1)]))
    return known


def honour_lack(key: int) -> int:
    """The number of the lack of the seven honours, which make no chows."""
    known = _honour_ids.get(key)
    if known is None:
        known = _honour_ids[key] = _id(tuple(_honour_row(key)[: 2 * (_SETS + 1)]))
    return known


def joined(first: int, second: int) -> int:
    """The number of the lack of two parts of a hand together."""
    name = first << 24 | second
    known = _joined_ids.get(name)
    if known is None:
        known = _joined_ids[name] = _id(_join(_lacks[first], _lacks[second]))
    return known


def _join(first: Lack, second: Lack) -> Lack:
    lack = [_NEVER] * (2 * (_SETS + 1))
    for m in range(_SETS + 1):
        for p in (0, 1):
            for n in range(_SETS + 1 - m):
                for q in range(2 - p):
                    together = first[2 * m + p] + second[2 * n + q]
                    place = 2 * (m + n) + p + q
                    if together < lack[place]:
                        lack[place] = together
    return tuple(lack)


def suit_key(counts: list[int], suit: int) -> int:
    """The key of one suit of a counted hand."""
    start = SUIT_STARTS[suit]
    key = 0
    for tile in range(start + SUIT_SIZES[suit] - 1, start - 1, -1):
        key = 5 * key + counts[tile]
    return key


def hand_lack(counts: list[int], sets: int) -> int:
    """How many tiles a hand lacks for ``sets`` sets and a pair; 0 when it holds them."""
    suited = joined(suited_lack(suit_key(counts, MAN)), suited_lack(suit_key(counts, PIN)))
    others = joined(suited_lack(suit_key(counts, SOU)), honour_lack(suit_key(counts, HONOUR)))
    return _lacks[joined(suited, others)][2 * sets + 1]


def reducing(counts: list[int], sets: int, lack: int) -> list[Tile]:
    """The kinds of which one more tile, where fewer than four are held, leaves less to lack."""
    keys = [suit_key(counts, suit) for suit in (MAN, PIN, SOU, HONOUR)]
    m, p, s = suited_lack(keys[MAN]), suited_lack(keys[PIN]), suited_lack(keys[SOU])
    z = honour_lack(keys[HONOUR])
    mp, sz = joined(m, p), joined(s, z)
    rests = (joined(p, sz), joined(m, sz), joined(mp, z), joined(mp, s))
    place = 2 * sets + 1
    kinds: list[Tile] = []
    for suit in (MAN, PIN, SOU, HONOUR):
        rest = rests[suit]
        key = keys[suit]
        power = 1
        for tile in range(SUIT_STARTS[suit], SUIT_STARTS[suit] + SUIT_SIZES[suit]):
            if counts[tile] < 4:
                part = honour_lack(key + power) if suit == HONOUR else suited_lack(key + power)
                if _lacks[joined(rest, part)][place] < lack:
                    kinds.append(tile)
            power *= 5
    return kinds
