"""``paiju score`` as its users run it: the worked examples, and what cannot be."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from paiju.cli import Exit, main

Json = dict[str, Any]


def question(
    concealed: str, win: str, melds: Sequence[str] = (), *, payer: Json | None = None, **more: Any
) -> Json:
    """A question to 九江麻将: a discard won by a non-dealer, unless more is said."""
    source = more.pop("source", "discard")
    situation = more.pop("situation", [])
    options = more.pop("options", {})
    winner = {"concealed": concealed, "win": win, "melds": list(melds), **more}
    return {
        "game": "jiujiang-mahjong",
        "options": options,
        "winner": winner,
        "source": source,
        "situation": situation,
        "payers": [payer or {}] * (3 if source == "self_draw" else 1),
    }


def scored(questions: Sequence[Mapping[str, Any] | bytes]) -> tuple[int, list[Json]]:
    """What the command answers, run as a program of its own on standard input."""
    asked = b"\n".join(q if isinstance(q, bytes) else json.dumps(q).encode() for q in questions)
    done = subprocess.run(
        [sys.executable, "-m", "paiju", "score", "-"],
        input=asked,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},  # JSON is UTF-8 wherever it is written
    )
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


PUNGS = ["333p", "444p", "555p", "666p"]
EXAMPLES: dict[str, tuple[Json, list[int], dict[str, int]]] = {
    "1 plain": (
        question("12356789m22p888s", "7m"),
        [2],
        {"plain": 1, "concealed": 1},
    ),
    "1 straight": (
        question("12356789m22p888s", "4m"),
        [15],
        {"pure_straight": 10, "concealed": 5},
    ),
    "2 too little": (question("12356789m22p", "7m", ["888s"]), [], {"plain": 1}),
    "2 straight": (question("12356789m22p", "4m", ["888s"]), [10], {"pure_straight": 10}),
    "3": (
        question("1122m", "2m", PUNGS[:3]),
        [20],
        {"all_pungs": 15, "pung_window": 5},
    ),
    "4 discard": (
        question("2m", "2m", PUNGS),
        [35],
        {"all_pungs": 15, "pung_window": 10, "all_claimed": 10},
    ),
    "4 self-drawn": (
        question("2m", "2m", PUNGS, source="self_draw"),
        [40, 40, 40],
        {"all_pungs": 15, "pung_window": 10, "all_claimed": 10, "self_draw": 5},
    ),
    "5": (
        question("34m555z55p678s", "5m", ["777z"]),
        [13],
        {"red_flag": 10, "dragon_pung": 1, "dragon_triplet": 2},
    ),
    "6": (
        question("1133444455779m", "9m"),
        [50],
        {"seven_pairs": 20, "full_flush": 20, "four_alike": 5, "pair_window": 5},
    ),
    "7 discard": (question("1122334455667m", "7m"), [50], {"seven_fairies": 50}),
    "7 self-drawn": (
        question("1122334455667m", "7m", source="self_draw"),
        [100, 100, 100],
        {"seven_fairies": 100},
    ),
    "8 both dragons": (
        question("12356789m22p888s", "4m", payer={"melds": ["777z", "555z"]}),
        [15 + 12],
        {"pure_straight": 10, "concealed": 5},
    ),
    "8 and four bonus tiles": (
        question("12356789m22p888s", "4m", payer={"melds": ["777z", "555z"], "bonus": 4}),
        [15 + 12 + 10],
        {"pure_straight": 10, "concealed": 5},
    ),
    "9": (
        question("24m678p345s99s", "3m", ["<5555p>"], source="self_draw", situation=["after_kong"]),
        [22, 22, 22],
        {"kong_replacement": 10, "concealed": 5, "closed_wait": 5, "concealed_kong": 2},
    ),
    "10": (
        question(
            "123m456s789p22m55p",
            "5p",
            source="self_draw",
            situation=["first_turn"],
            dealer=True,
        ),
        [20, 20, 20],
        {"heavenly": 20},
    ),
    "of the notation": (
        {
            "game": "jiujiang-mahjong",
            "options": {},
            "winner": {
                "concealed": "12356789m22p",
                "win": "4m",
                "melds": ["777z"],
                "bonus": 1,
                "ready": False,
                "dealer": False,
            },
            "source": "discard",
            "situation": ["last_tile"],
            "payers": [{"melds": ["555z"], "bonus": 0, "ready": False, "dealer": False}],
        },
        [23],
        {"pure_straight": 10, "last_discard": 10, "bonus": 1, "dragon_pung": 1},
    ),
}


def test_the_worked_examples_of_the_rules_have_their_values() -> None:
    code, answers = scored([asked for asked, _, _ in EXAMPLES.values()])
    assert code == Exit.OK
    for answer, (name, (_, payments, items)) in zip(answers, EXAMPLES.items(), strict=True):
        assert answer["payments"] == payments, name
        assert {item["id"]: item["value"] for item in answer["items"]} == items, name
        assert answer["legal"] == bool(payments), name


def test_an_answer_has_exactly_the_fields_of_the_contract() -> None:
    _, (answer, refused) = scored([EXAMPLES["of the notation"][0], EXAMPLES["2 too little"][0]])
    assert answer["items"][0] == {
        "id": "pure_straight",
        "zh": "一条龙",
        "en": "Pure straight",
        "value": 10,
        "unit": "炮",
        "clause": "JM-32",
    }
    (share,) = answer.pop("per_payer")
    assert {key: answer[key] for key in ("legal", "reason", "clause", "waits", "payments")} == {
        "legal": True,
        "reason": None,
        "clause": None,
        "waits": ["4m", "7m"],
        "payments": [23],
    }
    assert share["points"] == 23
    assert [(item["zh"], item["value"], item["clause"]) for item in share["eaten"]] == [
        ("白板明刻", 1, "JM-55")
    ]
    assert (refused["legal"], refused["clause"]) == (False, "JM-26")
    assert "炮" in refused["reason"]
    assert refused["payments"] == refused["per_payer"] == []


def test_a_bad_line_is_answered_in_its_place_and_the_others_are_judged() -> None:
    good = question("12356789m22p888s", "4m")
    code, answers = scored([good, b"{oops", b" ", b"[1]", good, b'{"game": "bridge"}', b"{}"])
    assert code == Exit.BAD_INPUT
    assert ["error" in answer for answer in answers] == [False, True, True, False, True, True]
    assert [answer.get("line") for answer in answers] == [None, 2, 4, None, 6, 7]
    assert "character 2" in answers[1]["error"]
    assert "object" in answers[2]["error"]
    assert "game: 'bridge' must be one of" in answers[4]["error"]
    assert "jiujiang-mahjong" in answers[4]["error"]


FULL = "12356789m22p888s"
IMPOSSIBLE: dict[str, tuple[Json, str]] = {
    "too few tiles": (
        question("12356789m22p88s", "4m"),
        "winner.concealed: 12 tiles; beside 0 melds and without the winning tile there are 13",
    ),
    "the winning tile among the concealed": (
        question("123456789m22p888s", "4m"),
        "winner.concealed: 14 tiles",
    ),
    "too many melds": (
        question("", "4m", ["111m", "222m", "333m", "555m", "666m"]),
        "winner.melds: 5 melds",
    ),
    "five of a kind": (question("12356789m22p", "8m", ["8888m"]), "8m is there 6 times"),
    "five with a payer": (
        question(FULL, "4m", payer={"melds": ["888s"]}),
        "8s is there 6 times, winner and payers together; there are only 4",
    ),
    "a bonus tile in hand": (
        question("12356789m66z888s", "4m"),
        "winner.concealed: 6z is a bonus tile",
    ),
    "a bonus tile to win on": (question("12356789m22p888s", "6z"), "winner.win: 6z is a bonus"),
    "a bonus tile in a meld": (
        question("12356789m22p", "4m", ["666z"]),
        "winner.melds[0]: 6z is a bonus tile",
    ),
    "a wind": (question("12356789m11z888s", "4m"), "winner.concealed: 1z is no tile of this game"),
    "a flower": (question("12356789m22p88s1f", "4m"), "winner.concealed: 1f is no tile"),
    "a wind before a payer": (
        question(FULL, "4m", payer={"melds": ["111z"]}),
        "payers[0].melds[0]: 1z is no tile of this game",
    ),
    "ready with a claim": (
        question("12356789m22p", "4m", ["888s"], ready=True),
        "winner.ready: who has declared has claimed nothing",
    ),
    "a declared payer with a claim": (
        question(FULL, "4m", payer={"ready": True, "melds": ["777z"]}),
        "payers[0].ready: who has declared has claimed nothing",
    ),
    "a chow alone": (
        question("456789m22p88s", "8s", ["123m"]),
        "winner.melds: chow 123m needs three pungs or exposed kongs",
    ),
    "a chow beside a concealed kong": (
        question("2p", "2p", ["123m", "777m", "<8888m>", "999m"]),
        "winner.melds: chow 123m needs three pungs or exposed kongs",
    ),
    "two chows": (
        question("2p", "2p", ["123m", "777m", "456m", "999m"]),
        "winner.melds: chow 123m needs",
    ),
    "a payer's chow": (
        question(FULL, "4m", payer={"melds": ["123p", "777z", "555z"]}),
        "payers[0].melds: chow 123p needs",
    ),
    "heavenly on a discard": (
        question(FULL, "4m", situation=["first_turn"], dealer=True),
        "situation: first_turn",
    ),
    "heavenly for another": (
        question(FULL, "4m", situation=["first_turn"], source="self_draw"),
        "situation: first_turn",
    ),
    "earthly by robbing": (
        question(FULL, "4m", situation=["first_turn"], source="robbed_kong"),
        "situation: first_turn",
    ),
    "earthly off another": (
        question(FULL, "4m", situation=["first_turn"], payer={"dealer": False}),
        "payers[0].dealer: 地胡",
    ),
    "a first turn with melds": (
        question("12356789m22p", "4m", ["888s"], situation=["first_turn"]),
        "situation: first_turn, but the winner has melds",
    ),
    "first and last": (
        question(FULL, "4m", situation=["first_turn", "last_tile"]),
        "situation: first_turn and last_tile",
    ),
    "ready before 天胡": (
        question(FULL, "4m", source="self_draw", situation=["first_turn"], dealer=True, ready=True),
        "winner.ready: the dealer declares",
    ),
    "天胡 after a kong": (
        question(
            *(FULL, "4m"),
            source="self_draw",
            situation=["first_turn", "after_kong"],
            dealer=True,
        ),
        "situation: after a kong",
    ),
    "the last tile robbed": (
        question(FULL, "4m", source="robbed_kong", situation=["last_tile"]),
        "situation: last_tile does not go with a robbed kong",
    ),
    "after a kong robbed": (
        question(FULL, "4m", source="robbed_kong", situation=["after_kong"]),
        "situation: after_kong does not go with a robbed kong",
    ),
    "too many bonus tiles": (
        question(FULL, "4m", bonus=3, payer={"bonus": 2}),
        "bonus: 5 bonus tiles in all; there are only 4",
    ),
    "half a bonus tile": (question(FULL, "4m", bonus=0.5), "winner.bonus: 0.5 must be a number"),
    "less than no bonus tile": (question(FULL, "4m", bonus=-1), "winner.bonus: -1 must be"),
    "a bonus tile that is none": (question(FULL, "4m", bonus="1f"), "winner.bonus: 1f is no bonus"),
    "two dealers": (
        question(FULL, "4m", dealer=True, payer={"dealer": True}),
        "dealer: more than one player",
    ),
    "three payers for a discard": (
        {**question(FULL, "4m"), "payers": [{}, {}, {}]},
        "payers: 3 given, but after 'discard' one pays",
    ),
    "one payer for a self-draw": (
        {**question(FULL, "4m", source="self_draw"), "payers": [{}]},
        "payers: 1 given, but after 'self_draw' three pay",
    ),
    "no such source": (question(FULL, "4m", source="theft"), "source: 'theft' must be one of"),
    "no such situation": (
        question(FULL, "4m", situation=["rainy"]),
        "situation[0]: 'rainy' must be one of",
    ),
    "an unreadable tile": (
        question("12356789m22p88x8s", "4m"),
        "winner.concealed: '12356789m22p88x8s': '8' (character 13)",
    ),
    "two winning tiles": (question(FULL, "47m"), "winner.win: '47m' is 2 tiles"),
    "an unreadable meld": (
        question("12356789m22p", "4m", ["889s"]),
        "winner.melds[0]: '889s' is no meld",
    ),
    "no such option": (question(FULL, "4m", options={"chow": True}), "option 'chow'"),
    "no such value": (question(FULL, "4m", options={"min_points": "2"}), "option 'min_points'"),
    "options that are none": ({**question(FULL, "4m"), "options": []}, "options: [] must be"),
    "a field too many": ({**question(FULL, "4m"), "loser": {}}, "'loser' is not known"),
    "a field misspelt": (question(FULL, "4m", meld=[]), "winner: 'meld' is not known"),
    "no winner": ({"game": "jiujiang-mahjong", "source": "discard"}, "winner is missing"),
    "no winning tile": (
        {**question(FULL, "4m"), "winner": {"concealed": FULL}},
        "winner.win is missing",
    ),
    "a winner that is none": ({**question(FULL, "4m"), "winner": FULL}, "winner: "),
    "payers that are none": ({**question(FULL, "4m"), "payers": {}}, "payers: {} must be a list"),
    "a number for a hand": (
        {**question(FULL, "4m"), "winner": {"concealed": 123, "win": "4m"}},
        "winner.concealed: 123 must be text",
    ),
    "a number for a flag": (question(FULL, "4m", ready=1), "winner.ready: 1 must be true or false"),
}


def test_what_cannot_be_is_an_error_with_its_place_and_reason() -> None:
    code, answers = scored([asked for asked, _ in IMPOSSIBLE.values()])
    assert code == Exit.BAD_INPUT
    for answer, (name, (_, says)) in zip(answers, IMPOSSIBLE.items(), strict=True):
        assert says in answer.get("error", str(answer)), name


ODD = [
    b"\xff{}",
    b"[" * 100_000,
    b'{"game": "jiujiang-mahjong", "winner": ' + b"9" * 6000 + b"}",
    b'{"game": null}',
    b'"text"',
    b"NaN",
    rb'{"game": "jiujiang-mahjong", "\ud800": 1}',
    rb'{"game": "\ud800"}',
]


def test_bytes_that_are_no_question_never_break_it() -> None:
    code, answers = scored(ODD)
    assert code == Exit.BAD_INPUT
    assert len(answers) == len(ODD)
    assert all("error" in answer for answer in answers)


def test_a_file_or_standard_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text((json.dumps(question(FULL, "4m")) + "\n") * 1000)
    assert main(["score", str(path)]) == Exit.OK
    out = capsys.readouterr().out.splitlines()
    assert len(out) == 1000
    assert len(set(out)) == 1
    assert main(["score", str(tmp_path / "none.jsonl")]) == Exit.BAD_INPUT
    assert "No such file" in capsys.readouterr().err


def test_what_is_allowed_is_no_error() -> None:
    """地胡 with nothing said of the payer, a chow as the fourth meld, a kong beside 报听."""
    code, answers = scored(
        [
            question(FULL, "4m", situation=["first_turn", "after_kong"]),
            question("2p", "2p", ["123m", "777m", "8888m", "999m"]),
            question("12356789m22p", "4m", ["<8888s>"], ready=True),
            question("一二三五六七八九万 22筒 888条", "四万"),
            question(FULL, "4m", bonus="6z6z"),
        ]
    )
    assert code == Exit.OK
    assert [answer["payments"] for answer in answers] == [[35], [11], [22], [15], [17]]
