"""Who pays, raises, the dealer's double and what is shown: JM-57 to JM-61."""

from paiju.mahjong.events import Melded
from tests.games.jiujiang_mahjong.scenario import Scenario

WAITS_5S = "46s123m456m789m99p"
ALSO_WAITS_5S = "46s123p456p789p22m"


def test_jm_57_a_self_draw_is_paid_by_the_three_others() -> None:
    scenario = Scenario({1: WAITS_5S}, wall="5s").do("0 discard 1m", "1 hu")
    points = scenario.win()["points"]
    assert scenario.payments == (-points, 3 * points, -points, -points)


def test_jm_57_each_payer_pays_its_own_sum() -> None:
    scenario = Scenario({1: WAITS_5S, 2: "6z"}, wall="5s", tail="8s").do("0 discard 1m", "1 hu")
    points = scenario.win()["points"]
    assert scenario.payments == (-points, 3 * points + 1, -points - 1, -points)


def test_jm_57_a_discard_is_paid_by_the_discarder_alone() -> None:
    scenario = Scenario({0: "5s", 2: WAITS_5S}).do("0 discard 5s", "2 hu")
    points = scenario.win()["points"]
    assert scenario.payments == (-points, 0, points, 0)
    assert scenario.win()["clause"] == "JM-57"


def test_jm_58_every_winner_is_paid_apart_and_nothing_is_added() -> None:
    one = Scenario({0: "5s", 2: WAITS_5S}).do("0 discard 5s", "2 hu")
    both = Scenario({0: "5s", 2: WAITS_5S, 3: ALSO_WAITS_5S})
    both.do("0 discard 5s", "2 hu", "3 hu")
    assert both.payments[2] == one.payments[2]
    assert both.payments[0] == -both.payments[2] - both.payments[3]


def test_jm_58_one_of_two_may_pass() -> None:
    scenario = Scenario({0: "5s", 2: WAITS_5S, 3: ALSO_WAITS_5S})
    scenario.do("0 discard 5s", "2 pass", "3 hu")
    assert scenario.payments[2] == 0


def test_jm_59_raises_are_chosen_before_the_deal_and_shown_together() -> None:
    scenario = Scenario({0: "5s", 2: WAITS_5S}, raises=True)
    assert scenario.round.to_act == (0, 1, 2, 3)
    assert scenario.legal(2) == ["raise 0", "raise 5", "raise 10"]
    scenario.do("0 raise 5", "1 raise 0", "3 raise 0")
    assert scenario.kinds() == ["round_started"]
    scenario.do("2 raise 10")
    assert scenario.kinds()[1] == "raised"


def test_jm_59_winner_and_payer_raises_are_paid_on_top() -> None:
    carry = {"rounds_at_2": 1}
    scenario = Scenario({0: "5s", 2: WAITS_5S}, raises=True, base_score=3, carry=carry)
    scenario.do("0 raise 5", "1 raise 10", "2 raise 10", "3 raise 0", "0 discard 5s", "2 hu")
    payer = scenario.win()["payers"][0]
    assert scenario.payments[2] == (payer["points"] + 5 + 10) * 3 * 2
    (line,) = payer["house"]
    assert (line["zh"], line["value"], line["unit"], line["clause"]) == ("加注", 15, "炮", "JM-59")


def test_jm_59_jm_60_without_house_rules_nothing_is_said_of_them() -> None:
    scenario = Scenario({0: "5s", 2: WAITS_5S}).do("0 discard 5s", "2 hu")
    assert "house" not in scenario.win()["payers"][0]


def test_jm_59_off_by_default() -> None:
    assert "raise 0" not in Scenario({}).legal(0)


def test_jm_59_no_answer_in_time_is_no_raise() -> None:
    scenario = Scenario({}, raises=True)
    for _ in range(4):
        scenario.idle()
    assert scenario.round.table.raises == (0, 0, 0, 0)


def test_jm_60_option_dealer_double() -> None:
    dealer_pays = Scenario({0: "5s", 2: WAITS_5S}, dealer_double=True)
    dealer_pays.do("0 discard 5s", "2 hu")
    dealer_wins = Scenario({3: "5s", 2: WAITS_5S + "1p"}, dealer=2, wall="8m", dealer_double=True)
    dealer_wins.do("2 discard 1p", "3 discard 5s", "2 hu")
    neither = Scenario({3: "5s", 2: WAITS_5S}, dealer=1, wall="8m8p", dealer_double=True)
    neither.do("1 discard 1p", "2 discard 8m", "3 discard 5s", "2 hu")
    for scenario, factor in ((dealer_pays, 2), (dealer_wins, 2), (neither, 1)):
        payer = scenario.win()["payers"][0]
        assert scenario.payments[2] == factor * payer["points"]
        told = [(line["clause"], line["value"]) for line in payer.get("house", [])]
        assert told == ([("JM-60", 2)] if factor == 2 else [])


def test_jm_60_the_source_rules_do_not_double_the_dealer() -> None:
    scenario = Scenario({0: "5s", 2: WAITS_5S}).do("0 discard 5s", "2 hu")
    assert scenario.payments[2] == scenario.win()["payers"][0]["points"]


def test_jm_61_concealed_kongs_are_hidden_until_the_settlement() -> None:
    scenario = Scenario({0: "5555s", 2: WAITS_5S.replace("46s", "46p")}, tail="5p")
    scenario.do("0 kong 5s")
    event = scenario.last("melded")
    assert isinstance(event, Melded)
    for viewer in (1, 2, 3, None):
        seen = event.seen_by(viewer)
        assert seen.tiles is None
        melds = scenario.round.observation(viewer).as_dict()["melds"]
        assert "5" not in str(melds)
    assert event.seen_by(0) == event
    scenario.do("0 discard 5p", "2 hu")
    assert "5555s" in str(scenario.last("round_ended").as_dict()["melds"])
