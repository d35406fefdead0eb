"""What people expect of a lobby: open rooms, stakes, sending away, phrases, another match."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.server import lobby as lobby_module
from paiju.server import store as store_module
from paiju.server import tables as tables_module
from paiju.server import takeover
from paiju.server.protocol import CloseCode
from paiju.server.store import now_ms
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running
from tests.server.lobbies import fill, open_room, rich, rooms

# --- the list ---------------------------------------------------------------------------------


async def test_open_rooms_are_listed_and_no_others(four: list[Client]) -> None:
    host, other, third, guest = four
    code = await open_room(host, open=True, options={"threes": 1}, watch="off")
    await open_room(other)
    playing = await open_room(third, open=True)
    await fill(third)
    await third.ok("start")
    assert await rooms(guest) == [
        {
            "code": code,
            "game": "pairs",
            "rounds": 1,
            "house_rules": 1,
            "stake": 0,
            "host": "甲",
            "taken": 1,
            "started": False,
            "watch": "off",
            "programs": False,
        },
        {
            "code": playing,
            "game": "pairs",
            "rounds": 1,
            "house_rules": 0,
            "stake": 0,
            "host": "丙",
            "taken": 4,
            "started": True,
            "watch": "hidden",
            "programs": False,
        },
    ]
    await fill(host)
    await host.ok("start")
    assert [room["code"] for room in await rooms(guest)] == [playing], "there is nothing to see"
    await guest.ok("leave")


async def test_a_room_whose_people_are_gone_is_not_listed(
    server: Running, four: list[Client]
) -> None:
    host, guest = four[:2]
    code = await open_room(host, open=True)
    assert [room["code"] for room in await rooms(guest)] == [code]
    await host.drop()
    await eventually(lambda: not server.house.lobby.is_connected(host.welcome["player"]["id"]))
    assert await rooms(guest) == []


async def test_terms_of_a_room_are_shown_and_survive_a_restart(tmp_path: Path) -> None:
    terms = {"open": True, "watch": "open", "programs": True}
    async with running(tmp_path) as server, server.client() as host:
        code = await open_room(host, **terms)
        assert host.room | terms == host.room
    async with running(tmp_path) as server, server.client(token=host.token) as host:
        await host.until(lambda: bool(host.room))
        assert (host.room["code"], host.room | terms) == (code, host.room)


# --- stakes -----------------------------------------------------------------------------------


async def test_who_cannot_pay_does_not_sit_down(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, friend, _ = four
    broke = rich(server, monkeypatch, guest)
    code = await open_room(host, stake=5)
    assert await guest.refused("join_room", code=code) == "poor"
    assert await guest.refused("create_room", game="pairs", rounds=1, stake=1) == "poor"
    assert await guest.refused("quick_match", game="pairs", stake=1) == "poor"
    assert guest.room["code"] is None
    await friend.ok("join_room", code=code)
    await fill(host)
    broke.add(friend.welcome["player"]["id"])
    answer = await host.request("start")
    assert (answer["code"], "丙" in answer["reason"]["zh"]) == ("poor", True)
    broke.clear()
    await host.ok("start")


async def test_nobody_begins_to_play_for_coins_without_being_there(four: list[Client]) -> None:
    host, guest = four[:2]
    code = await open_room(host, stake=1)
    await guest.ok("join_room", code=code)
    await fill(host)
    await guest.drop()
    await host.until(lambda: not host.room["seats"][1]["connected"])
    assert await host.refused("start") == "seats_open"
    await guest.connect()
    await host.ok("start")


async def test_seats_of_one_address_are_flagged_to_the_host_of_a_stake_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def via(client: Client, address: str) -> Client:
        client.headers = {"X-Forwarded-For": address}
        return client

    async with (
        running(tmp_path) as server,
        via(server.client("甲"), "192.0.2.1") as host,
        via(server.client("乙"), "192.0.2.2") as one,
        via(server.client("丙"), "192.0.2.2") as two,
    ):
        rich(server, monkeypatch)
        for stake, flags in ((0, [False] * 3), (20, [False, True, True])):
            code = await open_room(host, stake=stake)
            for player in (one, two):
                await player.ok("join_room", code=code)
            await host.until(lambda: host.room["seats"][2] is not None)
            assert [s["same_address"] for s in host.room["seats"][:3]] == flags
            assert [s["same_address"] for s in two.room["seats"][:3]] == [False] * 3
            for player in (one, two):
                await player.ok("leave")
        await host.ok("add_bot", seat=1)
        await host.ok("add_bot", seat=2)
        await host.until(lambda: host.room["seats"][2] is not None)
        assert not any(seat and seat["same_address"] for seat in host.room["seats"])


# --- sending away, saying ---------------------------------------------------------------------


async def test_who_is_sent_away_does_not_come_back(four: list[Client]) -> None:
    host, guest, other, _ = four
    code = await open_room(host)
    await guest.ok("join_room", code=code)
    await other.ok("join_room", code=code)
    await host.ok("add_bot", seat=3)
    assert await guest.refused("kick", seat=2) == "not_host"
    for seat in (0, 3):
        assert await host.refused("kick", seat=seat) == "seat_taken"
    await host.ok("kick", seat=1)
    assert await host.refused("kick", seat=1) == "seat_taken"
    await guest.until(lambda: guest.room["code"] is None)
    assert guest.room["out"] == "kicked"
    assert await guest.refused("join_room", code=code) == "kicked"
    assert await guest.refused("watch", code=code) in ("kicked", "not_watchable")
    await other.until(lambda: other.room["seats"][1] is None)
    await open_room(guest)
    await host.ok("add_bot", seat=1)
    await host.ok("start")
    assert await host.refused("kick", seat=2) == "started"
    assert await guest.refused("join_room", code=code) == "started"


async def test_who_was_sent_away_stays_away_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.client() as host, server.client("乙") as guest:
        code = await open_room(host)
        await guest.ok("join_room", code=code)
        await host.ok("kick", seat=1)
    async with running(tmp_path) as server, server.client("乙", guest.token) as guest:
        assert await guest.refused("join_room", code=code) == "kicked"


async def test_phrases_are_heard_by_the_room_and_by_no_other(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    # While a busy machine answers, more would be allowed.
    monkeypatch.setattr(server.house.limits.phrases, "_clock", lambda: 0.0)
    host, guest, stranger, _ = four
    assert await host.refused("say", phrase="hello") == "not_in_room"
    code = await open_room(host)
    await guest.ok("join_room", code=code)
    await open_room(stranger)
    for phrase in ("hello", "tea", "laugh"):
        await guest.ok("say", phrase=phrase)
    assert await guest.refused("say", phrase="hurry") == "too_fast"
    assert await guest.refused("say", phrase="anything else") == "bad_message"
    await host.ok("say", phrase="thanks")
    expected = [(1, "hello"), (1, "tea"), (1, "laugh"), (0, "thanks")]
    for player in (host, guest):
        await player.until(lambda player=player: len(player.said) == 4)
        assert player.said == expected
    await stranger.ok("ping")
    assert stranger.said == []


async def test_a_match_in_the_same_room_again(four: list[Client]) -> None:
    host, guest = four[:2]
    code = await open_room(host, watch="off", options={"threes": 1})
    await guest.ok("join_room", code=code)
    await fill(host)
    tables = []
    for _ in range(2):
        await host.ok("start")
        for player in (host, guest):
            await player.sit_down()
        tables.append(host.table)
        await asyncio.gather(host.play(), guest.play())
        await host.until(lambda: not host.room["started"])
        await guest.until(lambda: not guest.room["started"])
        assert (host.room["code"], host.room["host"], guest.room["you"]) == (code, 0, 1)
        assert await guest.refused("start") == "not_host"
    assert len(set(tables)) == 2


# --- the database goes away -----------------------------------------------------------------------


async def none_is_kept(server: Running) -> None:
    """Wait until the database has no room any more."""
    async with asyncio.timeout(60):
        while await server.house.store.rooms():
            pass


async def test_a_room_whose_first_save_was_in_doubt_is_not_there_again(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be kept although its player was told that it failed: nobody ever finds it so."""
    save = server.house.store.save_room

    async def save_in_doubt(*what: Any, **how: Any) -> None:
        await save(*what, **how)
        raise OSError("the line is cut")

    async with server.client() as player:
        with monkeypatch.context() as cut:
            cut.setattr(server.house.store, "save_room", save_in_doubt)
            with pytest.raises(ConnectionError):
                await open_room(player)
        assert player.close_code == CloseCode.FAULT
        await none_is_kept(server)
        await player.back_to_lobby()
        assert player.welcome["room"] is None
        await open_room(player)


