"""Whole evenings on a server that is killed again and again; then every round is audited."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from msgspec import json as msgspec_json
from sqlalchemy import select

from paiju.core.fairness import commitment, deal_seed
from paiju.core.seat import SEATS
from paiju.record import Record, Replay
from paiju.server.schema import JOURNAL, ROUNDS
from paiju.server.steps import read_step
from paiju.server.store import Store
from tests.server.books import audit, audit_rounds, rows_of
from tests.server.client import Message
from tests.server.process import Process
from tests.soak.restless import UNREACHABLE, Restless

PEOPLE = 3
"""Beside them sits a bot."""
ROUNDS_A_MATCH = 3


@dataclass
class Figures:
    """What an evening had in it."""

    kills: int = 0
    drops: int = 0
    acks: int = 0
    rounds: int = 0
    events: int = 0
    matches: int = 0
    seeds: list[int] = field(default_factory=list)

    def add(self, other: "Figures") -> None:
        """Take another evening in."""
        for name in ("kills", "drops", "acks", "rounds", "events", "matches"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.seeds += other.seeds


async def evening(
    game: str,
    kills: int,
    seed: int,
    data: Path,
    progress: Callable[[int], None] = lambda done: None,
    database_url: str | None = None,
) -> Figures:
    """Play matches of one game until the server has died so often; audit all that was played.

    :raises AssertionError: if anything was lost, doubled, changed, or told otherwise than it was.
    """
    random = Random(f"{game} {seed}")
    figures = Figures(seeds=[seed])
    over = asyncio.Event()
    async with Process(data, shuffle=50, database_url=database_url) as server:
        players = [Restless(server.url, name, random) for name in "甲乙丙"[:PEOPLE]]
        code = await sit_down(players, game)
        lives = [asyncio.create_task(player.live(over)) for player in players]
        starting = asyncio.create_task(start_again(players[0], code, over))
        try:
            while figures.kills < kills:
                await asyncio.sleep(0.05 + random.random() * 0.6)
                raise_failures([*lives, starting])
                await server.kill()
                figures.kills += 1
                await server.start()
                progress(figures.kills)
            over.set()
            async with asyncio.timeout(120):
                await asyncio.gather(starting, *lives)
        finally:
            await end([*lives, starting])
            for player in players:
                await player.drop()
    await audit_evening(players, server.database, figures)
    return figures


async def sit_down(players: Sequence[Restless], game: str) -> str:
    """Seat them and bots beside them in a room that the first one opens, and start; its code."""
    for player in players:
        await player.connect()
    host = players[0]
    created = await host.ok("create_room", game=game, rounds=ROUNDS_A_MATCH, stake=1)
    for player in players[1:]:
        await player.ok("join_room", code=created["code"])
    for seat in range(len(players), SEATS):
        await host.ok("add_bot", seat=seat)
    await host.ok("start")
    for player in players:
        await player.sit_down()
    return str(created["code"])


async def start_again(host: Restless, code: str, over: asyncio.Event) -> None:
    """Whenever a match has ended, the host starts the next one in the same room."""
    while not over.is_set():
        await asyncio.sleep(0.02)
        if host.socket is None or host.room.get("code") != code or host.room["started"]:
            continue
        try:
            await host.request("start")
        except UNREACHABLE:
            await asyncio.sleep(0.05)


def raise_failures(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Let a life that has failed fail the evening."""
    for task in tasks:
        if task.done():
            task.result()


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel lives until they have ended: one that has just been woken may overhear it once."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.1)


# --- the audit ------------------------------------------------------------------------------------


async def audit_evening(players: Sequence[Restless], database: str, figures: Figures) -> None:
    """Hold all that was acknowledged, told and paid against what is kept.

    Each player has a name of its own.

    :raises AssertionError: if anything was lost, doubled, changed, or told otherwise than it was.
    """
    store = Store(database)
    try:
        await audit(store)
        await audit_rounds(store)
        done = await _requests_done(store)
        rounds = await rows_of(store, ROUNDS)
    finally:
        await store.close()
    doubled = [request for request, times in done.items() if times > 1]
    assert not doubled, doubled
    for player in players:
        lost = [rid for rid in player.acked if (player.name, rid) not in done]
        assert not lost, (player.name, lost)
        figures.acks += len(player.acked)
        figures.drops += player.drops
    by_table: dict[str, list[dict[str, Any]]] = {}
    for row in rounds:
        by_table.setdefault(str(row["table_id"]), []).append(row)
        _check_round(row, players, figures)
    figures.matches = len(by_table)
    for played in by_table.values():
        numbers = sorted(row["round"] for row in played)
        assert numbers == list(range(1, len(numbers) + 1)), numbers


async def _requests_done(store: Store) -> Counter[tuple[str, str]]:
    """How often the journal says that a request was done, by the player's name."""
    query = select(JOURNAL.c.table_id, JOURNAL.c.step).order_by(JOURNAL.c.table_id, JOURNAL.c.seq)
    names: dict[str, str] = {}
    done: Counter[tuple[str, str]] = Counter()
    async with store.engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    for _, text in rows:
        step = read_step(text)
        for place in getattr(step, "places", ()):
            if place.player is not None:
                names[place.player] = place.name
        request = getattr(step, "request", None)
        if request is not None:
            done[names[request.player], request.id] += 1
    return done


def _check_round(row: dict[str, Any], players: Sequence[Restless], figures: Figures) -> None:
    """A round replays undisturbed to all that everybody was told, and was dealt as promised."""
    text: str = row["record"]
    header = json.loads(text.splitlines()[0])
    proof = header["proof"]
    secret = bytes.fromhex(proof["secret"])
    assert commitment(secret) == proof["commitment"]
    assert deal_seed(secret, proof["nonces"]).hex() == header["seed"]
    played = Replay(Record.from_bytes(text.encode())).run()
    assert played.outcome is not None
    assert list(played.outcome.payments) == msgspec_json.decode(row["payments"])
    figures.rounds += 1
    seats = msgspec_json.decode(row["names"], type=list[str])
    for player in players:
        if player.name not in seats:
            continue  # a round of somebody else's
        seat = seats.index(player.name)
        given = player.given.get((row["table_id"], row["round"]))
        assert given is None or given == proof["nonces"][seat]
        seen = [
            json.loads(json.dumps(shown.as_dict()))
            for event in played.events
            if (shown := event.seen_by(seat)) is not None
        ]
        figures.events += _check_told(player, row, seen)


def _check_told(player: Restless, row: dict[str, Any], seen: list[Message]) -> int:
    """Every stretch that a player was told lies, whole and unchanged, in what its seat may see."""
    stretches = player.told.get((row["table_id"], row["round"]), [])
    for stretch in stretches:
        starts = [i for i, event in enumerate(seen) if event == stretch[0]]
        assert any(seen[i : i + len(stretch)] == stretch for i in starts), (
            player.name,
            row["table_id"],
            row["round"],
            stretch,
        )
    return sum(map(len, stretches))
