"""How far a hand is from a win, and which tiles bring it nearer.

A hand is a list of 34 counts; ``sets`` is how many sets its concealed tiles must still make beside
the pair, so a hand with one meld has 3. Every count is exact for each size of hand: the tables
know no difference between a hand of 14 tiles and one of 2.
"""

from paiju.mahjong.costs import hand_lack, reducing
from paiju.mahjong.tiles import Tile

_WHOLE_HAND = 4
"""Seven pairs take a hand without melds: four sets are still to be made."""
_PAIRS = 7


def distance(counts: list[int], sets: int, seven_pairs: bool) -> int:
    """Useful draws still needed before the hand waits: 0 while waiting, -1 when complete.

    ``seven_pairs`` says whether seven pairs win in this game; they need all four sets open.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> distance(tile_counts(parse_tiles("12356789m22p888s")), 4, seven_pairs=True)
    0
    >>> distance(tile_counts(parse_tiles("2m")), 0, seven_pairs=True)
    0

    :raises ValueError: if the hand is neither of 3·sets + 1 nor of 3·sets + 2 tiles.
    """
    size = sum(counts) - 3 * sets
    if size != 1 and size != 2:
        raise wrong_size(counts, sets)
    lack = hand_lack(counts, sets)
    if seven_pairs and sets == _WHOLE_HAND:
        lack = min(lack, _PAIRS - pairs_held(counts))
    return lack - 1


def helpful(counts: list[int], sets: int, seven_pairs: bool) -> list[Tile]:
    """The kinds that bring a hand nearer to a win, by :func:`distance`; none when complete.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts, tiles_text
    >>> tiles_text(helpful(tile_counts(parse_tiles("1367m")), 1, seven_pairs=True))
    '1235678m'

    :raises ValueError: as for :func:`distance`.
    """
    lack = distance(counts, sets, seven_pairs) + 1
    if lack == 0:
        return []
    kinds = reducing(counts, sets, lack)
    if seven_pairs and sets == _WHOLE_HAND and _PAIRS - pairs_held(counts) == lack:
        odd = [tile for tile, count in enumerate(counts) if count % 2]
        kinds = sorted({*kinds, *odd})
    return kinds


def pairs_held(counts: list[int]) -> int:
    """How many pairs a hand holds, four alike being two."""
    pairs = 0
    for count in counts:
        if count > 1:
            pairs += count // 2
    return pairs


def wrong_size(counts: list[int], sets: int) -> ValueError:
    """The error for a hand whose size cannot be, with ``sets`` sets to make."""
    waiting = 3 * sets + 1
    return ValueError(
        f"a hand of {sum(counts)} tiles with {sets} sets to make: "
        f"it has {waiting} tiles, or {waiting + 1} after a draw"
    )
