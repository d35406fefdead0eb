"""Why a mahjong action is refused, in a player's words, where no clause of one game says it."""

from typing import Final, NamedTuple

from paiju.core.errors import Refusal
from paiju.core.text import Text
from paiju.mahjong.scoring import Verdict
from paiju.mahjong.tiles import Tile, tile_name

NOT_ASKED: Final = Refusal(Text("现在没有轮到你", "You are not asked for anything now"), None)
NOT_NOW: Final = Refusal(
    Text("现在不能这样做", "This is not one of the things you can do now"), None
)


class Clauses(NamedTuple):
    """The clauses of one mahjong that say what every mahjong says in some clause."""

    whole_hand: str
    win_after_draw: str
    claims: str
    kongs: str
    chows: str
    choice: str | None = None
    """Which clause lets a winner choose between a discard and the kong made of it."""


def incomplete(clauses: Clauses) -> Verdict:
    """What any judge says of a hand that is not whole."""
    why = Refusal(Text("牌还没有成", "The hand is not complete"), clauses.whole_hand)
    return Verdict(False, why, (), 0, 0, ())


def no_draw(clauses: Clauses) -> Refusal:
    """A win of one's own turn needs a draw."""
    return Refusal(
        Text("吃碰之后不能胡，要自己摸到牌", "One wins on a tile drawn, not after a claim"),
        clauses.win_after_draw,
    )


def other_win(ways: str, clauses: Clauses) -> Refusal:
    """The tile may be won, but not in the way that was named."""
    return Refusal(Text(f"这里可以：{ways}", f"Here you may: {ways}"), clauses.choice)


def no_kong(tile: Tile, clauses: Clauses) -> Refusal:
    """The seat has neither all four of the tile nor a claimed pung to add it to."""
    name = tile_name(tile)
    return Refusal(
        Text(
            f"杠{name.zh}要手里有四张，或者已经碰过",
            f"A kong of {name.en} needs all four in hand, or a claimed pung of it",
        ),
        clauses.kongs,
    )


def not_held(tile: Tile) -> Refusal:
    """The seat has no such tile in hand."""
    name = tile_name(tile)
    return Refusal(Text(f"手里没有{name.zh}", f"There is no {name.en} in your hand"), None)


def too_few(tile: Tile, needed: int, clauses: Clauses) -> Refusal:
    """The seat holds too few of the tile to claim it."""
    name = tile_name(tile)
    return Refusal(
        Text(
            f"手里要有{needed}张{name.zh}",
            f"This needs {needed} of {name.en} in your hand",
        ),
        clauses.claims,
    )
