"""Claims and kongs: JT-6 to JT-9."""

from typing import Any

from paiju.core.game import Round
from paiju.mahjong.events import Melded
from tests.games.jintan_mahjong.scenario import GAME, Scenario

# Waits for 5s with a flower; claims nothing else of what these tests discard.
WAITING = "46s123m456m789p1z"


def test_jt_6_everybody_is_asked_at_once() -> None:
    scenario = Scenario({0: "5s", 1: "467s", 2: WAITING + "1f", 3: "55s"}, tail="1z")
    scenario.do("0 discard 5s")
    assert scenario.round.to_act == (1, 2, 3)
    assert scenario.legal(1) == ["hu", "chow 46s", "chow 67s", "pass"]
    assert scenario.legal(2) == ["hu", "pass"]
    assert scenario.legal(3) == ["hu", "pung", "pass"]


def test_jt_6_a_win_comes_before_a_pung_and_a_pung_before_a_chow() -> None:
    hands = {0: "5s", 1: "67s", 2: WAITING + "1f", 3: "55s"}
    asked = Scenario(hands, tail="1z").do("0 discard 5s", "1 chow 67s", "3 pung")
    won, passed = asked.round.copy(), asked.round.copy()
    won.apply(2, GAME.parse_action("hu"))
    assert won.outcome is not None and won.outcome.winners == (2,)
    passed.apply(2, GAME.parse_action("pass"))
    assert passed.turn == 3
    assert [meld.text for meld in passed.table.sides[3].melds] == ["555s"]


def test_jt_6_a_chow_is_carried_out_if_nobody_wants_more() -> None:
    scenario = Scenario({0: "5s", 1: "67s", 3: "55s"})
    scenario.do("0 discard 5s", "1 chow 67s", "3 pass")
    assert scenario.round.turn == 1
    melded = scenario.last("melded")
    assert isinstance(melded, Melded)
    assert melded.as_dict() == {
        "type": "melded",
        "seat": 1,
        "kind": "chow",
        "source": 0,
        "claimed": "5s",
        "tiles": "567s",
    }


def test_jt_6_several_win_together() -> None:
    hands = {0: "5s", 1: WAITING + "1f", 3: "46s123p456m789m2z2f"}
    scenario = Scenario(hands, tail="1z2z").do("0 discard 5s", "1 hu", "3 hu")
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.winners == (1, 3)
    assert scenario.payments == (-30, 15, 0, 15)


def test_jt_6_only_the_next_seat_may_chow() -> None:
    scenario = Scenario({0: "5s", 1: "22z", 2: "67s55s"}).do("0 discard 5s")
    assert scenario.legal(2) == ["hu", "pung", "pass"]
    assert scenario.refused("2 chow 67s") == "JT-6"


def test_jt_6_the_discarder_claims_nothing() -> None:
    scenario = Scenario({0: "5555s"}, wall="1z").do("0 discard 5s")
    assert scenario.round.turn == 1


def test_jt_6_option_chow_off() -> None:
    scenario = Scenario({0: "5s", 1: "67s", 3: "55s"}, chow=False).do("0 discard 5s")
    assert scenario.round.to_act == (3,)
    assert scenario.refused("1 chow 67s") == "JT-6"


def test_jt_6_which_tiles_go_into_the_chow_is_chosen() -> None:
    scenario = Scenario({0: "5s", 1: "3467s"}).do("0 discard 5s")
    assert scenario.legal(1) == ["hu", "chow 34s", "chow 46s", "chow 67s", "pass"]
    scenario.do("1 chow 46s")
    assert [meld.text for meld in scenario.round.table.sides[1].melds] == ["456s"]


def test_jt_6_no_answer_in_time_is_a_pass() -> None:
    scenario = Scenario({0: "5s", 3: "55s"}, wall="1z").do("0 discard 5s")
    assert str(GAME.idle_action(scenario.round.observation(3))) == "pass"


def test_jt_6_who_is_asked_and_who_passed_is_nobodys_business() -> None:
    asked = Scenario({0: "5s", 3: "55s"}, wall="1z").do("0 discard 5s", "3 pass")
    unasked = Scenario({0: "5s", 3: "99s"}, wall="1z").do("0 discard 5s")
    for viewer in (0, 1, 2, None):
        assert seen(asked.round, viewer) == seen(unasked.round, viewer)


def seen(round_: Round, viewer: int | None) -> list[object]:
    """The events shown to a viewer, without the hands dealt at the start."""
    return [e.seen_by(viewer) for e in round_.events if e.type != "dealt"]


def test_jt_7_an_exposed_kong_draws_from_the_tail() -> None:
    scenario = Scenario({0: "5s", 3: "555s"}, wall="1z", tail="7z").do("0 discard 5s", "3 kong")
    assert scenario.round.turn == 3
    assert scenario.last("drew").as_dict()["tile"] == "7z"
    assert [meld.text for meld in scenario.round.table.sides[3].melds] == ["5555s"]
    assert scenario.round.table.sides[3].melds[0].claimed >= 0
    assert scenario.round.table.sides[3].melds[0].source == 0


