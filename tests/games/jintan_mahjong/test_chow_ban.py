"""过牌, a chow that changes nothing: JT-14 to JT-16."""

import pytest

from paiju.games.jintan_mahjong.chow_ban import closed_by
from paiju.mahjong.melds import CHOW, Meld
from paiju.mahjong.tiles import parse_tile, tiles_text
from tests.games.jintan_mahjong.scenario import Scenario


def chowed(tile: str, hand: str, own: str, rest: str = "1z2z3z4z5z6z7z") -> Scenario:
    """Seat 1 holds the tiles given beside lone honours and has claimed the tile for a chow."""
    quiet = rest[: 2 * (13 - sum(sign.isdigit() for sign in hand))]
    scenario = Scenario({0: tile, 1: hand + quiet}, tail="9p")
    return scenario.do(f"0 discard {tile}", f"1 chow {own}")


@pytest.mark.parametrize(
    ("tile", "own", "other"),
    [
        ("1m", "23m", "4m"),
        ("2m", "34m", "5m"),
        ("4m", "23m", "1m"),
        ("5m", "34m", "2m"),
        ("6s", "78s", "9s"),
        ("9s", "78s", "6s"),
        ("5p", "67p", "8p"),
    ],
)
def test_jt_14_the_claimed_kind_and_the_other_open_end_are_closed(
    tile: str, own: str, other: str
) -> None:
    scenario = chowed(tile, tile + own + other + "11p9m", own)
    assert scenario.refused(f"1 discard {tile}") == "JT-14"
    assert scenario.refused(f"1 discard {other}") == "JT-14"
    assert "discard 1z" in scenario.legal(1)


@pytest.mark.parametrize(
    ("tile", "own"),
    [("3m", "12m"), ("7m", "89m"), ("2m", "13m"), ("8s", "79s"), ("4p", "35p")],
)
def test_jt_14_an_edge_or_a_gap_closes_only_the_claimed_kind(tile: str, own: str) -> None:
    scenario = chowed(tile, tile + own, own)
    assert scenario.refused(f"1 discard {tile}") == "JT-14"
    kinds = {tile for tile, count in enumerate(scenario.round.table.sides[1].hand) if count}
    open_kinds = [text for text in scenario.legal(1) if text.startswith("discard")]
    assert len(open_kinds) == len(kinds) - 1


def test_jt_14_of_every_chow_of_a_suit() -> None:
    """Written out: the tile claimed, the two of one's own, and all that is closed then."""
    closed = {
        "123": {"1m": "14m", "2m": "2m", "3m": "3m"},
        "234": {"2m": "25m", "3m": "3m", "4m": "14m"},
        "345": {"3m": "36m", "4m": "4m", "5m": "25m"},
        "456": {"4m": "47m", "5m": "5m", "6m": "36m"},
        "567": {"5m": "58m", "6m": "6m", "7m": "47m"},
        "678": {"6m": "69m", "7m": "7m", "8m": "58m"},
        "789": {"7m": "7m", "8m": "8m", "9m": "69m"},
    }
    for run, by_claimed in closed.items():
        for claimed, kinds in by_claimed.items():
            chow = Meld(CHOW, parse_tile(run[0] + "m"), parse_tile(claimed))
            assert tiles_text(closed_by(chow.tile, chow.claimed)) == kinds, (run, claimed)


def test_jt_14_example_one_may_discard_the_far_end_of_a_longer_run() -> None:
    scenario = chowed("1m", "234567m", "23m")
    assert scenario.refused("1 discard 4m") == "JT-14"
    scenario.do("1 discard 7m")


def test_jt_14_example_a_gap_may_be_exchanged() -> None:
    low = chowed("2m", "135m", "13m").do("1 discard 5m")
    high = chowed("4m", "135m", "35m").do("1 discard 1m")
    assert low.round.table.turn != 1
    assert high.round.table.turn != 1


def test_jt_14_another_chow_of_the_same_tiles_closes_other_kinds() -> None:
    """The claimed 3m goes before 45m, or between 2m and 4m."""
    assert chowed("3m", "2456m", "45m").refused("1 discard 6m") == "JT-14"
    chowed("3m", "2456m", "24m").do("1 discard 6m")


