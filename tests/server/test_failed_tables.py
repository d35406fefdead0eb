"""A table that has failed: what is asked of it then comes to nothing, and can be asked again."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from paiju.core.action import Action
from paiju.core.event import Event
from paiju.core.game import Round
from paiju.server import house as house_module
from paiju.server import tables as tables_module
from paiju.server.protocol import CloseCode
from paiju.server.rows import Row
from paiju.server.store import Along
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running
from tests.server.lobbies import Gate, fill, full_disk, open_room
from tests.server.operators import operated
from tests.server.pairs import PairsMatch, PairsRound
from tests.server.test_recovery import four_at_table


async def two_at_table(host: Client, guest: Client, **terms: Any) -> tuple[Client, Client]:
    """Two people, or a person and a program, and two bots, who play."""
    await guest.ok("join_room", code=await open_room(host, **terms))
    await fill(host)
    await host.ok("start")
    await asyncio.gather(host.sit_down(), guest.sit_down())
    return host, guest


async def all_wait(four: list[Client]) -> None:
    """Four people at one table, of whom none moves."""
    await four_at_table("", 1, four)
    await asyncio.gather(*(player.dealt() for player in four))


async def send(player: Client, rid: str) -> dict[str, Any]:
    """Ask the table for something, and see that it has come there."""
    asked = {"type": "auto", "id": rid, "table": player.table, "on": True}
    await player.send_raw(json.dumps(asked))
    await player.ok("ping")
    return asked


@asynccontextmanager
async def failed(
    server: Running, monkeypatch: pytest.MonkeyPatch, player: Client
) -> AsyncIterator[dict[str, Any]]:
    """A table that has failed over what a player asked for, and is rebuilt after this."""
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.01)
    monkeypatch.setattr(house_module, "LOOK_AGAIN", 0.01)
    gate = Gate(monkeypatch, server.house.ownership, "owner_of")
    with monkeypatch.context() as disk:
        disk.setattr(server.house.store, "append", full_disk)
        asked = await send(player, "first")
        await eventually(lambda: gate.waiting == 1)
    yield asked
    gate.open.set()


async def again(player: Client, asked: dict[str, Any]) -> dict[str, Any]:
    """Come back, and ask once more under the same id, as a client does."""
    await player.drop()
    await player.connect()
    fields = {name: value for name, value in asked.items() if name not in ("type", "id")}
    return await player.request(asked["type"], rid=asked["id"], **fields)


async def test_what_is_asked_of_a_failed_table_is_done_when_it_is_asked_again(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it lay in an inbox that nobody looks into, and each repetition was ignored."""
    host, guest = four[:2]
    await all_wait(four)
    async with failed(server, monkeypatch, host) as first:
        between = await send(guest, "between")
    for player, asked in ((host, first), (guest, between)):
        await player.until(lambda it=player: it.close_code is not None)
        assert player.close_code == CloseCode.FAULT
        assert (await again(player, asked))["type"] == "ack"


@pytest.mark.parametrize("error", [ValueError, StopIteration])
@pytest.mark.parametrize("whose", ["own", "a bot's"])
async def test_a_table_whose_rules_fail_over_an_act_is_rebuilt_whatever_the_error(
    server: Running, monkeypatch: pytest.MonkeyPatch, whose: str, error: type[Exception]
) -> None:
    """There is one that a future refuses, and that compiled code takes for an end."""
    apply, errors = PairsRound.apply, [error]

    def fail_once(self: PairsRound, seat: int, action: Action) -> Sequence[Event]:
        if errors and (seat == player.seat) == (whose == "own"):
            raise errors.pop()
        return apply(self, seat, action)

    async with server.client() as player:
        await player.sit_until_asked()
        await player.play(
            lambda ask: "pass",
            until=lambda: player.ask is not None and player.ask["question"]["kind"] == "turn",
        )
        monkeypatch.setattr(PairsRound, "apply", fail_once)
        assert player.ask is not None
        asked = {"type": "act", "id": "act", "table": player.table}
        asked |= {"prompt": player.ask["prompt"], "do": player.ask["legal"][0]}
        await player.send_raw(json.dumps(asked))
        await player.until(lambda: player.close_code is not None)
        assert player.close_code == CloseCode.FAULT
        assert (await again(player, asked))["type"] == "ack"
        await player.resume()
        await player.play(until=lambda: player.settled is not None)