def test_jt_7_the_kind_of_a_concealed_kong_is_hidden_until_the_settlement() -> None:
    scenario = Scenario({0: "5555s"}, tail="7z").do("0 kong 5s")
    for viewer in (1, 2, 3, None):
        melds: Any = scenario.round.observation(viewer).as_dict()["melds"]
        assert melds[0] == [
            {"kind": "concealed_kong", "tiles": None, "claimed": None, "source": None}
        ]
        shown = scenario.last("melded").seen_by(viewer)
        assert shown is not None and shown.as_dict()["tiles"] is None
    assert scenario.round.observation(0).table.sides[0].melds[0].text == "<5555s>"
    scenario.play_out()
    for viewer in (1, None):
        assert scenario.round.observation(viewer).table.sides[0].melds[0].text == "<5555s>"


def test_jt_7_the_fourth_tile_is_added_to_a_claimed_pung() -> None:
    scenario = Scenario({0: "5s", 3: "55s"}, wall="1z2z3z5s", tail="7z")
    scenario.do("0 discard 5s", "3 pung", "3 discard 1m", "0 discard 1z")
    scenario.do("1 discard 2z", "2 discard 3z", "3 kong 5s")
    assert scenario.kinds()[-3:] == ["kong_declared", "melded", "drew"]
    assert scenario.last("drew").as_dict()["tile"] == "7z"


def test_jt_7_too_few_tiles_make_no_kong() -> None:
    scenario = Scenario({0: "55s", 3: "55s"}).do("0 discard 5s")
    assert "kong" not in scenario.legal(3)
    assert scenario.refused("3 kong") == "JT-6"
    fresh = Scenario({0: "555s"})
    assert fresh.refused("0 kong 5s") == "JT-7"
    assert fresh.refused("0 kong 9s") is None


def test_jt_8_a_concealed_kong_may_wait_and_be_made_after_a_later_draw() -> None:
    scenario = Scenario({0: "5555s7z"}, wall="1z2z3z4z", tail="6z").do("0 discard 7z")
    scenario.do("1 discard 1z", "2 discard 2z", "3 discard 3z", "0 kong 5s")
    assert scenario.round.turn == 0


def test_jt_8_after_a_pung_and_after_a_chow() -> None:
    punged = Scenario({0: "5s", 3: "55s1111z"}, tail="7z").do("0 discard 5s", "3 pung")
    assert "kong 1z" in punged.legal(3)
    punged.do("3 kong 1z")
    chowed = Scenario({0: "5s", 1: "46s1111z"}, tail="7z").do("0 discard 5s", "1 chow 46s")
    assert "kong 1z" in chowed.legal(1)
    chowed.do("1 kong 1z")
    for scenario, seat in ((punged, 3), (chowed, 1)):
        assert scenario.round.turn == seat
        assert scenario.last("drew").as_dict()["tile"] == "7z"


def test_jt_8_an_added_kong_after_a_claim() -> None:
    scenario = Scenario({0: "5s4s", 3: "555s", 2: "33z"}, wall="1z", tail="7z")
    scenario.do("0 discard 5s", "3 pung", "3 discard 1m", "0 discard 1z", "1 discard 1m")
    scenario.passes()
    while "kong 5s" not in scenario.legal(3):
        scenario.idle()
    scenario.do("3 kong 5s")
    assert scenario.kinds().count("kong_declared") == 1


def test_jt_8_after_a_kongs_replacement() -> None:
    scenario = Scenario({0: "5555s777z"}, tail="7z1z").do("0 kong 5s", "0 kong 7z")
    assert [meld.text for meld in scenario.round.table.sides[0].melds] == ["<5555s>", "<7777z>"]


def test_jt_8_never_on_the_turn_of_another() -> None:
    scenario = Scenario({0: "9s", 3: "5555s"}, wall="1z").do("0 discard 9s")
    assert scenario.round.turn == 1
    assert scenario.refused("3 kong 5s") is None
    assert scenario.legal(3) == []


def test_jt_9_an_added_kong_can_be_robbed() -> None:
    hands = {0: "5s", 1: WAITING + "1f", 3: "55s"}
    scenario = Scenario(hands, wall="1z2z3z5s", tail="1z7z")
    scenario.do("0 discard 5s", "3 pung", "3 discard 1m", "0 discard 1z")
    scenario.do("1 discard 2z", "2 discard 3z", "3 kong 5s")
    assert scenario.round.to_act == (1,)
    scenario.do("1 hu")
    assert scenario.win()["source"] == "robbed_kong"
    assert [meld.text for meld in scenario.round.table.sides[3].melds] == ["555s"]


def test_jt_9_no_other_kong_can() -> None:
    exposed = Scenario({0: "5s", 1: WAITING + "1f", 3: "555s"}, tail="1z7z")
    exposed.do("0 discard 5s", "1 pass", "3 kong")
    assert exposed.round.turn == 3
    concealed = Scenario({0: "5555s", 1: WAITING + "1f"}, tail="1z7z").do("0 kong 5s")
    assert concealed.round.turn == 0
