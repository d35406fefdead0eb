"""A winning hand, read in every way it can be read: what a mahjong's patterns look at."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from paiju.mahjong.melds import CHOW
from paiju.mahjong.readings import Group, readings
from paiju.mahjong.tiles import SUITED_KINDS, Tile, suit
from paiju.mahjong.waits import is_seven_pairs
from paiju.mahjong.win import Win

SETS: Final = 4


@dataclass(frozen=True, slots=True)
class Hand:
    """A winning hand read in one way: what is a set, what a pair, where the last tile stands.

    ``pungs`` (kongs among them) and ``chows`` hold the lowest tile of every set, melded or not;
    ``pairs`` is one kind, or the seven of seven pairs, four alike twice. ``place`` is the
    concealed set that the winning tile stands in, ``None`` for a pair. ``suits`` counts the suits
    of 万, 筒 and 条 in the hand; bonus tiles do not colour it.
    """

    win: Win
    pungs: tuple[Tile, ...]
    chows: tuple[Tile, ...]
    pairs: tuple[Tile, ...]
    place: Group | None
    suits: int
    has_honours: bool
    is_concealed: bool
    is_single_wait: bool


def hands(win: Win, single: bool) -> list[Hand]:
    """Every reading of a winning hand, with every place the winning tile can take in it.

    ``single`` says whether the hand waited for this kind alone. The list is empty if the tiles
    are neither four sets and a pair nor seven pairs.

    :raises ValueError: if the hand has the wrong number of tiles.
    """
    counts = list(win.concealed)
    counts[win.tile] += 1
    tiles = [tile for tile, count in enumerate(counts) if count]
    tiles += [tile for meld in win.melds for tile in meld.tiles]
    suits, honours = hand_suits(tiles)
    closed = not any(meld.is_claimed for meld in win.melds)
    pungs = tuple(meld.tile for meld in win.melds if meld.kind != CHOW)
    chows = tuple(meld.tile for meld in win.melds if meld.kind == CHOW)
    found: list[Hand] = []
    sets = SETS - len(win.melds)
    if sets == SETS and is_seven_pairs(counts):
        pairs = tuple(tile for tile, count in enumerate(counts) for _ in range(count // 2))
        found.append(Hand(win, (), (), pairs, None, suits, honours, closed, single))
    for reading in readings(counts, sets):
        all_pungs = pungs + tuple(group.tile for group in reading.sets if group.is_pung)
        all_chows = chows + tuple(group.tile for group in reading.sets if not group.is_pung)
        found += [
            Hand(win, all_pungs, all_chows, (reading.pair,), place, suits, honours, closed, single)
            for place in _places(reading.sets, reading.pair, win.tile)
        ]
    return found


def held_by(win: Win) -> list[int]:
    """Counts by kind of all that the winner held before the winning tile, melds included."""
    held = list(win.concealed)
    for meld in win.melds:
        for tile in meld.tiles:
            held[tile] += 1
    return held


def hand_suits(tiles: Iterable[Tile]) -> tuple[int, bool]:
    """How many suits the tiles have, and whether a wind or a dragon is among them."""
    suits: set[int] = set()
    honours = False
    for tile in tiles:
        if tile < SUITED_KINDS:
            suits.add(suit(tile))
        else:
            honours = True
    return len(suits), honours


def _places(sets: tuple[Group, ...], pair: Tile, tile: Tile) -> list[Group | None]:
    """Where a tile can stand: the sets that hold its kind, and ``None`` for the pair."""
    places: list[Group | None] = [None] if pair == tile else []
    for group in sets:
        if group.holds(tile) and group not in places:
            places.append(group)
    return places
