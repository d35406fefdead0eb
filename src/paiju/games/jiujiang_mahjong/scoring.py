"""The judge of 九江麻将: is it a win, and what is it worth (JM-26 to JM-56)."""

from typing import Final

from paiju.core.errors import Refusal
from paiju.core.text import Text
from paiju.games.jiujiang_mahjong.extras import eaten, own_extras
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.games.jiujiang_mahjong.patterns import FLOWERS, PLAIN, WAYS, Hand, hand_suits
from paiju.mahjong.melds import CHOW
from paiju.mahjong.readings import Group, readings
from paiju.mahjong.scoring import Item, Verdict
from paiju.mahjong.tiles import Tile
from paiju.mahjong.waits import is_seven_pairs, waits
from paiju.mahjong.win import Payer, Win

__all__ = ["dealer_factor", "eaten", "judge", "points_from"]

_SETS: Final = 4
_FLOWER_WAY: Final = 5  # u in a flower win (JM-44)
_NO_WIN: Final = Refusal(
    Text(
        "牌型不成胡：要四组牌加一对将，或七对",
        "The hand is not four melds and a pair, nor seven pairs",
    ),
    "JM-2",
)


def judge(win: Win, options: JiujiangOptions) -> Verdict:
    """Say whether a hand wins and what it is worth, by its best reading (JM-27).

    >>> from paiju.mahjong.tiles import parse_tile, parse_tiles, tile_counts
    >>> hand = tuple(tile_counts(parse_tiles("12356789m22p888s")))
    >>> verdict = judge(Win(hand, parse_tile("4m")), JiujiangOptions())
    >>> [(item.zh, item.value) for item in verdict.items], verdict.points
    ([('一条龙', 10), ('门清', 5)], 15)

    :raises ValueError: if the hand has the wrong number of tiles.
    """
    concealed = list(win.concealed)
    sets = _SETS - len(win.melds)
    waited = waits(concealed, sets, True, _held(concealed, win))
    if win.tile not in waited:
        return Verdict(False, _NO_WIN, (), 0, 0, waited)
    best: list[Item] = []
    best_points = -1
    best_hand_points = 0
    for hand in _hands(win, concealed, sets, len(waited) == 1):
        items = _hand_items(hand)
        hand_points = _total(items)
        items += own_extras(hand)
        points = _total(items)
        if points > best_points:
            best, best_points, best_hand_points = items, points, hand_points
    refusal = _too_few(best_points, options) if best_points < options.min_points else None
    return Verdict(refusal is None, refusal, tuple(best), best_points, best_hand_points, waited)


def points_from(verdict: Verdict, payer: Payer) -> int:
    """The points one payer owes: the winner's own and what is eaten from it (JM-56)."""
    return verdict.points + _total(eaten(payer))


def dealer_factor(options: JiujiangOptions, winner_deals: bool, payer_deals: bool) -> int:
    """2 where a neighbouring house rule doubles what the dealer wins or pays (JM-60), else 1."""
    return 2 if options.dealer_double and (winner_deals or payer_deals) else 1


def _held(concealed: list[int], win: Win) -> list[int]:
    """All that the winner held before the winning tile, melds included."""
    held = list(concealed)
    for meld in win.melds:
        for tile in meld.tiles:
            held[tile] += 1
    return held


def _hands(win: Win, concealed: list[int], sets: int, single: bool) -> list[Hand]:
    """Every reading of the winning hand, with every place the winning tile can take in it."""
    counts = list(concealed)
    counts[win.tile] += 1
    tiles = [tile for tile, count in enumerate(counts) if count]
    tiles += [tile for meld in win.melds for tile in meld.tiles]
    suits, dragons = hand_suits(tiles)
    closed = not any(meld.is_claimed for meld in win.melds)
    pungs = tuple(meld.tile for meld in win.melds if meld.kind != CHOW)
    chows = tuple(meld.tile for meld in win.melds if meld.kind == CHOW)
    hands: list[Hand] = []
    if sets == _SETS and is_seven_pairs(counts):
        pairs = tuple(tile for tile, count in enumerate(counts) for _ in range(count // 2))
        hands.append(Hand(win, (), (), pairs, None, suits, dragons, closed, single))
    for reading in readings(counts, sets):
        all_pungs = pungs + tuple(group.tile for group in reading.sets if group.is_pung)
        all_chows = chows + tuple(group.tile for group in reading.sets if not group.is_pung)
        hands += [
            Hand(win, all_pungs, all_chows, (reading.pair,), place, suits, dragons, closed, single)
            for place in _places(reading.sets, reading.pair, win.tile)
        ]
    return hands


def _places(sets: tuple[Group, ...], pair: Tile, tile: Tile) -> list[Group | None]:
    """Where a tile can stand: the sets that hold its kind, and ``None`` for the pair."""
    places: list[Group | None] = [None] if pair == tile else []
    for group in sets:
        if group.holds(tile) and group not in places:
            places.append(group)
    return places


def _hand_items(hand: Hand) -> list[Item]:
    """The lines of patterns and ways that one reading earns (JM-29 to JM-53)."""
    found = [(pattern, pattern.times(hand)) for pattern in FLOWERS]
    excluded: set[str] = set()
    for pattern, times in found:
        if times:
            excluded |= pattern.excludes
    items = [p.item(times) for p, times in found if times and p.id not in excluded]
    u = _FLOWER_WAY if items else 1
    if not items:
        items.append(PLAIN.item())
    items += [way.item(u) for way in WAYS if way.id not in excluded and way.times(hand)]
    return items


def _total(items: list[Item] | tuple[Item, ...]) -> int:
    return sum([item.value for item in items])


def _too_few(points: int, options: JiujiangOptions) -> Refusal:
    least = options.min_points
    return Refusal(
        Text(
            f"只有{points}炮，起胡要{least}炮",
            f"The hand is worth {points} of its own; a win needs {least}",
        ),
        "JM-26",
    )
