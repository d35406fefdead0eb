"""Quick matches: with whoever wants the same, or with bots after a wait."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from paiju.server import quick as quick_module
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running
from tests.server.lobbies import rich, rooms


async def test_four_who_want_the_same_sit_down_together(four: list[Client]) -> None:
    codes = [(await p.ok("quick_match", game="pairs", wait=120))["code"] for p in four]
    assert len(set(codes)) == 1
    await asyncio.gather(*(player.sit_down() for player in four))
    assert sorted(player.seat for player in four if player.seat is not None) == [0, 1, 2, 3]
    assert len({player.table for player in four}) == 1
    assert not any(chair["bot"] for chair in four[0].view["seats"])


async def test_bots_come_when_the_first_ones_wait_is_over(four: list[Client]) -> None:
    patient, hasty, *_ = four
    await patient.ok("quick_match", game="pairs", wait=120)
    assert 100_000 < patient.room["starts_in"] <= 120_000
    assert patient.room["host"] is None
    assert await patient.refused("start") == "not_host"
    assert await patient.refused("add_bot", seat=1) == "not_host"
    await hasty.ok("quick_match", game="pairs", wait=0)
    for player in (patient, hasty):
        await player.sit_down()
        assert [chair["bot"] for chair in player.view["seats"]] == [False, False, True, True]
        assert (player.room["starts_in"], player.room["host"]) == (None, 0)
    await asyncio.gather(patient.play(), hasty.play())
    await patient.until(lambda: not patient.room["started"])
    assert patient.room["rounds"] == quick_module.ROUNDS
    await patient.ok("start")


async def test_another_game_stake_or_room_is_another_match(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, third, _ = four
    rich(server, monkeypatch)
    code = (await one.ok("quick_match", game="pairs", wait=120))["code"]
    assert (await two.ok("quick_match", game="pairs", stake=5, wait=120))["code"] != code
    assert two.room["stake"] == 5
    assert await third.refused("join_room", code=code) == "no_room"
    assert await third.refused("quick_match", game="bridge") == "no_game"
    assert await rooms(third) == []
    await one.ok("leave")
    await one.until(lambda: one.room["code"] is None)
    assert one.room["out"] is None
    await eventually(lambda: code not in server.house.lobby.rooms)
    again = (await one.ok("quick_match", game="pairs", wait=120))["code"]
    assert (await one.ok("quick_match", game="pairs", wait=60))["code"] == again
    assert one.room["starts_in"] <= 60_000
    assert (await one.ok("quick_match", game="pairs", stake=5, wait=120))["code"] != again
    assert [seat and seat["name"] for seat in one.room["seats"]] == ["乙", "甲", None, None]


async def test_who_is_not_there_when_it_begins_does_not_sit_down(
    server: Running, four: list[Client]
) -> None:
    for player in four[:3]:
        await player.ok("quick_match", game="pairs", wait=120)
    gone = four[1]
    await gone.drop()
    await eventually(lambda: not server.house.lobby.is_connected(gone.welcome["player"]["id"]))
    await four[3].ok("quick_match", game="pairs", wait=120)
    await four[0].until(lambda: four[0].room["seats"][1] is None)
    assert four[0].room["started"] is False
    await gone.connect()
    assert gone.welcome["room"] is None
    await gone.ok("quick_match", game="pairs", wait=120)
    await asyncio.gather(*(player.sit_down() for player in four))


async def test_a_match_that_cannot_be_kept_begins_when_it_can(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_module, "RETRY_AFTER", 0.01)
    tries = 0

    async def fail(*_: object) -> None:
        nonlocal tries
        tries += 1
        raise OSError("the disk is full")

    with monkeypatch.context() as full:
        full.setattr(server.house.store, "save_room", fail)
        await four[0].ok("quick_match", game="pairs", wait=0)
        await eventually(lambda: tries > 2)
        await four[1].ok("quick_match", game="pairs", wait=0)
    for player in four[:2]:
        await player.sit_down()
        assert [chair["bot"] for chair in player.view["seats"]] == [False, False, True, True]


async def test_a_quick_match_not_begun_is_gone_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.client() as player:
        await player.ok("quick_match", game="pairs", wait=120)
    async with running(tmp_path) as server, server.client(token=player.token) as player:
        assert player.welcome["room"] is None
        await player.ok("quick_match", game="pairs", wait=0)
        await player.sit_down()
    async with running(tmp_path) as server, server.client(token=player.token) as player:
        await player.resume(last=0)
        await player.play()
        await player.until(lambda: player.room["started"] is False)
        await player.ok("start")


async def test_who_can_pay_no_more_when_it_begins_does_not_sit_down(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round that one has left may cost one's coins after one has asked for the next match."""
    loser, other = four[:2]
    broke = rich(server, monkeypatch)
    await loser.ok("quick_match", game="pairs", stake=5, wait=120)
    broke.add(loser.welcome["player"]["id"])
    await other.ok("quick_match", game="pairs", stake=5, wait=0)
    await loser.until(lambda: loser.room["code"] is None)
    await other.until(lambda: other.room["started"])
    assert [seat["bot"] for seat in other.room["seats"]] == [True, False, True, True]


async def test_who_comes_as_a_match_begins_waits_for_the_next(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    save = server.house.store.save_room
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(*arguments: Any) -> None:
        begun.set()
        await go_on.wait()
        await save(*arguments)

    monkeypatch.setattr(server.house.store, "save_room", slow)
    first, late = four[:2]
    code = (await first.ok("quick_match", game="pairs", wait=0))["code"]
    await begun.wait()
    coming = asyncio.create_task(late.ok("quick_match", game="pairs", wait=120))
    await first.ok("ping")
    go_on.set()
    assert (await coming)["code"] != code
    await first.sit_down()
    assert late.room["started"] is False


async def test_who_calls_it_off_at_once_leaves_nothing_behind(
    server: Running, four: list[Client]
) -> None:
    """The room is gone before anybody began to wait in it."""
    player = four[0]
    for n in range(3):
        asked = {"type": "quick_match", "id": f"ask {n}", "game": "pairs", "wait": 0}
        await player.send_raw(json.dumps(asked))
        await player.send_raw(json.dumps({"type": "leave", "id": f"leave {n}"}))
    await player.until(lambda: len(player.answers) == 6)
    assert not server.house.lobby.rooms
    await eventually(lambda: {task.get_name() for task in server.house.tasks} == {"sweep"})