async def test_what_is_asked_of_a_table_by_who_leaves_it_is_answered_though_it_fails_just_then(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its socket stays open: it is in no room by which it would be told to ask again."""
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.01)
    append, full = server.house.store.append, [OSError("the disk is full")]

    async def full_once_it_is_out(rows: Sequence[Row], along: Sequence[Along] = ()) -> None:
        if full and server.house.lobby.room_of(me) is None:
            raise full.pop()
        await append(rows, along)

    async with server.client() as player:
        await player.sit_until_asked()
        me = player.welcome["player"]["id"]
        monkeypatch.setattr(server.house.store, "append", full_once_it_is_out)
        await player.send_raw('{"type": "leave", "id": "leaving"}')
        await player.send_raw(
            json.dumps({"type": "auto", "id": "behind", "table": player.table, "on": True})
        )
        await player.until(lambda: {"leaving", "behind"} <= {a["id"] for a in player.answers})
        assert [answer.get("code") for answer in player.answers[-2:]] == [None, "no_table"]
        assert not full


async def test_a_table_whose_rules_fail_over_a_settlement_is_rebuilt(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle, errors = PairsMatch.settle, [StopIteration]

    def fail_once(self: PairsMatch, finished: Round) -> None:
        if errors:
            raise errors.pop()
        settle(self, finished)

    monkeypatch.setattr(PairsMatch, "settle", fail_once)
    async with server.client() as player:
        await player.sit_until_asked()
        with pytest.raises(ConnectionError):
            await player.play()
        assert player.close_code == CloseCode.FAULT
        await player.connect()
        await player.sit_down()  # from nothing: what it may have answered is asked still
        await player.play(until=lambda: player.settled is not None)


async def test_what_was_asked_of_a_table_that_is_given_up_is_answered_too(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It never comes back, and whoever stayed connected would have waited for ever."""
    monkeypatch.setattr(tables_module, "REBUILDS", 1)
    leaving, failing = asyncio.Event(), asyncio.Event()

    async def fail(_: str) -> None:
        leaving.set()
        await failing.wait()
        raise ValueError("a fault of ours")

    monkeypatch.setattr(server.house.lobby, "left", fail)
    host, guest = await two_at_table(*four[:2])
    await guest.send_raw('{"type": "leave", "id": "leaving"}')
    await leaving.wait()
    asked = await send(host, "asked")
    gate = Gate(monkeypatch, server.house.store, "finish_table")
    failing.set()
    await host.until(lambda: host.close_code is not None)
    assert host.close_code == CloseCode.FAULT
    assert (await again(host, asked))["code"] == "no_table"
    gate.open.set()
    await host.until(lambda: host.room["table"] is None)
    await host.ok("start")


async def test_a_guest_who_logs_out_of_a_failed_table_leaves_it_when_it_is_rebuilt(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the seat waited for somebody who has no token to come back by."""
    host, guest = await two_at_table(*four[:2])
    room = server.house.lobby.rooms[host.room["code"]]
    async with failed(server, monkeypatch, host):
        await guest.send_raw('{"type": "log_out", "id": "out"}')
    await guest.until(lambda: guest.close_code == CloseCode.FAULT)
    await eventually(lambda: room.people == [host.welcome["player"]["id"]])
    assert room.table is not None and room.table.state.seats[1].left
    people, me = server.house.players._people, guest.welcome["player"]["id"]
    async with asyncio.timeout(60):
        while await people.sessions(me):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    await guest.back_to_lobby()
    assert guest.welcome["player"]["id"] != me, "its token is forgotten"


async def test_a_guest_who_logs_out_as_its_room_is_lost_keeps_its_token(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its seat is at another node by then: there it asks once more."""
    host, guest = await two_at_table(*four[:2])
    me = guest.welcome["player"]["id"]
    player = server.house.players.known(me)
    assert player is not None
    async with failed(server, monkeypatch, host):
        await guest.send_raw('{"type": "log_out", "id": "out"}')
        await eventually(lambda: player.is_served)
        server.house.takeover.lose(server.house.lobby.rooms[host.room["code"]])
        await eventually(lambda: not player.is_served)
    await guest.back_to_lobby()
    assert guest.welcome["player"]["id"] == me


async def test_a_bot_that_is_dropped_at_a_failed_table_leaves_it_when_it_is_rebuilt(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, host = four[:2]
    await owner.ok("register", login="owner", password="a password")
    made = await owner.ok("create_bot", name="机器人")
    async with server.client("", token=made["token"]) as bot:
        await two_at_table(host, bot, programs=True)
        room = server.house.lobby.rooms[host.room["code"]]
        async with failed(server, monkeypatch, host):
            await owner.ok("drop_bot", bot=made["id"])
            await bot.until(lambda: bot.close_code == CloseCode.LOGGED_OUT)
        await eventually(lambda: room.people == [host.welcome["player"]["id"]])
        assert room.table is not None and room.table.state.seats[1].left


async def test_a_bot_that_was_dropped_just_before_a_restart_leaves_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its token is forgotten by one transaction, and its seat freed by another."""
    async with running(tmp_path) as server, server.client() as owner, server.client() as host:
        await owner.ok("register", login="owner", password="a password")
        made = await owner.ok("create_bot", name="机器人")
        async with server.client("", token=made["token"]) as bot:
            await two_at_table(host, bot, programs=True)
        with monkeypatch.context() as killed:
            killed.setattr(server.house, "_do_later", lambda *_: None)
            await owner.ok("drop_bot", bot=made["id"])
        code, me = host.room["code"], host.welcome["player"]["id"]
        assert server.house.lobby.rooms[code].people == [me, made["id"]]
    async with running(tmp_path) as server:
        await eventually(lambda: server.house.lobby.rooms[code].people == [me])


async def test_who_is_removed_from_a_failed_table_is_out_and_banned_when_it_is_rebuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And until then the operator is told that it is not so yet."""
    monkeypatch.setattr("paiju.server.admin.REMOVED_WITHIN", 0.05)
    async with (
        operated(tmp_path) as (server, operator),
        server.client("甲") as host,
        server.client("乙") as guest,
    ):
        await operator.enter()
        await two_at_table(host, guest)
        room = server.house.lobby.rooms[host.room["code"]]
        me = guest.welcome["player"]["id"]
        async with failed(server, monkeypatch, host):
            answer = await operator.send("/players", node="", player=me)
            assert "还没请出" in answer.text
            assert room.seat_of(me) == 1 and not room.banned
        await eventually(lambda: room.people == [host.welcome["player"]["id"]])
        assert room.table is not None and room.table.state.seats[1].left
        assert room.banned == {me}
        assert await server.house.store.rooms() == [room.row()]
        assert "已不在那里" in (await operator.send("/players", node="", player=me)).text
        await eventually(lambda: not server.house.lobby.removed)


async def test_a_step_that_is_kept_just_as_its_table_is_stopped_troubles_no_other(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal tells it before the task has heard of its end; an error would end the writer."""
    host, guest = four[:2]
    await all_wait(four)
    (room,) = server.house.lobby.rooms.values()
    table = room.table
    assert table is not None
    (task,) = (task for task in server.house.tasks if task.get_name() == f"table {table.id}")
    gate = Gate(monkeypatch, server.house.store, "append")
    await guest.send_raw('{"type": "leave", "id": "leaving"}')
    await eventually(lambda: gate.waiting == 1)
    task.cancel()
    table._kept(None)
    gate.open.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    await eventually(lambda: not server.house.journal.waiting)
    await host.ok("ping")


async def test_a_step_that_is_kept_after_its_table_was_stopped_is_told_nobody(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another node plays that table by then: here it must not go on."""
    host = four[0]
    await all_wait(four)
    gate = Gate(monkeypatch, server.house.store, "append")
    await send(host, "late")
    await eventually(lambda: gate.waiting == 1)
    await server.house.tables.stop(list(server.house.lobby.rooms.values()))
    gate.open.set()
    await server.house.journal.stop()
    await host.ok("ping")
    assert "late" not in [answer["id"] for answer in host.answers]


async def test_the_echo_of_a_failed_table_ends_with_it(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table that is rebuilt has one of its own, as soon as somebody looks on."""
    await all_wait(four)
    (room,) = server.house.lobby.rooms.values()
    assert room.table is not None

    def echoes() -> list[str]:
        return [name for it in server.house.tasks if "echo" in (name := it.get_name())]

    room.table.watch("somebody", 0)
    assert len(echoes()) == 1
    async with failed(server, monkeypatch, four[0]):
        await eventually(lambda: echoes() == [])
