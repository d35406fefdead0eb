"""What melds and 发财 add, and what is paid: JM-54 to JM-57, JM-60."""

from typing import Any

import pytest

from paiju.games.jiujiang_mahjong.extras import eaten
from paiju.games.jiujiang_mahjong.finished import score_line
from paiju.mahjong.melds import ADDED_KONG, Meld, parse_meld
from paiju.mahjong.tiles import GREEN, RED
from paiju.mahjong.win import ROBBED_KONG, SELF_DRAW, Payer
from tests.games.jiujiang_mahjong.judged import judged, lines, worth


@pytest.mark.parametrize(("bonus", "points"), [(1, 1), (2, 2), (3, 3), (4, 10)])
def test_jm_54_bonus_tiles(bonus: int, points: int) -> None:
    assert lines(judged("12356789m22p888s", "4m", bonus=bonus))["bonus"] == points


@pytest.mark.parametrize(
    ("meld", "item", "points"),
    [
        ("8888s", "exposed_kong", 1),
        ("<8888s>", "concealed_kong", 2),
        ("7777z", "exposed_kong", 3),
        ("<5555z>", "concealed_kong", 4),
        ("777z", "dragon_pung", 1),
    ],
)
def test_jm_54_melds(meld: str, item: str, points: int) -> None:
    verdict = judged("12356789m22p", "4m", meld)
    assert lines(verdict)[item] == points
    assert {i.clause for i in verdict.items if i.id == item} == {"JM-54"}


def test_jm_54_pungs_of_suits_give_nothing() -> None:
    assert lines(judged("12356789m22p", "4m", "888s")) == {"pure_straight": 10}


def test_jm_54_a_triplet_in_hand_is_concealed() -> None:
    assert lines(judged("34m777z55p678s111s", "5m"))["dragon_triplet"] == 2


def test_jm_54_completed_by_anothers_tile_it_counts_as_claimed() -> None:
    hand = "345m77z55p678s111s"
    assert lines(judged(hand, "7z"))["dragon_pung"] == 1
    assert lines(judged(hand, "7z", source=ROBBED_KONG))["dragon_pung"] == 1
    drawn = lines(judged(hand, "7z", source=SELF_DRAW))
    assert drawn["dragon_triplet"] == 2
    assert "dragon_pung" not in drawn


def test_jm_54_pairs_of_dragons_give_nothing() -> None:
    assert lines(judged("7777z1133m5577p1s", "1s")) == {"seven_pairs": 20, "four_alike": 5}
    assert lines(judged("345m77z678s111s55p", "5p")) == {"plain": 1, "concealed": 1}


def test_jm_54_hand_points_leave_the_extras_out() -> None:
    verdict = judged("34m555z55p678s", "5m", "777z", bonus=4)
    assert (verdict.points, verdict.hand_points) == (23, 10)


@pytest.mark.parametrize(
    ("payer", "items"),
    [
        (Payer(), {}),
        (Payer(bonus=(GREEN,) * 3), {"bonus": 3}),
        (Payer(bonus=(GREEN,) * 4), {"bonus": 10}),
        (Payer((parse_meld("888s"), parse_meld("1111m"))), {"exposed_kong": 1}),
        (
            Payer((Meld(ADDED_KONG, 4), parse_meld("<2222m>"))),
            {"exposed_kong": 1, "concealed_kong": 2},
        ),
        (Payer((parse_meld("777z"),)), {"dragon_pung": 1}),
        (Payer((Meld(ADDED_KONG, RED),)), {"exposed_kong": 3}),
        (Payer((parse_meld("<7777z>"),)), {"concealed_kong": 4}),
        (Payer((parse_meld("777z"), parse_meld("555z"))), {"dragon_pung": 2, "both_dragons": 10}),
        (
            Payer((parse_meld("7777z"), parse_meld("<5555z>"))),
            {"exposed_kong": 3, "concealed_kong": 4, "both_dragons": 10},
        ),
        (Payer(ready=True), {"payer_ready": 10}),
    ],
)
def test_jm_55_jm_22_eaten_from_a_payer(payer: Payer, items: dict[str, int]) -> None:
    assert lines(eaten(payer)) == items


def test_jm_55_each_line_names_its_clause() -> None:
    clauses = {item.id: item.clause for item in eaten(Payer((parse_meld("777z"),), ready=True))}
    assert clauses == {"dragon_pung": "JM-55", "payer_ready": "JM-22"}


def scored(**question: Any) -> dict[str, Any]:
    """The answer about a straight; a winner may be given instead."""
    winner = {"concealed": "12356789m22p888s", "win": "4m"}
    return dict(score_line({"game": "jiujiang-mahjong", "winner": winner, **question}))


def test_jm_56_jm_57_one_payer_pays_for_its_tile() -> None:
    answer = scored(source="discard", payers=[{"melds": ["777z", "555z"], "bonus": 4}])
    assert answer["payments"] == [15 + 12 + 10]
    assert answer["per_payer"][0]["points"] == 37
    assert sum(item["value"] for item in answer["per_payer"][0]["eaten"]) == 22
    assert scored(source="robbed_kong", payers=[{}])["payments"] == [25]


def test_jm_55_jm_57_each_of_three_pays_its_own_sum() -> None:
    answer = scored(
        source="self_draw", payers=[{"melds": ["<3333s>"]}, {"ready": True}, {"bonus": 1}]
    )
    assert sum(item["value"] for item in answer["items"]) == 20
    assert answer["payments"] == [22, 30, 21]


def test_jm_56_money_is_at_base_score_1() -> None:
    question = {"source": "discard", "payers": [{}]}
    assert scored(**question, options={"base_score": 5})["payments"] == [15]


def test_jm_60_the_dealer_wins_and_pays_double_where_the_room_says_so() -> None:
    payers = [{"dealer": True}, {}, {"bonus": 1}]
    assert scored(source="self_draw", payers=payers)["payments"] == [20, 20, 21]
    doubled = scored(source="self_draw", payers=payers, options={"dealer_double": True})
    assert doubled["payments"] == [40, 20, 21]
    assert [share["points"] for share in doubled["per_payer"]] == [20, 20, 21]
    dealer = {"concealed": "12356789m22p888s", "win": "4m", "dealer": True}
    answer = scored(winner=dealer, source="discard", payers=[{}], options={"dealer_double": True})
    assert answer["payments"] == [30]


def test_jm_54_worth_is_the_sum_of_the_lines() -> None:
    verdict = judged("34m555z55p678s", "5m", "777z")
    assert worth(verdict) == sum(item.value for item in verdict.items) == 13
