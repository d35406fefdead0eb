"""Looking on: who may, what it shows of people, and that it ends."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.server.client import Client
from tests.server.conftest import Running, eventually, running

DELAY = 400


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Running]:
    """A server behind a proxy, which sees everybody's own address."""
    async with running(tmp_path, watch_delay=DELAY) as it:
        yield it


class Evening:
    """A host who plays alone with bots, and people who come to look on."""

    def __init__(self, server: Running, stack: AsyncExitStack) -> None:
        self._server = server
        self._stack = stack

    async def guest(self, name: str, address: str, token: str | None = None) -> Client:
        """Somebody from an address of their own."""
        client = self._server.client(name, token)
        client.headers = {"X-Forwarded-For": address}
        return await self._stack.enter_async_context(client)

    async def match(self, host: Client, rounds: int = 1, **terms: object) -> str:
        """A match under way; its code."""
        created = await host.ok("create_room", game="pairs", rounds=rounds, **terms)
        for seat in (1, 2, 3):
            await host.ok("add_bot", seat=seat)
        await host.ok("start")
        await host.sit_down()
        return str(created["code"])


@pytest.fixture
async def evening(club: Running) -> AsyncIterator[Evening]:
    async with AsyncExitStack() as stack:
        yield Evening(club, stack)


async def test_anybody_with_the_code_sees_the_match_without_a_hand(evening: Evening) -> None:
    host = await evening.guest("甲", "192.0.2.1")
    onlooker = await evening.guest("乙", "192.0.2.1")
    code = await evening.match(host)
    data = await onlooker.ok("watch", code=code)
    assert data == {"table": host.table, "delay": 0}
    onlooker.table = data["table"]
    await onlooker.resume(last=0)
    await host.until(lambda: host.room["watchers"] == 1)
    await asyncio.gather(host.play(), onlooker.until(lambda: onlooker.closed))
    assert (onlooker.view["you"], onlooker.seat) == (None, None)
    assert onlooker.room["code"] is None
    assert not [m for m in onlooker.messages if m["type"] in ("prompt", "answered", "free")]
    assert onlooker.messages[-1]["totals"] == host.messages[-1]["totals"]
    await host.until(lambda: host.room["watchers"] == 0)
    assert await onlooker.refused("resume", table=host.table) == "no_table"
    assert await onlooker.refused("watch", code=code) == "not_watchable"


async def test_an_onlooker_may_go_and_come_and_does_nothing(
    club: Running, evening: Evening
) -> None:
    host = await evening.guest("甲", "192.0.2.1")
    onlooker = await evening.guest("乙", "192.0.2.2")
    code = await evening.match(host, rounds=64)
    for _ in range(2):
        await onlooker.ok("watch", code=code)
        await onlooker.ok("resume", table=host.table)
        await host.until(lambda: host.room["watchers"] == 1)
        assert await onlooker.refused("act", table=host.table, do="pass", prompt=1) == "no_table"
        assert await onlooker.refused("auto", table=host.table, on=True) == "no_table"
        assert await onlooker.refused("next", table=host.table) == "no_table"
        assert await onlooker.refused("say", phrase="hurry") == "not_in_room"
        await onlooker.ok("leave")
        await onlooker.ok("resume", table=host.table)
        await onlooker.ok("unwatch")
        assert await onlooker.refused("resume", table=host.table) == "no_table"
    await onlooker.ok("watch", code=code)
    await onlooker.drop()
    await host.until(lambda: host.room["watchers"] == 0)
    await onlooker.connect()
    assert await onlooker.refused("resume", table=host.table) == "no_table"
    await onlooker.ok("watch", code=code)
    await onlooker.ok("create_room", game="pairs", rounds=1)
    await host.until(lambda: host.room["watchers"] == 0)
    assert not club.house.watching._by_player
    await onlooker.ok("watch", code=code)
    await onlooker.until(lambda: onlooker.room["code"] is None)
    await eventually(lambda: len(club.house.lobby.rooms) == 1)


async def test_what_is_said_at_the_table_is_heard_by_who_looks_on(evening: Evening) -> None:
    host = await evening.guest("甲", "192.0.2.1")
    hidden, late = [await evening.guest("乙", f"192.0.2.{n}") for n in (2, 3)]
    code = await evening.match(host, rounds=64, watch="open")
    await hidden.ok("watch", code=code)
    assert (await late.ok("watch", code=code, seat=0))["delay"] == DELAY
    await host.ok("say", phrase="tea")
    await late.until(lambda: bool(late.said))
    assert hidden.said == late.said == [(0, "tea")]


