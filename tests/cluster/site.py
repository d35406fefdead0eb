"""A site of three real nodes, each on cables of its own to one PostgreSQL and one NATS."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.engine import make_url

from paiju.server.database import is_away
from paiju.server.store import Store
from tests.cluster.cable import Exchange, exchange
from tests.cluster.nats import Nats
from tests.server.client import Client, Message
from tests.server.operators import TOKEN
from tests.server.postgres import Postgres
from tests.server.process import Process
from tests.soak.restless import UNREACHABLE

NAMES: Final = ("n1", "n2", "n3")
WATCH_DELAY: Final = 200
"""How late one is who looks over a shoulder, in ms."""
COINS: Final = 1_000_000
"""What a player has at first: nobody is too poor for a match after hundreds of them."""
WHOLE_WITHIN: Final = 30.0
_ENVIRONMENT: Final = {
    "PAIJU_TEST_SETTINGS": json.dumps({"watch_delay": WATCH_DELAY, "coins_at_start": COINS}),
    # So few that two nodes choose the same one again and again.
    "PAIJU_TEST_CODES": "500",
    # A test is a crowd of programs behind one address.
    "PAIJU_PER_ADDRESS": "100000",
    "PAIJU_MESSAGES": "10000",
    "PAIJU_ADMIN_TOKEN": TOKEN,
}


class Node:
    """One `paiju serve`, which can be killed, stopped, put to sleep and cut off."""

    def __init__(self, name: str, site: "Site", folder: Path) -> None:
        self.name = name
        self.nats = site.exchange.cable(site.nats.port)
        database = make_url(site.database)
        socket = Path(str(database.query["host"])) / ".s.PGSQL.5432"
        self.database = site.exchange.cable(socket)
        through = database.set(host="127.0.0.1", port=self.database.port, query={})
        self.log = folder / f"{name}.log"
        self.process = Process(
            folder / name,
            shuffle=site.shuffle,
            database_url=through.render_as_string(hide_password=False),
            log=self.log,
            environment={
                **_ENVIRONMENT,
                "PAIJU_NATS_URL": f"nats://127.0.0.1:{self.nats.port}",
                "PAIJU_NODE": name,
            },
        )
        self.asleep = False

    @property
    def url(self) -> str:
        """Where its sockets are."""
        return self.process.url

    @property
    def is_up(self) -> bool:
        """Whether its process lives, asleep or not."""
        process = self.process.process
        return process is not None and process.returncode is None

    async def start(self) -> None:
        """Start it, and wait until it serves."""
        await self.process.start()

    async def kill(self) -> None:
        """kill -9."""
        self.asleep = False
        await self.process.kill()

    async def stop(self) -> int:
        """SIGTERM; its exit code, once it has ended."""
        return await self.process.kill(signal.SIGTERM)

    def sleep(self) -> None:
        """SIGSTOP: it does nothing, and does not know it."""
        self._signal(signal.SIGSTOP)
        self.asleep = True

    def wake(self) -> None:
        """SIGCONT."""
        self._signal(signal.SIGCONT)
        self.asleep = False

    def client(self, name: str = "甲", token: str | None = None) -> Client:
        """A player of this node."""
        return Client(self.url, token=token, name=name)

    def _signal(self, number: signal.Signals) -> None:
        assert self.process.process is not None
        self.process.process.send_signal(number)


class Refused(Exception):
    """A node that is not quite there yet does not do something."""


class Site:
    """Three nodes, and all they share."""

    def __init__(self, postgres: Postgres, nats: Nats, exchange: Exchange, folder: Path) -> None:
        self.postgres = postgres
        self.nats = nats
        self.exchange = exchange
        self.database = postgres.new_database()
        """Its URL, past all cables."""
        self.store = Store(self.database)
        """For looking at what is kept; nothing is written here."""
        self.refused: str | None = None
        """Why a node was not whole when it was last looked at."""
        self.shuffle = 1000
        """How long a shuffle takes at most, in ms."""
        self.nodes = [Node(name, self, folder) for name in NAMES]

    @property
    def urls(self) -> list[str]:
        """Where the sockets of all nodes are."""
        return [node.url for node in self.nodes]

    async def whole(self) -> None:
        """Mend what is cut, wake who sleeps, start who is dead; wait until all are one site."""
        if not self.nats.is_up:
            await asyncio.to_thread(self.nats.start)
        await asyncio.to_thread(self.postgres.start)
        for node in self.nodes:
            node.nats.mend()
            node.database.mend()
            if node.asleep:
                node.wake()
        await asyncio.gather(*(node.start() for node in self.nodes if not node.is_up))
        async with asyncio.timeout(WHOLE_WITHIN):
            await asyncio.gather(*(self.joined(node) for node in self.nodes))

    async def anew(self) -> None:
        """Kill every node, forget what NATS kept, and start again."""
        for node in self.nodes:
            if node.is_up:
                await node.kill()
        if self.nats.is_up:
            await asyncio.to_thread(self.nats.stop, kill=True)
        await asyncio.to_thread(self.nats.start, empty=True)
        await self.whole()

    async def joined(self, node: Node) -> None:
        """Wait until a room of this node is listed at every other, and can be sat down in.

        Who does not list it does not count the node among the living yet.
        """
        others = [other for other in self.nodes if other is not node]
        while True:
            with suppress(*UNREACHABLE, Refused):
                async with node.client("屋主") as host:
                    room = {"game": "pairs", "rounds": 1, "open": True}
                    code = (await self._done(host, "create_room", **room))["code"]
                    try:
                        await asyncio.gather(*(self._visit(other, code) for other in others))
                    finally:
                        await host.request("leave")
                    return
            await asyncio.sleep(0.1)

    async def _visit(self, node: Node, code: str) -> None:
        async with node.client("访客") as guest:
            listed = (await self._done(guest, "list_rooms"))["rooms"]
            if code not in {room["code"] for room in listed}:
                self.refused = "not listed"
                raise Refused(self.refused)
            await self._done(guest, "join_room", code=code)
            await guest.request("leave")

    async def _done(self, player: Client, kind: str, **what: Any) -> Message:
        answer = await player.request(kind, **what)
        self.refused = answer.get("code")
        if self.refused is not None:
            raise Refused(self.refused)
        data: Message = answer["data"]
        return data

    async def close(self) -> None:
        """End every node."""
        for node in self.nodes:
            if node.is_up:
                await node.kill()
        await self.store.close()

    # --- what is kept -------------------------------------------------------------------------

    async def owner(self, code: str) -> Node:
        """The node that a room is at, by the database."""
        (owner,) = await self.rows("SELECT owner FROM rooms WHERE code = :code", code=code)
        return next(node for node in self.nodes if str(owner[0]).startswith(node.name))

    async def owned_by(self, code: str, nodes: Sequence[Node]) -> Node:
        """Wait until a room is at one of these nodes."""
        async with asyncio.timeout(WHOLE_WITHIN):
            while (owner := await self.owner(code)) not in nodes:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return owner

    async def takeovers(self, table: str) -> int:
        """How often a table has changed hands, by its journal."""
        query = "SELECT count(*) FROM journal WHERE table_id = :table AND step LIKE :taken"
        (row,) = await self.rows(query, table=table, taken='{"step":"taken"%')
        return int(row[0])

    async def requests(self, table: str, request: str) -> int:
        """How often the journal of a table says that this request was done."""
        query = "SELECT count(*) FROM journal WHERE table_id = :table AND step LIKE :request"
        (row,) = await self.rows(query, table=table, request=f'%"id":"{request}"%')
        return int(row[0])

    async def rows(self, query: str, **values: object) -> list[Any]:
        """Ask the database, which may have been restarted just now."""
        while True:
            try:
                async with self.store.engine.connect() as connection:
                    return list((await connection.execute(text(query), values)).all())
            except Exception as error:
                if not is_away(error):
                    raise
                await asyncio.sleep(0.05)


@asynccontextmanager
async def running_site(postgres: Postgres, nats: Nats, folder: Path) -> AsyncIterator[Site]:
    """Run a site for the time of a block."""
    with exchange() as cables:
        site = Site(postgres, nats, cables, folder)
        try:
            await site.whole()
            yield site
        finally:
            await site.close()
