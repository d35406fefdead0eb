"""Tables on three nodes, played restlessly while one thing after the other fails; then an audit."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Final

from tests.cluster.folds import views_are_the_folds
from tests.cluster.roaming import Roaming, first_act
from tests.cluster.site import Node, Site
from tests.soak import chaos

PEOPLE: Final = 3
"""At each table; beside them sits a bot."""
BOUND: Final = 15.0
"""Seconds until a table goes on, though the machine be busy; 5 are promised."""


@dataclass
class Figures:
    """What a storm had in it."""

    evening: chaos.Figures = field(default_factory=chaos.Figures)
    faults: dict[str, int] = field(default_factory=dict)
    views: int = 0
    taken: dict[str, list[float]] = field(default_factory=dict)
    """By fault: seconds until something was done again at each table that changed hands by it."""

    def add(self, other: "Figures") -> None:
        """Take another storm in."""
        self.evening.add(other.evening)
        self.views += other.views
        for fault, times in other.faults.items():
            self.faults[fault] = self.faults.get(fault, 0) + times
        for fault, seconds in other.taken.items():
            self.taken.setdefault(fault, []).extend(seconds)


class Storm:
    """Several tables, at first one at each node, with people from everywhere."""

    def __init__(self, site: Site, game: str, seed: int, tables: int = 3) -> None:
        self.site = site
        self.game = game
        self.random = Random(f"{game} {seed}")
        self.figures = Figures()
        self.figures.evening.seeds.append(seed)
        self.fault = ""
        """What fails just now."""
        self._over = asyncio.Event()
        self._tables: dict[str, list[Roaming]] = {}
        self._seed = seed
        self._count = tables
        self._lives: list[asyncio.Task[None]] = []

    @property
    def players(self) -> list[Roaming]:
        """Everybody."""
        return [player for players in self._tables.values() for player in players]

    @property
    def rooms(self) -> list[str]:
        """The codes of all rooms."""
        return list(self._tables)

    async def begin(self) -> None:
        """Sit down everywhere, and begin to play."""
        urls = self.site.urls
        for number in range(self._count):
            # The host comes through the table's node, the others through the next ones.
            around = [urls[(number + n) % len(urls)] for n in range(len(urls))]
            people = [
                Roaming(around[n:] + around[:n], f"{self._seed}-{number}-{n}", self.random)
                for n in range(PEOPLE)
            ]
            self._tables[await chaos.sit_down(people, self.game)] = people
        self._live()

    def _live(self) -> None:
        self._lives = [asyncio.create_task(player.live(self._over)) for player in self.players]
        self._lives += [
            asyncio.create_task(chaos.start_again(players[0], code, self._over))
            for code, players in self._tables.items()
        ]

    async def rest(self) -> None:
        """Let nobody do anything any more."""
        await chaos.end(self._lives)

    async def compare(self) -> None:
        """Rest, hold what everybody is shown against the journal, and live on."""
        await self.rest()
        chaos.raise_failures(life for life in self._lives if not life.cancelled())
        self.figures.views += await views_are_the_folds(self.site, self.players)
        self._live()

    async def end(self) -> None:
        """Play every match to its end, then hold all that was said against what is kept."""
        self._over.set()
        async with asyncio.timeout(120):
            await asyncio.gather(*self._lives)
        await self.leave()
        await chaos.audit_evening(self.players, self.site.database, self.figures.evening)

    async def leave(self) -> None:
        """Everybody goes away."""
        await self.rest()
        for player in self.players:
            await player.drop()

    # --- what is waited for -------------------------------------------------------------------

    async def tables_of(self, node: Node) -> list[str]:
        """The rooms that are at a node now."""
        return [code for code in self.rooms if await self.site.owner(code) is node]

    async def goes_on(
        self, since: float, rooms: Sequence[str], taken_from: Sequence[Node] = ()
    ) -> None:
        """Wait until something was done at each of these tables since then.

        ``taken_from`` nodes that had them: by another one, and how long that took is noted.
        """
        await asyncio.gather(*(self._goes_on(since, code, taken_from) for code in rooms))

    async def _goes_on(self, since: float, code: str, taken_from: Sequence[Node]) -> None:
        moved = since
        if taken_from:
            others = [node for node in self.site.nodes if node not in taken_from]
            await self.site.owned_by(code, others)
            moved = monotonic()
        seconds = await self._first_act(code, since, moved) - since
        assert seconds < BOUND, (code, seconds)
        if taken_from:
            self.figures.taken.setdefault(self.fault, []).append(seconds)

    async def _first_act(self, code: str, since: float, moved: float) -> float:
        players = self._tables[code]
        while (at := first_act(players, code, moved)) is None:
            chaos.raise_failures(self._lives)
            assert monotonic() - since < 2 * BOUND, (code, [str(player) for player in players])
            await asyncio.sleep(0.02)
        return at


@asynccontextmanager
async def storm(site: Site, game: str, seed: int, tables: int = 3) -> AsyncIterator[Storm]:
    """A storm for the time of a block; whoever breaks off leaves nobody behind."""
    it = Storm(site, game, seed, tables)
    try:
        await it.begin()
        yield it
    finally:
        await it.leave()


# --- what may fail --------------------------------------------------------------------------------


async def killed(storm: Storm, node: Node) -> None:
    """kill -9: another node takes every table of this one."""
    hit = await storm.tables_of(node)
    since = monotonic()
    await node.kill()
    storm.figures.evening.kills += 1
    await storm.goes_on(since, hit, [node])
    await storm.goes_on(since, storm.rooms)
    await node.start()


async def killed_but_one(storm: Storm, node: Node) -> None:
    """kill -9 for two of three at once: the last one takes everything."""
    dead = [other for other in storm.site.nodes if other is not node]
    hit = [code for other in dead for code in await storm.tables_of(other)]
    since = monotonic()
    await asyncio.gather(*(other.kill() for other in dead))
    storm.figures.evening.kills += len(dead)
    await storm.goes_on(since, hit, dead)
    await storm.goes_on(since, storm.rooms)
    await asyncio.gather(*(other.start() for other in dead))


async def all_killed(storm: Storm, _: Node) -> None:
    """kill -9 for every node at once: who is started again takes up what was left."""
    nodes = storm.site.nodes
    await asyncio.gather(*(node.kill() for node in nodes))
    storm.figures.evening.kills += len(nodes)
    since = monotonic()
    await asyncio.gather(*(node.start() for node in nodes))
    await storm.goes_on(since, storm.rooms)


async def killed_without_nats(storm: Storm, node: Node) -> None:
    """kill -9 while NATS is away: nobody can know of it before NATS is back."""
    hit = await storm.tables_of(node)
    await asyncio.to_thread(storm.site.nats.stop, kill=True)
    await node.kill()
    storm.figures.evening.kills += 1
    await asyncio.sleep(storm.random.random())
    since = monotonic()
    await asyncio.to_thread(storm.site.nats.start)
    await storm.goes_on(since, hit, [node])
    await storm.goes_on(since, storm.rooms)
    await node.start()


async def told_to_stop(storm: Storm, node: Node) -> None:
    """SIGTERM: it hands every table over, and ends as it should."""
    hit = await storm.tables_of(node)
    since = monotonic()
    assert await node.stop() == 0
    await storm.goes_on(since, hit, [node])
    await storm.goes_on(since, storm.rooms)
    await node.start()


async def asleep(storm: Storm, node: Node) -> None:
    """SIGSTOP for longer than its lease: what it wakes up with is no longer its own."""
    await _without(storm, node, node.sleep, node.wake)


async def cut_off_from_nats(storm: Storm, node: Node) -> None:
    """Every line to NATS broken, none to be had: the node is out, and knows it."""
    await _without(storm, node, node.nats.cut, node.nats.mend)


async def not_heard_by_nats(storm: Storm, node: Node) -> None:
    """A network that swallows everything between the node and NATS, and gives it back late."""
    await _without(storm, node, node.nats.die, node.nats.mend)


async def cut_off_from_the_database(storm: Storm, node: Node) -> None:
    """Nothing can be kept there: the node lets its lease go."""
    await _without(storm, node, node.database.cut, node.database.mend)


async def not_heard_by_the_database(storm: Storm, node: Node) -> None:
    """A network that swallows everything between the node and its database, and gives it back."""
    await _without(storm, node, node.database.die, node.database.mend)


async def _without(
    storm: Storm, node: Node, fail: Callable[[], None], mend: Callable[[], None]
) -> None:
    hit = await storm.tables_of(node)
    since = monotonic()
    fail()
    await storm.goes_on(since, hit, [node])
    await storm.goes_on(since, storm.rooms)
    # Now and then it comes back long after, now and then in the midst of it.
    await asyncio.sleep(storm.random.choice((0, 0, 3)))
    since = monotonic()
    mend()
    await storm.goes_on(since, storm.rooms)


async def nats_restarted(storm: Storm, _: Node) -> None:
    """NATS comes back with what it kept."""
    await _nats(storm, kill=False, empty=False)


async def nats_lost(storm: Storm, _: Node) -> None:
    """NATS comes back with nothing."""
    await _nats(storm, kill=True, empty=True)


async def _nats(storm: Storm, kill: bool, empty: bool) -> None:
    since = monotonic()
    await asyncio.to_thread(storm.site.nats.stop, kill)
    await asyncio.to_thread(storm.site.nats.start, empty)
    await storm.goes_on(since, storm.rooms)


async def postgres_restarted(storm: Storm, _: Node) -> None:
    """PostgreSQL comes back with what it kept."""
    since = monotonic()
    await asyncio.to_thread(storm.site.postgres.stop, storm.random.choice(("fast", "immediate")))
    await asyncio.to_thread(storm.site.postgres.start)
    await storm.goes_on(since, storm.rooms)


FAULTS: Final[Mapping[str, Callable[[Storm, Node], Awaitable[None]]]] = {
    fault.__name__: fault
    for fault in (
        *(killed, killed_but_one, all_killed, killed_without_nats, told_to_stop, asleep),
        *(cut_off_from_nats, not_heard_by_nats),
        *(cut_off_from_the_database, not_heard_by_the_database),
        *(nats_restarted, nats_lost, postgres_restarted),
    )
}
"""By name; each is over when every table has gone on and nothing is broken any more."""


async def befall(storm: Storm, fault: str, node: Node) -> None:
    """Let one thing fail, and hold what everybody is shown after it against the journal."""
    storm.fault = fault
    await FAULTS[fault](storm, node)
    storm.figures.faults[fault] = storm.figures.faults.get(fault, 0) + 1
    await storm.site.whole()
    await storm.compare()


async def storms(
    site: Site,
    game: str,
    faults: int,
    seed: int,
    of: Sequence[str],
    figures: Figures,
    passed: Callable[[], None],
) -> None:
    """Let so many things of these kinds fail, one after the other, each at a node with tables.

    :raises AssertionError: if anything was lost, doubled, changed, or told otherwise than it was.
    """
    async with storm(site, game, seed) as it:
        try:
            for _ in range(faults):
                fault = it.random.choice(of)
                node = await site.owner(it.random.choice(it.rooms))
                await asyncio.sleep(it.random.random())
                await befall(it, fault, node)
                passed()
            await it.end()
        finally:
            figures.add(it.figures)
