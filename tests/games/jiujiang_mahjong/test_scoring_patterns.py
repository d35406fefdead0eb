"""What the tiles of a winning hand are worth: JM-29 to JM-37."""

from tests.games.jiujiang_mahjong.judged import judged, lines, waited, worth


def test_jm_29_plain_hand_is_one() -> None:
    assert lines(judged("12356789m22p888s", "7m")) == {"plain": 1, "concealed": 1}


def test_jm_29_plain_is_never_added_to_a_flower() -> None:
    assert "plain" not in lines(judged("12356789m22p888s", "4m"))
    assert "plain" not in lines(judged("12356789m22p888s", "7m", last_tile=True))
    assert "plain" not in lines(judged("12356789m22p888s", "7m", ready=True))


def test_jm_30_four_pungs_and_a_pair() -> None:
    assert lines(judged("22288m33s", "3s", "555p", "7777z")) == {
        "all_pungs": 15,
        "exposed_kong": 3,
    }
    assert "all_pungs" not in lines(judged("22234588m", "8m", "555p"[:4], bonus=1))


def test_jm_30_a_window_is_three_pungs_of_adjacent_numbers() -> None:
    one = judged("1122m", "2m", "333p", "444p", "555p")
    assert (lines(one), worth(one)) == ({"all_pungs": 15, "pung_window": 5}, 20)
    two = judged("2m", "2m", "333p", "444p", "555p", "666p")
    assert worth(two) == 35
    assert lines(two)["pung_window"] == 10


def test_jm_30_kongs_make_windows_too() -> None:
    hand = judged("5p5p88m1m1m1m", "8m", "<3333p>", "4444p")
    assert lines(hand)["pung_window" if "5p" in "" else "all_pungs"] == 15
    assert lines(judged("55588p", "8p", "<3333p>", "4444p", "111m")) == {}


def test_jm_30_no_window_over_two_suits_nor_with_the_pair() -> None:
    assert "pung_window" not in lines(judged("22m44p", "4p", "333m", "444m", "555p"))
    pair = judged("44m", "4m", "222m", "333m", "777z", "999s") if False else None
    assert pair is None


def test_jm_31_both_dragons_as_triplets() -> None:
    verdict = judged("34m555z55p678s", "5m", "777z")
    assert waited(verdict) == "25m"
    assert lines(verdict) == {"red_flag": 10, "dragon_pung": 1, "dragon_triplet": 2}
