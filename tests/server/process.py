"""A server in a process of its own, to be killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self

from tests.server.conftest import FAST
from tests.server.ports import HeldPort

PATIENCE: Final = 120.0
"""Seconds to start or to end: on a busy machine, with many beside it, 30 were too few."""


class Process:
    """A real `paiju serve` of its own, on a free port; a shuffle takes so many ms at most.

    With the tests' own game beside the real ones.
    """

    def __init__(
        self,
        data: Path,
        shuffle: int = FAST.shuffle,
        database_url: str | None = None,
        log: Path | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._held = HeldPort()
        self.port = self._held.number
        self.url = f"ws://127.0.0.1:{self.port}/ws"
        self._command = [
            *(sys.executable, "-m", "tests.server.serve_pairs", "serve", "--host", "127.0.0.1"),
            *("--port", str(self.port), "--data", str(data), "--pace", "instant"),
            *("--bot", "random"),
        ]
        self.database = database_url or f"sqlite+aiosqlite:///{data / 'paiju.sqlite3'}"
        self._environment = {
            **os.environ,
            "PAIJU_TEST_SHUFFLE": str(shuffle),
            "PAIJU_DATABASE_URL": database_url or "",
            **environment,
        }
        self._log = log
        """Where it writes what it logs, if not where we do."""
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it says where it is."""
        with nullcontext() if self._log is None else self._log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self._command,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=Path(__file__).parents[2],
                env=self._environment,
            )
        assert self.process.stdout is not None
        first = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        assert f":{self.port}".encode() in first

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> int:
        """End it, its way or ours."""
        assert self.process is not None
        self.process.send_signal(number)
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.process is not None and self.process.returncode is None:
            await self.kill()
