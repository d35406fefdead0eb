"""``paiju play``: a person at the terminal, whatever it types."""

import contextlib
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from paiju.cli import Exit, main
from paiju.core.registry import game_keys
from paiju.record import Record, Replay

GAMES = game_keys()
PROMPT = "\x1b[1m> \x1b[0m"


def sit(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    """Play with these lines typed, one after the other, and then the end of the input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setenv("COLUMNS", "120")
    return main(["play", *arguments])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_whole_match_can_be_played(
    game: str,
    lang: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Someone who takes the first thing offered, asks for advice at times and slips at others.
    random = Random(game + lang)
    typed = "".join(
        random.choice(["1\n", "1\n", "01\n", "2\n", "\n", "?\n", "t\n", "pass\n", "nonsense\n"])
        for _ in range(12_000)
    )
    arguments = [game, "--bots", "random", "--rounds", "2", "--seed", "whole", "--lang", lang]
    arguments += ["--seat", "2", "--record", str(tmp_path / "kept")]
    assert sit(monkeypatch, typed, *arguments) == Exit.OK
    out = capsys.readouterr().out
    assert out.rstrip().endswith("打完了。" if lang == "zh" else "The match is over.")
    totals = [0, 0, 0, 0]
    kept = sorted((tmp_path / "kept").iterdir())
    assert [path.name[-8:] for path in kept] == ["01.jsonl", "02.jsonl"]
    for path in kept:
        record = Record.load(path)
        assert not record.auto_pass
        outcome = Replay(record).run().outcome
        assert outcome is not None
        totals = [a + b for a, b in zip(totals, outcome.payments, strict=True)]
    last = re.findall(r"^ +([+−\d]+) +([+−\d]+) +([+−\d]+) +([+−\d]+) *$", out, re.M)[-1]
    assert [int(number.replace("−", "-")) for number in last] == totals


def test_the_same_seed_deals_the_same_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def first(seed: str) -> str:
        assert sit(monkeypatch, "", "--seed", seed, "--bots", "random") == Exit.OK
        return capsys.readouterr().out

    assert first("a") == first("a") != first("b")
    whole = re.search(r"--seed (\S+)", first("a"))
    assert whole is not None and first(whole[1]) == first("a")


def test_what_is_typed_is_read_as_people_say_it_and_refused_with_its_clause(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Each of these lines is refused under this seed, so the turn stays the same.
    lines = ["七万七万", "9z", "99", "吃34m", "碰", "胡", "打发财", "kong 9p", "听9p", "1234567890"]
    assert sit(monkeypatch, "\n".join(lines) + "\n", "--seed", "7") == Exit.OK
    out = capsys.readouterr().out
    said = out.split("\n> ")[1:]
    assert len(said) == len(lines) + 1
    for answer, line in zip(said, lines, strict=False):
        assert "action" in answer or "✗" in answer or "序号" in answer or "tile" in answer, line
    assert "序号是 1 到 12" in out and "手里没有发财" in out and "✗ chow 34m: " in out


def test_a_tile_alone_is_discarded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for typed in ("七万", "7m", "打七万", "discard 7m"):
        assert sit(monkeypatch, typed + "\n", "--seed", "7") == Exit.OK
        assert "你 打 七万" in capsys.readouterr().out


def test_house_rules_reach_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = ["--preset", "raises", "--option", "min_points=3", "--option", "ready_kong=false"]
    assert sit(monkeypatch, "5\n", *options, "--record", str(tmp_path)) == Exit.OK
    assert "加注 5 [raise 5]" in capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    (kept,) = tmp_path.iterdir()
    record = Record.load(kept)
    assert record.setup.options.as_dict() == {
        "min_points": 3,
        "ready_kong": False,
        "raises": True,
    }
    # What had been done before the person left is kept, too.
    assert all(step.seat != 0 for step in record.steps)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "game 'chess' does not exist; the games are:"),
        (["--rounds", "0"], "--rounds 0: 要 1 到 1000 的数 a number from 1 to 1000"),
        (["--rounds", "many"], '"many"'),
        (["--seat", "4"], "--seat 4: 要 0 到 3 的数 a number from 0 to 3"),
        (["--bots", "clever"], "bot 'clever' does not play jiujiang-mahjong"),
        (["--preset", "wild"], "--preset 'wild' does not exist; known: default"),
        (["--option", "min_points"], "write it as name=value"),
        (["--option", "min=3"], "option 'min' does not exist; the options are:"),
        (["--option", "min_points=lots"], "option 'min_points' is 'lots'; it must be"),
        (["--option", "min_points=" + "9" * 5000], "it must be a whole number"),
        (["--lang", "fr"], '"zh", "en"'),
        (["--record", "/dev/null/x"], "/dev/null"),
    ],
)
def test_trouble_is_one_line(
    arguments: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert sit(monkeypatch, "", *arguments) == Exit.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert err.startswith("paiju: ") and told in err


class Terminal:
    """``paiju play`` on a real terminal."""

    def __init__(self, *arguments: str) -> None:
        self.screen, line = pty.openpty()
        # Where the tests run in the background of a shell, that has Ctrl+C ignored.
        minding = ("env", "--default-signal=INT")
        command = [*minding, sys.executable, "-m", "paiju", "play", "--seed", "7", *arguments]
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            command,
            stdin=line,
            stdout=line,
            stderr=line,
            env=environment,
            start_new_session=True,
        )
        os.close(line)
        self.shown = ""

    def read_until(self, wanted: str) -> str:
        """What has been shown up to and with the wanted text; the rest is read the next time."""
        ends = time.monotonic() + 120
        while wanted not in self.shown and time.monotonic() < ends:
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self.screen, 65536).decode(errors="replace")
                except OSError:  # the other end is closed
                    break
        before, found, self.shown = self.shown.partition(wanted)
        assert found, before
        return before + found

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.screen, keys.encode())


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """Somebody sits down at a terminal."""
    opened = Terminal()
    yield opened
    if opened.process.poll() is None:
        opened.process.kill()
    opened.process.wait()
    os.close(opened.screen)


def test_at_a_terminal_the_table_has_colours_and_ctrl_d_leaves(terminal: Terminal) -> None:
    assert "\x1b[" in terminal.read_until(PROMPT)
    terminal.type("?\r")
    assert "还没有听" in terminal.read_until(PROMPT)
    terminal.type("1\r")
    assert "你 打 " in terminal.read_until(PROMPT)
    terminal.type("\x04")
    assert "Traceback" not in terminal.read_until("再见")
    assert terminal.process.wait(60) == Exit.OK


def test_at_a_terminal_ctrl_c_leaves_at_once(terminal: Terminal) -> None:
    terminal.read_until(PROMPT)
    while terminal.process.poll() is None:
        # A signal between the prompt and the reading of the line waits for the next key.
        os.killpg(terminal.process.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            terminal.process.wait(10)
    assert terminal.process.wait() == Exit.INTERRUPTED
    terminal.shown += "end"
    assert "Traceback" not in terminal.read_until("end")


def test_a_false_win_is_warned_of_and_the_running_score_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("jintan-mahjong", "--rounds", "1", "--bots", "random", "--seed", "fine")
    assert sit(monkeypatch, "?\nhu\n", *arguments, "--lang", "en") == Exit.OK
    out = capsys.readouterr().out
    assert "Saying hu without a win costs 20" in out
    assert re.search(r"So far \d 花 and \d 番: \(10 \+ \d×5\) × \d = \d+", out)
    assert "calls a win that is none and pays 20" in out
