"""The players of ``make bench-server`` play at a real server, and its table tells what is met."""

import argparse
import json
import select
from functools import partial
from pathlib import Path

import pytest

from bench.goals import OURS
from bench.server import __main__ as bench
from bench.server import crowd, machine, ours, theirs
from bench.server.figures import COLUMNS, Figures
from bench.server.machine import CannotMeasure

ASKED = {"tables": [50, 200], "human": 2000, "idle": 100, "seconds": 1, "only": []}
pytestmark = pytest.mark.xdist_group("crowd")


@pytest.fixture(scope="module")
def figures() -> Figures:
    """Of two tables, played for half a second."""
    try:
        crowd.built()
    except CannotMeasure as why:
        pytest.skip(str(why))
    return ours.played(2, "jiujiang-mahjong", 0.5)


def test_four_players_a_table_play_whole_rounds_at_a_real_server(figures: Figures) -> None:
    assert set(figures) == set(COLUMNS)
    assert figures["moves/s"] > 0 and figures["per CPU s"] > 0
    # Each hears of each move, and most moves are seen by all.
    assert figures["frames"] > 4
    assert 50 < figures["% seen"] <= 100
    assert 0 < figures["p50 ms"] <= figures["p99 ms"]
    assert 0 < figures["ack p50"] <= figures["ack p99"]


def test_players_obey_two_orders_that_come_at_once(figures: Figures) -> None:
    """On a busy machine they are read together, and then nothing more comes that would wake one."""
    with crowd.Crowd(0, 0, "jiujiang-mahjong", machine.cores()[1]) as nobody:
        assert [nobody.line(), nobody.line()] == ['{"seated":0}\n', '{"dealt":0}\n']
        nobody.input.write("measure\nreport\n")
        nobody.input.flush()
        assert nobody.process.stdout is not None
        assert select.select([nobody.process.stdout], [], [], 20)[0]
        assert json.loads(nobody.line())["acknowledged"]["count"] == 0


def runs(**changes: object) -> list[str]:
    """What is measured when this is asked for."""
    asked = argparse.Namespace(**{**ASKED, "game": bench.GAMES, "no_peers": True, **changes})
    return [f"{run.program}, {run.label}" for run in bench.chosen(asked)]


def test_what_is_measured_is_chosen_by_words() -> None:
    assert runs(game=["jiujiang-mahjong"]) == [
        "paiju, 50 tables",
        "paiju, 200 tables",
        "paiju, 2000 tables at human pace",
        "paiju, 100 tables idle",
    ]
    assert runs(human=0, idle=0, tables=[50])[1:] == [
        "paiju, jintan-mahjong, 50 tables",
        "paiju, jiujiang-doudizhu, 50 tables",
    ]
    assert runs(only=["view", "human"], no_peers=False) == [
        "paiju, 2000 tables at human pace",
        "Colyseus, view, 50 tables",
        "Colyseus, view, 200 tables",
    ]


def compared(mine: dict[str, Figures], peer: float | None) -> dict[str, tuple[str, str]]:
    """What is told of each row with a goal: the goal, and whether it is met."""
    found = {bench.Run(OURS, label, dict): figures for label, figures in mine.items()}
    if peer is not None:
        for name in theirs.PEERS:
            found[bench.Run(name, "200 tables", dict)] = {"per CPU s": peer}
    table = bench.compared(found)
    cells = [list(column.cells) for column in table.columns]
    rows = zip(*cells, strict=True)
    return {f"{goal}: {what}": (ours, met) for what, ours, _, goal, met in rows if goal}


def test_each_goal_is_told_with_whether_it_is_met() -> None:
    mine: dict[str, Figures] = {
        "50 tables": {"per CPU s": 9_000, "p99 ms": 12},
        "200 tables": {"per CPU s": 9_000, "p99 ms": 80},
        "2000 tables at human pace": {"per CPU s": 900, "p99 ms": 40},
        "100 tables idle": {"KB/table": 30},
    }
    rate = "moves a second of the server's CPU, 200 tables"
    assert compared(mine, 3_000) == {
        "at most 10: ms until all four have it, p99, 50 tables": (
            "12",
            "NOT MET: 1.2 times as much",
        ),
        f"×1 Colyseus, messages: {rate}": ("9,000", "met"),
        f"×1 Colyseus, view: {rate}": ("9,000", "met"),
        f"×4 boardgame.io: {rate}": ("9,000", "NOT MET"),
        "at most 50: ms until all four have it, p99, 2000 tables at human pace": ("40", "met"),
        "at most 60: KB a table, 100 tables idle": ("30", "met"),
    }
    without = compared(mine, None)
    assert without[f"×4 boardgame.io: {rate}"] == ("9,000", "peer missing")


def test_a_server_that_cannot_be_measured_does_not_stop_the_others() -> None:
    def fails() -> Figures:
        raise CannotMeasure("no server")

    good = bench.Run("good", "50 tables", iter([{"MB": 1.0}, {"MB": 5.0}, {"MB": 2.0}]).__next__)
    bad = bench.Run("bad", "50 tables", fails)
    found, missing = bench.measured([bad, good], 3)
    assert found == {good: {"MB": 2.0}}
    assert missing == {"bad": "50 tables: no server"}


def test_peers_that_are_not_here_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIJU_PEERS", str(tmp_path))
    run = bench.Run("boardgame.io", "10 tables", partial(theirs.played, "boardgame.io", 10, 1))
    found, missing = bench.measured([run], 1)
    assert found == {}
    assert set(missing) == set(theirs.PEERS)
    assert missing["boardgame.io"].startswith("peer missing: ")


def test_more_sockets_than_the_system_allows_are_a_clear_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (100, 1000))
    with pytest.raises(CannotMeasure, match=r"8000 sockets need 'ulimit -n 8200'.* allows 1000"):
        machine.allow_sockets(8000)


def test_a_program_that_ends_says_why(tmp_path: Path) -> None:
    command = ["sh", "-c", "echo no luck >&2; exit 3"]
    with (
        machine.Running(command, machine.cores()[0], tmp_path / "log") as program,
        pytest.raises(CannotMeasure, match="sh has ended: no luck"),
    ):
        program.line()
