"""What a round is worth and who pays it (DZ-22 to DZ-27), in play and through the judge."""

from typing import Any

import pytest

from paiju.core.errors import BadOptions, BadQuestion
from paiju.core.registry import game
from paiju.games.jiujiang_doudizhu.finished import score_line
from paiju.games.jiujiang_doudizhu.options import PRESETS, DouDizhuOptions
from paiju.games.jiujiang_doudizhu.round import DouDizhuRound
from tests.games.jiujiang_doudizhu.scenario import KEY, dealt, do, landlord_of

WON = {"landlord_won": True, "farmer_plays": 1}
LOST = {"landlord_won": False, "farmer_plays": 1}
SEVEN_TRIPLES = "333444555666777888999"
FIVE_AND_FIVE = "3334445556667778899TTJJQQ"


def paid(**question: Any) -> tuple[int, int, int]:
    payments = score_line({"game": KEY, **question})["payments"]
    assert isinstance(payments, dict)
    landlord, gatekeeper, others = payments["landlord"], payments["gatekeeper"], payments["others"]
    assert isinstance(landlord, int) and isinstance(gatekeeper, int) and isinstance(others, int)
    assert landlord + gatekeeper + 2 * others == 0
    return landlord, gatekeeper, others


def base(**question: Any) -> Any:
    return score_line({"game": KEY, **question})["base"]


def items(**question: Any) -> list[tuple[str, int, str]]:
    listed: Any = score_line({"game": KEY, **question})["items"]
    return [(item["id"], item["value"], item["clause"]) for item in listed]


def result(table: DouDizhuRound) -> tuple[int, ...]:
    assert table.outcome is not None
    assert sum(table.outcome.payments) == 0
    return table.outcome.payments


def test_dz_22_the_base_is_one() -> None:
    assert base(**WON) == base(**LOST) == 1
    assert items(**WON)[0] == ("base", 1, "DZ-22")
    assert paid(**WON, options={"gatekeeper": "off"}) == (3, -1, -1)
    assert paid(**LOST, options={"gatekeeper": "off"}) == (-3, 1, 1)


@pytest.mark.parametrize(
    ("bombs", "expected"),
    [
        (["4444"], 1),
        (["55555"], 1),
        (["666666"], 2),
        (["7777777"], 3),
        (["88888888"], 4),
        (["wwWW"], 5),
        (["666666", "777777", "88888888"], 6),
    ],
)
def test_dz_23_bombs_of_six_or_more_add_to_the_base(bombs: list[str], expected: int) -> None:
    assert base(**WON, bombs=bombs) == base(**LOST, bombs=bombs) == expected


def test_dz_23_bombs_count_whoever_plays_them() -> None:
    table = landlord_of("9", "AAAAAA", "222222", kitty="3")
    do(table, "0 play 9", "1 play AAAAAA", "2 play 222222")
    assert table.table.base == 3
    played: Any = [event.as_dict() for event in table.events if event.type == "played"]
    assert [(event["bomb_points"], event["base"]) for event in played] == [(0, 1), (1, 2), (1, 3)]


def test_dz_23_bombs_held_but_not_played_do_not_count() -> None:
    table = landlord_of(FIVE_AND_FIVE, "A" * 8, kitty="KKKKKKKK")
    do(table, "0 play KKKKKKKK", "1 pass", "2 pass", "3 pass", f"0 play {FIVE_AND_FIVE}")
    assert table.outcome is not None and table.outcome.items["base"] == 5
    ids: Any = table.outcome.items["items"]
    assert [item["id"] for item in ids] == [
        "base",
        "bomb_8",
        "opening_shot",
        "spring",
        "gatekeeper",
    ]


def test_dz_23_the_points_of_a_step_are_an_option() -> None:
    bombs = ["666666", "7777777", "88888888", "wwWW"]
    assert base(**WON, bombs=bombs, options={"bomb_points": 3}) == 1 + 3 * (1 + 2 + 3 + 4)
    assert base(**WON, bombs=bombs, options={"bomb_points": 0}) == 1
    assert [id for id, _, _ in items(**WON, bombs=bombs, options={"bomb_points": 0})] == [
        "base",
        "gatekeeper",
    ]


def shots_table(first_caller: int = 0, options: DouDizhuOptions | None = None) -> DouDizhuRound:
    """The table of the third worked example: A is seat 0."""
    table = dealt(
        "4444777788",
        "5555",
        "6666",
        first_caller=first_caller,
        options=options or DouDizhuOptions(),
    )
    while table.to_act != (0,):
        do(table, f"{table.to_act[0]} decline")
    do(table, "0 call")
    return table


