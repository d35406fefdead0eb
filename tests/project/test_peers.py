"""The comparison with other programs tells what is met, and goes on without those that fail."""

import sys
from pathlib import Path

import pytest

from bench import peers
from bench.goals import OURS, PEERS, ROWS, Peer, Row

ROOT = Path(__file__).parents[2]


def program(text: str) -> list[str]:
    """A program that prints a text."""
    return [sys.executable, "-c", f"print({text!r})"]


def test_every_peer_has_its_adapter_and_every_goal_its_peer() -> None:
    adapters = {path.stem for path in (ROOT / "bench" / "adapters").glob("*.py")}
    assert adapters >= {*PEERS, "ours", "beginning"}
    assert {row.against for row in ROWS} <= {*PEERS, None}


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (Row("a", "ours", "theirs", 5), ("×5 rlcard", "met")),
        (Row("a", "ours", "theirs", 6), ("×6 rlcard", "NOT MET")),
        (Row("a", "ours", "theirs", 8, "mahjong"), ("×8 mahjong", "met")),
        (Row("a", "ours", "theirs", 8, "xiangting"), ("×8 xiangting", "peer missing")),
        (Row("a", "ours", "theirs"), ("", "")),
        (Row("a", "ours", "", most=1000), ("at most 1000", "met")),
        (Row("a", "ours", "", most=500), ("at most 500", "NOT MET: 2.0 times as much")),
        (Row("a", "none", "theirs", 5), ("", "not measured")),
    ],
)
def test_a_row_says_whether_its_goal_is_met(row: Row, told: tuple[str, str]) -> None:
    found = {
        OURS: {"ours": 1000.0},
        "mahjong": {"theirs": 100.0},
        "rlcard": {"theirs": 200.0},
        "xiangting": {"other": 1.0},
    }
    assert peers.line(row, found)[3:] == told


def test_a_row_shows_every_peer_the_best_first() -> None:
    found = {OURS: {"x": 10.0}, "mahjong": {"x": 5.0}, "rlcard": {"x": 2000.0}}
    row = Row("a", "x", "x", 1)
    assert peers.line(row, found)[:3] == ("a", "10", "rlcard 2,000 (×0.01)\nmahjong 5 (×2.00)")


def test_a_program_that_fails_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    rate = '{"measure": "a", "rate": 2.5}'
    commands = {
        "good": [program(rate), program(rate)],
        "bad": [program(rate), [sys.executable, "-c", "raise SystemExit(3)"]],
        "mute": [program("nothing to say")],
    }
    monkeypatch.setattr(peers, "programs", lambda names, seconds: commands)
    found = peers.compared(list(commands), 2, 0.1)
    assert found["good"] == {"a": 2.5, "import: a": 2.5}
    assert str(found["bad"]).startswith("exit code 3")
    assert str(found["mute"]).startswith("exit code 0, 0 rates")


def test_a_peer_that_cannot_be_installed_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "no folder"
    file.touch()
    monkeypatch.setattr(peers, "HOME", file)
    why = peers.installed("nobody", Peer(("nobody",), "import nobody"))
    assert why is not None and "no folder" in why
