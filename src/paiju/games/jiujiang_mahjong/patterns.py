"""What a winning hand of 九江麻将 can be worth, one declaration each (JM-29 to JM-53)."""

from collections.abc import Callable
from typing import Final, TypeAlias

from paiju.mahjong.hand import EDGE, MIDDLE, PAIR, SETS, Hand
from paiju.mahjong.scoring import Pattern
from paiju.mahjong.tiles import RED, WHITE
from paiju.mahjong.win import DISCARD, ROBBED_KONG, SELF_DRAW

UNIT: Final = "炮"
_WHOLE_RUN: Final = 5


def _all_pungs(hand: Hand) -> int:
    return hand.pungs == SETS


def _pung_windows(hand: Hand) -> int:
    """潇洒: three of the four pungs have adjacent numbers in one suit."""
    return hand.windows if hand.pungs == SETS else 0


def _red_flag(hand: Hand) -> int:
    return hand.has_pung_of(RED) and hand.has_pung_of(WHITE)


def _pure_straight(hand: Hand) -> int:
    return hand.has_straight


def _half_flush(hand: Hand) -> int:
    return hand.suits == 1 and hand.has_honours


def _full_flush(hand: Hand) -> int:
    return hand.suits == 1 and not hand.has_honours


def _seven_pairs(hand: Hand) -> int:
    return hand.is_seven_pairs


def _four_alikes(hand: Hand) -> int:
    return hand.four_alikes


def _pair_windows(hand: Hand) -> int:
    return hand.windows if hand.is_seven_pairs else 0


def _seven_fairies(hand: Hand) -> int:
    """Once on another's tile, twice when self-drawn: 50 or 100 (JM-37).

    Seven kinds in a row have five windows, and no others have so many.
    """
    if not hand.is_seven_pairs or not _full_flush(hand) or hand.windows != _WHOLE_RUN:
        return 0
    return 2 if hand.source == SELF_DRAW else 1


def _robbed_kong(hand: Hand) -> int:
    return hand.source == ROBBED_KONG


def _discard_after_kong(hand: Hand) -> int:
    return hand.source == DISCARD and hand.is_after_kong


def _last_discard(hand: Hand) -> int:
    return hand.source == DISCARD and hand.is_last_tile


def _kong_replacement(hand: Hand) -> int:
    return hand.source == SELF_DRAW and hand.is_after_kong


def _last_draw(hand: Hand) -> int:
    return hand.source == SELF_DRAW and hand.is_last_tile


def _all_claimed(hand: Hand) -> int:
    return hand.claimed == SETS


def _heavenly(hand: Hand) -> int:
    return hand.source == SELF_DRAW and hand.is_first_turn


def _earthly(hand: Hand) -> int:
    return hand.source == DISCARD and hand.is_first_turn


def _ready(hand: Hand) -> int:
    return hand.is_ready


def _plain(_hand: Hand) -> int:
    return 1


def _self_draw(hand: Hand) -> int:
    return hand.source == SELF_DRAW


def _concealed(hand: Hand) -> int:
    return hand.claimed == 0


def _edge_wait(hand: Hand) -> int:
    return hand.is_single_wait and hand.place == EDGE


def _closed_wait(hand: Hand) -> int:
    return hand.is_single_wait and hand.place == MIDDLE


def _pair_wait(hand: Hand) -> int:
    return hand.is_single_wait and hand.place == PAIR


_Times: TypeAlias = Callable[[Hand], int]


def _pattern(
    clause: str, name: str, zh: str, en: str, value: int, times: _Times, *excludes: str
) -> Pattern:
    return Pattern(name, zh, en, value, UNIT, clause, times, frozenset(excludes))


_SHAPES: Final = ("edge_wait", "closed_wait", "pair_wait")

FLOWERS: Final[tuple[Pattern, ...]] = (
    _pattern("JM-30", "all_pungs", "碰碰胡", "All pungs", 15, _all_pungs),
    _pattern("JM-30", "pung_window", "潇洒", "Window of pungs", 5, _pung_windows),
    _pattern("JM-31", "red_flag", "红旗飘飘", "Red flag", 10, _red_flag),
    _pattern("JM-32", "pure_straight", "一条龙", "Pure straight", 10, _pure_straight),
    _pattern("JM-33", "half_flush", "混一色", "Half flush", 10, _half_flush),
    _pattern("JM-34", "full_flush", "清一色", "Full flush", 20, _full_flush),
    _pattern(
        "JM-35", "seven_pairs", "七对", "Seven pairs", 20, _seven_pairs, "concealed", *_SHAPES
    ),
    _pattern("JM-36", "four_alike", "豪华", "Four alike", 5, _four_alikes),
    _pattern("JM-36", "pair_window", "潇洒", "Window of pairs", 5, _pair_windows),
    _pattern(
        *("JM-37", "seven_fairies", "七仙女", "Seven fairies", 50, _seven_fairies),
        *("seven_pairs", "full_flush", "pair_window", "self_draw", "concealed", *_SHAPES),
    ),
    _pattern("JM-45", "robbed_kong", "抢杠", "Robbing the kong", 10, _robbed_kong),
    _pattern(
        "JM-46", "discard_after_kong", "杠上流泪", "Discard after a kong", 10, _discard_after_kong
    ),
    _pattern("JM-47", "last_discard", "海底放炮", "Last discard", 10, _last_discard),
    _pattern(
        *("JM-48", "kong_replacement", "杠上开花", "Kong replacement", 10, _kong_replacement),
        "self_draw",
    ),
    _pattern("JM-49", "last_draw", "海底捞月", "Last draw", 10, _last_draw, "self_draw"),
    _pattern("JM-50", "all_claimed", "全求人", "All claimed", 10, _all_claimed, "pair_wait"),
    _pattern(
        *("JM-51", "heavenly", "天胡", "Heavenly hand", 20, _heavenly),
        *("concealed", "self_draw", *_SHAPES),
    ),
    _pattern("JM-52", "earthly", "地胡", "Earthly hand", 15, _earthly, "concealed", "ready"),
    _pattern("JM-53", "ready", "报听", "Declared ready", 10, _ready, "concealed"),
)
"""What makes a win a flower win (花), and the parts that only come with such."""

PLAIN: Final = _pattern("JM-29", "plain", "平胡", "Plain hand", 1, _plain)

WAYS: Final[tuple[Pattern, ...]] = (
    _pattern("JM-38", "self_draw", "自摸", "Self-draw", 1, _self_draw),
    _pattern("JM-39", "concealed", "门清", "Fully concealed", 1, _concealed),
    _pattern("JM-40", "edge_wait", "边", "Edge wait", 1, _edge_wait),
    _pattern("JM-41", "closed_wait", "卡", "Closed wait", 1, _closed_wait),
    _pattern("JM-42", "pair_wait", "单钓", "Pair wait", 1, _pair_wait),
)
"""Ways of winning, worth u: 1 in a plain win, 5 in a flower win (JM-44)."""
