"""The worked examples of the rules, judged and played by the command line itself."""

import json
from pathlib import Path
from typing import Any

import pytest

from paiju.cli import main
from paiju.record import Record, Step
from tests.games.jintan_mahjong.scenario import GAME, Scenario


def asked(
    capsys: pytest.CaptureFixture[str], folder: Path, winner: dict[str, Any], source: str
) -> dict[str, Any]:
    """What ``paiju score`` answers."""
    payers: list[dict[str, Any]] = [{}] * (3 if source == "self_draw" else 1)
    question = {"game": "jintan-mahjong", "winner": winner, "source": source, "payers": payers}
    file = folder / "question.jsonl"
    file.write_text(json.dumps(question))
    assert main(["score", str(file)]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


CHICKEN = {"concealed": "12345m99p", "win": "3m", "melds": ["345s", "777p"]}
EXAMPLES: list[tuple[str, dict[str, Any], str, list[int]]] = [
    ("1 with a flower", {**CHICKEN, "bonus": 1}, "discard", [15]),
    ("1 self-drawn", CHICKEN, "self_draw", [10, 10, 10]),
    (
        "2",
        {"concealed": "12m456m789m55m", "win": "3m", "melds": ["111z"]},
        "discard",
        [30],
    ),
    (
        "3",
        {"concealed": "777z333m55m88m", "win": "8m", "melds": ["222z"], "bonus": "3f"},
        "discard",
        [100],
    ),
    ("4", {"concealed": "11m33m55p77p99s11z2z", "win": "2z"}, "discard", [40]),
    ("4 of one suit", {"concealed": "1133557799m112m", "win": "2m"}, "discard", [100]),
    ("5", {**CHICKEN, "bonus": 2}, "robbed_kong", [60]),
]


@pytest.mark.parametrize(
    ("winner", "source", "payments"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES]
)
def test_example(
    winner: dict[str, Any],
    source: str,
    payments: list[int],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    answer = asked(capsys, tmp_path, winner, source)
    assert answer["legal"]
    assert answer["payments"] == payments


def test_example_1_without_the_flower(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = asked(capsys, tmp_path, CHICKEN, "discard")
    assert (answer["legal"], answer["clause"], answer["payments"]) == (False, "JT-21", [])


def test_example_3_tells_how_it_was_cut(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = asked(capsys, tmp_path, EXAMPLES[3][1], "discard")
    assert answer["formula"] == "(10 + 4×5) × 4 = 120 → 100"
    assert (answer["flowers"], answer["fans"], answer["capped"]) == (4, 2, True)
    assert {item["id"]: item["value"] for item in answer["items"]} == {
        "flower_tile": 1,
        "honour_pung": 1,
        "honour_triplet": 2,
        "half_flush": 1,
        "all_pungs": 1,
    }


def replayed(
    capsys: pytest.CaptureFixture[str], folder: Path, scenario: Scenario, *lines: str
) -> tuple[int, dict[str, Any]]:
    """Exit status and last line of ``paiju replay --json``; whoever has no line passes."""
    steps = tuple(Step(int(line[0]), GAME.parse_action(line[2:])) for line in lines)
    file = folder / "record.jsonl"
    Record(scenario.setup, steps, auto_pass=True).save(file)
    status = main(["replay", "--json", str(file)])
    last: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return status, last


def test_example_6_a_declined_win_closes_the_other_wait(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    hands = {0: "9s", 1: "6s", 3: "78s9p123m456m789m1f"}
    scenario = Scenario(hands, wall="5z", tail="9p")
    lines = ("0 discard 9s", "3 pass", "1 discard 6s", "3 hu")
    status, last = replayed(capsys, tmp_path, scenario, *lines)
    assert (status, last["error"], last["line"], last["clause"]) == (2, "illegal", 5, "JT-11")


def test_example_7_the_last_of_the_pair_may_be_won(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    scenario = Scenario({0: "1111z2222z3333z45m"}, wall="5z6z3m9p", tail="9p9p7z")
    kongs = ("0 kong 1z", "0 kong 2z", "0 kong 3z", "0 discard 7z", "1 discard 5z")
    chow = ("2 discard 6z", "3 discard 3m", "0 chow 45m", "0 discard 9p", "1 discard 9p", "0 hu")
    status, last = replayed(capsys, tmp_path, scenario, *kongs, *chow)
    assert (status, last["termination"], last["winners"]) == (0, "win", [0])
    assert last["payments"] == [100, -100, 0, 0]


def test_example_8_eight_flowers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    scenario = Scenario({1: "1234567f"}, wall="8f", tail="1234z1234z")
    status, last = replayed(capsys, tmp_path, scenario, "0 discard 1m")
    assert (status, last["termination"], last["winners"]) == (0, "flowers", [1])
    assert last["payments"] == [-100, 300, -100, -100]
