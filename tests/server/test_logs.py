"""What a server writes of itself: lines that can be read by programs, and no secret in any."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.source import ROOT
from tests.server.client import Client
from tests.server.process import Process

SPEAK = """
import logging, structlog
from structlog.contextvars import bind_contextvars
from paiju.server.logs import log_to_stderr
log_to_stderr({form!r})
bind_contextvars(table="t1")
log = structlog.get_logger("x")
log.info("matsch 牌", seat=1)
log.debug("not told")
logging.getLogger("uvicorn.error").warning("from a %s", "library")
logging.getLogger("uvicorn.error").info("not told either")
hand = "a hand: 123m"
try:
    1 / 0
except ZeroDivisionError:
    log.exception("failed")
"""


def spoken(form: str) -> list[str]:
    """The lines that a process writes."""
    done = subprocess.run(
        [sys.executable, "-c", SPEAK.format(form=form)],
        check=True, capture_output=True, text=True, cwd=ROOT, env={"PYTHONPATH": "src"},
    )  # fmt: skip
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_json_is_one_object_a_line_whoever_speaks() -> None:
    lines = [json.loads(line) for line in spoken("json")]
    assert [(line["event"], line["level"]) for line in lines] == [
        ("matsch 牌", "info"),
        ("from a library", "warning"),
        ("failed", "error"),
    ]
    assert all(line["table"] == "t1" and line["timestamp"] for line in lines)
    assert lines[0]["seat"] == 1
    assert "ZeroDivisionError" in lines[2]["exception"]


def test_text_is_for_people() -> None:
    lines = spoken("text")
    assert "level='info' event='matsch 牌' seat=1 table='t1'" in lines[0]
    assert "event='from a library'" in lines[1]
    assert "not told" not in "".join(lines)


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_traceback_tells_no_local_variables(form: str) -> None:
    assert "a hand: 123m" not in "".join(spoken(form))


async def test_a_match_can_be_followed_in_the_log_and_no_secret_is_in_it(tmp_path: Path) -> None:
    log, password = tmp_path / "log", "a password nobody knows"
    async with (
        Process(tmp_path / "data", log=log, environment={"PAIJU_LOG": "json"}) as process,
        Client(process.url) as player,
    ):
        await player.ok("register", login="xiaoming", password=password)
        data = await player.ok("play_now", game="pairs", rounds=1)
        await player.sit_down()
        await player.play()
        me, token = player.welcome["player"]["id"], player.token
        nonces = list(player.nonces.values())
        await process.kill(signal.SIGTERM)
    text = log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    told = {line["event"]: line for line in lines}
    assert told["player came"]["player"] == me
    assert told["room opened"]["room"] == data["code"]
    assert told["match started"]["table"] == data["table"]
    assert told["match started"]["players"] == [me]
    assert told["match over"]["table"] == data["table"]
    assert "player" not in told["match over"], "a table's lines are not of whoever began it"
    assert told["player went"]["player"] == me
    assert nonces
    for secret in (password, str(token), *nonces):
        assert secret not in text
