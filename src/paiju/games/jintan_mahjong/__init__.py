"""金坛麻将: four players, 144 tiles, scored in 花 and 番 (rules: docs/rules/jintan-mahjong.md)."""

from paiju.core.registry import register
from paiju.games.jintan_mahjong.game import JintanMahjong

register(JintanMahjong())
