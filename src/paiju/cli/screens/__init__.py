"""How a table looks in a terminal: one plain screen for every game, finer ones for some."""

from paiju.cli.screens.doudizhu import DouDizhuScreen
from paiju.cli.screens.mahjong import MahjongScreen
from paiju.cli.screens.plain import Screen
from paiju.core.game import Game
from paiju.games.jiujiang_doudizhu.game import JiujiangDouDizhu
from paiju.mahjong.game import MahjongGame
from paiju.words import Language, Names

__all__ = ["Screen", "screen_of"]


def screen_of(game: Game, names: Names, language: Language) -> Screen:
    """The screen that suits a game; a game without one of its own is shown plainly."""
    if isinstance(game, MahjongGame):
        return MahjongScreen(game, names, language)
    if isinstance(game, JiujiangDouDizhu):
        return DouDizhuScreen(game, names, language)
    return Screen(game, names, language)
