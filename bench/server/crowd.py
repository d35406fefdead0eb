"""The players: a program in C, thin enough that one core of it keeps any server busy."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any, Final

from bench.server.machine import BUILD, CannotMeasure, Running

_SOURCES: Final = sorted(Path(__file__).parent.glob("*.[ch]"))
ROUNDS: Final = 64
"""Of a match: as many as there may be, so that few begin."""


def built() -> Path:
    """Compile the players, unless that has been done with these sources.

    :raises CannotMeasure: if there is no C compiler, or it does not take them.
    """
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in _SOURCES)).hexdigest()[:16]
    program = BUILD / f"load-{digest}"
    if program.exists():
        return program
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise CannotMeasure(f"there is no C compiler {compiler} (apt-get install gcc, or the like)")
    BUILD.mkdir(parents=True, exist_ok=True)
    fresh = program.with_suffix(f".{os.getpid()}")
    source = str(Path(__file__).with_name("load.c"))
    command = [compiler, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-o", str(fresh), source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotMeasure(f"the players cannot be compiled: {done.stderr.strip()}")
    fresh.rename(program)
    return program


class Crowd(Running):
    """Four players at each of so many tables of the server at ``port``."""

    def __init__(self, port: int, tables: int, game: str, core: int) -> None:
        command = [str(built()), str(port), str(tables), game, str(ROUNDS)]
        super().__init__(command, core, BUILD / "logs" / "crowd.log")

    def sit(self) -> None:
        """Connect everybody, and fill the rooms."""
        self._say("sit")
        self._answer()

    def deal(self) -> None:
        """Start the matches; nobody answers yet."""
        self._say("deal")
        self._answer()

    def play(self, low: float = 0, high: float = 0, hurry: int = 0) -> None:
        """From now on answer each question ``low`` to ``high`` seconds after it was asked.

        Each table first plays any number of moves less than ``hurry`` at once, so that they are in
        all parts of a round; returns when they have.
        """
        self._say(f"play {low * 1e3:g} {high * 1e3:g} {hurry}")
        self._answer()

    def measure(self) -> None:
        """Count from here on."""
        self._say("measure")

    def report(self) -> dict[str, Any]:
        """What has been counted (see load.c)."""
        self._say("report")
        return self._answer()

    def _say(self, order: str) -> None:
        self.input.write(order + "\n")
        self.input.flush()

    def _answer(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.line())
        return answer
