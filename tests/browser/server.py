"""The real server for a test: as the command `paiju serve`, or in this process on a fixed deal."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from paiju.bots.base import Bot
from paiju.core.game import Game
from paiju.server.app import Server
from paiju.server.house import House
from paiju.server.settings import PACES, Pace, Settings
from tests.browser.staged import played_by

UNHURRIED: Final = replace(PACES["instant"], turn=60_000, claim=60_000, settlement=600_000)
"""Bots lose no time, and no test fails because the machine was busy.

A settlement is gone through line by line, checked, and its deal verified by another program.
"""


@asynccontextmanager
async def served(data: Path, *flags: str) -> AsyncIterator[str]:
    """`paiju serve` in a process of its own; gives the address of its page.

    It must have had nothing to complain of when it is stopped.
    """
    # A file: a pipe that nobody reads until the end would hold up a server that has much to say.
    with TemporaryFile() as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "paiju", "serve", "--host", "127.0.0.1", "--port", "0"),
            *("--data", str(data), *flags),
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
        assert process.stdout is not None
        try:
            greeting = (await process.stdout.readline()).decode()
            assert "http://" in greeting, greeting
            yield greeting[greeting.index("http://") :].strip()
        finally:
            process.terminate()
            await process.communicate()
            log.seek(0)
            said = log.read().decode()
            assert process.returncode == 0, said
            assert "level='error'" not in said, said


@asynccontextmanager
async def opened(
    data: Path,
    games: Sequence[Game],
    bot: Bot | None = None,
    pace: Pace = UNHURRIED,
    **more: Any,
) -> AsyncIterator[str]:
    """A server of these games in this process, by ``more`` settings; gives its page's address."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setblocking(False)
    settings = Settings(host="127.0.0.1", data=data, pace=pace, **more)
    by_key = {game.key: game for game in games}
    house = House(settings, by_key) if bot is None else House(settings, by_key, played_by(bot))
    started = asyncio.Event()
    server = Server(house, on_started=started.set)
    task = asyncio.create_task(server.run_on(listening))
    begun = asyncio.create_task(started.wait())
    await asyncio.wait({task, begun}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        begun.cancel()
        task.result()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
