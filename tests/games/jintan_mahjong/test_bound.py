"""Tiles one may not win on: JT-10 to JT-13."""

from paiju.mahjong.actions import HU
from paiju.mahjong.events import Discarded, WinDeclined
from paiju.mahjong.question import Question
from paiju.mahjong.tiles import parse_tile
from tests.games.jintan_mahjong.scenario import Scenario


def closed(scenario: Scenario, line: str, seat: int) -> str | None:
    """What would close the tile of a discard like ``2 5s`` to a seat; None if it could win."""
    table = scenario.round.table.copy()
    discarder, tile = int(line[0]), parse_tile(line[2:])
    table.apply(Discarded(discarder, tile))
    question = Question("claim", discarder, tile)
    refusal = scenario.round.rules.no_win(table, seat, question, HU)
    return None if refusal is None else refusal.clause


# --- JT-10 ----------------------------------------------------------------------------------------


def own_discard() -> Scenario:
    """Seat 1 waits for 5s, with a flower, and has just discarded a 5s itself."""
    hands = {1: "5s46s123m456m789p1f", 2: "5s"}
    return Scenario(hands, wall="1z5z5z6z", tail="1z").do("0 discard 1m", "1 discard 5s")


def test_jt_10_the_kind_one_has_discarded_cannot_be_won_from_others() -> None:
    scenario = own_discard()
    assert closed(scenario, "2 5s", 1) == "JT-10"
    assert closed(scenario, "0 5s", 1) == "JT-10"
    scenario.do("2 discard 5s")
    assert 1 not in scenario.round.to_act


def test_jt_10_other_kinds_are_open() -> None:
    scenario = Scenario({1: "9s78s123m456m78p9p1f"}, wall="9p", tail="9p")
    scenario.do("0 discard 1m", "1 discard 9s")
    assert closed(scenario, "2 9s", 1) == "JT-10"
    assert closed(scenario, "2 6s", 1) is None


def test_jt_10_ends_with_ones_next_draw() -> None:
    scenario = own_discard().do("2 discard 5z", "3 discard 5z", "0 discard 6z").until_turn(1)
    assert closed(scenario.do("1 discard 3m"), "2 5s", 1) is None


def test_jt_10_ends_with_ones_next_claim() -> None:
    hands = {1: "5s46s123m456m33s7p1f", 3: "3s"}
    scenario = Scenario(hands, wall="1z5z", tail="7p")
    scenario.do("0 discard 1m", "1 discard 5s", "2 discard 5z", "3 discard 3s")
    assert scenario.round.table.sides[1].shed == parse_tile("5s")
    scenario.do("1 pung", "1 discard 1z")
    assert closed(scenario, "2 5s", 1) is None


def test_jt_10_a_closed_tile_that_goes_by_is_not_declined() -> None:
    scenario = own_discard().do("2 discard 5s").until_turn(3)
    assert "win_declined" not in scenario.kinds()


# --- JT-11 ----------------------------------------------------------------------------------------


def example_six() -> Scenario:
    """Seat 3 waits for 6s and 9s with one flower, nothing else; it let a 9s go by."""
    hands = {0: "9s", 2: "6s", 3: "78s9p123m456m789m1f"}
    return Scenario(hands, wall="5z", tail="9p").do("0 discard 9s", "3 pass")


def three_waits() -> Scenario:
    """Seat 3 waits for 2m and 5m, worth 15, and for 4m with 独吊, worth 30; it let 5m go by."""
    hands = {0: "5m", 1: "4m", 2: "2m", 3: "3334m123p456p78p1f"}
    return Scenario(hands, wall="5z", tail="9p").do("0 discard 5m", "3 pass")


def test_jt_11_example_6_a_declined_win_closes_all_tiles_without_more_fans() -> None:
    scenario = example_six()
    assert scenario.last("win_declined") == WinDeclined(3, 15, parse_tile("9s"), 0, "gain")
    assert closed(scenario, "1 6s", 3) == "JT-11"
    assert closed(scenario, "1 9s", 3) == "JT-11"


def test_jt_11_only_the_seat_itself_learns_of_it() -> None:
    scenario = example_six()
    event = scenario.last("win_declined")
    knows = [event.seen_by(viewer) is not None for viewer in (0, 1, 2, 3, None)]
    assert knows == [False, False, False, True, False]
    own, other = (scenario.round.observation(seat).as_dict() for seat in (3, 2))
    assert (own["bound"], own["bound_fans"]) == (15, 0)
    assert (other["bound"], other["bound_fans"]) == (None, None)


