"""The shuffle: a documented function of a seed, the same in every language and version.

The stream of a seed is SHA-256(seed ‖ label ‖ counter) for counter = 0, 1, 2, … (8 bytes, big
endian), read as 32-bit big-endian words. A number below ``n`` is the next word that is below the
largest multiple of ``n`` up to 2³², modulo ``n`` (rejection keeps it even). A shuffle is
Fisher–Yates from the last place down to the second. Anybody can check a deal with these lines.
"""

from hashlib import sha256
from struct import Struct
from typing import Final, TypeVar

from paiju.core.errors import BadRecord

T = TypeVar("T")

SEED_BYTES: Final = 32
_WORDS: Final = Struct(">8I")
"""The eight words of one block."""


class Stream:
    """An endless row of even random numbers that follows from a seed and a label."""

    __slots__ = ("_begun", "_counter", "_next", "_words")

    def __init__(self, seed: bytes, label: str) -> None:
        self._begun = sha256(seed + label.encode())
        self._counter = 0
        self._words: tuple[int, ...] = ()
        self._next = 0

    def word(self) -> int:
        """The next 32 random bits."""
        if self._next == len(self._words):
            block = self._begun.copy()
            block.update(self._counter.to_bytes(8, "big"))
            self._words = _WORDS.unpack(block.digest())
            self._counter += 1
            self._next = 0
        word = self._words[self._next]
        self._next += 1
        return word

    def below(self, bound: int) -> int:
        """An even random number from 0 to ``bound`` - 1."""
        limit = (1 << 32) // bound * bound
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % bound

    def shuffle(self, items: list[T]) -> None:
        """Bring ``items`` into an even random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def derived_seed(seed: bytes, label: str) -> bytes:
    """The seed of a part (round 3 of a match, say) from the seed of the whole."""
    return sha256(seed + label.encode()).digest()


def parse_seed(text: str) -> bytes:
    """Read a seed of a record: 64 hexadecimal digits.

    >>> parse_seed("00" * 32) == bytes(32)
    True
    """
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise BadRecord(f"seed {text!r}: a seed is {2 * SEED_BYTES} hexadecimal digits")
    return seed
