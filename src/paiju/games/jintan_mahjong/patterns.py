"""What a winning hand of 金坛麻将 counts: 花, which are added, and 番, which double."""

from collections.abc import Callable
from typing import Final, TypeAlias

from paiju.mahjong.hand import PAIR, SETS, Hand
from paiju.mahjong.melds import CONCEALED_KONG, PUNG, Meld
from paiju.mahjong.scoring import Item, Pattern
from paiju.mahjong.tiles import (
    FIRST_FLOWER,
    HAND_KINDS,
    KINDS,
    SUITED_KINDS,
    Tile,
    is_suited,
    tile_name,
)
from paiju.mahjong.win import DISCARD, SELF_DRAW, Win

FLOWERS: Final = "花"
FANS: Final = "番"

# 花 (JT-22 to JT-26).


def _named(name: str, zh: str, en: str, flowers: int, clause: str) -> tuple[Item, ...]:
    """The line of such a set of each kind, by tile."""
    return tuple(
        Item(name, tile_name(t).zh + zh, f"{en} ({tile_name(t).en})", flowers, FLOWERS, clause)
        for t in range(HAND_KINDS)
    )


_HONOUR_PUNGS: Final = _named("honour_pung", "明刻", "Claimed pung", 1, "JT-23")
_HONOUR_TRIPLETS: Final = _named("honour_triplet", "暗刻", "Concealed triplet", 2, "JT-24")
_EXPOSED_HONOURS: Final = _named("honour_kong", "明杠", "Exposed kong", 3, "JT-25")
_CONCEALED_HONOURS: Final = _named("honour_kong", "暗杠", "Concealed kong", 4, "JT-25")
_EXPOSED_KONGS: Final = _named("kong", "明杠", "Exposed kong", 1, "JT-26")
_CONCEALED_KONGS: Final = _named("kong", "暗杠", "Concealed kong", 2, "JT-26")
_FLOWER_TILES: Final = tuple(
    Item("flower_tile", f"花牌×{count}", f"Flower tiles ×{count}", count, FLOWERS, "JT-22")
    for count in range(KINDS - FIRST_FLOWER + 1)
)
"""The line for so many flower tiles, one 花 each."""


def is_honour(tile: Tile) -> bool:
    """风将: whether a tile is a wind or a dragon (JT-1)."""
    return not is_suited(tile)


def meld_flowers(meld: Meld) -> Item | None:
    """The line for a meld on the table, if it is worth anything; an added kong is exposed (JT-7).

    >>> from paiju.mahjong.melds import parse_meld
    >>> [meld_flowers(parse_meld(text)) is not None for text in ("777z", "777m", "7777m")]
    [True, False, True]
    """
    honour = is_honour(meld.tile)
    if meld.kind == CONCEALED_KONG:
        return (_CONCEALED_HONOURS if honour else _CONCEALED_KONGS)[meld.tile]
    if meld.is_kong:
        return (_EXPOSED_HONOURS if honour else _EXPOSED_KONGS)[meld.tile]
    if meld.kind == PUNG and honour:
        return _HONOUR_PUNGS[meld.tile]
    return None


def laid_flowers(bonus: int, melds: tuple[Meld, ...]) -> list[Item]:
    """The lines of all that lies before a player: ``bonus`` flower tiles and melds."""
    items = [_FLOWER_TILES[bonus]] if bonus else []
    for meld in melds:
        item = meld_flowers(meld)
        if item is not None:
            items.append(item)
    return items


def triplet_flowers(tile: Tile, by_discard: bool) -> Item:
    """The line for a triplet of honours in hand; a discard that completes it makes it a pung."""
    return _HONOUR_PUNGS[tile] if by_discard else _HONOUR_TRIPLETS[tile]


def flower_items(win: Win, hand: Hand) -> list[Item]:
    """The 花 of a win whose hand is read like this; seven pairs have no triplets (JT-26)."""
    items = laid_flowers(len(win.bonus), win.melds)
    if hand.is_seven_pairs:
        return items
    for tile in range(SUITED_KINDS, HAND_KINDS):
        won = tile == win.tile
        if win.concealed[tile] + won == 3:
            items.append(triplet_flowers(tile, won and win.source == DISCARD))
    return items


# 番 (JT-27 to JT-32).


def _half_flush(hand: Hand) -> int:
    return hand.suits <= 1 and hand.has_honours


def _full_flush(hand: Hand) -> int:
    return hand.suits == 1 and not hand.has_honours


def _all_pungs(hand: Hand) -> int:
    return hand.pungs == SETS


def _kong_replacement(hand: Hand) -> int:
    return hand.source == SELF_DRAW and hand.is_after_kong and not hand.is_seven_pairs


def _pair_wait(hand: Hand) -> int:
    return hand.place == PAIR


def _last_tile_wait(hand: Hand) -> int:
    return hand.place == PAIR and hand.melds == SETS


def _seven_pairs(hand: Hand) -> int:
    return hand.is_seven_pairs


_Times: TypeAlias = Callable[[Hand], int]


def _fan(clause: str, name: str, zh: str, en: str, value: int, times: _Times) -> Pattern:
    return Pattern(name, zh, en, value, FANS, clause, times)


HALF_FLUSH: Final = _fan("JT-27", "half_flush", "混一色", "Half flush", 1, _half_flush)
FULL_FLUSH: Final = _fan("JT-28", "full_flush", "清一色", "Full flush", 2, _full_flush)
_COMMON: Final[tuple[Pattern, ...]] = (
    HALF_FLUSH,
    FULL_FLUSH,
    _fan("JT-29", "all_pungs", "对对胡", "All pungs", 1, _all_pungs),
    _fan("JT-30", "kong_replacement", "杠开", "Kong replacement", 1, _kong_replacement),
    _fan("JT-32", "seven_pairs", "七对", "Seven pairs", 2, _seven_pairs),
)
PATTERNS: Final[dict[str, tuple[Pattern, ...]]] = {
    "any": (*_COMMON, _fan("JT-31", "pair_wait", "独吊", "Pair wait", 1, _pair_wait)),
    "last_tile": (*_COMMON, _fan("JT-31", "pair_wait", "独吊", "Pair wait", 1, _last_tile_wait)),
}
"""All that gives 番, by the option ``pair_wait``."""
