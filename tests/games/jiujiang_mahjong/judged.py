"""Hands written as in the rules, judged by the library and by the reference at once."""

from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.games.jiujiang_mahjong.scoring import judge
from paiju.mahjong.melds import parse_meld
from paiju.mahjong.scoring import Item, Verdict
from paiju.mahjong.tiles import GREEN, parse_tile, parse_tiles, tile_counts, tiles_text
from paiju.mahjong.win import DISCARD, ROBBED_KONG, SELF_DRAW, Win
from tests.games.jiujiang_mahjong.reference_judge import compare

__all__ = ["DISCARD", "ROBBED_KONG", "SELF_DRAW", "judged", "lines", "waited", "worth"]


def judged(
    concealed: str,
    tile: str,
    *melds: str,
    source: int = DISCARD,
    bonus: int = 0,
    last_tile: bool = False,
    after_kong: bool = False,
    first_turn: bool = False,
    ready: bool = False,
    dealer: bool = False,
    min_points: int = 2,
) -> Verdict:
    """The verdict on a hand; the reference must have come to the same."""
    win = Win(
        tuple(tile_counts(parse_tiles(concealed))),
        parse_tile(tile),
        tuple(parse_meld(meld) for meld in melds),
        (GREEN,) * bonus,
        source,
        last_tile,
        after_kong,
        first_turn,
        ready,
        dealer,
    )
    options = JiujiangOptions(min_points=min_points)
    compare(win, options)
    return judge(win, options)


def lines(of: Verdict | tuple[Item, ...]) -> dict[str, int]:
    """What each line gives, by its id; of several with one id the sum."""
    found: dict[str, int] = {}
    for item in of.items if isinstance(of, Verdict) else of:
        found[item.id] = found.get(item.id, 0) + item.value
    return found


def worth(verdict: Verdict) -> int:
    """The points of a win that must be legal."""
    assert verdict.legal, verdict.refusal
    return verdict.points


def waited(verdict: Verdict) -> str:
    """What the hand waited for."""
    return tiles_text(verdict.waits)
