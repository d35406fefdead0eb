"""Flowers, replacements and the end of the wall: JT-2, JT-3, JT-36."""

from paiju.mahjong.tiles import parse_tile, tiles_text
from tests.games.jintan_mahjong.scenario import Scenario

LAYING = ("bonus_laid", "drew")


def laid(scenario: Scenario) -> list[tuple[str, int, str]]:
    """What was laid open and drawn before the first turn: kind, seat, tile."""
    found = []
    for event in scenario.round.events:
        data = event.as_dict()
        if event.type in LAYING:
            found.append((event.type, data["seat"], data["tile"]))
    return found  # type: ignore[return-value]


def test_jt_2_dealt_flowers_are_replaced_from_the_tail_seat_by_seat_from_the_dealer() -> None:
    scenario = Scenario({0: "4f2f", 3: "1f", 2: "7f"}, dealer=2, tail="3f5z6z8f1z2z")
    assert laid(scenario) == [
        ("bonus_laid", 2, "7f"),
        ("drew", 2, "3f"),
        ("bonus_laid", 2, "3f"),
        ("drew", 2, "5z"),
        ("bonus_laid", 3, "1f"),
        ("drew", 3, "6z"),
        ("bonus_laid", 0, "2f"),
        ("drew", 0, "8f"),
        ("bonus_laid", 0, "4f"),
        ("drew", 0, "1z"),
        ("bonus_laid", 0, "8f"),
        ("drew", 0, "2z"),
    ]
    assert scenario.round.table.sides[2].drawn == parse_tile("5z")


def test_jt_2_a_drawn_flower_is_laid_at_once_and_replaced_again_and_again() -> None:
    scenario = Scenario({}, wall="5f", tail="6f7z").do("0 discard 1m")
    assert laid(scenario) == [
        ("drew", 1, "5f"),
        ("bonus_laid", 1, "5f"),
        ("drew", 1, "6f"),
        ("bonus_laid", 1, "6f"),
        ("drew", 1, "7z"),
    ]
    assert scenario.round.table.sides[1].drawn == parse_tile("7z")
    assert scenario.round.observation(3).table.sides[1].bonus == (38, 39)


def test_jt_2_no_flower_is_ever_in_hand_when_a_seat_is_asked() -> None:
    scenario = Scenario({0: "1f"}, tail="2f3f4f5f6f7f1z")
    assert tiles_text(scenario.round.table.sides[0].bonus) == "1234567f"
    assert not any("f" in action for action in scenario.legal(0))
    assert scenario.refused("0 discard 1f") is None


def test_jt_2_ordinary_draws_come_from_the_head() -> None:
    scenario = Scenario({}, wall="7z6z", tail="5z").do("0 discard 1m", "1 discard 7z")
    assert laid(scenario) == [("drew", 1, "7z"), ("drew", 2, "6z")]


def at_the_end(flowers: int, last: str, hands: dict[int, str] | None = None) -> Scenario:
    """One tile is left, ``last``, and seat 0 will draw it.

    Seven flowers lie before one seat from the start; the eighth lies before the next, or is last.
    """
    named = dict(hands or {})
    named[flowers] = "1234567f" + named.get(flowers, "")
    tail, dealer = "1234567z", 0
    if last != "8f":
        after = (flowers + 1) % 4
        named[after] = "8f" + named.get(after, "")
        tail, dealer = tail + "1z", 1
    scenario = Scenario(named, tail=tail + last, dealer=dealer)
    while scenario.round.table.wall > 1 or scenario.round.turn is None:
        scenario.idle()
    return scenario


def last_drawn(scenario: Scenario) -> Scenario:
    """Seat 0 has drawn the last tile of the wall."""
    while scenario.round.table.wall or scenario.round.turn is None:
        scenario.idle()
    assert scenario.round.turn == 0
    return scenario


def test_jt_3_a_draw_due_from_an_empty_wall_ends_the_round() -> None:
    scenario = Scenario({}).play_out()
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.termination == "draw"
    assert scenario.payments == (0, 0, 0, 0)
    assert scenario.round.table.wall == 0


def test_jt_3_a_flower_drawn_last_finds_no_replacement() -> None:
    scenario = at_the_end(1, "8f").play_out()
    assert scenario.kinds()[-2:] == ["bonus_laid", "round_ended"]
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.termination == "draw"


def test_jt_3_the_last_discard_may_still_be_punged_and_chowed_but_not_konged() -> None:
    scenario = last_drawn(at_the_end(0, "5s", {1: "46s", 3: "555s"}))
    scenario.do("0 discard 5s")
    assert "chow 46s" in scenario.legal(1)
    assert scenario.legal(3) == ["hu", "pung", "pass"]
    assert scenario.refused("3 kong") == "JT-3"
    scenario.do("1 pass", "3 pung")
    assert scenario.refused("3 kong 5s") == "JT-3"
    assert scenario.play_out().payments == (0, 0, 0, 0)


def test_jt_3_the_last_discard_may_still_be_won() -> None:
    scenario = last_drawn(at_the_end(1, "5s", {3: "123m456m789p123s5s"}))
    scenario.do("0 discard 5s", "3 hu")
    assert scenario.payments == (-20, 0, 0, 20)


def test_jt_3_no_kong_of_ones_own_when_the_wall_is_empty() -> None:
    scenario = at_the_end(1, "5s", {0: "1111s"})
    assert scenario.round.turn != 0
    last_drawn(scenario)
    assert scenario.refused("0 kong 1s") == "JT-3"


def test_jt_36_eight_flowers_end_the_round_and_the_three_pay_the_cap() -> None:
    scenario = Scenario({1: "1234567f"}, wall="8f", tail="1234z1234z")
    scenario.do("0 discard 1m")
    assert scenario.kinds()[-2:] == ["bonus_laid", "round_ended"]
    outcome = scenario.round.outcome
    assert outcome is not None
    assert (outcome.termination, outcome.winners) == ("flowers", (1,))
    assert outcome.payments == (-100, 300, -100, -100)
    assert scenario.items() == {"eight_flowers": 8}
    assert scenario.win()["score"] == 100


def test_jt_36_in_the_deal_too_and_the_eighth_flower_is_not_replaced() -> None:
    scenario = Scenario({2: "12345678f"}, tail="1234567z", base=20)
    assert scenario.payments == (-200, -200, 600, -200)
    assert scenario.kinds()[-1] == "round_ended"
    assert scenario.kinds().count("drew") == 7
    assert scenario.round.table.sides[2].size == 12


def test_jt_36_is_checked_before_the_empty_wall() -> None:
    scenario = at_the_end(0, "8f").play_out()
    assert scenario.round.table.wall == 0
    assert scenario.payments == (300, -100, -100, -100)


def test_jt_36_seven_flowers_do_not() -> None:
    scenario = Scenario({2: "1234567f"}, tail="1234567z")
    assert scenario.round.outcome is None
    assert len(scenario.round.table.sides[2].bonus) == 7