def test_jt_11_more_fans_and_a_higher_score_are_open() -> None:
    scenario = three_waits()
    assert closed(scenario, "1 2m", 3) == "JT-11"
    assert closed(scenario, "1 5m", 3) == "JT-11"
    assert closed(scenario, "1 4m", 3) is None
    scenario.do("1 discard 4m", "3 hu")
    assert scenario.payments == (0, -30, 0, 30)


def test_jt_11_the_best_declined_counts() -> None:
    scenario = three_waits().do("1 discard 4m", "3 pass")
    table = scenario.round.table
    assert (table.sides[3].bound, table.sides[3].bound_fans) == (30, 1)
    assert closed(scenario, "2 4m", 3) == "JT-11"


def test_jt_11_more_fans_alone_are_not_enough() -> None:
    """Both wins reach the cap: the second has two 番 more and is worth no more."""
    hands = {0: "5m", 1: "4m", 3: "3334m777z555z123f"}
    scenario = Scenario(hands, wall="1s", tail="666z").do("0 discard 5m", "3 pass")
    table = scenario.round.table
    assert (table.sides[3].bound, table.sides[3].bound_fans) == (100, 1)
    verdict = scenario.round.rules.verdict(table, 3, parse_tile("4m"), 0)
    assert (verdict.points, verdict.fans) == (100, 3)
    assert closed(scenario, "1 4m", 3) == "JT-11"


def test_jt_11_a_higher_score_alone_is_not_enough() -> None:
    """7z makes a pung of honours, one 花 more than 9s, but no 番."""
    hands = {0: "9s", 3: "77z99s123m456m78m1f"}
    scenario = Scenario(hands, tail="9m").do("0 discard 9s", "3 pass")
    assert scenario.round.rules.verdict(scenario.round.table, 3, parse_tile("7z"), 0).points == 20
    assert closed(scenario, "1 7z", 3) == "JT-11"


def test_jt_11_ends_with_ones_next_draw() -> None:
    scenario = example_six().do("1 discard 5z").until_turn(2)
    scenario.do("2 discard 6s").until_turn(3).idle()
    assert scenario.round.table.sides[3].bound == -1
    assert closed(scenario, "0 6s", 3) is None


def test_jt_11_a_claim_carried_out_ends_it() -> None:
    hands = {0: "5s", 1: "46s123m456m789p1z1f"}
    scenario = Scenario(hands, tail="1z").do("0 discard 5s", "1 chow 46s")
    assert "win_declined" in scenario.kinds()
    assert scenario.round.table.sides[1].bound == -1


def test_jt_11_a_claim_overridden_is_declining_and_no_gain() -> None:
    hands = {0: "5s", 1: "46s123m456m789p1z1f", 3: "55s"}
    scenario = Scenario(hands, tail="1z").do("0 discard 5s", "1 chow 46s", "3 pung")
    assert scenario.round.turn == 3
    assert scenario.round.table.sides[1].bound == 15
    assert closed(scenario, "3 5s", 1) == "JT-11"


def test_jt_11_no_answer_in_time_is_declining() -> None:
    hands = {0: "5s", 1: "46s123m456m789p1z1f"}
    scenario = Scenario(hands, tail="1z").do("0 discard 5s")
    assert scenario.round.to_act == (1,)
    scenario.idle()
    assert scenario.last("win_declined").as_dict()["points"] == 15


def test_jt_11_a_tile_one_could_not_win_was_not_declined() -> None:
    """Without 花 and 番 a discard cannot be won (JT-21), so letting it go binds nothing."""
    scenario = Scenario({0: "5s", 1: "46s123m456m789p11z"}).do("0 discard 5s", "1 pass")
    assert "win_declined" not in scenario.kinds()
    assert scenario.round.table.sides[1].bound == -1


def test_jt_11_a_win_that_is_still_closed_is_not_declined_either() -> None:
    scenario = example_six().do("1 discard 5z").until_turn(2).do("2 discard 6s").until_turn(3)
    assert scenario.kinds().count("win_declined") == 1


# --- JT-12 ----------------------------------------------------------------------------------------


def four_tiles(pair: str, wall: str, kongs: str = "1111z2222z3333z") -> Scenario:
    """The dealer lays three concealed kongs and keeps the tiles given and a pair of 9p."""
    scenario = Scenario({0: kongs + pair}, wall=wall, tail="9p9p7z")
    for kong in ("1z", "2z", "3z"):
        scenario.do(f"0 kong {kong}")
    return scenario.do("0 discard 7z")


