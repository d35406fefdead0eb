"""What a helpful neighbour points out: waits, what closes them, running 花 and 番, the win."""

from typing import Any

from tests.games.jintan_mahjong.scenario import GAME, Scenario


def advised(scenario: Scenario, seat: int) -> dict[str, Any]:
    advice: dict[str, Any] = GAME.advice(scenario.round.observation(seat))
    return advice


def test_the_running_flowers_and_fans_of_a_hand() -> None:
    hands = {0: "5z", 1: "55z777z123m456m8m1f"}
    scenario = Scenario(hands, tail="9m").do("0 discard 5z", "1 pung")
    standing = advised(scenario, 1)["standing"]
    assert {item["id"]: item["value"] for item in standing["items"]} == {
        "flower_tile": 1,
        "honour_pung": 1,
        "honour_triplet": 2,
        "half_flush": 1,
    }
    assert (standing["flowers"], standing["fans"]) == (4, 1)
    assert standing["formula"] == "(10 + 4×5) × 2 = 60"


def test_a_full_flush_runs_as_such() -> None:
    standing = advised(Scenario({0: "11223344556677m"}), 0)["standing"]
    assert (standing["flowers"], standing["fans"]) == (0, 2)


def test_what_hu_would_come_to() -> None:
    scenario = Scenario({0: "5s", 1: "46s123m456m789p1z1f"}, tail="1z").do("0 discard 5s")
    hu = advised(scenario, 1)["hu"]
    assert (hu["wins"], hu["score"]) == (True, 15)
    assert hu["formula"] == "(10 + 1×5) × 1 = 15"


def test_why_hu_would_be_false() -> None:
    scenario = Scenario({0: "5s", 1: "46s123m456m789p11z"}).do("0 discard 5s")
    hu = advised(scenario, 1)["hu"]
    assert (hu["wins"], hu["clause"]) == (False, "JT-21")
    assert hu["reason"]["zh"] and hu["reason"]["en"]
    assert advised(Scenario({}), 0)["hu"] is None


def test_waits_tell_what_closes_them() -> None:
    scenario = Scenario({1: "5s46s123m456m789p1z"}, wall="1z").do("0 discard 1m").until_turn(1)
    discards = advised(scenario, 1)["discards"]
    assert discards["5s"] == [
        {"tile": "5s", "left": 3, "points": None, "self_draw": 10, "closed": "JT-10"}
    ]


def test_a_declined_win_shows_in_the_waits() -> None:
    hands = {0: "9s", 3: "78s9p123m456m789m1f"}
    scenario = Scenario(hands, wall="5z", tail="9p").do("0 discard 9s", "3 pass")
    waits = advised(scenario, 3)["waits"]
    assert [(wait["tile"], wait["closed"]) for wait in waits] == [("6s", "JT-11"), ("9s", "JT-11")]


def test_spectators_and_finished_rounds_get_none() -> None:
    scenario = Scenario({0: "123m456m789p11z456s"}).do("0 hu")
    for viewer in (0, None):
        advice = GAME.advice(scenario.round.observation(viewer))
        assert advice == {"waits": [], "discards": {}, "standing": None, "hu": None}
