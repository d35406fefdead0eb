"""Nodes of a site in the test's own process: what one of them waits for can be held up."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from paiju.server.house import House
from tests.cluster.nats import nats
from tests.server.client import Client
from tests.server.conftest import Running, running
from tests.server.postgres import Postgres

NAMES: Final = ("a", "b", "c")


@asynccontextmanager
async def nodes(postgresql: Postgres, folder: Path) -> AsyncIterator[list[Running]]:
    """Run three nodes, with a database and a NATS of their own, for the time of a block."""
    url = postgresql.other_database()
    with nats() as bus:
        async with AsyncExitStack() as stack:
            yield [
                await stack.enter_async_context(
                    running(
                        folder / name,
                        database_url=url,
                        nats_url=f"nats://127.0.0.1:{bus.port}",
                        node=name,
                        sockets_per_address=1000,
                    )
                )
                for name in NAMES
            ]


def homes(running: list[Running], player: Client) -> list[House]:
    """The nodes at which a player has a line, or did just now."""
    me = player.welcome["player"]["id"]
    known = [(it.house, it.house.players.known(me)) for it in running]
    return [house for house, it in known if it is not None and it.session is not None]
