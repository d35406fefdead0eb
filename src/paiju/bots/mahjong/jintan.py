"""What 金坛麻将 pays for: 花 that add, 番 that double, and one of either to win on a discard."""

from typing import Final

from paiju.bots.mahjong.strategy import Holding, Prospect, Strategy
from paiju.bots.mahjong.targets import ALL_SUITS, PAIRS, PLAIN, PUNGS, TARGETS, Target
from paiju.core.options import Options
from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.games.jintan_mahjong.patterns import is_honour, laid_flowers
from paiju.mahjong.tiles import HAND_KINDS
from paiju.mahjong.win import DISCARD, Source

_SHAPE_FANS: Final = {PLAIN: 0, PUNGS: 1, PAIRS: 2}
_HALF_FLUSH: Final = 1
_FULL_FLUSH: Final = 2
_TRIPLET: Final = 2
_SURE: Final = {"any": 0.5, "last_tile": 0.2}
"""How often a hand with nothing still comes to 独吊 or to a flower tile before it is finished."""
_UNIT: Final = 4.0
"""What the base is worth to the bot, in its own units (see ``appraisal.WON``)."""


class JintanStrategy(Strategy):
    """金坛麻将 with its house rules (clauses JT-18 to JT-35)."""

    declared_price = 0.0
    """Nobody declares 报听 here."""
    keeps_closed = False
    targets = tuple(target for target in TARGETS if target.shape in _SHAPE_FANS)

    def __init__(self, options: Options) -> None:
        assert isinstance(options, JintanOptions)
        self._options = options
        self.chows = options.chow

    def prospect(self, target: Target, kept: list[int], holding: Holding) -> Prospect | None:
        """花 that are there and 番 of the target; a hand with neither hopes for 独吊."""
        fans = _SHAPE_FANS[target.shape]
        if target.suit != ALL_SUITS:
            fans += _HALF_FLUSH if target.honours else _FULL_FLUSH
        if fans == 0 and target.shape != PLAIN:
            return None
        flowers = sum(item.value for item in laid_flowers(holding.bonus, holding.melds))
        if target.shape != PAIRS:
            flowers += _TRIPLET * sum(
                kept[tile] >= 3 for tile in range(HAND_KINDS) if is_honour(tile)
            )
        drawn = self._points(flowers, fans)
        if flowers or fans:
            return Prospect(drawn, drawn, 1.0)
        return Prospect(self._points(0, 1), drawn, _SURE[self._options.pair_wait])

    def amount(self, points: float) -> float:
        """Points in units of the bot, whatever the base."""
        return points * _UNIT / self._options.base

    def gain(self, points: int, source: Source) -> float:
        """Three pay for a self-draw, and the konger for all three (JT-35)."""
        return self.amount(points) * (1 if source == DISCARD else 3)

    def _points(self, flowers: int, fans: int) -> float:
        options = self._options
        full = (options.base + flowers * options.flower_value) << fans
        return self.amount(min(full, options.cap))
