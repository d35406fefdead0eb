"""What the tiles of a winning hand are worth: JM-29 to JM-37."""

import pytest

from tests.games.jiujiang_mahjong.judged import SELF_DRAW, judged, lines, waited, worth


def test_jm_29_a_plain_hand_is_one() -> None:
    assert lines(judged("12356789m22p888s", "7m")) == {"plain": 1, "concealed": 1}


def test_jm_29_plain_is_never_added_to_a_flower() -> None:
    for flower in (
        judged("12356789m22p888s", "4m"),
        judged("12356789m22p888s", "7m", last_tile=True),
        judged("12356789m22p888s", "7m", ready=True),
    ):
        assert worth(flower) >= 10
        assert "plain" not in lines(flower)


def test_jm_30_four_pungs_and_a_pair() -> None:
    assert lines(judged("22288m33s", "3s", "555p", "7777z")) == {
        "all_pungs": 15,
        "exposed_kong": 3,
    }
    assert lines(judged("22288m33345s", "6s", "7777z")) == {
        "plain": 1,
        "exposed_kong": 3,
    }


def test_jm_30_a_window_is_three_pungs_of_adjacent_numbers() -> None:
    one = judged("1122m", "2m", "333p", "444p", "555p")
    assert lines(one) == {"all_pungs": 15, "pung_window": 5}
    assert worth(one) == 20
    two = judged("2m", "2m", "333p", "444p", "555p", "666p")
    assert lines(two) == {"all_pungs": 15, "pung_window": 10, "all_claimed": 10}


def test_jm_30_kongs_make_windows_too() -> None:
    hand = judged("55588p11m", "8p", "<3333p>", "4444p")
    assert lines(hand) == {
        "all_pungs": 15,
        "pung_window": 5,
        "concealed_kong": 2,
        "exposed_kong": 1,
    }


@pytest.mark.parametrize(
    ("concealed", "melds"),
    [
        ("2288m", ["333p", "444p", "555m"]),  # two suits
        ("44p88m", ["222p", "333p", "999s"]),  # 8m wins, 4p is the pair: it takes no part
        ("88m11s", ["888p", "999p", "111p"]),  # 8 9 1 is not adjacent
        ("88m77z", ["555z", "111p", "222p"]),  # dragons have no numbers
    ],
)
def test_jm_30_what_is_no_window(concealed: str, melds: list[str]) -> None:
    found = lines(judged(concealed, "8m", *melds))
    assert found["all_pungs"] == 15
    assert "pung_window" not in found


def test_jm_31_both_dragons_as_triplets() -> None:
    verdict = judged("34m555z55p678s", "5m", "777z")
    assert waited(verdict) == "25m"
    assert lines(verdict) == {"red_flag": 10, "dragon_pung": 1, "dragon_triplet": 2}
    assert worth(verdict) == 13


def test_jm_31_kongs_count_and_pairs_do_not() -> None:
    assert lines(judged("34m55p678s", "5m", "<7777z>", "5555z"))["red_flag"] == 10
    assert "red_flag" not in lines(judged("34m55z678s345p", "5m", "777z"))
    pairs = lines(judged("5555777z1133m88p", "7z"))
    assert pairs == {"seven_pairs": 20, "four_alike": 10}


def test_jm_32_a_straight_of_one_suit() -> None:
    verdict = judged("12356789m22p888s", "4m")
    assert lines(verdict) == {"pure_straight": 10, "concealed": 5}
    assert worth(verdict) == 15
    assert lines(judged("12356789m22p", "4m", "888s")) == {"pure_straight": 10}


def test_jm_32_the_straight_must_be_three_melds_of_the_reading() -> None:
    """All nine numbers are there in 111 234 55 678 999, but not as 123, 456, 789."""
    assert lines(judged("1112345678999m", "5m")) == {"full_flush": 20, "concealed": 5}
    assert lines(judged("123m456p789s11p55s", "5s")) == {"plain": 1, "concealed": 1}


