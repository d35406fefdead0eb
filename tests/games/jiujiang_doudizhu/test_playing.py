"""Plays, passes, tricks and the end of a round (DZ-9 to DZ-19)."""

import pytest

from paiju.core.errors import BadNotation
from paiju.games.jiujiang_doudizhu.actions import parse_action
from paiju.games.jiujiang_doudizhu.events import TrickEnded
from tests.games.jiujiang_doudizhu.scenario import dealt, do, landlord_of, legal, refused

LONG = "333444555666777888999"
"""A triple run of 21 cards; with a bomb of four it is a whole hand."""


@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        ("wW", "DZ-14"),
        ("wwW", "DZ-14"),
        ("34567", "DZ-10"),
        ("3344", "DZ-10"),
        ("334466", "DZ-10"),
        ("KKAA22", "DZ-10"),
        ("3334", "DZ-11"),
        ("33345", "DZ-11"),
        ("333555", "DZ-12"),
        ("AAA222", "DZ-12"),
        ("JJJQQQ3355", "DZ-13"),
        ("44455577", "DZ-13"),
        ("JJJQQQ22AA", "DZ-13"),
        ("33335", "DZ-14"),
        ("33444455", "DZ-14"),
        ("334", "DZ-16"),
    ],
)
def test_dz_16_what_is_no_combination_is_refused_by_its_clause(cards: str, clause: str) -> None:
    table = landlord_of(cards)
    refusal = refused(table, f"0 play {cards}")
    assert refusal.clause == clause
    assert "no combination" in refusal.reason.en and "不成牌型" in refusal.reason.zh


@pytest.mark.parametrize(
    "cards",
    ["3", "33", "333", "33344", "334455", "333444", "JJJQQQ3344", "3333", "44444444", "wwWW"],
)
def test_dz_9_every_kind_can_be_led(cards: str) -> None:
    table = landlord_of("333344444444", "JJQQ", kitty="wwWWJJQQ")
    table = (
        landlord_of("3333444444445JJJQQQ", kitty="wwWW5") if cards not in legal(table, 0) else table
    )
    assert f"play {cards}" in legal(table, 0)
    (played,) = do(table, f"0 play {cards}")[:1]
    assert played.as_dict()["combo"]["text"] == cards  # type: ignore[index, call-overload]


def test_dz_1_what_is_not_held_cannot_be_played() -> None:
    table = landlord_of("33", "3333")
    assert "lacks 2" not in refused(table, "0 play 33333333").reason.en
    assert "lacks 333" in refused(table, "0 play 33333333").reason.en
    assert refused(table, "0 play wwWW4444").clause is None


def test_dz_15_a_bomb_may_be_split() -> None:
    table = landlord_of("33333", "44444555")
    do(table, "0 play 33", "1 play 44")
    assert table.table.target is not None and str(table.table.target) == "44"


def test_dz_16_only_the_same_combination_of_higher_rank() -> None:
    table = landlord_of("44455", "333KKKQQ2266JJJ")
    do(table, "0 play 444")
    for line in ("1 play 333", "1 play 22", "1 play KKKQQ", "1 play K"):
        assert refused(table, line).clause == "DZ-16"
    do(table, "1 play KKK")


def test_dz_16_attachments_do_not_decide() -> None:
    table = landlord_of("44455KKKAA", "55533")
    do(table, "0 play 444AA")
    assert refused(table, "1 play 555").clause == "DZ-16"
    do(table, "1 play 55533")


def test_dz_17_bombs_beat_everything_else_and_each_other() -> None:
    table = landlord_of("AAKKKKQQ", "3333", "44445", "66666", kitty="wwWW")
    do(table, "0 play QQKKAA", "1 play 3333", "2 play 4444", "3 play 66666")
    assert refused(table, "0 play KK").clause == "DZ-17"
    do(table, "0 play wwWW")
    assert legal(table, 1) == ["pass"], "nothing beats the four jokers"


def test_dz_17_an_equal_bomb_does_not_beat() -> None:
    table = landlord_of("3333", "3333")
    do(table, "0 play 3333")
    assert refused(table, "1 play 3333").clause == "DZ-17"


def test_dz_18_one_may_pass_and_play_later_in_the_same_trick() -> None:
    table = landlord_of("3", "456", "5", "8", kitty="9")
    do(table, "0 play 3", "1 pass", "2 play 5", "3 play 8", "0 pass", "1 play T")
    assert table.table.top == 1


