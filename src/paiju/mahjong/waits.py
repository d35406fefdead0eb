"""Whether a hand is complete, and which tiles complete it."""

from paiju.mahjong.costs import hand_lack, reducing
from paiju.mahjong.distance import pairs_held, wrong_size
from paiju.mahjong.tiles import HAND_KINDS, Tile

_WHOLE_HAND = 4


def is_seven_pairs(counts: list[int]) -> bool:
    """Whether a hand is seven pairs; four alike are two of them.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> is_seven_pairs(tile_counts(parse_tiles("11334444557799m")))
    True
    """
    return sum(counts) == 14 and pairs_held(counts) == 7


def is_complete(counts: list[int], sets: int, seven_pairs: bool) -> bool:
    """Whether the concealed tiles are ``sets`` sets and a pair, or seven pairs where they win.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts
    >>> is_complete(tile_counts(parse_tiles("78899m")), 1, seven_pairs=True)
    False

    :raises ValueError: if the hand does not have 3·sets + 2 tiles.
    """
    if sum(counts) != 3 * sets + 2:
        raise wrong_size(counts, sets)
    if hand_lack(counts, sets) == 0:
        return True
    return seven_pairs and sets == _WHOLE_HAND and pairs_held(counts) == 7


def waits(
    counts: list[int], sets: int, seven_pairs: bool, held: list[int] | None = None
) -> tuple[Tile, ...]:
    """The kinds that complete a hand, in order; empty when it does not wait.

    ``held`` counts all that the player holds, melds included: a kind of which all four are held
    is not waited for (JM-28). Without it the concealed tiles alone are looked at.

    >>> from paiju.mahjong.tiles import parse_tiles, tile_counts, tiles_text
    >>> tiles_text(waits(tile_counts(parse_tiles("12356789m22p888s")), 4, seven_pairs=True))
    '47m'

    :raises ValueError: if the hand does not have 3·sets + 1 tiles.
    """
    if sum(counts) != 3 * sets + 1:
        raise wrong_size(counts, sets)
    kinds = reducing(counts, sets, 1) if hand_lack(counts, sets) == 1 else []
    if seven_pairs and sets == _WHOLE_HAND and pairs_held(counts) == 6:
        odd = [tile for tile, count in enumerate(counts) if count % 2]
        kinds = sorted({*kinds, *odd})
    if held is not None:
        kinds = [tile for tile in kinds if held[tile] < 4]
    return tuple(kinds)


def wait_bits(counts: list[int], sets: int, seven_pairs: bool) -> int:
    """The kinds that complete a hand, a bit for each; 0 when it does not wait.

    :raises ValueError: if the hand does not have 3·sets + 1 tiles.
    """
    bits = 0
    for tile in waits(counts[:HAND_KINDS], sets, seven_pairs):
        bits |= 1 << tile
    return bits
