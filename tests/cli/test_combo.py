"""``paiju combo``, and ``paiju score`` and ``replay`` for Dou Dizhu, as their users run them."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
DOUDIZHU = "jiujiang-doudizhu"


def told(command: str, questions: Sequence[Json | bytes]) -> tuple[int, list[Json]]:
    """The exit status and the answers of a command, run as a program on standard input."""
    asked = b"\n".join(q if isinstance(q, bytes) else json.dumps(q).encode() for q in questions)
    done = subprocess.run(
        [sys.executable, "-m", "paiju", command, "-"], input=asked, capture_output=True, check=False
    )
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


BEATS = [
    ("333", "44", False),
    ("KKK", "JJJ", True),
    ("KKK", "22", False),
    ("66666", "KKKK", True),
    ("66666", "55555", True),
    ("33333333", "2222222", True),
    ("wwWW", "22222222", True),
    ("3333", "3333", False),
    ("22", "22", False),
    ("22", "4444", False),
    ("4444", "22", True),
    ("22222222", "wwWW", False),
    ("5566", "44", False),
]
PLAYS = {
    "556677": {"combo": "pair_run", "rank": "7", "length": 3},
    "5566": {"combo": None},
    "KKAA22": {"combo": None},
    "QQQKKKAAA": {"combo": "triple_run", "rank": "A", "length": 3},
    "AAA222": {"combo": None},
    "JJJQQQ3355": {"combo": None},
    "44455577": {"combo": None},
    "JJJQQQ3344": {"combo": "triple_run_with_pairs", "rank": "Q", "length": 2},
    "777888999JJQQKK": {"combo": "triple_run_with_pairs", "rank": "9", "length": 3},
    "wwW": {"combo": None},
    "ww": {"combo": "pair", "rank": "w", "length": 1},
    "W": {"combo": "single", "rank": "W", "length": 1},
    "wWwW": {"combo": "joker_bomb", "rank": "W", "length": 4},
    "333333": {"combo": "bomb", "rank": "3", "length": 6},
    "10h10sTT": {"combo": "bomb", "rank": "T", "length": 4},
    "44KKK": {"combo": "triple_with_pair", "rank": "K", "length": 1},
    "": {"combo": None},
}


def test_dz_17_the_worked_examples_of_what_beats_what() -> None:
    asked: list[Json | bytes] = [{"cards": cards, "beats": to} for cards, to, _ in BEATS]
    assert told("combo", asked) == (0, [{"beats": answer} for _, _, answer in BEATS])


def test_dz_16_the_worked_examples_of_what_is_a_play() -> None:
    asked: list[Json | bytes] = [{"cards": cards} for cards in PLAYS]
    assert told("combo", asked) == (0, list(PLAYS.values()))


def test_every_play_of_a_hand_once_in_a_fixed_order() -> None:
    asked: list[Json | bytes] = [
        {"hand": "wwW", "to_beat": None},
        {"hand": "wwW"},
        {"hand": "W33ww4444555Q", "to_beat": "33"},
        {"hand": "5555Kw3W4w", "to_beat": "wwWW"},
    ]
    assert told("combo", asked) == (
        0,
        [
            {"plays": ["w", "W", "ww"]},
            {"plays": ["w", "W", "ww"]},
            {"plays": ["44", "55", "ww", "4444"]},
            {"plays": []},
        ],
    )


def test_a_bad_line_is_answered_in_its_place_and_the_others_still_are() -> None:
    status, answers = told(
        "combo",
        [
            {"cards": "333333333"},
            {"cards": "www"},
            {"cards": "33x"},
            {"cards": 33},
            {"cards": "33", "beats": "3344"},
            {"cards": "33", "beats": None},
            {"hand": "33", "beats": "44"},
            {},
            b"[1]",
            b"{",
            {"cards": "33"},
        ],
    )
    assert status == 1
    assert [line.get("line") for line in answers] == [*range(1, 11), None]
    said = [
        *("cards: '333333333': 9 cards of rank 3", "3 cards of rank w", "character 3, 'x'"),
        *("cards: 33 must be", "beats: '3344' is no combination", "beats: None must be"),
        *("no question has the fields ['hand', 'beats']", "no question has the fields []"),
        *("a JSON object", "not JSON"),
    ]
    for answer, words in zip(answers, said, strict=False):
        assert words in answer["error"]
    assert answers[-1] == {"combo": "pair", "rank": "3", "length": 1}


def test_dz_27_the_worked_examples_of_settlements() -> None:
    won: Json = {"game": DOUDIZHU, "options": {}, "landlord_won": True, "farmer_plays": 3}
    off = {"options": {"gatekeeper": "off"}}
    bombs = {"bombs": ["666666", "777777", "88888888"]}
    notation = {"bombs": ["666666", "33333333", "wwWW"], "opening_shots": 2}
    examples: list[tuple[Json, tuple[int, int, int, int]]] = [
        (won, (1, 4, -2, -1)),
        (won | off, (1, 3, -1, -1)),
        (won | bombs | off, (6, 18, -6, -6)),
        (won | bombs, (6, 24, -12, -6)),
        (won | {"opening_shots": 4}, (5, 20, -10, -5)),
        ({"game": DOUDIZHU, "surrendered": True, "landlord_won": False}, (1, -4, 2, 1)),
        (won | {"landlord_won": False, "bombs": ["4444"]}, (1, -4, 2, 1)),
        (won | {"farmer_plays": 0, "bombs": ["666666"]}, (2, 16, -8, -4)),
        (won | notation, (11, 44, -22, -11)),
    ]
    status, answers = told("score", [question for question, _ in examples])
    assert status == 0
    for answer, (_, (base, landlord, gatekeeper, others)) in zip(answers, examples, strict=True):
        assert answer["legal"] is True and answer["base"] == base
        assert answer["payments"] == {
            "landlord": landlord,
            "gatekeeper": gatekeeper,
            "others": others,
        }


def test_a_score_that_cannot_be_is_an_error_in_its_line() -> None:
    status, answers = told("score", [{"game": DOUDIZHU, "landlord_won": True}])
    assert status == 1 and "farmer_plays is missing" in answers[0]["error"]


@pytest.mark.parametrize(
    ("line", "clause", "reason"),
    [
        ({"seat": 0, "do": "decline"}, "DZ-5", "You must call with a big joker"),
        ({"seat": 0, "do": "play 3"}, "DZ-4", "call or decline"),
        ({"seat": 1, "do": "ask 0"}, "DZ-20", "kitty"),
    ],
)
def test_dz_5_an_illegal_line_stops_a_replay_with_its_clause(
    tmp_path: Path, line: Json, clause: str, reason: str
) -> None:
    hands = ["33334444556677889TJQKA2wW", "", "", ""]
    rest = sorted(
        [rank for rank in "3456789TJQKA2" for _ in range(8 - hands[0].count(rank))] + ["w", "W"]
    )
    for seat in (1, 2, 3):
        hands[seat] = "".join(rest[seat - 1 : 75 : 3])
    header = {
        "paiju": 1,
        "game": DOUDIZHU,
        "deal": {"hands": hands, "kitty": "".join(rest[75:]), "first_caller": 0},
    }
    record = tmp_path / "round.jsonl"
    record.write_text(json.dumps(header) + "\n" + json.dumps(line) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "paiju", "replay", "--json", str(record)],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    last = json.loads(done.stdout.splitlines()[-1])
    assert (last["error"], last["line"], last["clause"]) == ("illegal", 2, clause)
    assert reason in last["reason"]