def test_dz_18_after_three_passes_the_last_to_play_leads_anything() -> None:
    table = landlord_of("3", "44555", "", "")
    events = do(table, "0 play 3", "1 play 4", "2 pass", "3 pass", "0 pass")
    assert isinstance(events[-1], TrickEnded) and events[-1].seat == 1
    assert table.to_act == (1,)
    assert table.observation(1).question == {"kind": "lead"}
    do(table, "1 play 555")


def test_dz_18_two_passes_do_not_end_a_trick() -> None:
    table = landlord_of("3", "4", "", "5")
    do(table, "0 play 3", "1 pass", "2 pass", "3 play 5", "0 pass", "1 pass")
    assert table.table.target is not None and table.to_act == (2,)


def test_dz_18_one_who_leads_may_not_pass() -> None:
    table = landlord_of("3")
    refusal = refused(table, "0 pass")
    assert refusal.clause == "DZ-18"
    ((action, told),) = table.observation(0).refused
    assert (str(action), told) == ("pass", refusal)


def test_dz_18_nobody_plays_out_of_turn() -> None:
    table = landlord_of("3", "4", "5")
    do(table, "0 play 3")
    assert "not your turn" in refused(table, "2 play 5").reason.en
    assert "not your turn" in refused(table, "0 play 4").reason.en
    assert legal(table, 2) == []


def test_dz_18_passing_is_always_asked_for() -> None:
    """Who cannot beat a play is asked all the same, so that the pause tells nothing."""
    table = landlord_of(kitty="wwWW")
    do(table, "0 play wwWW")
    assert table.to_act == (1,)


def test_dz_19_the_landlord_wins_by_being_out_first() -> None:
    table = landlord_of("3334445556667778899TTJJQQ", kitty="KKKKKKKK")
    do(table, "0 play 3334445556667778899TTJJQQ", "1 pass", "2 pass", "3 pass")
    events = do(table, "0 play KKKKKKKK")
    assert events[-1].type == "round_ended"
    assert table.outcome is not None
    assert (table.outcome.termination, table.outcome.winners) == ("win", (0,))
    assert table.to_act == () and all(legal(table, seat) == [] for seat in range(4))
    assert refused(table, "1 pass").clause == "DZ-19"


def test_dz_19_any_farmer_out_first_wins_for_all_farmers() -> None:
    table = landlord_of("T", "", "AAAA" + LONG)
    do(table, "0 play T", "1 pass", "2 play AAAA", "3 pass", "0 pass", "1 pass")
    do(table, f"2 play {LONG}")
    assert table.outcome is not None and table.outcome.winners == (1, 2, 3)
    ended = table.events[-1].as_dict()
    hands = ended["hands"]
    assert isinstance(hands, list) and hands[2] == "" and len(hands) == 4


def test_dz_19_the_last_play_ends_the_round_whatever_could_beat_it() -> None:
    table = landlord_of("3334445556667778899TTJJQQ", "A" * 8, kitty="KKKKKKKK")
    do(table, "0 play KKKKKKKK", "1 pass", "2 pass", "3 pass")
    do(table, "0 play 3334445556667778899TTJJQQ")
    assert table.outcome is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("play", "actions are"),
        ("play  ", "actions are"),
        ("play 33x", "character 3, 'x'"),
        ("play 333333333", "9 cards of rank 3"),
        ("ask 4", "'ask 0' to 'ask 3'"),
        ("ask", "'ask 0' to 'ask 3'"),
        ("Call", "actions are"),
        ("discard 5m", "actions are"),
        ("", "actions are"),
    ],
)
def test_actions_that_cannot_be_read_say_why(text: str, said: str) -> None:
    with pytest.raises(BadNotation, match=said):
        parse_action(text)


def test_actions_go_to_text_and_back() -> None:
    table = dealt("33334444", kitty="wwWW")
    texts = legal(table, 0)
    do(table, "0 call")
    texts += [*legal(table, 0), "play 5566", "pass", "decline"]
    for text in texts:
        assert str(parse_action(text)) == text
        assert parse_action(text) == parse_action(text)
        assert len({parse_action(text), parse_action(text)}) == 1
