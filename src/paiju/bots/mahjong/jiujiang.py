"""What 九江麻将 pays for: flowers of 10 and more, and 2 炮 to win at all."""

from typing import Final

from paiju.bots.mahjong.strategy import Holding, Prospect, Strategy
from paiju.bots.mahjong.targets import ALL_SUITS, DRAGONS, PAIRS, PLAIN, PUNGS, STRAIGHT, Target
from paiju.core.options import Options
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.mahjong.melds import CONCEALED_KONG, PUNG
from paiju.mahjong.tiles import RED, WHITE

_SHAPE_POINTS: Final = {PLAIN: 0, PUNGS: 15, PAIRS: 20, STRAIGHT: 10, DRAGONS: 10}
_HALF_FLUSH: Final = 10
_FULL_FLUSH: Final = 20
_FOUR_ALIKE: Final = 5
_READY: Final = 10
_ALL_BONUS: Final = 10
_DRAGONS: Final = (RED, WHITE)
_FLOWER_WAY: Final = 5
_SINGLE_WAIT: Final = 0.4
"""How often a hand ends in a single wait when it is wanted for the second 炮."""


class JiujiangStrategy(Strategy):
    """九江麻将 with its house rules (clauses JM-26 to JM-56)."""

    declared_price = 18.0
    """报听 10, what goes with it, and now and then another flower."""

    def __init__(self, options: Options) -> None:
        assert isinstance(options, JiujiangOptions)
        self._least = options.min_points

    def prospect(self, target: Target, kept: list[int], holding: Holding) -> Prospect | None:
        """Patterns, ways and extras of the finished hand, as far as they can be told now."""
        flowers = _flowers(target, kept)
        if holding.ready:
            flowers += _READY
        elif flowers == 0 and target.shape != PLAIN:
            return None
        way = _FLOWER_WAY if flowers else 1
        points = flowers or 1
        if holding.is_concealed and not holding.ready and target.shape != PAIRS:
            points += way
        points += _extras(kept, holding)
        sure = 1.0
        if points < self._least:
            if points + way < self._least:
                return None
            # 边, 卡 or 单钓 must help out (JM-40 to JM-42); a self-draw always adds one.
            sure = _SINGLE_WAIT
        return Prospect(max(points, self._least), points + way, sure)


def _flowers(target: Target, kept: list[int]) -> int:
    points = _SHAPE_POINTS[target.shape]
    if target.suit != ALL_SUITS:
        points += _HALF_FLUSH if target.honours else _FULL_FLUSH
    if target.shape == PAIRS:
        points += _FOUR_ALIKE * sum(count == 4 for count in kept)
    return points


def _extras(kept: list[int], holding: Holding) -> int:
    """发财, kongs and sets of 红中 and 白板 (JM-54)."""
    points = _ALL_BONUS if holding.bonus == 4 else holding.bonus
    for meld in holding.melds:
        dragon = meld.tile in _DRAGONS
        if meld.kind == CONCEALED_KONG:
            points += 4 if dragon else 2
        elif meld.is_kong:
            points += 3 if dragon else 1
        elif meld.kind == PUNG and dragon:
            points += 1
    for tile in _DRAGONS:
        if kept[tile] >= 3:
            points += 2
    return points
