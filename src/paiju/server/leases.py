"""Which nodes live: each renews a lease in a bucket of NATS' JetStream, and watches the others'.

One lease covers all rooms that the database assigns to the node: a thousand tables are held by one
small message twice a second. A lease is only a claim to be alive. That two nodes may believe they
own a table, for a moment, is harmless: the database decides (``ownership.py``).
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

import structlog
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.api import KeyValueConfig, StorageType
from nats.js.kv import KV_DEL, KV_PURGE, KeyValue

BUCKET: Final = "paiju-nodes"
RENEW_EVERY: Final = 0.5
LEASE: Final = 2.5
"""Seconds after which a node that has not renewed its lease is dead."""
ANSWER_WITHIN: Final = 1.0

_TROUBLE: Final = (NatsError, OSError, TimeoutError)

_log = structlog.get_logger(__name__)


class Leases:
    """The lease of one node, and what it sees of the others'.

    ``changed`` is told which nodes are gone, when any came or went. A node that is not fit to own
    anything lets its lease go.
    """

    def __init__(
        self,
        nats: Client,
        node: str,
        changed: Callable[[set[str]], None],
        is_fit: Callable[[], bool],
    ) -> None:
        self._nats = nats
        self._node = node
        self._changed = changed
        self._is_fit = is_fit
        self._heard: dict[str, float] = {}
        """When each node renewed its lease last, by this node's clock."""
        self._renewed = 0.0
        self._doubted = monotonic()
        """When this node could last not be sure of what it hears."""
        self._leaves = False
        self._bucket: KeyValue | None = None
        self._watcher: KeyValue.KeyWatcher | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Hold a lease, and know of all who live."""
        await self._renew()
        await self._watch()
        self._tasks = [asyncio.create_task(self._run(), name="lease")]
        while self._node not in self._heard:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Let the lease go, and hear no more."""
        for task in self._tasks:
            task.cancel()
        with suppress(*_TROUBLE):
            await self.leave()

    async def leave(self) -> None:
        """Let the lease go for good; the others hear it at once."""
        if self._leaves:
            return
        self._leaves = True
        self._heard.pop(self._node, None)
        if self._bucket is not None:
            async with asyncio.timeout(ANSWER_WITHIN):
                await self._bucket.delete(self._node)

    def living(self) -> list[str]:
        """The nodes that hold a lease, as far as this one knows."""
        return sorted(self._heard)

    @property
    def is_held(self) -> bool:
        """Whether this node's own lease is good."""
        return monotonic() - self._renewed < LEASE

    @property
    def is_sure(self) -> bool:
        """Whether what this node hears of the others has been true for as long as a lease lasts."""
        return monotonic() - self._doubted > LEASE

    @property
    def is_left(self) -> bool:
        """Whether this node has let its lease go for good."""
        return self._leaves

    async def rejoin(self) -> None:
        """NATS is there again, perhaps with an empty store."""
        self._doubt()
        self._bucket = None
        await self._renew()
        await self._watch()

    # --- one's own ----------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(RENEW_EVERY)
            try:
                await self._renew()
                if monotonic() - self._heard.get(self._node, 0) > LEASE and not self._leaves:
                    await self._watch()
            except _TROUBLE as error:
                self._bucket = None
                _log.warning("lease not renewed", error=str(error) or type(error).__name__)
            self._judge()

    async def _renew(self) -> None:
        if self._leaves or not self._is_fit():
            return
        async with asyncio.timeout(ANSWER_WITHIN):
            if self._bucket is None:
                config = KeyValueConfig(BUCKET, ttl=LEASE, storage=StorageType.MEMORY)
                self._bucket = await self._nats.jetstream().create_key_value(config)
            await self._bucket.put(self._node, b"")
        self._renewed = monotonic()

    # --- the others' --------------------------------------------------------------------------

    async def _watch(self) -> None:
        """Watch the bucket anew."""
        self._doubt()
        if self._watcher is not None:
            with suppress(*_TROUBLE):
                await self._watcher.stop()  # type: ignore[no-untyped-call]
        assert self._bucket is not None
        self._watcher = await self._bucket.watchall()
        task = asyncio.create_task(self._listen(self._watcher), name="watch leases")
        self._tasks = [*(it for it in self._tasks if not it.done()), task]

    async def _listen(self, watcher: KeyValue.KeyWatcher) -> None:
        async for entry in watcher:
            if entry is None:
                continue
            if entry.operation in (KV_DEL, KV_PURGE):
                if self._heard.pop(entry.key, None) is not None:
                    self._changed({entry.key})
            elif not (self._leaves and entry.key == self._node):
                is_new = entry.key not in self._heard
                self._heard[entry.key] = monotonic()
                if is_new:
                    self._changed(set())

    def _judge(self) -> None:
        """Take those for dead who let their lease run out; not while one hears nothing oneself."""
        now = monotonic()
        if not self._leaves and now - self._heard.get(self._node, 0) > LEASE / 2:
            self._doubt()
        if not self.is_sure:
            return
        dead = {
            node
            for node, heard in self._heard.items()
            if now - heard > LEASE and node != self._node
        }
        for node in dead:
            del self._heard[node]
        if dead:
            _log.warning("nodes are gone", nodes=sorted(dead))
            self._changed(dead)

    def _doubt(self) -> None:
        """What is heard from here on counts; who is silent has a lease's time to be heard."""
        self._doubted = now = monotonic()
        self._heard = dict.fromkeys(self._heard, now)
