"""What the way of winning is worth: JM-38 to JM-53."""

import pytest

from tests.games.jiujiang_mahjong.judged import (
    ROBBED_KONG,
    SELF_DRAW,
    judged,
    lines,
    waited,
    worth,
)

TWO_SIDED = "12356789m22p888s"
"""Waits for 4m (一条龙) and 7m (平胡)."""


def test_jm_38_self_draw_is_u() -> None:
    assert lines(judged(TWO_SIDED, "7m", source=SELF_DRAW)) == {
        "plain": 1,
        "self_draw": 1,
        "concealed": 1,
    }
    assert lines(judged(TWO_SIDED, "4m", source=SELF_DRAW)) == {
        "pure_straight": 10,
        "self_draw": 5,
        "concealed": 5,
    }


def test_jm_38_not_with_jm_48_jm_49_jm_51() -> None:
    for verdict in (
        judged("12356789m22p", "7m", "<8888s>", source=SELF_DRAW, after_kong=True),
        judged(TWO_SIDED, "7m", source=SELF_DRAW, last_tile=True),
        judged(TWO_SIDED, "7m", source=SELF_DRAW, first_turn=True, dealer=True),
    ):
        assert worth(verdict) >= 10
        assert "self_draw" not in lines(verdict)


def test_jm_38_not_with_seven_fairies() -> None:
    assert "self_draw" not in lines(judged("1122334455667m", "7m", source=SELF_DRAW))


def test_jm_39_nothing_claimed() -> None:
    assert lines(judged(TWO_SIDED, "7m"))["concealed"] == 1
    assert "concealed" not in lines(judged("12356789m22p", "4m", "888s"))
    assert "concealed" not in lines(judged("12356789m22p", "4m", "8888s"))


def test_jm_39_concealed_kongs_are_not_claimed() -> None:
    assert lines(judged("12356789m22p", "7m", "<8888s>")) == {
        "plain": 1,
        "concealed": 1,
        "concealed_kong": 2,
    }


def test_jm_39_not_with_seven_pairs_nor_jm_51_to_jm_53() -> None:
    for verdict in (
        judged("1133m5577p1199s5z", "5z"),
        judged("1122334455667m", "7m"),
        judged(TWO_SIDED, "7m", source=SELF_DRAW, first_turn=True, dealer=True),
        judged(TWO_SIDED, "7m", first_turn=True),
        judged(TWO_SIDED, "7m", ready=True),
    ):
        assert worth(verdict) >= 10
        assert "concealed" not in lines(verdict)


@pytest.mark.parametrize(("chow", "tile"), [("12m", "3m"), ("89s", "7s")])
def test_jm_40_edge_wait(chow: str, tile: str) -> None:
    verdict = judged(f"{chow}456p678p55s", tile, "<7777z>")
    assert lines(verdict) == {"plain": 1, "concealed": 1, "edge_wait": 1, "concealed_kong": 4}


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("23m456p678p55s", "1m"),  # open-ended
        ("45m456p678p55s", "3m"),  # 3 is not the edge here
        ("78m456p678p55s", "9m"),
    ],
)
def test_jm_40_not_with_an_open_chow(hand: str, tile: str) -> None:
    assert lines(judged(hand, tile, "<7777z>")) == {"plain": 1, "concealed": 1, "concealed_kong": 4}


def test_jm_40_jm_28_only_with_a_single_wait() -> None:
    """The 3 of 12 and 345 ends a chow at the edge, but 6 would have done as well."""
    verdict = judged("12345m456p99s678s", "3m")
    assert waited(verdict) == "36m"
    assert "edge_wait" not in lines(verdict)


def test_jm_41_closed_wait() -> None:
    verdict = judged("24m678p345s99s", "3m", "<5555p>", source=SELF_DRAW, after_kong=True)
    assert lines(verdict) == {
        "kong_replacement": 10,
        "concealed": 5,
        "closed_wait": 5,
        "concealed_kong": 2,
    }
    assert worth(verdict) == 22
    assert lines(judged("13m678p345s99s", "2m", "<5555p>"))["closed_wait"] == 1


def test_jm_41_jm_28_only_with_a_single_wait() -> None:
    """The 4 of 35 with a pair of 3 is inside a chow, but 5 would have made a pair of 333 5."""
    verdict = judged("3335m456p678s", "4m", "<7777z>")
    assert waited(verdict) == "45m"
    assert lines(verdict) == {"plain": 1, "concealed": 1, "concealed_kong": 4}


def test_jm_42_pair_wait() -> None:
    assert lines(judged("123m456p678p1s", "1s", "777z")) == {
        "plain": 1,
        "pair_wait": 1,
        "dragon_pung": 1,
    }
    two = judged("2345m456p678p", "2m", "777z")
    assert waited(two) == "25m"
    assert "pair_wait" not in lines(two)


def test_jm_42_not_with_all_claimed() -> None:
    verdict = judged("9m", "9m", "111p", "333p", "555s", "777s")
    assert lines(verdict) == {"all_pungs": 15, "all_claimed": 10}


def test_jm_43_at_most_one_of_the_three() -> None:
    verdict = judged("1233m456p789p678s", "3m")
    shapes = {"edge_wait", "closed_wait", "pair_wait"} & set(lines(verdict))
    assert len(shapes) == 1
    assert worth(verdict) == 3


def test_jm_43_only_by_the_shape_it_names() -> None:
    """A triplet that was the only wait is none of the three (all four 8m are held)."""
    verdict = judged("77888899m55p123s", "5p")
    assert waited(verdict) == "5p"
    assert lines(verdict) == {"plain": 1, "concealed": 1}


