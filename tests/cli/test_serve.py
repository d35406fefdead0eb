"""`paiju serve`: starts with the address, stops in good order, and is clear about what is wrong."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from paiju import native
from paiju.cli import Exit, main

ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("PAIJU_")}


def serve(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    start = "import sys; from paiju.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "serve", *arguments]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENVIRONMENT, **environment},
    )


def test_it_says_where_it_is_where_the_data_is_and_how_to_stop(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serve("--port", "0", "--host", "127.0.0.1", "--data", str(data)) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().strip() for _ in range(4)]
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert lines[0].startswith("牌局 paiju  http://127.0.0.1:")
    assert str(data / "paiju.sqlite3") in lines[1]
    assert (
        lines[2] == f"规则 rules  {'编译 compiled' if native.is_compiled() else '解释 interpreted'}"
    )
    assert "Ctrl+C" in lines[3]
    assert (data / "paiju.sqlite3").is_file()
    assert process.returncode == Exit.OK
    assert "every game is kept" in errors
    assert "Traceback" not in errors


def test_the_environment_sets_what_flags_set(tmp_path: Path) -> None:
    data = str(tmp_path / "other")
    with serve(PAIJU_PORT="0", PAIJU_HOST="127.0.0.1", PAIJU_DATA=data) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(3)]
        process.terminate()
        process.communicate(timeout=30)
    assert data in lines[1]
    assert process.returncode == Exit.OK


def test_who_has_a_token_is_told_where_the_admin_page_is(tmp_path: Path) -> None:
    token = "a secret of 16 letters"
    with serve(PAIJU_PORT="0", PAIJU_DATA=str(tmp_path), PAIJU_ADMIN_TOKEN=token) as process:
        assert process.stdout is not None
        said = "".join(process.stdout.readline() for _ in range(5))
        process.terminate()
        _, errors = process.communicate(timeout=30)
    assert re.search(r"admin  http://localhost:\d+/admin", said)
    assert token not in said + errors


def test_a_log_that_nobody_reads_stops_no_table(tmp_path: Path) -> None:
    """The terminal was closed: what is said of a fault must not be a fault itself."""
    log = tmp_path / "log"
    start = (
        "import os, structlog; from paiju.server.logs import log_to_stderr; log_to_stderr(); "
        "os.close(2); log = structlog.get_logger('x'); log.error('lost'); "
        f"open({str(log)!r}, 'w').write('alive')"
    )
    done = subprocess.run([sys.executable, "-c", start], check=False, timeout=60)
    assert done.returncode == 0
    assert log.read_text() == "alive"


def test_a_taken_port_is_one_clear_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        data = str(tmp_path)
        code = main(["serve", "--host", "127.0.0.1", "--port", str(port), "--data", data])
    assert code == Exit.BAD_INPUT
    errors = capsys.readouterr().err
    assert f"port {port} is taken" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pace", "warp"], "the paces are: calm, normal, quick, instant"),
        (["--port", "70000"], "it is a number from 0 to 65535"),
        (["--port", "x"], "x"),
        (
            ["--per-address", "0"],
            "--per-address 0: 要 1 到 100000 的整数 it is a number from 1 to 100000",
        ),
        (
            ["--messages", "0"],
            "--messages 0: 要 1 到 100000 的整数 it is a number from 1 to 100000",
        ),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
        (["--bot", "clever", "--port", "0"], "bot 'clever'"),
        (["--log", "xml"], "the forms are: text, json"),
        (["--trusted-proxies", "10.0.0.1/8"], "10.0.0.1/8 has host bits set"),
        (["--admin-token", "guess"], "it has 16 characters or more"),
        (["--nats-url", "nats://localhost"], "set --database-url, too"),
    ],
)
def test_what_cannot_be_is_one_clear_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["serve", *arguments, "--data", str(tmp_path)]) == Exit.BAD_INPUT
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1


def test_a_folder_that_cannot_be_written_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    data = str(tmp_path / "file" / "data")
    code = main(["serve", "--host", "127.0.0.1", "--port", "0", "--data", data])
    assert code == Exit.BAD_INPUT
    assert "the data cannot be kept there" in capsys.readouterr().err