def test_jt_12_example_7_a_chow_instead_of_a_win_then_one_of_the_pair() -> None:
    scenario = four_tiles("45m", wall="5z6z3m9p").do("1 discard 5z", "2 discard 6z")
    scenario.do("3 discard 3m")
    assert "hu" in [str(action) for action in scenario.round.legal_actions(0).sound()]
    scenario.do("0 chow 45m", "0 discard 9p", "1 discard 9p", "0 hu")
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.winners == (0,)
    assert "pair_wait" in scenario.items()


def test_jt_12_a_pung_instead_of_a_win() -> None:
    scenario = four_tiles("33m", wall="5z3m9p9p").do("1 discard 5z", "2 discard 3m")
    scenario.do("0 pung", "0 discard 9p", "1 discard 9p", "0 hu")
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.winners == (0,)


def test_jt_12_not_if_the_tile_could_not_be_won() -> None:
    """The 6m let go before has closed 3m (JT-11); claiming that opens nothing (JT-10)."""
    scenario = four_tiles("45m", wall="6m6z3m9p").do("1 discard 6m", "0 pass")
    scenario.do("2 discard 6z", "3 discard 3m", "0 chow 45m", "0 discard 9p")
    assert closed(scenario, "1 9p", 0) == "JT-10"


def test_jt_12_not_with_more_than_four_tiles() -> None:
    scenario = Scenario({0: "1111z2222z45m123s7z"}, wall="5z6z3m9p", tail="9p9p")
    scenario.do("0 kong 1z", "0 kong 2z", "0 discard 7z", "1 discard 5z", "2 discard 6z")
    scenario.do("3 discard 3m")
    assert "hu" in [str(action) for action in scenario.round.legal_actions(0).sound()]
    scenario.do("0 chow 45m", "0 discard 9p")
    assert closed(scenario, "1 9p", 0) == "JT-10"


def test_jt_12_ends_with_ones_next_gain() -> None:
    scenario = four_tiles("45m", wall="5z6z3m5z6z5z9p").do("1 discard 5z", "2 discard 6z")
    scenario.do("3 discard 3m", "0 chow 45m", "0 discard 9p", "1 discard 5z", "2 discard 6z")
    scenario.do("3 discard 5z", "0 discard 9p")
    assert closed(scenario, "1 9p", 0) == "JT-10"


def test_jt_12_is_not_told_to_the_others() -> None:
    scenario = four_tiles("45m", wall="5z6z3m9p").do("1 discard 5z", "2 discard 6z")
    scenario.do("3 discard 3m", "0 chow 45m", "0 discard 9p")
    assert scenario.round.observation(0).table.sides[0].shed == -1
    assert scenario.round.observation(2).table.sides[0].shed == parse_tile("9p")


# --- JT-13 ----------------------------------------------------------------------------------------


def robbed(*lines: str) -> Scenario:
    """Seat 1 waits for 5s; seat 3 holds three of them, pungs the fourth and adds a kong."""
    hands = {0: "5s", 1: "46s123m456m789p1z1f", 3: "555s"}
    return Scenario(hands, tail="1z", wall="2z").do(*lines, "3 pung", "3 kong 5s")


def test_jt_13_robbing_a_kong_is_not_bound_by_a_declined_win() -> None:
    scenario = robbed("0 discard 5s", "1 pass")
    assert scenario.round.table.sides[1].bound == 15
    scenario.do("1 hu")
    assert scenario.payments == (0, 45, 0, -45)


def test_jt_13_robbing_a_kong_is_not_bound_by_ones_own_discard() -> None:
    hands = {1: "5s46s123m456m789p1f", 3: "555s"}
    scenario = Scenario(hands, wall="1z", tail="1z").do("0 discard 1m", "1 discard 5s")
    scenario.do("3 pung", "3 kong 5s", "1 hu")
    assert scenario.win()["source"] == "robbed_kong"


def test_jt_13_declining_to_rob_binds() -> None:
    hands = {0: "9m", 1: "46s123m456m789p1z1f", 3: "555s", 2: "5s"}
    scenario = Scenario(hands, wall="1z2z", tail="1z").do("0 discard 9m")
    scenario.do("1 discard 1z").until_turn(2).do("2 discard 5s")
    scenario.do("1 pass", "3 pung", "3 kong 5s", "1 pass")
    assert scenario.kinds().count("win_declined") == 2
    assert scenario.round.table.sides[1].bound == 15


def test_jt_13_a_self_draw_is_never_bound() -> None:
    scenario = Scenario({0: "9s", 3: "78s9p123m456m789m1f"}, wall="5z5z6s", tail="9p")
    scenario.do("0 discard 9s", "3 pass", "1 discard 5z", "2 discard 5z", "3 hu")
    assert scenario.payments == (-15, -15, -15, 45)
