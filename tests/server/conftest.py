"""A real server on a free port of loopback, with a real SQLite file, in the test's own loop."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import pytest
from sqlalchemy import create_engine

from paiju.bots import registry as bots
from paiju.bots.base import Bot
from paiju.core.game import Game
from paiju.server.app import Server
from paiju.server.house import House
from paiju.server.ledger import Ledger
from paiju.server.settings import PACES, Pace, Settings
from paiju.server.store import Store, migrate
from tests.server.books import audit
from tests.server.client import PATIENCE, Client
from tests.server.pairs import PAIRS

FAST = replace(PACES["instant"], settlement=5_000, shuffle=3_000)


@cache
def empty_file() -> bytes:
    """A database of today's schema with nothing in it: to migrate takes longer than most tests."""
    with TemporaryDirectory(prefix="paiju-empty-") as folder:
        file = Path(folder, "empty.sqlite3")
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()
        return file.read_bytes()


def lay_empty(file: Path | None) -> None:
    """Lay such a file where there is none; what cannot be laid is the server's to complain of."""
    if file is not None and not file.exists():
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(empty_file())


class Running:
    """A server that takes connections."""

    def __init__(self, house: House, server: Server, port: int) -> None:
        self.house = house
        self.server = server
        self.port = port
        self.url = f"ws://127.0.0.1:{port}/ws"
        self.http = f"http://127.0.0.1:{port}"

    def client(self, name: str = "甲", token: str | None = None) -> Client:
        return Client(self.url, token=token, name=name)


@asynccontextmanager
async def running(
    data: Path,
    pace: Pace = FAST,
    games: Mapping[str, Game] = MappingProxyType({PAIRS.key: PAIRS}),
    port: int = 0,
    page: Mapping[str, Path] = MappingProxyType({}),
    make_bot: Callable[[str, str, int], Bot] = bots.bot,
    **settings: Any,
) -> AsyncIterator[Running]:
    """Run a server, perhaps with another ``page``; leaving the block stops it in good order."""
    listening = socket.create_server(("127.0.0.1", port))
    listening.setblocking(False)
    defaults = {"host": "127.0.0.1", "data": data, "pace": pace, "bot": "random"}
    defaults["messages_a_second"] = 10_000.0
    how = Settings(**{**defaults, **settings})
    lay_empty(how.database_file)
    house = House(how, games, make_bot)
    started = asyncio.Event()
    server = Server(house, started.set, **page)
    task = asyncio.create_task(server.run_on(listening))
    begun = asyncio.create_task(started.wait())
    await asyncio.wait({task, begun}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        begun.cancel()
        listening.close()
        task.result()
    try:
        yield Running(house, server, listening.getsockname()[1])
    finally:
        server.should_exit = True
        await task


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait until something that is not told to any client has happened."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    """A server that loses no time."""
    async with running(tmp_path) as it:
        yield it


@pytest.fixture
async def four(server: Running) -> AsyncIterator[list[Client]]:
    """Four people, connected, in no room."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(server.client(name)) for name in "甲乙丙丁"]


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """An empty database, once of each kind; its books are audited when the test is over."""
    store = Store(database)
    lay_empty(Settings(database_url=database).database_file)
    await store.open()
    yield store
    await audit(store)
    await store.close()


@pytest.fixture
def ledger(store: Store) -> Ledger:
    """The ledger of that database."""
    return Ledger(store.engine, Settings())
