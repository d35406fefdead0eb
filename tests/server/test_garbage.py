"""Tables, sockets and requests that are over free themselves: no search has to find them."""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from urllib.request import urlopen

import pytest

from paiju.server import tables as tables_module
from paiju.server.connections import Requests
from paiju.server.front import Front
from paiju.server.outbox import Outbox
from paiju.server.session import Session
from paiju.server.socket import Socket
from paiju.server.state import TableState
from paiju.server.table import Table
from paiju.server.tally import TALLY
from tests.server.client import Client
from tests.server.conftest import Running, eventually
from tests.server.lobbies import full_disk

KINDS = (Table, TableState, Session, Front, Outbox, Socket)


@pytest.fixture
def _no_search() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def living(kinds: tuple[type, ...] = KINDS) -> list[str]:
    """What there is of these kinds."""
    return [type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds]


@asynccontextmanager
async def at_a_table(server: Running) -> AsyncIterator[Client]:
    """One who plays a round with three bots."""
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=1)
        await player.sit_down()
        yield player


@pytest.mark.usefixtures("_no_search")
async def test_what_is_over_is_freed_at_once(server: Running) -> None:
    before = len(living())
    async with at_a_table(server) as player:
        assert len(living()) == before + len(KINDS)
        await player.play()
    await eventually(lambda: len(living()) == before)


@pytest.mark.usefixtures("_no_search")
async def test_a_table_that_fails_again_and_again_is_freed_each_time(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk all tables do once a second, for as long as it is full."""
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.0)
    before, rebuilds = len(living((Table,))), TALLY.rebuilds
    async with at_a_table(server):
        with monkeypatch.context() as disk:
            disk.setattr(server.house.store, "append", full_disk)
            await eventually(lambda: TALLY.rebuilds - rebuilds > 10)
        # The one that failed last is held until its successor has been made.
        assert len(living((Table,))) - before <= 2


@pytest.mark.usefixtures("_no_search")
async def test_a_table_that_is_another_nodes_now_is_freed_at_once(server: Running) -> None:
    before = len(living())
    async with at_a_table(server) as player:
        server.house.takeover.lose(server.house.lobby.rooms[player.room["code"]])
        await player.until(lambda: player.close_code is not None)
    await eventually(lambda: len(living()) == before)


@pytest.mark.usefixtures("_no_search")
async def test_a_request_for_the_page_is_freed_at_once(server: Running) -> None:
    before = len(living((Requests,)))
    page = await asyncio.to_thread(urlopen, f"{server.http}/healthz")
    page.close()
    await eventually(lambda: len(living((Requests,))) == before)