def test_dz_24_opening_shots_go_on_to_the_first_play_that_is_no_bomb() -> None:
    table = shots_table()
    do(table, "0 play 4444", "1 play 5555", "2 play 6666", "3 pass", "0 play 7777")
    do(table, "1 pass", "2 pass", "3 pass", "0 play 88")
    assert (table.table.shots, table.table.base) == (4, 5)
    assert not table.table.shooting


def test_dz_24_a_new_trick_does_not_end_it_but_any_other_play_does() -> None:
    table = shots_table()
    do(table, "0 play 4444", "1 pass", "2 pass", "3 pass", "0 play 7777")
    assert table.table.base == 3
    do(table, "1 pass", "2 pass", "3 pass", "0 play 88", "1 play 5555")
    assert table.table.base == 3, "a bomb after another play is no shot"


def test_dz_24_only_if_the_first_play_is_a_bomb() -> None:
    table = shots_table()
    do(table, "0 play 88", "1 play 5555", "2 play 6666")
    assert (table.table.shots, table.table.base) == (0, 1)


def test_dz_24_only_if_the_landlord_was_the_first_caller() -> None:
    table = shots_table(first_caller=3)
    do(table, "0 play 4444", "1 play 5555")
    assert (table.table.shots, table.table.base) == (0, 1)


def test_dz_24_shots_count_whatever_their_size_and_beside_dz_23() -> None:
    table = landlord_of("444444", "88888888")
    do(table, "0 play 444444", "1 play 88888888")
    assert table.table.base == 1 + 1 + 3 + 2
    played: Any = table.events[-1].as_dict()
    assert (played["bomb_points"], played["shot_points"]) == (3, 1)


def test_dz_24_the_points_of_a_shot_are_an_option() -> None:
    table = shots_table(options=DouDizhuOptions(opening_shot_points=3))
    do(table, "0 play 4444", "1 play 5555")
    assert table.table.base == 7
    assert base(**WON, opening_shots=4, options={"opening_shot_points": 0}) == 1
    assert base(**WON, opening_shots=4, options={"opening_shot_points": 2}) == 9


def test_dz_25_the_base_is_the_sum() -> None:
    found = items(**WON, bombs=["666666", "33333333", "wwWW"], opening_shots=2)
    assert found == [
        ("base", 1, "DZ-22"),
        ("bomb_6", 1, "DZ-23"),
        ("bomb_8", 3, "DZ-23"),
        ("bomb_jokers", 4, "DZ-23"),
        ("opening_shot", 2, "DZ-24"),
        ("gatekeeper", 2, "DZ-27"),
    ]
    assert base(**WON, bombs=["666666", "33333333", "wwWW"], opening_shots=2) == 11


def test_dz_25_a_view_tells_what_raised_the_base() -> None:
    table = landlord_of("444444", "88888888")
    do(table, "0 play 444444", "1 play 88888888", "2 pass", "3 pass")
    seen: Any = table.observation(2).as_dict()
    assert [
        (bomb["combo"]["text"], bomb["bomb_points"], bomb["shot_points"]) for bomb in seen["raises"]
    ] == [("444444", 1, 1), ("88888888", 3, 1)]
    assert seen["base"] == 1 + 1 + 1 + 3 + 1


def test_dz_26_spring_doubles_all_payments() -> None:
    spring = {"landlord_won": True, "farmer_plays": 0}
    assert paid(**spring) == (8, -4, -2)
    assert paid(**spring, bombs=["666666"]) == (16, -8, -4)
    assert paid(**spring, options={"gatekeeper": "off"}) == (6, -2, -2)
    assert paid(**spring, options={"gatekeeper": "plus_one"}) == (8, -4, -2)
    assert ("spring", 2, "DZ-26") in items(**spring)
    assert all(id != "spring" for id, _, _ in items(**WON))


def test_dz_26_spring_in_play() -> None:
    table = landlord_of(FIVE_AND_FIVE, "TTTTAAAA", kitty="KKKKKK22")
    do(table, f"0 play {FIVE_AND_FIVE}", "1 pass", "2 pass", "3 pass")
    do(table, "0 play KKKKKK", "1 pass", "2 pass", "3 pass", "0 play 22")
    assert result(table) == (16, -4, -4, -8)


def test_dz_26_one_farmer_play_and_it_is_no_spring() -> None:
    table = landlord_of(FIVE_AND_FIVE, "TTTTAAAA", kitty="KKKKKK22")
    do(table, f"0 play {FIVE_AND_FIVE}", "1 play TTTT", "2 pass", "3 pass")
    do(table, "0 play KKKKKK", "1 pass", "2 pass", "3 pass", "0 play 22")
    assert result(table) == (8, -2, -2, -4)


def test_dz_27_the_seat_before_the_landlord_is_gatekeeper() -> None:
    for landlord in range(4):
        table = dealt(first_caller=landlord)
        do(table, f"{landlord} call", f"{landlord} surrender")
        payments = result(table)
        assert payments[landlord] == -4 and payments[(landlord + 3) % 4] == 2
        assert table.outcome is not None
        assert table.outcome.items["gatekeeper"] == (landlord + 3) % 4


