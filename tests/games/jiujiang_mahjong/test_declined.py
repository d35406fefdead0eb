"""胡大不胡小: JM-23 to JM-25."""

from typing import Any

from paiju.mahjong.events import Discarded, WinDeclined
from paiju.mahjong.question import Question
from paiju.mahjong.win import DISCARD, ROBBED_KONG
from tests.games.jiujiang_mahjong.scenario import Scenario, tile

HAND = "12356789m22p888s"
"""Waits for 7m, a plain win of 2, and 4m, 一条龙 with 15 (worked example 1)."""
SMALL, BIG = "7m", "4m"


def declined(first: str, second: str, **options: Any) -> Scenario:
    """Seat 1 may win on ``first`` of seat 3 (no dealer); seat 0 draws ``second`` next."""
    scenario = Scenario({1: HAND}, dealer=2, wall=first + second, **options)
    return scenario.do("2 discard 1p", f"3 discard {first}")


def closed_to_seat_1(scenario: Scenario) -> bool:
    """Whether seat 1 was not asked about seat 0's discard and has simply drawn."""
    return scenario.round.turn == 1


def test_jm_23_a_declined_win_closes_the_same_tile() -> None:
    assert closed_to_seat_1(declined("7m", "7m").do("1 pass", "0 discard 7m"))


def test_jm_23_a_declined_win_closes_another_tile_of_equal_worth() -> None:
    equal = Scenario({1: "23m456p789p123s99s"}, dealer=2, wall="1m4m")
    equal.do("2 discard 1p", "3 discard 1m").do("1 pass", "0 discard 4m")
    assert closed_to_seat_1(equal)


def test_jm_23_a_bigger_win_is_open() -> None:
    scenario = declined(SMALL, BIG).do("1 pass", f"0 discard {BIG}")
    assert scenario.legal(1) == ["hu", "pass"]
    scenario.do("1 hu")
    assert scenario.items()["pure_straight"] == 10


def test_jm_23_a_smaller_win_is_closed_after_a_bigger_one() -> None:
    assert closed_to_seat_1(declined(BIG, SMALL).do("1 pass", f"0 discard {SMALL}"))


def test_jm_23_letting_time_run_out_is_declining() -> None:
    scenario = declined("7m", "7m")
    scenario.idle()
    assert closed_to_seat_1(scenario.do("0 discard 7m"))


def test_jm_23_the_bound_ends_with_the_next_draw() -> None:
    scenario = Scenario({1: HAND}, dealer=2, wall="7m8p8s9s7m")
    scenario.do("2 discard 1p", "3 discard 7m", "1 pass", "0 discard 8p", "1 discard 8s")
    scenario.do("2 discard 9s", "3 discard 7m")
    assert scenario.legal(1) == ["hu", "pass"]


def test_jm_23_a_claim_does_not_release_it() -> None:
    """Seat 1 waits for 5z and 9s (two pairs), passes 9s, pungs nothing that is a draw."""
    scenario = Scenario({1: "55z23m456p789p999s"}, dealer=2, wall="1m5z4m")
    scenario.do("2 discard 1p", "3 discard 1m", "1 pass", "0 discard 5z", "1 pung")
    assert scenario.round.table.sides[1].bound == 2


def test_jm_23_choosing_a_pung_instead_is_declining() -> None:
    scenario = Scenario({1: "99s55m456p789p123s"}, dealer=2, wall="9s")
    scenario.do("2 discard 1p", "3 discard 9s")
    assert scenario.legal(1) == ["hu", "pung", "pass"]
    scenario.do("1 pung")
    assert scenario.round.table.sides[1].bound == 2


def test_jm_23_the_best_of_all_that_was_offered_counts() -> None:
    """Robbing included: after a kong of the dealer's discard the bigger of the two binds."""
    scenario = Scenario({1: "555s", 2: "46s123m456m789m99p"}, wall="8m8p8m5s")
    scenario.do("0 discard 7p", "1 discard 8m", "2 discard 8p", "3 discard 8m")
    scenario.do("0 discard 5s", "1 kong")
    offers = scenario.legal(2)
    assert offers == ["hu discard", "hu kong", "pass"]
    scenario.do("2 pass")
    declined_event = scenario.last("win_declined")
    assert isinstance(declined_event, WinDeclined)
    robbed_kong, pure_straight, concealed, closed_wait = 10, 10, 5, 5
    assert declined_event.points == robbed_kong + pure_straight + concealed + closed_wait


def test_jm_23_a_declined_win_is_nobody_elses_business() -> None:
    scenario = declined("7m", "7m").do("1 pass")
    event = scenario.last("win_declined")
    assert event.seen_by(1) == event
    assert [event.seen_by(viewer) for viewer in (0, 2, 3, None)] == [None] * 4
    assert [side.bound for side in scenario.round.observation(2).table.sides] == [-1] * 4


def test_jm_23_the_refusal_names_what_was_declined() -> None:
    scenario = declined("7m", "7m").do("1 pass")
    table = scenario.round.table.copy()
    table.apply(Discarded(0, tile("7m")))
    question = Question("claim", 0, tile("7m"))
    refusal = scenario.round.rules.hu_refusal(table, 1, question, DISCARD)
    assert refusal is not None
    assert refusal.clause == "JM-23"
    assert "2炮" in refusal.reason.zh


def test_jm_23_option_tile_closes_only_the_kinds_declined() -> None:
    same = declined("7m", "7m", declined_lock="tile").do("1 pass", "0 discard 7m")
    assert closed_to_seat_1(same)
    other = declined(BIG, SMALL, declined_lock="tile").do("1 pass", f"0 discard {SMALL}")
    assert other.legal(1) == ["hu", "pass"]


def test_jm_24_the_dealers_tiles_may_always_be_won() -> None:
    scenario = Scenario({1: HAND}, dealer=0, wall="8p8s7m7m")
    scenario.do("0 discard 1p", "1 discard 8p", "2 discard 8s", "3 discard 7m", "1 pass")
    scenario.do("0 discard 7m")
    assert scenario.legal(1) == ["hu", "pass"]


def test_jm_24_the_dealers_added_kong_too() -> None:
    scenario = Scenario({0: "55s", 2: "46s123p456p789p22m", 3: "5s"}, wall="8m8p8s")
    scenario.do("0 discard 1m", "1 discard 8m", "2 discard 8p", "3 discard 5s", "0 pung", "2 pass")
    table = scenario.round.table.copy()
    table.sides[2].bound = 100
    for konger, clause in ((0, None), (3, "JM-23")):
        question = Question("rob", konger, tile("5s"))
        refusal = scenario.round.rules.hu_refusal(table, 2, question, ROBBED_KONG)
        assert (refusal and refusal.clause) == clause


def test_jm_25_self_draws_are_never_bound() -> None:
    scenario = Scenario({1: HAND}, dealer=2, wall="7m8p7m")
    scenario.do("2 discard 1p", "3 discard 7m", "1 pass", "0 discard 8p").passes()
    assert scenario.round.turn == 1
    assert scenario.legal(1)[0] == "hu"


def test_jm_25_a_tile_one_could_not_win_was_not_declined() -> None:
    """Under 2 炮: 888s claimed, 7m is worth 1 (worked example 2), 4m stays open."""
    scenario = Scenario({1: "12356789m22p88s7z", 2: "8s"}, dealer=2, wall="7m4m")
    scenario.do("2 discard 8s", "1 pung", "1 discard 7z")
    assert scenario.round.table.sides[1].bound == -1
    assert tile("7m") not in scenario.round.table.sides[1].declined
