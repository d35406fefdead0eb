"""Tables, sockets and requests that are over free themselves: no search has to find them."""

import asyncio
import gc
from collections.abc import Iterator
from urllib.request import urlopen

import pytest

from paiju.server.connections import Requests
from paiju.server.front import Front
from paiju.server.outbox import Outbox
from paiju.server.session import Session
from paiju.server.socket import Socket
from paiju.server.state import TableState
from paiju.server.table import Table
from tests.server.conftest import Running, eventually

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


@pytest.mark.usefixtures("_no_search")
async def test_what_is_over_is_freed_at_once(server: Running) -> None:
    before = len(living())
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=1)
        await player.sit_down()
        assert len(living()) == before + len(KINDS)
        await player.play()
    await eventually(lambda: len(living()) == before)


@pytest.mark.usefixtures("_no_search")
async def test_a_request_for_the_page_is_freed_at_once(server: Running) -> None:
    before = len(living((Requests,)))
    page = await asyncio.to_thread(urlopen, f"{server.http}/healthz")
    page.close()
    await eventually(lambda: len(living((Requests,))) == before)
