"""Why a mahjong action is refused, in a player's words, where no clause of one game says it."""

from typing import Final

from paiju.core.errors import Refusal
from paiju.core.text import Text
from paiju.mahjong.scoring import Verdict
from paiju.mahjong.tiles import Tile, tile_name

NOT_ASKED: Final = Refusal(Text("现在没有轮到你", "You are not asked for anything now"), None)
NOT_NOW: Final = Refusal(
    Text("现在不能这样做", "This is not one of the things you can do now"), None
)
NO_DRAW: Final = Refusal(
    Text("吃碰之后不能胡，要自己摸到牌", "One wins on a tile drawn, not after a claim"), None
)

INCOMPLETE: Final = Verdict(
    False,
    Refusal(Text("牌还没有成", "The hand is not complete"), None),
    (),
    0,
    0,
    (),
)


def not_held(tile: Tile) -> Refusal:
    """The seat has no such tile in hand."""
    name = tile_name(tile)
    return Refusal(Text(f"手里没有{name.zh}", f"There is no {name.en} in your hand"), None)


def too_few(tile: Tile, needed: int) -> Refusal:
    """The seat holds too few of the tile to claim it."""
    name = tile_name(tile)
    return Refusal(
        Text(
            f"手里要有{needed}张{name.zh}",
            f"This needs {needed} of {name.en} in your hand",
        ),
        None,
    )
