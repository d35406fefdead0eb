"""Hands written as in the rules, judged by the library and by the reference at once."""

from typing import Any

from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.games.jintan_mahjong.scoring import judge
from paiju.mahjong.melds import parse_meld
from paiju.mahjong.scoring import Verdict
from paiju.mahjong.tiles import parse_tile, parse_tiles, tile_counts
from paiju.mahjong.win import DISCARD, ROBBED_KONG, SELF_DRAW, Win
from tests.games.jintan_mahjong.reference_judge import compare

__all__ = ["DISCARD", "ROBBED_KONG", "SELF_DRAW", "judged", "lines"]


def judged(
    concealed: str,
    tile: str,
    *melds: str,
    source: int = DISCARD,
    flowers: str = "",
    after_kong: bool = False,
    **options: Any,
) -> Verdict:
    """The verdict on a hand; the reference must have come to the same."""
    win = Win(
        tuple(tile_counts(parse_tiles(concealed))),
        parse_tile(tile),
        tuple(parse_meld(meld) for meld in melds),
        tuple(parse_tiles(flowers)),
        source,
        after_kong=after_kong,
    )
    house = JintanOptions.parse(options)
    compare(win, house)
    return judge(win, house)


def lines(verdict: Verdict) -> dict[str, int]:
    """What each line gives, by its id; of several with one id the sum."""
    assert verdict.legal, verdict.refusal
    found: dict[str, int] = {}
    for item in verdict.items:
        found[item.id] = found.get(item.id, 0) + item.value
    return found