async def test_a_room_that_could_not_be_dropped_is_dropped_later(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.01)
    tries = 0

    async def fail(_: str) -> None:
        nonlocal tries
        tries += 1
        raise OSError("the line is cut")

    async with server.client() as player:
        code = await open_room(player)
        with monkeypatch.context() as cut:
            cut.setattr(server.house.store, "drop_room", fail)
            with pytest.raises(ConnectionError):
                await player.ok("leave")
            await eventually(lambda: tries > 2)
            cut.setattr(lobby_module, "_random_code", iter([code, "000000"]).__next__)
            assert await server.house.lobby.free_code() == "000000", "it is not another's yet"
        await none_is_kept(server)
        await player.drop()


async def test_who_is_kept_in_two_rooms_sits_in_the_one_kept_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That somebody had left the others could not be kept before the server stopped.

    They are nobody's then, and go, however few rooms are claimed at once.
    """
    monkeypatch.setattr(takeover, "AT_ONCE", 1)
    async with running(tmp_path) as server, server.client() as player:
        await open_room(player)
        (row,) = await server.house.store.rooms()
        for code, when in (("000001", 2), ("000002", 1), ("000003", 3)):
            monkeypatch.setattr(store_module, "now_ms", lambda when=when: now_ms() + when * 1000)
            await server.house.store.save_room(replace(row, code=code))
    async with running(tmp_path) as server, server.client(token=player.token) as player:
        assert player.welcome["room"] == "000003"
        assert list(server.house.lobby.rooms) == ["000003"]
        assert [row.code for row in await server.house.store.rooms()] == ["000003"]
        await player.ok("leave")


async def test_a_room_is_kept_without_who_sits_in_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who stays in it is its host, and a second restart puts nobody back."""
    async with running(tmp_path) as server, server.client() as player, server.client() as other:
        code = await open_room(player)
        await other.ok("join_room", code=code)
        (row,) = await server.house.store.rooms()
        alone, sitter = [row.seats[0], None, None, None], other.welcome["player"]["id"]
        monkeypatch.setattr(store_module, "now_ms", lambda: now_ms() + 1000)
        await server.house.store.save_room(replace(row, code="000001", seats=alone))
    for _ in range(2):
        async with running(tmp_path) as server, server.client(token=player.token) as again:
            assert again.welcome["room"] == "000001"
            rooms = server.house.lobby.rooms
            assert (rooms[code].people, rooms[code].host) == ([sitter], sitter)