@pytest.mark.parametrize(("gatekeeper", "told"), [("double", 1), ("plus_one", 1), ("off", None)])
def test_dz_27_everybody_is_told_who_is_gatekeeper(gatekeeper: str, told: int | None) -> None:
    table = dealt(first_caller=2, options=DouDizhuOptions(gatekeeper=gatekeeper))
    do(table, "2 call")
    seen: Any = table.observation(0).as_dict()
    assert seen["gatekeeper"] == told


@pytest.mark.parametrize(
    ("gatekeeper", "at_base_3"),
    [("double", (12, -6, -3)), ("plus_one", (10, -4, -3)), ("off", (9, -3, -3))],
)
def test_dz_27_the_options(gatekeeper: str, at_base_3: tuple[int, int, int]) -> None:
    house = {"gatekeeper": gatekeeper}
    assert paid(**WON, bombs=["7777777"], options=house) == at_base_3
    lost = tuple(-amount for amount in at_base_3)
    assert paid(**LOST, bombs=["7777777"], options=house) == lost


def test_worked_example_1() -> None:
    assert paid(**WON) == (4, -2, -1)
    assert paid(**WON, options={"gatekeeper": "off"}) == (3, -1, -1)


def test_worked_example_2() -> None:
    bombs = ["666666", "777777", "88888888"]
    assert paid(**WON, bombs=bombs, options={"gatekeeper": "off"}) == (18, -6, -6)
    assert paid(**WON, bombs=bombs) == (24, -12, -6)


def test_worked_example_3_and_its_settlement() -> None:
    assert base(**WON, opening_shots=4) == 5


def test_worked_example_4() -> None:
    assert paid(surrendered=True) == (-4, 2, 1)


def test_worked_example_5_no_shot_by_who_did_not_call_first() -> None:
    table = dealt("4444", "", "AAAA" + SEVEN_TRIPLES, first_caller=3)
    do(table, "3 decline", "0 call", "0 play 4444", "1 pass", "2 play AAAA")
    do(table, "3 pass", "0 pass", "1 pass", f"2 play {SEVEN_TRIPLES}")
    assert result(table) == (-4, 1, 1, 2)


def test_worked_example_6() -> None:
    assert paid(landlord_won=True, farmer_plays=0, bombs=["666666"]) == (16, -8, -4)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({}, "landlord_won is missing"),
        ({"landlord_won": 1, "farmer_plays": 1}, "landlord_won: 1 must be true or false"),
        ({"landlord_won": True}, "farmer_plays is missing"),
        ({"landlord_won": True, "farmer_plays": -1}, "from 0 to 73"),
        ({"landlord_won": True, "farmer_plays": True}, "from 0 to 73"),
        ({"landlord_won": True, "farmer_plays": 74}, "from 0 to 73"),
        ({"landlord_won": False, "farmer_plays": 0}, "DZ-19"),
        ({**WON, "opening_shots": 28}, "from 0 to 27"),
        ({**WON, "bombs": "666666"}, "must be a list"),
        ({**WON, "bombs": [6]}, r"bombs\[0\]: 6"),
        ({**WON, "bombs": ["666"]}, r"bombs\[0\]: '666' is no bomb"),
        ({**WON, "bombs": ["wwW"]}, "DZ-14"),
        ({**WON, "bombs": ["666x"]}, "character 4, 'x'"),
        ({**WON, "bombs": ["666666", "6666"]}, r"bombs\[1\]: with this, 10 cards of rank 6"),
        ({**WON, "bombs": ["wwWW", "wwWW"]}, "DZ-1"),
        ({**WON, "surrendered": True}, "who surrenders has lost"),
        ({"surrendered": True, "bombs": ["6666"]}, "before the first play"),
        ({"surrendered": True, "opening_shots": 1}, "before the first play"),
        ({"surrendered": True, "farmer_plays": 1}, "before the first play"),
        ({**WON, "options": []}, "must be an object"),
        ({**WON, "winner": 0}, "'winner' is not known"),
    ],
)
def test_what_cannot_be_is_an_error(question: dict[str, Any], said: str) -> None:
    with pytest.raises(BadQuestion, match=said):
        score_line(question)


@pytest.mark.parametrize(
    "house",
    [{"gatekeeper": "none"}, {"bomb_points": -1}, {"show_counts": 1}, {"bombs": 1}],
)
def test_bad_options_are_refused(house: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        score_line({**WON, "options": house})


def test_presets_are_what_they_say() -> None:
    assert PRESETS["default"] == DouDizhuOptions()
    assert len(set(PRESETS.values())) == len(PRESETS)
    assert game(KEY).presets is PRESETS
