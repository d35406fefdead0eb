"""Questions to ``paiju score`` about 金坛麻将: judged or refused, never broken."""

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core.errors import BadQuestion, PaijuError
from paiju.games.jintan_mahjong.finished import score_line
from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.games.jintan_mahjong.scoring import judge, owed
from paiju.mahjong.tiles import counted_tiles, tile_text, tiles_text
from paiju.mahjong.win import SELF_DRAW, SOURCE_TEXTS, Win
from tests.games.jintan_mahjong.random_wins import random_win

GOOD: dict[str, Any] = {
    "game": "jintan-mahjong",
    "options": {"base": 20},
    "winner": {
        "concealed": "12345m99p",
        "win": "3m",
        "melds": ["345s", "<7777z>"],
        "bonus": "1f5f",
        "dealer": False,
    },
    "source": "self_draw",
    "situation": ["after_kong"],
    "payers": [{"melds": ["555z"]}, {"dealer": True}, {"bonus": 2}],
}


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The good question with one part of it changed."""
    question = copy.deepcopy(GOOD)
    inner: Any = question
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return question


def test_a_question_in_full() -> None:
    answer: dict[str, Any] = score_line(GOOD)
    assert answer["payments"] == [160, 160, 160]
    assert answer["formula"] == "(20 + 6×10) × 2 = 160"
    assert {item["id"]: item["value"] for item in answer["items"]} == {
        "flower_tile": 2,
        "honour_kong": 4,
        "kong_replacement": 1,
    }


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({**changed("winner", "bonus", to=8), "payers": [{}] * 3}, "winner.bonus: eight flowers"),
        (changed("winner", "bonus", to=8), "bonus: 10 bonus tiles in all"),
        (changed("payers", 2, "bonus", to=8), "bonus: 10 bonus tiles in all"),
        (changed("payers", 2, "bonus", to="1f"), "1f more than 1 times"),
        (changed("winner", "bonus", to="5m"), "5m is no bonus tile"),
        (changed("winner", "concealed", to="12345m9p1f"), "1f is a bonus tile"),
        (changed("winner", "concealed", to="12345m9p"), "winner.concealed: 6 tiles"),
        (changed("winner", "ready", to=True), "winner.ready: there is no 报听"),
        (changed("payers", 0, "ready", to=True), r"payers\[0\].ready: there is no 报听"),
        (changed("options", to={"chow": False}), "winner.melds: chow 345s"),
        (changed("payers", 0, "melds", to=["7777z"]), "7z is there"),
        (changed("payers", to=[{}]), "payers: 1 given"),
        (changed("situation", to=["first_turn"]), "first_turn"),
        (changed("options", to={"base": 15}), "'base' is 15"),
        (changed("options", to=[]), "options"),
        (changed("winner", "dealer", to=True), "more than one player is the dealer"),
    ],
)
def test_what_cannot_be_is_an_error(question: dict[str, Any], says: str) -> None:
    with pytest.raises(PaijuError, match=says):
        score_line(question)


@pytest.mark.parametrize("situation", ["last_tile", "after_kong"])
def test_what_does_not_go_with_a_robbed_kong(situation: str) -> None:
    question = changed("source", to="robbed_kong")
    question["payers"], question["situation"] = [{}], [situation]
    with pytest.raises(BadQuestion, match=f"{situation} does not go with a robbed kong"):
        score_line(question)


def test_circumstances_that_count_nothing_here_are_no_error() -> None:
    """海底 and 天胡 are nothing in this game."""
    question = changed("situation", to=["last_tile"])
    assert score_line(question)["payments"] == score_line(changed("situation", to=[]))["payments"]


@given(
    st.sampled_from(
        [("source",), ("winner",), ("winner", "melds"), ("winner", "bonus"), ("payers",)]
    ),
    st.recursive(
        st.none() | st.booleans() | st.integers(-2, 9) | st.text("123mpszf<>中 ", max_size=9),
        lambda inner: st.lists(inner, max_size=3),
        max_leaves=4,
    ),
)
def test_anything_is_answered_or_refused(place: tuple[str, ...], value: Any) -> None:
    try:
        answer = score_line(changed(*place, to=value))
    except PaijuError as error:
        answer = {"refused": str(error)}
    assert json.dumps(answer)


def test_a_question_gets_the_judges_verdict() -> None:
    random = Random(7)
    judged = 0
    for _ in range(300):
        win = random_win(random)
        answer = score_line(asked(win))
        verdict = judge(win, JintanOptions())
        pays = 3 if win.source == SELF_DRAW else 1
        assert answer["legal"] == verdict.legal
        assert answer["waits"] == [tile_text(tile) for tile in verdict.waits]
        assert answer["payments"] == [owed(verdict, win.source)] * (pays if verdict.legal else 0)
        judged += verdict.legal
    assert judged > 100


def asked(win: Win) -> dict[str, Any]:
    """A win as a question, its payers with nothing before them."""
    return {
        "game": "jintan-mahjong",
        "winner": {
            "concealed": tiles_text(counted_tiles(win.concealed)),
            "win": tile_text(win.tile),
            "melds": [meld.text for meld in win.melds],
            "bonus": tiles_text(win.bonus),
        },
        "source": SOURCE_TEXTS[win.source],
        "situation": ["after_kong"] if win.after_kong else [],
        "payers": [{}] * (3 if win.source == SELF_DRAW else 1),
    }
