"""How long a table is silent after a discard, measured by somebody who only looks."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from math import exp, sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from paiju.core.registry import game
from paiju.record import Record, Replay
from paiju.server.settings import PACES, Pace
from tests.server.client import Client, Message
from tests.server.conftest import Running, running

PAUSING: Final = replace(PACES["instant"], pause=120, settlement=5_000)
INSTANT: Final = replace(PACES["instant"], settlement=5_000)
"""The pace of programs, which has no pause and so hides nothing."""
LEVEL: Final = 1e-4
"""A test that tells two samples apart at this level is wrong once in ten thousand times."""
OPENS: Final = ("discarded", "kong_declared")


@dataclass
class Pauses:
    """Seconds from a discard to the next thing that everybody sees."""

    unasked: list[float] = field(default_factory=list)
    """Where nobody but the one who plays on was asked."""
    asked: list[float] = field(default_factory=list)
    """Where somebody could claim."""

    @property
    def likeness(self) -> float:
        """How likely two samples are to differ as much as these, if they are of one kind."""
        return likeness(self.unasked, self.asked)


def likeness(one: Sequence[float], other: Sequence[float]) -> float:
    """The p-value of the two-sample Kolmogorov-Smirnov test (Smirnov's limit, for large samples).

    >>> likeness(range(0, 1000), range(0, 1000))
    1.0
    >>> likeness(range(0, 100), range(80, 180)) < 1e-9
    True
    >>> 0.05 < likeness([n % 100 for n in range(1000)], [n % 101 for n in range(1000)])
    True
    """
    distance = _distance(sorted(one), sorted(other))
    root = sqrt(len(one) * len(other) / (len(one) + len(other)))
    scaled = (root + 0.12 + 0.11 / root) * distance
    if scaled < 0.2:
        return 1.0
    total: float = 2 * sum((-1) ** (k - 1) * exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, total))


def _distance(one: list[float], other: list[float]) -> float:
    """The largest difference between the shares of both samples that are at most some value."""
    i = j = 0
    largest = 0.0
    while i < len(one) and j < len(other):
        value = min(one[i], other[j])
        while i < len(one) and one[i] <= value:
            i += 1
        while j < len(other) and other[j] <= value:
            j += 1
        largest = max(largest, abs(i / len(one) - j / len(other)))
    return largest


class Onlooker(Client):
    """Looks on, and notes when each message came."""

    def __init__(self, url: str) -> None:
        super().__init__(url, name="看客")
        self.headers = {"X-Forwarded-For": "198.51.100.7"}
        self.notes: list[tuple[float, Message]] = []

    def _take_table_message(self, message: Message) -> None:
        self.notes.append((monotonic(), message))
        super()._take_table_message(message)

    def pauses(self) -> list[float]:
        """After each event that others may claim, the time to whatever came next."""
        return [
            next_at - at
            for (at, message), (next_at, _) in pairwise(self.notes)
            if message["type"] == "event" and message["event"]["type"] in OPENS
        ]


async def pauses(key: str, tables: int, seed: int, data: Path, pace: Pace) -> Pauses:
    """One round at each of so many tables: a quick person, one on auto-play and two bots."""
    total = Pauses()
    async with running(data, pace, games={key: game(key)}) as server:
        rounds = [_round(server, key, Random(f"{seed} {number}")) for number in range(tables)]
        for pause, asked in chain.from_iterable(await asyncio.gather(*rounds)):
            (total.asked if asked else total.unasked).append(pause)
    return total


async def _round(server: Running, key: str, random: Random) -> list[tuple[float, bool]]:
    """Each pause of a round, with whether anybody was asked in it."""
    async with AsyncExitStack() as stack:
        host, idler = server.client("快"), server.client("托")
        onlooker = Onlooker(server.url)
        for client in (host, idler, onlooker):
            await stack.enter_async_context(client)
        code = (await host.ok("create_room", game=key, rounds=1))["code"]
        await idler.ok("join_room", code=code)
        for seat in (2, 3):
            await host.ok("add_bot", seat=seat)
        await host.ok("start")
        onlooker.table = (await onlooker.ok("watch", code=code))["table"]
        for client in (host, idler, onlooker):
            await client.sit_down()
        await idler.ok("auto", table=idler.table, on=True)
        await host.play(
            lambda ask: _choice(ask["legal"], random), until=lambda: host.settled is not None
        )
        await onlooker.until(lambda: onlooker.settled is not None)
        record = (await host.ok("get_record", table=host.table, round=1))["text"]
        told, asked = onlooker.pauses(), _was_asked(record)
        assert told
        # Play began before the onlooker came.
        return list(zip(told, asked[-len(told) :], strict=True))


def _choice(legal: list[str], random: Random) -> str:
    """Anything but a false win, which ends too much."""
    return random.choice([do for do in legal if do != "hu"] or legal)


def _was_asked(record: str) -> list[bool]:
    """For each event that others might claim, whether any of them was asked."""
    replay = Replay(Record.from_bytes(record.encode()))
    return [
        replay.round.turn is None and bool(replay.round.to_act)
        for events in replay.steps()
        for event in events
        if event.opens_claims
    ]
