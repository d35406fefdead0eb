"""How far a hand is from a win, and which tiles bring it nearer.

A hand is a list of 34 counts, or the same as bytes; ``sets`` is how many sets its concealed tiles
must still make beside the pair, so a hand with one meld has 3. Every count is exact for each size
of hand: the tables know no difference between a hand of 14 tiles and one of 2.
"""

from typing import Final

from mypy_extensions import i64

from paiju.mahjong.costs import Counts, held_by, keys_of, kinds_in, lack_of, odd_bits, reducing_bits
from paiju.mahjong.tiles import Tile

_WHOLE_HAND: Final = 4
"""Seven pairs take a hand without melds: four sets are still to be made."""
_PAIRS: Final = 7


def distance(counts: Counts, sets: int = 4, seven_pairs: bool = True) -> int:
    """Useful draws still needed before the hand waits: 0 while waiting, -1 when complete.

    ``seven_pairs`` says whether seven pairs win in this game; they need all four sets open.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> distance(tile_counts(parse_tiles("12356789m22p888s")))
    0
    >>> distance(tile_counts(parse_tiles("2m")), 0)
    0

    :raises ValueError: if the hand is neither of 3·sets + 1 nor of 3·sets + 2 tiles.
    """
    keys = keys_of(counts)
    tiles, pairs = held_by(keys)
    extra = tiles - 3 * sets
    if extra != 1 and extra != 2:
        raise wrong_size(counts, sets)
    lack = lack_of(keys, sets)
    if seven_pairs and sets == _WHOLE_HAND and _PAIRS - pairs < lack:
        lack = _PAIRS - pairs
    return lack - 1


def helpful(counts: Counts, sets: int = 4, seven_pairs: bool = True) -> list[Tile]:
    """The kinds that bring a hand nearer to a win, by :func:`distance`; none when complete.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts, tiles_text
    >>> tiles_text(helpful(tile_counts(parse_tiles("1367m")), 1))
    '1235678m'

    :raises ValueError: as for :func:`distance`.
    """
    lack: i64 = distance(counts, sets, seven_pairs) + 1
    if lack == 0:
        return []
    keys = keys_of(counts)
    bits = reducing_bits(keys, sets, lack)
    if seven_pairs and sets == _WHOLE_HAND and _PAIRS - held_by(keys)[1] == lack:
        bits |= odd_bits(keys)
    return kinds_in(bits)


def pairs_held(counts: Counts) -> int:
    """How many pairs a hand holds, four alike being two."""
    return held_by(keys_of(counts))[1]


def wrong_size(counts: Counts, sets: int) -> ValueError:
    """The error for a hand whose size cannot be, with ``sets`` sets to make."""
    waiting = 3 * sets + 1
    return ValueError(
        f"a hand of {sum(counts)} tiles with {sets} sets to make: "
        f"it has {waiting} tiles, or {waiting + 1} after a draw"
    )
