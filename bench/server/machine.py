"""Processes on a core of their own: what they have cost, and how many sockets they may open."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

ROOT: Final = Path(__file__).resolve().parents[2]
BUILD: Final = ROOT / "build" / "bench-server"
"""Where programs are built and data is kept."""

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_ALL_THREADS: Final = 2
"""Which clock of a process: that of all its threads together (clock_getcpuclockid of Linux)."""
_PATIENCE: Final = 20.0
_SPARE: Final = 200
"""What a process opens beside the sockets of players."""


class CannotMeasure(Exception):
    """Something is missing, or a program failed; the message says what."""


def cores() -> tuple[int, int]:
    """The core of the server and that of the clients; one and the same where there is but one."""
    usable = sorted(os.sched_getaffinity(0))
    return usable[-1], usable[0]


def busy(core: int) -> float:
    """Seconds so far for which a core has worked for anybody."""
    lines = Path("/proc/stat").read_text().splitlines()
    fields = next(line.split() for line in lines if line.startswith(f"cpu{core} "))
    user, nice, system, _idle, _waiting, hard, soft, stolen = map(int, fields[1:9])
    return (user + nice + system + hard + soft + stolen) / _TICKS


def allow_sockets(count: int) -> None:
    """Let this process and those it starts open so many sockets each.

    :raises CannotMeasure: if the system does not let them.
    """
    wanted = count + _SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise CannotMeasure(
                f"{count} sockets need 'ulimit -n {wanted}', and the system allows {hard}; "
                "measure fewer tables (--tables, --human, --idle), or let root raise the limit"
            )
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Running(AbstractContextManager["Running"]):
    """A program on one core. Leaving the context ends it, and nothing but it."""

    def __init__(
        self,
        command: Sequence[str],
        core: int,
        log: Path,
        environment: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
    ) -> None:
        self.name = Path(command[0]).name
        self.log = log
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=out,
                text=True,
                cwd=cwd,
                env={**os.environ, **(environment or {})},
            )
        os.sched_setaffinity(self.process.pid, {core})

    @property
    def input(self) -> IO[str]:
        """What is written here, the program reads."""
        assert self.process.stdin is not None
        return self.process.stdin

    def line(self) -> str:
        """The next line that the program prints.

        :raises CannotMeasure: if it ends without one.
        """
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.process.wait(_PATIENCE)
            raise CannotMeasure(f"{self.name} has ended: {self.told()}")
        return line

    def told(self) -> str:
        """The last line of its log, or else how it ended."""
        lines = self.log.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {self.process.poll()}"

    def cpu(self) -> float:
        """Seconds of processor time so far, all threads together."""
        return time.clock_gettime(~self.process.pid << 3 | _ALL_THREADS)

    def memory(self) -> int:
        """Kilobytes that it has in memory now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.process.terminate()
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
