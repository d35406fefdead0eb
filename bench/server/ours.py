"""A paiju server with so many tables: played as fast as it goes, as people play, or idle."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.server.crowd import Crowd
from bench.server.machine import BUILD, CannotMeasure, Running, allow_sockets, cores

WARM_UP: float = 2.0
"""Seconds of play before the measuring begins."""


class Figures(NamedTuple):
    """What was measured with one number of tables. Times are in milliseconds."""

    tables: int
    seconds: float
    moves: int
    """Acts that the server acknowledged."""
    shown: int
    """Those of them in whose event all four saw the seat act."""
    seen_p50: float
    seen_p99: float
    """From sending such an act until the last of the four had its event."""
    ack_p50: float
    ack_p99: float
    """From sending an act until its acknowledgement."""
    server_cpu: float
    """Seconds of processor time."""
    crowd_cpu: float
    memory: int
    """Kilobytes of the server, at the end."""
    added: int
    """Kilobytes of it that were not there before anybody came."""
    bytes_down: int
    frames: int
    rounds: int
    wins: int
    refused: dict[str, int]

    @property
    def rate(self) -> float:
        """Moves a second of the server's processor time."""
        return self.moves / self.server_cpu if self.server_cpu else 0.0


class Server(Running):
    """A real ``paiju serve`` with a database file of its own."""

    def __init__(self, data: Path, pace: str) -> None:
        command = [
            *(sys.executable, "-m", "paiju", "serve", "--host", "127.0.0.1", "--port", "0"),
            *("--data", str(data), "--pace", pace),
            *("--per-address", "100000", "--messages", "100000"),
        ]
        super().__init__(command, cores()[0], BUILD / "logs" / "paiju.log")
        self.port = int(self.line().rstrip("/\n").rpartition(":")[2])


def played(tables: int, game: str, seconds: float, think: tuple[float, float] = (0, 0)) -> Figures:
    """Play whole matches at so many tables; ``think`` is how long each takes to answer."""
    allow_sockets(4 * tables)
    data = Path(tempfile.mkdtemp(prefix="data-", dir=_folder()))
    try:
        with Server(data, "instant") as server:
            empty = server.memory()
            with Crowd(server.port, tables, game, cores()[1]) as crowd:
                crowd.sit()
                crowd.deal()
                crowd.play(*think)
                time.sleep(WARM_UP + think[1])
                crowd.measure()
                before = server.cpu(), crowd.cpu()
                time.sleep(seconds)
                cpu = server.cpu() - before[0], crowd.cpu() - before[1]
                counted, memory = crowd.report(), server.memory()
    finally:
        shutil.rmtree(data)
    if not counted["acknowledged"]["count"]:
        raise CannotMeasure(f"nobody played at {tables} tables of {game}")
    return Figures(
        tables=tables,
        seconds=counted["seconds"],
        moves=counted["acknowledged"]["count"],
        shown=counted["shown"]["count"],
        seen_p50=counted["shown"]["p50"],
        seen_p99=counted["shown"]["p99"],
        ack_p50=counted["acknowledged"]["p50"],
        ack_p99=counted["acknowledged"]["p99"],
        server_cpu=cpu[0],
        crowd_cpu=cpu[1],
        memory=memory,
        added=memory - empty,
        bytes_down=counted["bytes_down"],
        frames=counted["frames"],
        rounds=counted["rounds"],
        wins=counted["wins"],
        refused=counted["refused"],
    )


def _folder() -> Path:
    BUILD.mkdir(parents=True, exist_ok=True)
    return BUILD


class Idle(NamedTuple):
    """What a table costs at which nobody does anything. In kilobytes of the server, each table."""

    tables: int
    seated: float
    """When its people sit in a room: four sockets, four players and the room."""
    dealt: float
    """When the first round has been dealt besides: all there is."""


def idle(tables: int, game: str) -> Idle:
    """Deal at so many tables, and answer nothing. People there have long to think, at calm pace."""
    allow_sockets(4 * tables)
    data = Path(tempfile.mkdtemp(prefix="data-", dir=_folder()))
    try:
        with Server(data, "calm") as server:
            empty = server.memory()
            with Crowd(server.port, tables, game, cores()[1]) as crowd:
                crowd.sit()
                seated = server.memory()
                crowd.deal()
                dealt = server.memory()
    finally:
        shutil.rmtree(data)
    return Idle(tables, (seated - empty) / tables, (dealt - empty) / tables)
