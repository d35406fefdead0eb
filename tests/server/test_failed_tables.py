"""A table that has failed: what is asked of it then comes to nothing, and can be asked again."""

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from paiju.server import tables as tables_module
from paiju.server.protocol import CloseCode
from tests.server.client import Client
from tests.server.conftest import Running, eventually
from tests.server.lobbies import Gate, fill, open_room


async def two_at_table(host: Client, guest: Client) -> tuple[Client, Client]:
    """Two people and two bots, who play."""
    await guest.ok("join_room", code=await open_room(host))
    await fill(host)
    await host.ok("start")
    await asyncio.gather(host.sit_down(), guest.sit_down())
    return host, guest


async def send(player: Client, rid: str) -> dict[str, Any]:
    """Ask the table for something, and see that it has come there."""
    asked = {"type": "auto", "id": rid, "table": player.table, "on": True}
    await player.send_raw(json.dumps(asked))
    await player.ok("ping")
    return asked


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
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.01)
    host, guest = await two_at_table(*four[:2])
    gate = Gate(monkeypatch, server.house.ownership, "owner_of")

    async def full(*_: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    with monkeypatch.context() as disk:
        disk.setattr(server.house.store, "append", full)
        first = await send(host, "first")
        await eventually(lambda: gate.waiting == 1)
    between = await send(guest, "between")
    gate.open.set()
    for player, asked in ((host, first), (guest, between)):
        await player.until(lambda it=player: it.close_code is not None)
        assert player.close_code == CloseCode.FAULT
        assert (await again(player, asked))["type"] == "ack"


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
