"""What a win is and what it is worth: JT-4, JT-18 to JT-32."""

import pytest

from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.games.jintan_mahjong.scoring import score
from tests.games.jintan_mahjong.judged import ROBBED_KONG, SELF_DRAW, judged, lines

# Chows of all suits that wait for 3m: it counts nothing of its own.
PLAIN = ("12m345s789p99p", "3m", "345p")


def test_jt_4_four_melds_and_a_pair_or_seven_pairs() -> None:
    assert judged("12m456m345s789p99p", "3m", source=SELF_DRAW).legal
    assert judged("2m", "2m", "345m", "777z", "1111p", "<9999s>").legal
    assert judged("11m33m55p77p99s11z2z", "2z").legal


def test_jt_4_four_alike_are_two_pairs() -> None:
    assert lines(judged("1111m55p77p99s11z2z", "2z")) == {"seven_pairs": 2}


@pytest.mark.parametrize(
    ("concealed", "tile", "melds"),
    [
        ("123m456p789s11p57s", "8s", []),
        ("89m1p456p789s55s11s", "2p", []),
        ("13z123m456m789p99s", "2z", []),
        ("11m33m55p7p", "7p", ["777z", "888s"]),
        ("1133557799m113p", "5p", []),
    ],
)
def test_jt_4_nothing_else_wins(concealed: str, tile: str, melds: list[str]) -> None:
    verdict = judged(concealed, tile, *melds, source=SELF_DRAW)
    assert not verdict.legal
    assert verdict.refusal is not None and verdict.refusal.clause == "JT-4"


def test_jt_18_flowers_are_added_and_fans_double() -> None:
    for flowers, points in (("1f", 15), ("1f5f", 20), ("1f5f7f", 25)):
        assert judged(*PLAIN, flowers=flowers).points == points
    assert judged("2m", "2m", "345s", "789p", "345p", "456s", flowers="1f5f").points == 40


def test_jt_18_option_base() -> None:
    assert judged(*PLAIN, flowers="1f5f", base=20).points == 40
    assert judged(*PLAIN, flowers="1f5f", base=2).points == 4
    assert JintanOptions(base=20).flower_value == 10


def test_jt_18_the_formula() -> None:
    options = JintanOptions()
    verdict = judged("2m", "2m", "345s", "789p", "345p", "456s", flowers="1f5f8f")
    assert score(verdict.items, options).formula(options) == "(10 + 3×5) × 2 = 50"


def test_jt_19_no_win_is_worth_more_than_the_cap() -> None:
    assert JintanOptions().cap == 100
    assert JintanOptions(base=2).cap == 20
    flush = judged("111m333m55m99m", "9m", "8888m", source=SELF_DRAW)
    assert (flush.points, flush.fans) == (100, 3)
    options = JintanOptions()
    counted = score(flush.items, options)
    assert (counted.full, counted.paid, counted.is_capped) == (120, 100, True)
    assert counted.formula(options) == "(10 + 1×5) × 8 = 120 → 100"


def test_jt_19_a_win_that_just_reaches_it_is_not_cut() -> None:
    options = JintanOptions()
    exact = judged("333m444m66m88m", "8m", "222z", flowers="1f2f")
    assert score(exact.items, options).formula(options) == "(10 + 3×5) × 4 = 100"
    assert not score(exact.items, options).is_capped


def test_jt_20_the_reading_with_the_highest_score_counts() -> None:
    """As pungs 对对胡 doubles; as three equal chows nothing does."""
    pungs = judged("111222333m55p88s", "8s")
    assert lines(pungs) == {"all_pungs": 1}
    assert lines(judged("112233m112233p7s", "7s")) == {"seven_pairs": 2}


def test_jt_20_every_place_of_the_winning_tile_is_tried() -> None:
    assert lines(judged("1233m456p678s345p", "3m")) == {"pair_wait": 1}
    assert lines(judged("1233m456p678s345p", "3m", pair_wait="last_tile", flowers="1f")) == {
        "flower_tile": 1
    }


def test_jt_20_before_the_cap() -> None:
    """Seven pairs of one suit, 16-fold, or chows and the pair wait, eightfold: both capped."""
    verdict = judged("1122334455667m", "7m")
    assert (verdict.points, verdict.fans) == (100, 4)
    assert lines(verdict) == {"full_flush": 2, "seven_pairs": 2}


def test_jt_21_a_discard_needs_a_flower_or_a_fan() -> None:
    poor = judged(*PLAIN)
    assert not poor.legal
    assert poor.refusal is not None and poor.refusal.clause == "JT-21"
    assert judged(*PLAIN, flowers="8f").legal
    assert judged("1233m456p678s345p", "3m").legal


def test_jt_21_a_self_draw_or_a_robbed_kong_needs_nothing() -> None:
    for source in (SELF_DRAW, ROBBED_KONG):
        verdict = judged(*PLAIN, source=source)
        assert (lines(verdict), verdict.points) == ({}, 10)


def test_jt_22_flower_tiles() -> None:
    assert lines(judged(*PLAIN, flowers="1f5f7f")) == {"flower_tile": 3}


def test_jt_23_claimed_pungs_of_honours() -> None:
    assert lines(judged("12m345s789p99p", "3m", "777z")) == {"honour_pung": 1}
    assert lines(judged("12m345s99p", "3m", "777z", "111z")) == {"honour_pung": 2}
    assert not judged("12m345s789p99p", "3m", "777p").legal


