"""Situations at a 九江麻将 table."""

from paiju.core.registry import game
from paiju.games.jiujiang_mahjong.rules import TILES
from paiju.mahjong.tiles import parse_tile
from tests.mahjong.scenario import MahjongScenario

GAME = game("jiujiang-mahjong")


class Scenario(MahjongScenario):
    """A round of 九江麻将 on a fixed deal."""

    game = GAME
    tiles = TILES


def tile(text: str) -> int:
    """A tile by its name."""
    return parse_tile(text)
