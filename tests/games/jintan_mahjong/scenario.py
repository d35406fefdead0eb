"""Situations at a 金坛麻将 table."""

from paiju.core.registry import game
from paiju.games.jintan_mahjong.rules import TILES
from tests.mahjong.scenario import MahjongScenario

GAME = game("jintan-mahjong")


class Scenario(MahjongScenario):
    """A round of 金坛麻将 on a fixed deal."""

    game = GAME
    tiles = TILES