def test_jt_23_a_triplet_completed_by_a_discard_is_claimed() -> None:
    assert lines(judged("77z99p123m345s789p", "7z")) == {"honour_pung": 1}


def test_jt_24_concealed_triplets_of_honours() -> None:
    assert lines(judged("777z12m345s789p99p", "3m")) == {"honour_triplet": 2}
    assert not judged("777m12m345s789p99p", "3m").legal


def test_jt_24_a_triplet_completed_by_self_draw_is_concealed() -> None:
    assert lines(judged("77z99p123m345s789p", "7z", source=SELF_DRAW)) == {"honour_triplet": 2}


def test_jt_25_kongs_of_honours() -> None:
    assert lines(judged("12m345s789p99p", "3m", "7777z")) == {"honour_kong": 3}
    assert lines(judged("12m345s789p99p", "3m", "<7777z>")) == {"honour_kong": 4}


def test_jt_26_other_kongs() -> None:
    assert lines(judged("12m345s789p99p", "3m", "7777p")) == {"kong": 1}
    assert lines(judged("12m345s789p99p", "3m", "<7777p>")) == {"kong": 2}
    assert lines(judged("12m345s99p", "3m", "<7777p>", "1111s")) == {"kong": 3}


def test_jt_26_four_alike_in_seven_pairs_have_no_flowers() -> None:
    assert lines(judged("1111z55p77p99s11m2m", "2m")) == {"seven_pairs": 2}


def test_jt_27_one_suit_and_honours() -> None:
    assert lines(judged("12m456m789m55m", "3m", "111z")) == {"honour_pung": 1, "half_flush": 1}
    assert "half_flush" not in lines(judged("12m456m789p55m", "3m", "111z"))


def test_jt_27_honours_alone_count_here_too() -> None:
    verdict = judged("11z222z33z", "3z", "444z", "555z", source=SELF_DRAW)
    assert lines(verdict)["half_flush"] == 1
    assert "full_flush" not in lines(verdict)
    assert lines(judged("1122334455667z", "7z")) == {"half_flush": 1, "seven_pairs": 2}


def test_jt_28_one_suit_only() -> None:
    assert lines(judged("12m456m789m55m345m", "3m")) == {"full_flush": 2}
    assert lines(judged("12m456m789m55m", "3m", "345m", flowers="1f")) == {
        "flower_tile": 1,
        "full_flush": 2,
    }


def test_jt_29_four_pungs_and_a_pair() -> None:
    assert lines(judged("111m33p55s", "5s", "7777p", "<9999s>")) == {"kong": 3, "all_pungs": 1}
    assert "all_pungs" not in lines(judged("123m33p55s", "5s", "7777p", "<9999s>"))


def test_jt_30_won_on_a_kongs_replacement() -> None:
    won = judged("12m345s789p99p", "3m", "<7777p>", source=SELF_DRAW, after_kong=True)
    assert lines(won) == {"kong": 2, "kong_replacement": 1}
    assert "kong_replacement" not in lines(
        judged("12m345s789p99p", "3m", "<7777p>", source=SELF_DRAW)
    )


def test_jt_30_not_on_a_discard_after_a_kong_and_not_with_seven_pairs() -> None:
    assert lines(judged("12m345s789p99p", "3m", "7777p", after_kong=True)) == {"kong": 1}
    pairs = judged("1111m55p77p99s11z2z", "2z", source=SELF_DRAW, after_kong=True)
    assert lines(pairs) == {"seven_pairs": 2}


def test_jt_31_the_winning_tile_completes_the_pair() -> None:
    assert lines(judged("123m345s789p9s", "9s", "345p")) == {"pair_wait": 1}
    assert lines(judged("2m", "2m", "345s", "789p", "345p", "456s")) == {"pair_wait": 1}
    assert lines(judged("2345m345s789p", "5m", "345p")) == {"pair_wait": 1}


def test_jt_31_option_last_tile() -> None:
    assert not judged("123m345s789p9s", "9s", "345p", pair_wait="last_tile").legal
    alone = judged("2m", "2m", "345s", "789p", "345p", "456s", pair_wait="last_tile")
    assert lines(alone) == {"pair_wait": 1}


def test_jt_31_not_with_seven_pairs() -> None:
    assert "pair_wait" not in lines(judged("11m33m55p77p99s11z2z", "2z"))


def test_jt_32_seven_pairs() -> None:
    verdict = judged("11m33m55p77p99s11z2z", "2z")
    assert (lines(verdict), verdict.points) == ({"seven_pairs": 2}, 40)


@pytest.mark.parametrize(
    ("concealed", "tile", "melds", "fans"),
    [
        ("222m444m66m88m", "8m", ["777z"], 2),  # 混一色对对胡
        ("222m444m66m88m", "8m", ["999m"], 3),  # 清一色对对胡
        ("1133557799m112m", "2m", [], 4),  # 清一色七对
        ("1133557799m11z2z", "2z", [], 3),  # 混一色七对
        ("2m", "2m", ["333m", "444m", "555m", "777m"], 4),  # 清一色对对胡独吊
    ],
)
def test_jt_32_fans_add_up(concealed: str, tile: str, melds: list[str], fans: int) -> None:
    assert judged(concealed, tile, *melds).fans == fans
