"""九江麻将: four players, 120 tiles, scored in 炮 (rules: docs/rules/jiujiang-mahjong.md)."""

from paiju.core.registry import register
from paiju.games.jiujiang_mahjong.game import JiujiangMahjong

register(JiujiangMahjong())
