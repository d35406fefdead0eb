"""The ``paiju`` command answers in one line and with an exit code, whatever goes wrong."""

import subprocess
import sys
from pathlib import Path

import pytest

import paiju
import paiju.cli
from paiju import native
from paiju.cli import Exit, main

PROBE = '''
"""A command that does what its argument says."""

from typing import Literal

from paiju.core.errors import BadNotation


def run(what: str, /, *, times: int = 1, mode: Literal["a", "b"] = "a") -> int | None:
    """Do what it is told, at length.

    Parameters
    ----------
    times:
        how often
    """
    match what:
        case "notation":
            raise BadNotation("'x' is no suit:\\n  character 2 of '3x'")
        case "file":
            open("/nowhere/at.all")
        case "fault":
            raise ZeroDivisionError("a bug")
        case "stop":
            raise KeyboardInterrupt
        case "illegal":
            return 2
        case "much":
            for number in range(100_000):
                print(number)
        case _:
            print(what * times)
    return None
'''


@pytest.fixture
def probe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A command ``probe`` that exists for one test only."""
    (tmp_path / "probe.py").write_text(PROBE)
    monkeypatch.setattr(paiju.cli, "__path__", [*paiju.cli.__path__, str(tmp_path)])
    monkeypatch.setitem(paiju.cli.COMMANDS, "probe", "One line about the probe.")
    sys.modules.pop("paiju.cli.probe", None)
    return tmp_path


@pytest.mark.usefixtures("probe")
@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["probe", "notation"], Exit.BAD_INPUT, "'x' is no suit: character 2 of '3x'"),
        (["probe", "file"], Exit.BAD_INPUT, "/nowhere/at.all: No such file or directory"),
        (["probe"], Exit.BAD_INPUT, "WHAT requires an argument"),
        (["probe", "a", "--tmes", "2"], Exit.BAD_INPUT, "--tmes"),
        (["probe", "a", "--times", "two"], Exit.BAD_INPUT, '"two"'),
        (["probe", "a", "--mode", "c"], Exit.BAD_INPUT, 'Choose from: "a", "b"'),
        (["probe", "a", "b"], Exit.BAD_INPUT, "'b'"),
        (["prob"], Exit.BAD_INPUT, '"prob"'),
        (["--nonsense"], Exit.BAD_INPUT, "--nonsense"),
        (["probe", "fault"], Exit.FAULT, "ZeroDivisionError: a bug"),
    ],
)
def test_trouble_is_one_line(
    arguments: list[str], code: Exit, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("paiju: ")
    assert line in err


@pytest.mark.usefixtures("probe")
def test_exit_codes_of_what_went_well_or_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["probe", "ab", "--times", "2"]) == Exit.OK
    assert capsys.readouterr() == ("abab\n", "")
    assert main(["probe", "illegal"]) == Exit.ILLEGAL
    assert main(["probe", "stop"]) == Exit.INTERRUPTED
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("probe")
def test_a_fault_shows_its_place_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIJU_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["probe", "fault"])


@pytest.mark.usefixtures("probe")
def test_help_lists_without_importing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == Exit.OK
    assert "One line about the probe." in capsys.readouterr().out
    assert "paiju.cli.probe" not in sys.modules
    assert main(["probe", "--help"]) == Exit.OK
    out = capsys.readouterr().out
    assert "at length" in out
    assert "how often" in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == Exit.OK
    form = "compiled" if native.is_compiled() else "interpreted"
    assert capsys.readouterr().out == f"{paiju.__version__} ({form})\n"


def test_a_reader_that_leaves_early_is_no_error(probe: Path) -> None:
    script = (
        "import sys, paiju.cli\n"
        f"paiju.cli.__path__.append({str(probe)!r})\n"
        "paiju.cli.COMMANDS['probe'] = ''\n"
        "sys.exit(paiju.cli.main(['probe', 'much']))\n"
    )
    command = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert command.stdout is not None
    assert command.stderr is not None
    assert command.stdout.readline() == b"0\n"
    command.stdout.close()
    assert command.stderr.read() == b""
    assert command.wait() == Exit.OK
    command.stderr.close()


def test_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "paiju", "nothing-of-ours"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == Exit.BAD_INPUT
    assert done.stderr.startswith('paiju: Unknown command "nothing-of-ours".')
