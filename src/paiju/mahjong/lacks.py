"""What suits and hands lack for so many sets and a pair: all of it, worked out once.

A *lack* says for every m ≤ 4 and p ≤ 1 how few tiles would have to be added to a suit so that it
holds m sets and p pairs, no kind more than four times. Of all suits there can be few differ in
that, and joining suits adds hardly any, so that a lack is known by a number that fits in a byte.
A table is a string of such numbers:

- ``suited`` and ``honours`` by a suit's *key*, its counts as the digits of a number to base 5: at
  2 · key the lack, and beside it how many tiles the suit holds and how many pairs (16 · pairs +
  tiles, 7 and 15 at most: no hand has more);
- ``joined`` by the numbers of two parts of a hand, 256 · one + other;
- ``missing`` by 8 · number + sets: the tiles missing for so many sets and a pair.
"""

from typing import Final, TypeAlias

from paiju.mahjong.tiles import HONOUR, MAN, SUIT_SIZES

_SETS: Final = 4
_COPIES: Final = 4

# Going through a suit kind by kind, a state is (x, y, m, p): chows begun two kinds and one kind
# back, sets and pairs so far. Three equal chows are three pungs, so x and y stay below 3. The
# lacking tiles of all states make a *row*, a string of bytes; a suit ends with no chow left open,
# and the beginning of its row is its lack.
_CHOWS: Final = 3
_RESULTS: Final = 2 * (_SETS + 1)
_STATES: Final = _CHOWS * _CHOWS * _RESULTS
_NEVER: Final = 64
_START: Final = bytes([0] + [_NEVER] * (_STATES - 1))

_Move: TypeAlias = tuple[int, int, int]
"""From a state to a state, using so many tiles of the kind between them."""


def _state(x: int, y: int, m: int, p: int) -> int:
    return (x * _CHOWS + y) * _RESULTS + 2 * m + p


def _moves(new_chows: int) -> list[_Move]:
    """Every move at one kind, if at most ``new_chows`` may begin there."""
    return [
        (_state(x, y, m, p), _state(y, z, m + z + pung, p + pair), used)
        for x in range(_CHOWS)
        for y in range(_CHOWS)
        for z in range(new_chows + 1)
        for p in (0, 1)
        for pair in range(2 - p)
        for pung in (0, 1)
        if (used := x + y + z + 3 * pung + 2 * pair) <= _COPIES
        for m in range(_SETS + 1 - z - pung)
    ]


class Lacks:
    """Lacks, numbered as they are met."""

    def __init__(self) -> None:
        self.all: list[bytes] = []
        self._numbers: dict[bytes, int] = {}

    def number(self, lack: bytes) -> int:
        """The number of a lack."""
        known = self._numbers.get(lack)
        if known is None:
            known = self._numbers[lack] = len(self.all)
            self.all.append(lack)
        return known

    def of_suits(self, kinds: int, chows: bool) -> bytes:
        """The numbers of the lacks of all suits of so many kinds, by key.

        Suits that have come to the same row lack the same if they go on alike. So the rows after
        each kind are gathered first, and then the numbers of all that can follow on a row are
        strung together, from the last kind back to the first.
        """
        rows = [_START]
        followers: list[list[int]] = []
        for left in range(kinds, 0, -1):
            moves = _moves(_CHOWS - 1 if chows and left >= _CHOWS else 0)
            found: dict[bytes, int] = {}
            followers.append(
                [
                    found.setdefault(row, len(found))
                    for held in range(_COPIES + 1)
                    for row in _after(rows, moves, held)
                ]
            )
            rows = list(found)
        after = [bytes((self.number(row[:_RESULTS]),)) for row in rows]
        for follower in reversed(followers):
            count = len(follower) // (_COPIES + 1)
            after = [b"".join([after[i] for i in follower[row::count]]) for row in range(count)]
        return after[0]

    def joined(self) -> bytes:
        """The numbers of all lacks joined two by two; those that are new are joined as well."""
        joined = bytearray(1 << 16)
        one = 0
        while one < len(self.all):
            moves = [
                (2 * m + p, 2 * (m + n) + p + q, self.all[one][2 * n + q])
                for m in range(_SETS + 1)
                for n in range(_SETS + 1 - m)
                for p in (0, 1)
                for q in range(2 - p)
            ]
            for other, lack in enumerate(_after(self.all[: one + 1], moves, 0)):
                joined[one << 8 | other] = joined[other << 8 | one] = self.number(lack)
            one += 1
        return bytes(joined)

    def missing(self) -> bytes:
        """The tiles missing for 0 to 4 sets and a pair, by number."""
        return b"".join([lack[1::2].ljust(8, b"\0") for lack in self.all])


def _after(rows: list[bytes], moves: list[_Move], held: int) -> list[bytes]:
    """The rows that come after these by the cheapest moves, if so many tiles are held.

    All rows are worked on at once: a number has a byte for each of them, and one such number for
    every state. The highest bit of a byte stays free, to compare by.
    """
    count, width = len(rows), len(rows[0])
    table = b"".join(rows)
    before = [int.from_bytes(table[state::width], "little") for state in range(width)]
    ones = int.from_bytes(b"\1" * count, "little")
    high = ones << 7
    after = [_NEVER * ones] * width
    for state, then, used in moves:
        best = after[then]
        lack = before[state] + max(0, used - held) * ones
        more = ((best | high) - lack) & high
        after[then] = best ^ ((best ^ lack) & (more - (more >> 7)))
    table = b"".join([lack.to_bytes(count, "little") for lack in after])
    return [table[row::count] for row in range(count)]


def _with_held(numbers: bytes) -> bytes:
    """The numbers by key, each with what the suit holds."""
    held = b"\0"
    more = [_more_held(count) for count in range(_COPIES + 1)]
    while len(held) < len(numbers):
        held = b"".join([held.translate(each) for each in more])
    table = bytearray(2 * len(numbers))
    table[0::2] = numbers
    table[1::2] = held
    return bytes(table)


def _more_held(count: int) -> bytes:
    """What is held with so many tiles of one more kind, by what is held without them."""
    return bytes(
        [min(7, (held >> 4) + count // 2) << 4 | min(15, held % 16 + count) for held in range(256)]
    )


class Tables:
    """The tables; empty until they are built, which takes a moment."""

    def __init__(self) -> None:
        self.suited = b""
        self.honours = b""
        self.joined = b""
        self.missing = b""
        self.are_built = False

    def build(self) -> None:
        """Fill them."""
        lacks = Lacks()
        self.suited = _with_held(lacks.of_suits(SUIT_SIZES[MAN], chows=True))
        self.honours = _with_held(lacks.of_suits(SUIT_SIZES[HONOUR], chows=False))
        self.joined = lacks.joined()
        self.missing = lacks.missing()
        self.are_built = True
