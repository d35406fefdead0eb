"""Is it a win at all, and which reading counts: JM-1, JM-2, JM-26 to JM-28."""

import pytest

from paiju.games.jiujiang_mahjong.finished import score_line
from paiju.games.jiujiang_mahjong.rules import TILES
from paiju.mahjong.tiles import GREEN, RED, WHITE, parse_tiles
from tests.games.jiujiang_mahjong.judged import SELF_DRAW, judged, lines, waited, worth


def test_jm_1_120_tiles_four_of_each() -> None:
    tiles = TILES.all_tiles
    assert len(tiles) == 120
    assert {tile: tiles.count(tile) for tile in tiles} == dict.fromkeys(
        parse_tiles("123456789m123456789p123456789s567z"), 4
    )
    assert [tile for tile in (WHITE, GREEN, RED) if TILES.is_bonus[tile]] == [GREEN]


def test_jm_1_bonus_tiles_do_not_colour_a_hand() -> None:
    assert lines(judged("1112345678999m", "5m", bonus=2)) == {
        "full_flush": 20,
        "concealed": 5,
        "bonus": 2,
    }


def test_jm_2_a_hand_is_four_melds_and_a_pair() -> None:
    assert judged("123m456p789s11p55s", "5s").legal
    assert judged("1m", "1m", "222m", "3333m", "<4444p>", "555z").legal


@pytest.mark.parametrize(
    ("concealed", "tile", "melds"),
    [
        ("123m456p789s11p57s", "8s", []),  # two tiles are no chow
        ("189m456p789s11p55s", "1p", []),  # a chow does not go round the corner
        ("89m1p456p789s55s11s", "2p", []),  # nor over two suits
        ("123456789m12p34s", "5s", []),  # a straight alone is not enough
        ("7889m", "9m", ["111p", "222p", "333p"]),
        ("57z123m456p789s11p", "5z", []),  # dragons make no chow
        ("1133557799m113p", "5p", []),  # six pairs and a half
        ("1m", "2m", ["111p", "222p", "333p", "444p"]),
    ],
)
def test_jm_2_what_is_not_complete_does_not_win(
    concealed: str, tile: str, melds: list[str]
) -> None:
    verdict = judged(concealed, tile, *melds)
    assert not verdict.legal
    assert verdict.refusal is not None
    assert verdict.refusal.clause == "JM-2"
    assert (verdict.items, verdict.points, verdict.hand_points) == ((), 0, 0)


def test_jm_26_two_points_of_its_own() -> None:
    poor = judged("12356789m22p", "7m", "888s")
    assert not poor.legal
    assert poor.refusal is not None
    assert poor.refusal.clause == "JM-26"
    assert poor.refusal.reason.zh == "只有1炮，起胡要2炮"
    assert (lines(poor), poor.points) == ({"plain": 1}, 1)
    assert worth(judged("12356789m22p", "4m", "888s")) == 10


def test_jm_26_ones_own_extras_count() -> None:
    assert worth(judged("12356789m22p", "7m", "888s", bonus=1)) == 2
    assert worth(judged("12356789m22p", "7m", "8888s")) == 2


def test_jm_26_what_is_eaten_does_not_count() -> None:
    question = {
        "game": "jiujiang-mahjong",
        "winner": {"concealed": "12356789m22p", "win": "7m", "melds": ["888s"]},
        "source": "discard",
        "payers": [{"melds": ["777z", "555z"], "bonus": 4}],
    }
    answer = score_line(question)
    assert (answer["legal"], answer["clause"]) == (False, "JM-26")
    assert answer["payments"] == answer["per_payer"] == []


def test_jm_26_option_min_points() -> None:
    assert judged("12356789m22p", "7m", "888s", min_points=1).legal
    assert judged("12356789m22p888s", "7m", min_points=2).legal
    assert not judged("12356789m22p888s", "7m", min_points=3).legal
    assert judged("12356789m22p888s", "7m", source=SELF_DRAW, min_points=3).legal


def test_jm_27_the_best_reading_counts() -> None:
    as_pungs = judged("111222333m44p55s", "4p")
    assert lines(as_pungs) == {"all_pungs": 15, "pung_window": 5, "concealed": 5}
    as_pairs = judged("112233445566m7p", "7p")
    assert lines(as_pairs) == {"seven_pairs": 20, "pair_window": 20}


def test_jm_27_every_place_of_the_winning_tile_is_tried() -> None:
    """Of 1233 + 3 the 3m ends the chow or makes the pair; of 13 + 2 it can only be inside."""
    edge_or_pair = judged("1233m456p789p678s", "3m")
    assert waited(edge_or_pair) == "3m"
    assert worth(edge_or_pair) == 3
    inside = judged("22344m456p99s678s", "3m")
    assert waited(inside) == "3m"
    assert lines(inside) == {"plain": 1, "concealed": 1, "closed_wait": 1}


def test_jm_27_readings_are_not_added_up() -> None:
    """111 222 333 is there, and three times 123; with 789 beside them only one reading counts."""
    verdict = judged("111222333m789p5s", "5s", source=SELF_DRAW)
    assert lines(verdict) == {"plain": 1, "self_draw": 1, "concealed": 1, "pair_wait": 1}


def test_jm_28_kinds_that_complete_the_hand_in_some_reading() -> None:
    assert waited(judged("12356789m22p888s", "4m")) == "47m"
    assert waited(judged("1112345678999m", "5m")) == "123456789m"
    assert waited(judged("1122m", "2m", "333p", "444p", "555p")) == "12m"
    assert waited(judged("1133557799m113p", "3p")) == "3p"


def test_jm_28_a_kind_of_which_all_four_are_held_is_left_out() -> None:
    two = judged("2345m678s", "5m", "111s", "999p")
    assert (two.legal, waited(two)) == (False, "25m")
    one = judged("2345m678s", "5m", "222m", "999p")
    assert waited(one) == "5m"
    assert lines(one) == {"plain": 1, "pair_wait": 1}


def test_jm_28_both_shapes_count_for_the_waiting_set() -> None:
    """6p makes sets and pairs, 3p only sets: two kinds, so no single wait with either."""
    verdict = judged("112233m44556p99s", "3p")
    assert waited(verdict) == "36p"
    assert lines(verdict) == {"plain": 1, "concealed": 1}
    assert lines(judged("112233m44556p99s", "6p"))["seven_pairs"] == 20
