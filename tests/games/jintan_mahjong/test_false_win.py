"""诈胡: JT-17."""

import pytest

from paiju.bots.random import RandomBot
from paiju.mahjong.actions import HU
from paiju.record import Record, Replay
from tests.games.jintan_mahjong.scenario import GAME, Scenario


def test_jt_17_the_button_is_live_on_every_turn_and_costs_twice_the_base() -> None:
    scenario = Scenario({}, base=20)
    assert "hu" in scenario.legal(0)
    scenario.do("0 hu")
    assert scenario.last("false_win").as_dict() == {"type": "false_win", "seat": 0, "penalty": 40}
    assert scenario.round.turn == 0


def test_jt_17_once_a_prompt_and_one_still_has_to_act() -> None:
    scenario = Scenario({}, wall="1z2z3z4z").do("0 hu")
    assert "hu" not in scenario.legal(0)
    assert scenario.refused("0 hu") == "JT-17"
    scenario.do("0 discard 1m", "1 hu", "1 discard 1z", "2 discard 2z", "3 discard 3z")
    assert "hu" in scenario.legal(0)
    scenario.do("0 hu")
    assert [side.fine for side in scenario.round.table.sides] == [40, 20, 0, 0]


def test_jt_17_a_kongs_replacement_is_a_new_prompt() -> None:
    scenario = Scenario({0: "5555s"}, tail="1z").do("0 hu", "0 kong 5s", "0 hu")
    assert [side.fine for side in scenario.round.table.sides] == [40, 0, 0, 0]


def test_jt_17_in_a_claim_prompt_it_counts_as_passing() -> None:
    scenario = Scenario({0: "5s", 3: "55s"}, wall="1z").do("0 discard 5s", "3 hu")
    assert scenario.round.turn == 1
    assert [side.fine for side in scenario.round.table.sides] == [0, 0, 0, 20]


def test_jt_17_a_seat_with_nothing_to_answer_is_not_asked() -> None:
    scenario = Scenario({0: "5s"}, wall="1z").do("0 discard 5s")
    assert scenario.round.to_act == (1,)
    assert scenario.refused("3 hu") is not None or scenario.legal(3) == []


def test_jt_17_pays_the_house_and_not_a_player() -> None:
    scenario = Scenario({}).do("0 hu").play_out()
    outcome = scenario.round.outcome
    assert outcome is not None
    assert (outcome.payments, outcome.house) == ((-20, 0, 0, 0), 20)
    assert outcome.items["fines"] == [20, 0, 0, 0]


def test_jt_17_is_paid_beside_what_a_win_costs() -> None:
    scenario = Scenario({0: "5s", 2: "123m456m789p1z46s1f"}, tail="1z")
    scenario.do("0 hu", "0 discard 5s", "2 hu")
    assert scenario.payments == (-35, 0, 15, 0)
    assert scenario.round.outcome is not None and scenario.round.outcome.house == 20


def test_jt_17_is_paid_beside_eight_flowers() -> None:
    scenario = Scenario({1: "1234567f"}, wall="8f", tail="1234z1234z").do("0 hu", "0 discard 1m")
    assert scenario.payments == (-120, 300, -100, -100)


# What each clause closes for a seat that is asked because it may claim the tile otherwise.
CLOSED = {
    "JT-10": (
        Scenario({0: "5s", 1: "5s46s123m456m789p1f"}, wall="1z1z2z3z", tail="1z"),
        ["0 discard 1m", "1 discard 5s", "2 discard 1z", "3 discard 2z", "0 discard 5s"],
        1,
    ),
    "JT-11": (
        Scenario({0: "5s", 1: "5s", 3: "55s46s123m456m78p1f"}, wall="1z", tail="9p"),
        ["0 discard 5s", "3 pass", "1 discard 5s"],
        3,
    ),
    "JT-21": (Scenario({0: "5s", 1: "46s123m456m789p11z"}), ["0 discard 5s"], 1),
}


@pytest.mark.parametrize("clause", CLOSED)
def test_jt_17_a_win_closed_by_a_clause_is_false_too(clause: str) -> None:
    scenario, lines, seat = CLOSED[clause]
    scenario.do(*lines)
    question = scenario.round.observation(seat).asked
    assert question is not None
    refusal = scenario.round.rules.no_win(scenario.round.table, seat, question, HU)
    assert refusal is not None and refusal.clause == clause
    assert "hu" in scenario.legal(seat)
    scenario.do(f"{seat} hu")
    assert scenario.round.table.sides[seat].fine == 20
    assert scenario.round.outcome is None


def test_jt_17_option_off_lights_the_button_for_a_win_alone() -> None:
    scenario = Scenario({}, false_win_penalty=False)
    assert "hu" not in scenario.legal(0)
    assert scenario.refused("0 hu") == "JT-4"
    whole = Scenario({0: "123m456m789p11z456s"}, false_win_penalty=False)
    assert "hu" in whole.legal(0)


def test_jt_17_hu_is_a_legal_line_of_a_record() -> None:
    scenario = Scenario({0: "5s", 3: "55s"}, wall="1z").do("0 hu", "0 discard 5s", "3 hu")
    lines = ["0 hu", "0 discard 5s", "3 hu"]
    text = Record(scenario.setup).to_bytes() + b"".join(
        b'{"seat": %s, "do": "%s"}\n' % (line[:1].encode(), line[2:].encode()) for line in lines
    )
    again = Replay(Record.from_bytes(text)).run()
    assert [e.as_dict() for e in again.events] == [e.as_dict() for e in scenario.round.events]


def test_jt_17_a_record_that_leaves_passes_out_means_the_win() -> None:
    """Seat 1 is asked for the discard (it could chow), lets it go, and wins by its own draw."""
    setup = Scenario({0: "5s", 1: "67s123m456m789p11z"}, wall="8s").setup
    lines = b'{"seat": 0, "do": "discard 5s"}\n{"seat": 1, "do": "hu"}\n'
    record = Record.from_bytes(Record(setup, auto_pass=True).to_bytes() + lines)
    won = Replay(record).run()
    assert won.outcome is not None and won.outcome.winners == (1,)
    false = Scenario({0: "5s", 1: "67s123m456m789p11z"}, wall="1z").setup
    fined = Replay(Record.from_bytes(Record(false, auto_pass=True).to_bytes() + lines)).run()
    assert [e.type for e in fined.events].count("false_win") == 1


def test_jt_17_bots_and_whoever_plays_by_itself_never_do_it() -> None:
    scenario = Scenario({0: "5s", 3: "55s"}, wall="1z")
    legal = scenario.round.legal_actions(0)
    (hu,) = [action for action in legal if str(action) == "hu"]
    assert legal.is_mistake(hu)
    assert hu not in legal.sound()
    for seed in range(40):
        assert RandomBot(seed).act(scenario.round.observation(0)) != hu
    scenario.do("0 discard 5s")
    assert str(GAME.idle_action(scenario.round.observation(3))) == "pass"
    assert [str(action) for action in scenario.round.legal_actions(3).sound()] == ["pung", "pass"]


def test_jt_17_a_win_is_no_mistake() -> None:
    legal = Scenario({0: "123m456m789p11z456s"}).round.legal_actions(0)
    assert any(str(action) == "hu" for action in legal.sound())
