"""The judge of 金坛麻将: is it a win, and what is it worth (JT-18 to JT-32)."""

from collections.abc import Iterable
from functools import partial
from typing import Final, NamedTuple

from paiju.core.errors import Refusal
from paiju.core.event import Json
from paiju.core.text import Text
from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.games.jintan_mahjong.patterns import FLOWERS, PATTERNS, flower_items
from paiju.mahjong.costs import keys_of
from paiju.mahjong.hand import Hand, hands, waited_for
from paiju.mahjong.scoring import Item, LineBook, Pattern, Verdict
from paiju.mahjong.win import DISCARD, ROBBED_KONG, Source, Win

ROBBED_TIMES: Final = 3
"""Who is robbed of a kong pays for all three (JT-35)."""

NO_WIN: Final = Refusal(
    Text(
        "牌型不成胡：要四组牌加一对将，或七对",
        "The hand is not four melds and a pair, nor seven pairs",
    ),
    "JT-4",
)
CHICKEN: Final = Refusal(
    Text(
        "无花无番不能吃炮，只能自摸或抢杠",
        "Without a 花 or a 番 a hand wins only by self-draw or by robbing a kong",
    ),
    "JT-21",
)


class Score(NamedTuple):
    """What 花 and 番 come to: ``full`` before the cap, ``paid`` after it (JT-18, JT-19)."""

    flowers: int
    fans: int
    full: int
    paid: int

    @property
    def is_capped(self) -> bool:
        """Whether the cap cut it."""
        return self.paid < self.full

    def formula(self, options: JintanOptions) -> str:
        """How it was reckoned, as players say it."""
        factor = 1 << self.fans
        sum_of_flowers = f"{options.base} + {self.flowers}×{options.flower_value}"
        cut = f" → {self.paid}" if self.is_capped else ""
        return f"({sum_of_flowers}) × {factor} = {self.full}{cut}"

    def as_dict(self, options: JintanOptions) -> dict[str, Json]:
        """The score as JSON."""
        return {
            "flowers": self.flowers,
            "fans": self.fans,
            "score": self.paid,
            "capped": self.is_capped,
            "formula": self.formula(options),
        }


def score(items: Iterable[Item], options: JintanOptions) -> Score:
    """Add up the 花, double by the 番 and cut at the cap.

    >>> items = [Item("x", "", "", 4, "花", ""), Item("y", "", "", 2, "番", "")]
    >>> score(items, JintanOptions()).formula(JintanOptions())
    '(10 + 4×5) × 4 = 120 → 100'
    """
    flowers = fans = 0
    for item in items:
        if item.unit == FLOWERS:
            flowers += item.value
        else:
            fans += item.value
    full = full_score(flowers, fans, options)
    return Score(flowers, fans, full, min(full, options.cap))


def full_score(flowers: int, fans: int, options: JintanOptions) -> int:
    """What so many 花 and 番 come to before the cap (JT-18)."""
    return (options.base + flowers * options.flower_value) << fans


def judge(win: Win, options: JintanOptions) -> Verdict:
    """Say whether a hand wins and what it is worth, by its best reading (JT-20).

    >>> from paiju.mahjong.tiles import parse_tile, parse_tiles, tile_counts
    >>> hand = tuple(tile_counts(parse_tiles("11p33p55p77p99p11s3s")))
    >>> verdict = judge(Win(hand, parse_tile("3s")), JintanOptions())
    >>> [(item.zh, item.value) for item in verdict.items], verdict.points
    ([('七对', 2)], 40)

    :raises ValueError: if the hand has the wrong number of tiles.
    """
    keys = keys_of(list(win.concealed))
    waited = waited_for(win, keys)
    if win.tile not in waited:
        return Verdict(False, NO_WIN, (), 0, 0, tuple(waited))
    book = _BOOKS[options.pair_wait]
    best: tuple[Item, ...] = ()
    most = fans = -1
    for hand in hands(win, keys, len(waited) == 1):
        flowers = flower_items(win, hand)
        lines = book.lines(hand)
        full = full_score(sum([item.value for item in flowers]), lines.total, options)
        if full > most or (full == most and lines.total > fans):
            best, most, fans = (*flowers, *lines.items), full, lines.total
    refusal = CHICKEN if win.source == DISCARD and not best else None
    paid = min(most, options.cap)
    return Verdict(refusal is None, refusal, best, paid, paid, tuple(waited), fans)


def _earned(patterns: tuple[Pattern, ...], hand: Hand) -> list[Item]:
    """The 番 that one reading earns."""
    return [pattern.item() for pattern in patterns if pattern.times(hand)]


_BOOKS: Final = {name: LineBook(partial(_earned, patterns)) for name, patterns in PATTERNS.items()}
"""The book of each pattern set, by the option ``pair_wait``."""


def owed(verdict: Verdict, source: Source) -> int:
    """What each payer pays for a win (JT-33 to JT-35)."""
    return verdict.points * ROBBED_TIMES if source == ROBBED_KONG else verdict.points
