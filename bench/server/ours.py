"""A paiju server with so many tables: played as fast as it goes, as people play, or idle."""

from __future__ import annotations

import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.request import Request, urlopen

from bench.server.crowd import Crowd
from bench.server.figures import Figures
from bench.server.machine import BUILD, CannotMeasure, Running, allow_sockets, busy, cores

HUMAN: Final = (1.5, 2.5)
"""How many seconds after a question a person answers, any time between them alike."""
_WARM_UP: Final = 2.0
"""Seconds of play before the measuring begins."""
_PART_OF_ROUND: Final = 80
"""Moves; a round takes about as many."""


class Server(Running):
    """A real ``paiju serve`` with a database file of its own."""

    def __init__(self, data: Path, pace: str) -> None:
        command = [
            *(sys.executable, "-m", "paiju", "serve", "--host", "127.0.0.1", "--port", "0"),
            *("--data", str(data), "--pace", pace),
            *("--per-address", "100000", "--messages", "100000"),
        ]
        self._token = secrets.token_hex(16)
        environment = {"PAIJU_ADMIN_TOKEN": self._token}
        super().__init__(command, cores()[0], BUILD / "logs" / "paiju.log", environment)
        self.port = int(self.line().rstrip("/\n").rpartition(":")[2])

    def journalled(self) -> tuple[float, float]:
        """How many steps the journal has kept so far, and in how many commits."""
        asked = Request(f"http://127.0.0.1:{self.port}/metrics")
        asked.add_header("Authorization", f"Bearer {self._token}")
        with urlopen(asked) as page:
            counted = dict(line.rsplit(" ", 1) for line in page.read().decode().splitlines())
        return float(counted["paiju_steps_total"]), float(counted["paiju_commit_seconds_count"])


def played(tables: int, game: str, seconds: float) -> Figures:
    """Play whole matches; everybody answers at once."""
    with _met(tables, game, "instant") as (server, crowd, empty):
        crowd.deal()
        crowd.play()
        time.sleep(min(_WARM_UP, seconds))
        return _measured(server, crowd, tables, seconds, empty)


def played_by_people(tables: int, game: str, seconds: float) -> Figures:
    """Play as people do, all tables in another part of their round.

    At the pace without pauses: a fixed pause would hide how long the server takes.
    """
    with _met(tables, game, "instant") as (server, crowd, empty):
        crowd.deal()
        crowd.play(*HUMAN, hurry=_PART_OF_ROUND)
        time.sleep(_WARM_UP + HUMAN[1])
        return _measured(server, crowd, tables, seconds, empty)


def idle(tables: int, game: str) -> Figures:
    """Deal, and answer nothing; at calm pace, so that nobody's time runs out meanwhile."""
    with _met(tables, game, "calm") as (server, crowd, empty):
        seated = server.memory()
        crowd.deal()
        dealt = server.memory()
    return {
        "MB": dealt / 1024,
        "KB/table": (dealt - empty) / tables,
        "KB of its room": (seated - empty) / tables,
    }


@contextmanager
def _met(tables: int, game: str, pace: str) -> Iterator[tuple[Server, Crowd, int]]:
    """A server at which all have sat down, and the kilobytes it had before anybody came."""
    allow_sockets(4 * tables)
    BUILD.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="data-", dir=BUILD) as data,
        Server(Path(data), pace) as server,
    ):
        empty = server.memory()
        with Crowd(server.port, tables, game, cores()[1]) as crowd:
            crowd.sit()
            yield server, crowd, empty


def _measured(server: Server, crowd: Crowd, tables: int, seconds: float, empty: int) -> Figures:
    crowd.measure()
    kept_before, commits_before = server.journalled()
    before, busy_before = (server.cpu(), crowd.cpu()), busy(cores()[0])
    time.sleep(seconds)
    cpu, crowd_cpu = server.cpu() - before[0], crowd.cpu() - before[1]
    others = busy(cores()[0]) - busy_before - cpu
    counted, memory = crowd.report(), server.memory()
    kept, commits = server.journalled()
    acknowledged, shown, took = counted["acknowledged"], counted["shown"], counted["seconds"]
    moves = acknowledged["count"]
    if not moves:
        raise CannotMeasure(f"nobody made a move in {took:.1f} s; the server: {server.told()}")
    return {
        "moves/s": moves / took,
        "per CPU s": moves / cpu,
        "p50 ms": shown["p50"],
        "p99 ms": shown["p99"],
        "ack p50": acknowledged["p50"],
        "ack p99": acknowledged["p99"],
        "server %": 100 * cpu / took,
        "client %": 100 * crowd_cpu / took,
        "others %": max(0, 100 * others / took),
        "MB": memory / 1024,
        "KB/table": (memory - empty) / tables,
        "B/move": counted["bytes_down"] / moves / 4,
        "frames": counted["frames"] / moves,
        "% seen": 100 * shown["count"] / moves,
        "steps": (kept - kept_before) / (commits - commits_before),
        "rounds": counted["rounds"],
        "wins": counted["wins"],
        "refused": sum(counted["refused"].values()),
    }