def test_jm_43_none_with_seven_pairs_nor_heavenly() -> None:
    pairs = lines(judged("1133m5577p1199s5z", "5z", source=SELF_DRAW))
    assert pairs == {"seven_pairs": 20, "self_draw": 5}
    heavenly = judged("24m678p345s99s111m", "3m", source=SELF_DRAW, first_turn=True, dealer=True)
    assert lines(heavenly) == {"heavenly": 20}


def test_jm_44_one_flower_makes_every_way_five() -> None:
    plain = judged("24m678p345s99s111m", "3m", source=SELF_DRAW)
    assert lines(plain) == {"plain": 1, "self_draw": 1, "concealed": 1, "closed_wait": 1}
    flower = judged("24m678p345s99s111m", "3m", ready=True, source=SELF_DRAW)
    assert lines(flower) == {"ready": 10, "self_draw": 5, "closed_wait": 5}
    concealed = judged("24m678p345s99s111m", "3m", last_tile=True)
    assert lines(concealed) == {"last_discard": 10, "concealed": 5, "closed_wait": 5}


def test_jm_45_robbed_kong() -> None:
    verdict = judged(TWO_SIDED, "7m", source=ROBBED_KONG)
    assert lines(verdict) == {"robbed_kong": 10, "concealed": 5}
    edge = judged("12m456p678p55s", "3m", "777z", source=ROBBED_KONG)
    assert lines(edge) == {"robbed_kong": 10, "edge_wait": 5, "dragon_pung": 1}


def test_jm_46_discard_after_a_kong() -> None:
    verdict = judged(TWO_SIDED, "7m", after_kong=True)
    assert lines(verdict) == {"discard_after_kong": 10, "concealed": 5}


def test_jm_46_adds_to_jm_47_and_jm_52() -> None:
    last = judged(TWO_SIDED, "7m", after_kong=True, last_tile=True)
    assert lines(last) == {"discard_after_kong": 10, "last_discard": 10, "concealed": 5}
    first = judged(TWO_SIDED, "7m", after_kong=True, first_turn=True)
    assert lines(first) == {"discard_after_kong": 10, "earthly": 15}


def test_jm_47_the_last_discard() -> None:
    assert lines(judged("12356789m22p", "7m", "888s", last_tile=True)) == {"last_discard": 10}


def test_jm_48_kong_replacement() -> None:
    verdict = judged("12356789m22p", "7m", "8888s", source=SELF_DRAW, after_kong=True)
    assert lines(verdict) == {"kong_replacement": 10, "exposed_kong": 1}


def test_jm_49_the_last_draw() -> None:
    verdict = judged("12356789m22p", "7m", "888s", source=SELF_DRAW, last_tile=True)
    assert lines(verdict) == {"last_draw": 10}


def test_jm_49_adds_to_jm_48() -> None:
    verdict = judged(
        "12356789m22p", "7m", "8888s", source=SELF_DRAW, last_tile=True, after_kong=True
    )
    assert lines(verdict) == {"kong_replacement": 10, "last_draw": 10, "exposed_kong": 1}


def test_jm_50_all_four_melds_claimed() -> None:
    hand = ("2m", "2m", "333p", "444p", "555p", "666p")
    assert worth(judged(*hand)) == 35
    drawn = judged(*hand, source=SELF_DRAW)
    assert worth(drawn) == 40
    assert lines(drawn)["self_draw"] == 5


def test_jm_50_a_claimed_chow_and_kongs_count_a_concealed_kong_does_not() -> None:
    with_chow = judged("2m", "2m", "111p", "4444p", "777s", "345s")
    assert lines(with_chow) == {"all_claimed": 10, "exposed_kong": 1}
    concealed = judged("2m", "2m", "111p", "<4444p>", "777s", "999s")
    assert lines(concealed) == {"all_pungs": 15, "pair_wait": 5, "concealed_kong": 2}


def test_jm_51_heavenly_hand() -> None:
    verdict = judged("123m456s789p22m55p", "5p", source=SELF_DRAW, first_turn=True, dealer=True)
    assert (lines(verdict), worth(verdict)) == ({"heavenly": 20}, 20)


def test_jm_51_patterns_and_extras_add() -> None:
    verdict = judged(
        "111m333s55p999p77z", "7z", source=SELF_DRAW, first_turn=True, dealer=True, bonus=1
    )
    assert lines(verdict) == {"all_pungs": 15, "heavenly": 20, "bonus": 1, "dragon_triplet": 2}


def test_jm_52_earthly_hand() -> None:
    assert lines(judged(TWO_SIDED, "7m", first_turn=True)) == {"earthly": 15}


def test_jm_52_ready_does_not_add() -> None:
    assert lines(judged(TWO_SIDED, "7m", first_turn=True, ready=True)) == {"earthly": 15}


def test_jm_52_a_single_wait_adds() -> None:
    verdict = judged("12m456p678p55s777z", "3m", first_turn=True)
    assert lines(verdict) == {"earthly": 15, "edge_wait": 5, "dragon_triplet": 2}


def test_jm_53_declared_ready() -> None:
    assert lines(judged(TWO_SIDED, "7m", ready=True)) == {"ready": 10}


def test_jm_53_self_draw_adds() -> None:
    assert lines(judged(TWO_SIDED, "7m", ready=True, source=SELF_DRAW)) == {
        "ready": 10,
        "self_draw": 5,
    }
