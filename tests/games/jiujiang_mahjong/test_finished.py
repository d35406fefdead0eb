"""Whatever a question to ``paiju score`` holds, it is judged or refused, never broken."""

import copy
import json
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from paiju.core.errors import PaijuError
from paiju.games.jiujiang_mahjong.finished import score_line
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.games.jiujiang_mahjong.scoring import judge
from paiju.mahjong.tiles import counted_tiles, tile_text, tiles_text
from paiju.mahjong.win import SELF_DRAW, SOURCE_TEXTS, Win
from tests.games.jiujiang_mahjong.random_wins import random_win

GOOD: dict[str, Any] = {
    "game": "jiujiang-mahjong",
    "options": {"min_points": 2},
    "winner": {
        "concealed": "12356789m22p",
        "win": "4m",
        "melds": ["777z"],
        "bonus": 1,
        "ready": False,
        "dealer": True,
    },
    "source": "self_draw",
    "situation": ["last_tile"],
    "payers": [{"melds": ["555z"]}, {"ready": True}, {"bonus": "6z"}],
}
PLACES = [
    *((name,) for name in GOOD),
    *(("winner", name) for name in GOOD["winner"]),
    ("winner", "melds", 0),
    ("situation", 0),
    ("payers", 0),
    ("payers", 0, "melds"),
    ("payers", 0, "melds", 0),
    ("payers", 1, "ready"),
    ("payers", 2, "bonus"),
    ("options", "min_points"),
]
NOTATIONS = ["777z", "<7777z>", "345m", "12356789m22p888s", "4m", "6z6z", "", "红中", "discard"]
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.floats()
    | st.text(alphabet="123456789mpszf<>中发 ", max_size=14)
    | st.sampled_from([*NOTATIONS, *SOURCE_TEXTS, "after_kong", "first_turn", "last_tile"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["melds", "bonus", "ready", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.lists(st.tuples(st.sampled_from(PLACES), ANYTHING), min_size=1, max_size=3))
def test_a_question_with_anything_in_it_is_answered_or_refused(
    changes: list[tuple[tuple[Any, ...], Any]],
) -> None:
    question = copy.deepcopy(GOOD)
    for place, value in changes:
        inner: Any = question
        for step in place[:-1]:
            inner = inner[step] if has_place(inner, step) else None
        if has_place(inner, place[-1]):
            inner[place[-1]] = value
    try:
        answer = score_line(question)
    except PaijuError as error:
        answer = {"refused": str(error)}
    assert json.dumps(answer)


def has_place(inner: Any, step: Any) -> bool:
    """Whether a part of the question, maybe changed before, still has this place."""
    if isinstance(inner, dict):
        return step in inner
    return isinstance(inner, list) and isinstance(step, int) and step < len(inner)


def test_a_question_gets_the_judges_verdict() -> None:
    random = Random(7)
    judged = 0
    for _ in range(400):
        win = random_win(random)
        try:
            answer = score_line(asked(win))
        except PaijuError:  # random wins care little for chows and declared hands
            continue
        verdict = judge(win, JiujiangOptions())
        assert answer["legal"] == verdict.legal
        pays = 3 if win.source == SELF_DRAW else 1
        assert answer["payments"] == [verdict.points] * (pays if verdict.legal else 0)
        judged += verdict.legal
    assert judged > 100


def asked(win: Win) -> dict[str, Any]:
    """A win as a question, its payers with nothing before them."""
    situation = ("last_tile", "after_kong", "first_turn")
    return {
        "game": "jiujiang-mahjong",
        "winner": {
            "concealed": tiles_text(counted_tiles(win.concealed)),
            "win": tile_text(win.tile),
            "melds": [meld.text for meld in win.melds],
            "bonus": len(win.bonus),
            "ready": win.ready,
            "dealer": win.dealer,
        },
        "source": SOURCE_TEXTS[win.source],
        "situation": [name for name in situation if getattr(win, name)],
        "payers": [{}] * (3 if win.source == SELF_DRAW else 1),
    }
