"""``paiju bench`` tells what it measured and where, and programs are set side by side fairly."""

import json
import shlex
import sys

import pytest

from bench.side_by_side import rates_in, run, table
from paiju.bots.registry import names
from paiju.cli import Exit, main
from paiju.cli.measures import measures_of
from paiju.cli.measuring import CALLS, Measure, calls
from paiju.core.registry import game_keys

MAHJONG = "jiujiang-mahjong"


@pytest.mark.parametrize("key", game_keys())
def test_every_game_has_its_rounds_and_its_bots_measured(key: str) -> None:
    units = [unit for measure in measures_of(key) for unit in measure.units]
    assert len(set(units)) == len(units)
    assert {"random rounds", "random decisions"} <= set(units)
    assert {f"{name} decisions" for name in names(key)} <= set(units)
    assert len(units) >= len(names(key)) + 4  # and questions to its rules


def test_the_json_has_rates_and_says_where_they_were_taken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "--json", "--seconds", "0.01", "--game", MAHJONG]) == Exit.OK
    told = json.loads(capsys.readouterr().out)
    assert {"processor", "cores", "system", "python", "paiju", "compiled"} == set(told["machine"])
    rates = {one["measure"]: one for one in told["measures"]}
    assert set(rates) >= {
        *("random rounds", "random decisions", "basic decisions"),
        *("judge calls", "waits calls", "distance calls"),
    }
    for one in rates.values():
        assert one["game"] == MAHJONG
        assert 0 < one["slowest"] <= one["rate"] <= one["fastest"]
    # A random round has some 70 decisions, whatever the machine.
    assert 40 < rates["random decisions"]["rate"] / rates["random rounds"]["rate"] < 120


def test_the_table_has_what_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.001", "--only", "waits"]) == Exit.OK
    shown = capsys.readouterr().out
    assert "waits calls" in shown and MAHJONG in shown and "CPython" in shown
    assert "random rounds" not in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seconds", "0"], "--seconds is 0; it must be more than 0"),
        (["--seconds", "nan"], "--seconds is nan"),
        (["--game", "bridge"], "'bridge' does not exist"),
        (["--only", "elephants"], "'elephants' is in the name of no measure"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *arguments]) == Exit.BAD_INPUT
    wrong = capsys.readouterr().err
    assert said in wrong and wrong.count("\n") == 1


def test_a_measure_counts_each_unit_over_its_own_time() -> None:
    measure = Measure("game", ("twos", "threes"), lambda: lambda: (2, 3))
    measure.take(0.001)
    twos, threes = measure.rates()
    assert isinstance(twos["rate"], int | float) and isinstance(threes["rate"], int | float)
    assert threes["rate"] / twos["rate"] == pytest.approx(1.5, rel=0.01)


def test_calls_go_through_all_samples() -> None:
    asked: list[int] = []
    measure = calls("game", "calls", lambda: ([1, 2, 3], asked.append))
    batch = measure.prepare()
    assert batch() == batch() == (CALLS,)
    assert asked == [1 + place % 3 for place in range(2 * CALLS)]


def test_rates_are_read_from_what_a_program_prints() -> None:
    printed = """warming up
{"measures": [{"game": "g", "measure": "a", "rate": 2}]}
{"measure": "b", "rate": 0.5}
{"note": "no rate"}
[1]
"""
    assert list(rates_in(printed)) == [("g: a", 2.0), ("b", 0.5)]


def test_programs_are_set_side_by_side() -> None:
    lines = list(table({"ours": {"a": [4, 2, 3]}, "theirs": {"a": [1.5], "b": [7]}}))
    assert [line.split() for line in lines] == [
        ["ours", "theirs"],
        ["a", "3", "1.5", "×0.50"],
        ["b", "–", "7"],
    ]


def test_programs_are_run_in_turns_and_a_broken_one_is_named() -> None:
    says = shlex.quote('print(\'{"measure": "a", "rate": 1}\')')
    good = f"{sys.executable} -c {says}"
    assert run({"one": good, "two": good}, 2) == {"one": {"a": [1, 1]}, "two": {"a": [1, 1]}}
    with pytest.raises(SystemExit, match="broken: exit code 3, 0 rates"):
        run({"broken": f"{sys.executable} -c 'exit(3)'"}, 1)
