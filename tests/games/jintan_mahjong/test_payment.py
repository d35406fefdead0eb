"""Who pays whom: JT-33 to JT-35, and a settlement as the page shows it."""

from tests.games.jintan_mahjong.scenario import Scenario

WAITING = "46s123m456m789p1z1f"  # waits for 5s with one flower, beside the 1z that replaces it


def test_jt_33_the_discarder_pays_the_score() -> None:
    scenario = Scenario({0: "5s", 2: WAITING}, tail="1z").do("0 discard 5s", "2 hu")
    assert scenario.payments == (-15, 0, 15, 0)
    assert scenario.win()["clause"] == "JT-33"


def test_jt_33_after_a_self_draw_each_of_the_three_pays_it() -> None:
    scenario = Scenario({1: WAITING}, wall="5s", tail="1z").do("0 discard 1m", "1 pass", "1 hu")
    assert scenario.payments == (-15, 45, -15, -15)


def test_jt_33_several_winners_are_each_paid_in_full() -> None:
    hands = {0: "5s", 1: WAITING, 2: "46s123p456m789s2z2f", 3: "46s789m456p789p3z3f"}
    scenario = Scenario(hands, tail="1z2z3z").do("0 discard 5s", "1 hu", "2 hu", "3 hu")
    assert scenario.payments == (-45, 15, 15, 15)
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.winners == (1, 2, 3)


def test_jt_34_a_kong_replacement_is_a_self_draw_with_its_fan() -> None:
    scenario = Scenario({0: "8888s46s123m456m11z"}, tail="5s").do("0 kong 8s", "0 hu")
    assert scenario.items() == {"kong": 2, "kong_replacement": 1}
    assert scenario.payments == (120, -40, -40, -40)


def test_jt_30_jt_34_however_many_kongs_it_is_one_fan() -> None:
    scenario = Scenario({0: "8888s9999s46s123m1z"}, tail="1z5s")
    scenario.do("0 kong 8s", "0 kong 9s", "0 hu")
    assert scenario.items() == {"kong": 2, "kong_replacement": 1}
    assert [item["value"] for item in scenario.win()["items"]] == [2, 2, 1]
    assert scenario.payments[1] == -60


def test_jt_30_not_if_the_winning_tile_replaced_a_flower() -> None:
    scenario = Scenario({0: "8888s46s123m456m11z"}, tail="1f5s").do("0 kong 8s", "0 hu")
    assert scenario.items() == {"flower_tile": 1, "kong": 2}
    assert scenario.payments == (75, -25, -25, -25)


def robbed() -> Scenario:
    """Seat 3 adds a 5s to its pung; seats 1 and 2 wait for it."""
    hands = {0: "5s", 1: WAITING, 2: "46s123p456m789s2z2f", 3: "555s"}
    scenario = Scenario(hands, tail="1z2z")
    return scenario.do("0 discard 5s", "1 pass", "2 pass", "3 pung", "3 kong 5s")


def test_jt_35_the_konger_alone_pays_three_times() -> None:
    scenario = robbed().do("1 hu", "2 pass")
    assert scenario.payments == (0, 45, 0, -45)
    assert scenario.win()["points"] == 15
    assert scenario.win()["payers"] == [{"seat": 3, "eaten": [], "points": 15, "amount": 45}]
    assert scenario.win()["clause"] == "JT-35"


def test_jt_35_several_robbers_are_each_paid_so() -> None:
    assert robbed().do("1 hu", "2 hu").payments == (0, 45, 45, -90)


def test_jt_35_it_adds_no_fan_and_needs_none() -> None:
    hands = {0: "5s", 1: "46s123m456m789p11z", 3: "555s"}
    scenario = Scenario(hands).do("0 discard 5s", "1 pass", "3 pung", "3 kong 5s", "1 hu")
    assert scenario.items() == {}
    assert scenario.payments == (0, 30, 0, -30)


def test_jt_35_three_times_the_capped_score() -> None:
    hands = {0: "5m", 1: "46m777z555z66z123f", 3: "555m"}
    scenario = Scenario(hands, tail="6z1m1m")
    scenario.do("0 discard 5m", "1 pass", "3 pung", "3 kong 5m", "1 hu")
    assert scenario.win()["formula"] == "(10 + 9×5) × 2 = 110 → 100"
    assert scenario.payments == (0, 300, 0, -300)


def test_a_settlement_tells_flowers_fans_and_formula() -> None:
    scenario = Scenario({0: "5s", 2: WAITING}, tail="1z").do("0 discard 5s", "2 hu")
    win = scenario.win()
    assert (win["flowers"], win["fans"], win["score"], win["capped"]) == (1, 0, 15, False)
    assert win["formula"] == "(10 + 1×5) × 1 = 15"
    assert (win["hand"], win["tile"], win["source"]) == ("123456m789p46s11z", "5s", "discard")
    assert scenario.round.outcome is not None
    items = scenario.round.outcome.items
    assert (items["base"], items["cap"], items["fines"]) == (10, 100, [0, 0, 0, 0])