def test_jm_32_the_rest_may_be_of_the_same_suit() -> None:
    assert lines(judged("123456789m999m3m", "3m")) == {
        "pure_straight": 10,
        "full_flush": 20,
        "concealed": 5,
    }


def test_jm_33_one_suit_and_dragons() -> None:
    assert lines(judged("234m678m567m5m", "5m", "777z")) == {"half_flush": 10, "dragon_pung": 1}
    assert lines(judged("1133m4466m7799m5z", "5z")) == {"seven_pairs": 20, "half_flush": 10}
    assert lines(judged("234m678m567s5s", "5s", "777z"))["plain"] == 1


def test_jm_34_one_suit_alone() -> None:
    assert lines(judged("345m567m789m1m", "1m", "2222m")) == {
        "full_flush": 20,
        "pair_wait": 5,
        "exposed_kong": 1,
    }
    assert worth(judged("11m22m", "2m", "333m", "555m", "777m")) == 35


def test_jm_34_melds_colour_the_hand() -> None:
    assert "full_flush" not in lines(judged("345m567m789m1m", "1m", "9999p"))
    assert "half_flush" not in lines(judged("345m567m789m1m", "1m", "<9999p>"))


def test_jm_35_seven_pairs() -> None:
    verdict = judged("1133m5577p1199s5z", "5z")
    assert lines(verdict) == {"seven_pairs": 20}
    assert waited(verdict) == "5z"
    assert lines(judged("1133m5577p1199s5z", "5z", source=SELF_DRAW)) == {
        "seven_pairs": 20,
        "self_draw": 5,
    }


def test_jm_35_only_without_melds() -> None:
    assert not judged("1133m5577p11s", "1s", "999s").legal


def test_jm_36_luxury_and_windows() -> None:
    verdict = judged("1133444455779m", "9m")
    assert lines(verdict) == {
        "seven_pairs": 20,
        "full_flush": 20,
        "four_alike": 5,
        "pair_window": 5,
    }
    assert worth(verdict) == 50


def test_jm_36_each_four_alike_counts() -> None:
    """Two of them once gave nothing elsewhere (failures-elsewhere 16); three are possible."""
    assert lines(judged("11112222m33p44p5s", "5s"))["four_alike"] == 10
    assert lines(judged("1111m2222p3333s5s", "5s"))["four_alike"] == 15


def test_jm_36_each_window_counts_over_kinds() -> None:
    assert lines(judged("112233445566m7p", "7p"))["pair_window"] == 20
    assert lines(judged("11222233m4455p7s", "7s"))["pair_window"] == 5
    assert lines(judged("1122m3344p8899s7z", "7z")) == {"seven_pairs": 20}


def test_jm_37_seven_fairies() -> None:
    assert lines(judged("1122334455667m", "7m")) == {"seven_fairies": 50}
    drawn = judged("1122334455667m", "7m", source=SELF_DRAW)
    assert (lines(drawn), worth(drawn)) == ({"seven_fairies": 100}, 100)


@pytest.mark.parametrize("hand", ["1122334455667p", "2233445566778s", "3344556677889m"])
def test_jm_37_from_1_2_or_3(hand: str) -> None:
    last = hand[-2:]
    assert worth(judged(hand, last)) == 50


def test_jm_37_other_seven_pairs_are_none() -> None:
    assert lines(judged("1122334455668m", "8m")) == {
        "seven_pairs": 20,
        "full_flush": 20,
        "pair_window": 20,
    }
    assert "seven_fairies" not in lines(judged("112233445566m7p", "7p"))


def test_jm_37_is_never_read_as_ordinary_seven_pairs() -> None:
    """七对 20 + 清一色 20 + five windows 25 would be 65."""
    assert worth(judged("1122334455667m", "7m")) == 50


def test_jm_37_adds_to_the_ways_it_does_not_replace() -> None:
    last = judged("1122334455667m", "7m", source=SELF_DRAW, last_tile=True)
    assert lines(last) == {"seven_fairies": 100, "last_draw": 10}
    ready = judged("1122334455667m", "7m", ready=True)
    assert lines(ready) == {"seven_fairies": 50, "ready": 10}
