"""The judge of 九江麻将: is it a win, and what is it worth (JM-26 to JM-56)."""

from typing import Final

from paiju.core.errors import Refusal
from paiju.core.text import Text
from paiju.games.jiujiang_mahjong.extras import eaten, own_extras
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.games.jiujiang_mahjong.patterns import FLOWERS, PLAIN, UNIT, WAYS
from paiju.mahjong.costs import keys_of
from paiju.mahjong.hand import Hand, hands, waited_for
from paiju.mahjong.scoring import Item, LineBook, Lines, Verdict
from paiju.mahjong.win import Payer, Win

__all__ = ["dealer_factor", "eaten", "house_lines", "judge", "points_from"]

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
    keys = keys_of(list(win.concealed))
    waited = waited_for(win, keys)
    if win.tile not in waited:
        return Verdict(False, _NO_WIN, (), 0, 0, tuple(waited))
    best = _NOTHING
    extras: list[Item] = []
    points = -1
    for hand in hands(win, keys, len(waited) == 1):
        lines = _BOOK.lines(hand)
        own = own_extras(win, hand)
        total = lines.total + _total(own)
        if total > points:
            best, extras, points = lines, own, total
    refusal = _too_few(points, options) if points < options.min_points else None
    items = (*best.items, *extras) if extras else best.items
    return Verdict(refusal is None, refusal, items, points, best.total, tuple(waited))


def points_from(verdict: Verdict, payer: Payer) -> int:
    """The points one payer owes: the winner's own and what is eaten from it (JM-56)."""
    return verdict.points + _total(eaten(payer))


def dealer_factor(options: JiujiangOptions, dealer_wins_or_pays: bool) -> int:
    """2 where a neighbouring house rule doubles what the dealer wins or pays (JM-60), else 1."""
    return 2 if options.dealer_double and dealer_wins_or_pays else 1


def house_lines(raised: int, times: int) -> list[Item]:
    """What house rules add to what one payer owes: 加注 (JM-59), the dealer's factor (JM-60).

    >>> [(item.zh, item.value, item.unit, item.clause) for item in house_lines(15, 2)]
    [('加注', 15, '炮', 'JM-59'), ('庄家翻倍', 2, '倍', 'JM-60')]
    """
    lines = [Item("raise", "加注", "Raises", raised, UNIT, "JM-59")] if raised else []
    if times > 1:
        lines.append(Item("dealer_double", "庄家翻倍", "Dealer's double", times, "倍", "JM-60"))
    return lines


def _earned(hand: Hand) -> list[Item]:
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


_BOOK: Final = LineBook(_earned)
_NOTHING: Final = Lines([])


def _total(items: list[Item] | tuple[Item, ...]) -> int:
    total = 0
    for item in items:
        total += item.value
    return total


def _too_few(points: int, options: JiujiangOptions) -> Refusal:
    least = options.min_points
    return Refusal(
        Text(
            f"只有{points}炮，起胡要{least}炮",
            f"The hand is worth {points} of its own; a win needs {least}",
        ),
        "JM-26",
    )
