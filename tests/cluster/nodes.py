"""Nodes of a site in the test's own process: what one of them waits for can be held up."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url

from paiju.server.house import House
from tests.cluster.cable import Cable, exchange
from tests.cluster.nats import nats
from tests.server.client import Client
from tests.server.conftest import Running, running
from tests.server.postgres import Postgres

NAMES: Final = ("a", "b", "c")
WATCH_DELAY: Final = 20
"""How late one is who looks over a shoulder, in ms."""


@dataclass
class Machine:
    """A node, and the cables it hangs on."""

    node: Running
    nats: Cable
    database: Cable

    async def dies(self, others: Sequence[Running]) -> None:
        """Reach nothing and nobody any more, as the others know at once.

        Whatever it was about to do it does too late.
        """
        self.nats.cut()
        self.database.cut()
        for other in others:
            leases = other.house.site.leases  # type: ignore[attr-defined]
            leases._doubted = 0.0  # nobody's lease has run out unheard
        await leases._bucket.delete(self.node.house.site.node)


@asynccontextmanager
async def machines(postgresql: Postgres, folder: Path) -> AsyncIterator[list[Machine]]:
    """Run three nodes, with a database and a NATS of their own, for the time of a block."""
    url = make_url(postgresql.other_database())
    socket = Path(str(url.query["host"])) / ".s.PGSQL.5432"
    with nats() as bus, exchange() as cables:
        async with AsyncExitStack() as stack:
            made = []
            for name in NAMES:
                to_nats, database = cables.cable(bus.port), cables.cable(socket)
                through = url.set(host="127.0.0.1", port=database.port, query={})
                node = await stack.enter_async_context(
                    running(
                        folder / name,
                        database_url=through.render_as_string(hide_password=False),
                        nats_url=f"nats://127.0.0.1:{to_nats.port}",
                        node=name,
                        sockets_per_address=1000,
                        watch_delay=WATCH_DELAY,
                    )
                )
                made.append(Machine(node, to_nats, database))
            yield made
            for machine in made:
                machine.nats.mend()
                machine.database.mend()


def homes(nodes: Sequence[Running], player: Client) -> list[House]:
    """The nodes at which a player has a line now."""
    me = player.welcome["player"]["id"]
    known = [(it.house, it.house.players.known(me)) for it in nodes]
    return [house for house, it in known if it is not None and it.session is not None]