def test_jt_14_holds_after_a_kong_in_between() -> None:
    scenario = chowed("1m", "234m9999s1m", "23m").do("1 kong 9s")
    assert scenario.round.turn == 1
    assert scenario.refused("1 discard 1m") == "JT-14"
    assert scenario.refused("1 discard 4m") == "JT-14"
    scenario.do("1 discard 9p")


def test_jt_14_holds_for_a_tile_drawn_after_a_kong() -> None:
    hands = {0: "1m", 1: "23m9999s1234567z"}
    scenario = Scenario(hands, tail="4m").do("0 discard 1m", "1 chow 23m", "1 kong 9s")
    assert scenario.last("drew").as_dict()["tile"] == "4m"
    assert scenario.refused("1 discard 4m") == "JT-14"


def test_jt_14_no_longer_than_that_turn() -> None:
    scenario = chowed("1m", "234m", "23m").do("1 discard 1z").until_turn(2)
    while scenario.round.turn != 1:
        scenario.idle()
    assert "discard 4m" in scenario.legal(1)


def test_jt_14_a_pung_closes_nothing() -> None:
    scenario = Scenario({0: "5s", 3: "555s"}).do("0 discard 5s", "3 pung")
    assert "discard 5s" in scenario.legal(3)


def test_jt_14_a_refusal_shows_why() -> None:
    scenario = chowed("1m", "234m", "23m")
    refused = scenario.round.observation(1).refused
    assert {str(action): why.clause for action, why in refused} == {
        "discard 1m": "JT-14",
        "discard 4m": "JT-14",
    }
    assert "过牌" in refused[0][1].reason.zh


def test_jt_15_with_four_tiles_in_hand_nothing_is_closed() -> None:
    scenario = Scenario({0: "1111z2222z3333z23m"}, wall="5z6z1m", tail="4m1m7z")
    for kong in ("1z", "2z", "3z"):
        scenario.do(f"0 kong {kong}")
    scenario.do("0 discard 7z", "1 discard 5z", "2 discard 6z", "3 discard 1m", "0 chow 23m")
    assert scenario.legal(0) == ["hu", "discard 1m", "discard 4m"]


def test_jt_15_with_seven_tiles_it_holds_even_if_a_kong_makes_the_fourth_meld() -> None:
    scenario = Scenario({0: "1111z2222z23m4m9s1m7z"}, wall="5z6z1m", tail="9s9s")
    scenario.do("0 kong 1z", "0 kong 2z", "0 discard 7z", "1 discard 5z", "2 discard 6z")
    scenario.do("3 discard 1m", "0 chow 23m")
    assert scenario.refused("0 discard 4m") == "JT-14"
    assert scenario.refused("0 discard 1m") == "JT-14"
    assert "discard 9s" in scenario.legal(0)


def seven_tiles(hand: str, tail: str) -> Scenario:
    """The dealer lays two concealed kongs and has seven tiles when seat 3 discards 1m."""
    scenario = Scenario({0: "1111z2222z" + hand + "7z"}, wall="5z6z1m", tail=tail)
    scenario.do("0 kong 1z", "0 kong 2z", "0 discard 7z", "1 discard 5z", "2 discard 6z")
    return scenario.do("3 discard 1m")


def test_jt_16_a_chow_that_would_leave_nothing_to_discard_is_not_offered() -> None:
    scenario = seven_tiles("23m44m1m", tail="4m1m")
    assert scenario.refused("0 chow 23m") == "JT-16"
    assert "chow 23m" not in scenario.legal(0)


def test_jt_16_another_chow_of_the_same_tile_is_still_offered() -> None:
    scenario = seven_tiles("23m44m9m", tail="4m1m")
    assert "chow 23m" in scenario.legal(0)


def test_jt_16_a_kong_that_might_leave_nothing_to_discard_is_not_offered() -> None:
    """After the chow only the kong's tiles are open; a closed replacement would be the end."""
    scenario = seven_tiles("23m4m99s", tail="9s9s").do("0 chow 23m")
    assert scenario.refused("0 kong 9s") == "JT-14"
    assert scenario.legal(0) == ["hu", "discard 9s"]
