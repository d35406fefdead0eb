"""A room whose change could not be kept has not changed; asked for again, it does."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from paiju.core.errors import PaijuError
from paiju.server import tables as tables_module
from paiju.server.ownership import Ownership
from paiju.server.protocol import CloseCode
from paiju.server.room import Room
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running
from tests.server.lobbies import Gate, fill, full_disk, open_room


async def a_room(server: Running, host: Client, guest: Client) -> Room:
    """A host, a guest, a bot and a free seat."""
    await guest.ok("join_room", code=await open_room(host))
    await host.ok("add_bot", seat=2)
    return server.house.lobby.rooms[host.room["code"]]


async def shown(player: Client) -> dict[str, Any]:
    """The room as a player is shown it now."""
    await player.ok("ping")
    return player.room


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("kick", {"seat": 1}),
        ("add_bot", {"seat": 3}),
        ("remove_bot", {"seat": 2}),
        ("sit", {"seat": 3}),
    ],
)
async def test_what_a_host_changes_is_changed_when_it_is_kept(
    server: Running,
    four: list[Client],
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    what: dict[str, int],
) -> None:
    """Else a host whose guest was kicked by half was told, again and again, that it cannot be."""
    host, guest = four[:2]
    room = await a_room(server, host, guest)
    row, seen = room.row(), await shown(guest)
    with monkeypatch.context() as disk:
        disk.setattr(server.house.store, "save_room", full_disk)
        with pytest.raises(ConnectionError):
            await host.request(kind, rid="once", **what)
    assert host.close_code == CloseCode.FAULT
    await host.back_to_lobby()
    assert (room.row(), await shown(guest)) == (row, seen)
    assert (await host.request(kind, rid="once", **what))["type"] == "ack"
    assert await server.house.store.rooms() == [room.row()]
    assert room.row() != row
    if kind == "kick":
        await guest.until(lambda: guest.room["out"] == "kicked")
        assert await guest.refused("join_room", code=room.code) == "kicked"


async def test_who_comes_in_is_shown_there_when_that_is_kept(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And may say something when it is there; who said it sat nowhere yet."""
    host, guest, late = four[:3]
    room = await a_room(server, host, guest)
    gate = Gate(monkeypatch, server.house.store, "save_room")
    await late.send_raw(json.dumps({"type": "join_room", "id": "join", "code": room.code}))
    await eventually(lambda: gate.waiting == 1)
    await guest.back_to_lobby()
    await host.until(lambda: host.room["seats"][1]["connected"])
    assert (await shown(host))["seats"][3] is None
    await late.back_to_lobby()
    assert await late.refused("say", phrase="tea") == "not_in_room"
    gate.open.set()
    await host.until(lambda: host.room["seats"][3] is not None)
    await late.until(lambda: late.room["you"] == 3)
    await late.ok("say", phrase="tea")


async def test_who_comes_into_a_room_that_is_lost_meanwhile_is_in_none(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it sat in a room that this node has forgotten, and could not leave it."""
    host, guest, late = four[:3]
    room = await a_room(server, host, guest)
    save = server.house.store.save_room

    async def save_and_lose(*arguments: Any, **named: Any) -> None:
        await save(*arguments, **named)
        server.house.takeover.lose(room)

    monkeypatch.setattr(server.house.store, "save_room", save_and_lose)
    assert await late.refused("join_room", code=room.code) == "busy"
    assert server.house.lobby.room_of(late.welcome["player"]["id"]) is None
    assert (await shown(late))["code"] is None


async def test_a_guest_has_left_when_that_is_kept(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = four[:2]
    room = await a_room(server, host, guest)
    with monkeypatch.context() as disk:
        disk.setattr(server.house.store, "save_room", full_disk)
        with pytest.raises(ConnectionError):
            await guest.request("leave", rid="once")
    await guest.back_to_lobby()
    assert guest.welcome["room"] == room.code
    assert (await guest.request("leave", rid="once"))["type"] == "ack"
    assert await server.house.store.rooms() == [room.row()]
    assert len(room.people) == 1
    await host.until(lambda: host.room["seats"][1] is None)


async def test_who_has_left_a_table_is_out_of_its_room_though_that_could_not_be_kept_at_once(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.01)
    host, guest = four[:2]
    room = await a_room(server, host, guest)
    await fill(host)
    await host.ok("start")
    await guest.sit_down()
    tries = iter(range(1000))

    async def full(*_: object, **__: object) -> None:
        next(tries)
        raise OSError("the disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(server.house.store, "save_room", full)
        await guest.ok("leave")
        await eventually(lambda: next(tries) > 5)
    await guest.until(lambda: guest.room["code"] is None)
    await host.until(lambda: host.close_code == CloseCode.FAULT)
    assert len(room.people) == 1
    assert await server.house.store.rooms() == [room.row()]


async def test_no_match_begins_before_the_end_of_the_last_one_is_kept(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the end that is kept at last would be taken for the next one's."""
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 1000)
    host, save = four[0], server.house.store.save_room
    await open_room(host)
    await fill(host)
    await host.ok("start")
    await host.sit_down()
    tried = asyncio.Event()

    async def full_for_now(*_: object, **__: object) -> None:
        monkeypatch.setattr(server.house.store, "save_room", save)
        tried.set()
        raise OSError("the disk is full")

    monkeypatch.setattr(server.house.store, "save_room", full_for_now)
    await host.play()
    await tried.wait()
    assert await host.refused("start") == "started"


async def test_a_start_on_a_full_disk_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks after the server reads what to do; nothing was lost by it."""
    async with running(tmp_path) as server, server.client() as player:
        code = await open_room(player)

    async def full(*_: object) -> None:
        said = sqlite3.OperationalError("database or disk is full")
        said.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise OperationalError("UPDATE", {}, said)

    with monkeypatch.context() as disk:
        disk.setattr(Ownership, "claim", full)
        with pytest.raises(PaijuError, match=r"paiju\.sqlite3: .* \(database or disk is full\)"):
            async with running(tmp_path):
                pass
    async with running(tmp_path) as server, server.client(token=player.token) as player:
        assert player.welcome["room"] == code