async def test_where_nobody_may_look_on(evening: Evening) -> None:
    host = await evening.guest("甲", "192.0.2.1")
    onlooker = await evening.guest("乙", "192.0.2.2")
    code = await evening.match(host, rounds=8, watch="off")
    assert await onlooker.refused("watch", code=code) == "not_watchable"
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    assert await onlooker.refused("watch", code=wrong) == "no_room"
    assert await host.refused("watch", code=code) == "not_watchable"
    room = (await onlooker.ok("create_room", game="pairs", rounds=1))["code"]
    third = await evening.guest("丙", "192.0.2.3")
    assert await third.refused("watch", code=room) == "not_watchable", "no match yet"


async def test_who_plays_looks_on_nowhere(evening: Evening) -> None:
    host = await evening.guest("甲", "192.0.2.1")
    other = await evening.guest("乙", "192.0.2.2")
    code = await evening.match(host, rounds=8, watch="open")
    await evening.match(other, rounds=8)
    assert await host.refused("watch", code=code) == "playing"
    assert await other.refused("watch", code=code) == "playing"
    assert await other.refused("watch", code=code, seat=0) == "playing"


async def test_over_a_shoulder_only_with_leave_and_without_a_friend_at_the_table(
    evening: Evening,
) -> None:
    host = await evening.guest("甲", "192.0.2.1")
    await host.ok("register", login="host", password="a password")
    bot = await host.ok("create_bot", name="机器人")
    onlooker = await evening.guest("乙", "192.0.2.2")
    code = await evening.match(host, rounds=8, watch="hidden")
    assert await onlooker.refused("watch", code=code, seat=0) == "not_watchable"
    await host.ok("leave")
    await host.until(lambda: host.room["code"] is None)
    code = await evening.match(host, rounds=8, watch="open")
    neighbour = await evening.guest("丙", "192.0.2.1")
    program = await evening.guest("", "192.0.2.3", bot["token"])
    for friend in (neighbour, program):
        assert await friend.refused("watch", code=code, seat=0) == "not_watchable"
        await friend.ok("watch", code=code)
    assert await onlooker.refused("watch", code=code, seat=1) == "not_watchable", "a bot's"
    data = await onlooker.ok("watch", code=code, seat=0)
    assert data["delay"] == DELAY
    onlooker.table = data["table"]
    await asyncio.gather(onlooker.resume(last=0), host.play(until=lambda: host.settled is not None))
    await onlooker.until(lambda: onlooker.view.get("shoulder") == 0)
    await onlooker.until(lambda: onlooker.settled is not None)
    assert onlooker.settled is not None
    assert host.settled is not None
    assert onlooker.settled["proof"] == host.settled["proof"]


async def test_who_was_sent_away_does_not_look_on_either(evening: Evening) -> None:
    host = await evening.guest("甲", "192.0.2.1")
    guest = await evening.guest("乙", "192.0.2.2")
    code = (await host.ok("create_room", game="pairs", rounds=8))["code"]
    await guest.ok("join_room", code=code)
    await host.ok("kick", seat=1)
    for seat in (1, 2, 3):
        await host.ok("add_bot", seat=seat)
    await host.ok("start")
    assert await guest.refused("watch", code=code) == "kicked"


async def test_a_table_that_is_rebuilt_sends_onlookers_away_too(
    club: Running, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await evening.guest("甲", "192.0.2.1")
    onlooker = await evening.guest("乙", "192.0.2.2")
    code = await evening.match(host, rounds=8)
    await onlooker.ok("watch", code=code)
    table = club.house.lobby.rooms[code].table
    assert table is not None

    append = club.house.store.append

    async def fail(*_: object, **__: object) -> None:
        monkeypatch.setattr(club.house.store, "append", append)
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(club.house.store, "append", fail)
    table.line(host.welcome["player"]["id"], up=False)
    for client in (host, onlooker):
        await client.until(lambda client=client: client.close_code is not None)
    await onlooker.back_to_lobby()
    await onlooker.ok("watch", code=code)
    onlooker.table, onlooker.v = table.id, 0
    await onlooker.resume(last=0)
    assert onlooker.view["you"] is None
