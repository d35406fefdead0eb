"""Rooms: by code, with bots, with friends, and what is refused."""

import asyncio
import json
from functools import partial

import pytest

from tests.server.client import Client
from tests.server.conftest import Running, eventually
from tests.server.lobbies import Gate

PLAYERS = "甲乙丙丁"


async def seat_all(players: list[Client], rounds: int = 1, **options: object) -> str:
    """Bring the players into one room, the first is host."""
    host = players[0]
    created = await host.ok("create_room", game="pairs", rounds=rounds, options=options)
    for player in players[1:]:
        await player.ok("join_room", code=created["code"])
    return str(created["code"])


async def test_play_now_is_a_match_of_several_rounds_to_its_end(server: Running) -> None:
    async with server.client() as player:
        data = await player.ok("play_now", game="pairs", rounds=3)
        assert data["table"] == player.table
        await player.sit_down()
        await player.play()
        settled = [m["settled"] for m in player.messages if m["type"] == "settled"]
        assert [s["round"] for s in settled] == [1, 2, 3]
        assert [s["match_over"] for s in settled] == [False, False, True]
        assert player.messages[-1]["totals"] == settled[-1]["totals"]
        assert sum(settled[-1]["totals"]) == 0
        await player.until(lambda: not player.room["started"])
        assert player.room["table"] is None


async def test_four_people_by_code(four: list[Client]) -> None:
    await seat_all(four, threes=1)
    host = four[0]
    await host.until(lambda: None not in host.room["seats"])
    assert [seat["name"] for seat in host.room["seats"]] == list(PLAYERS)
    assert host.room["options"] == {"threes": 1}
    await host.ok("start")
    for seat, player in enumerate(four):
        await player.sit_down()
        assert player.seat == seat
    await asyncio.gather(*(player.play() for player in four))
    assert len({str(player.messages[-1]["totals"]) for player in four}) == 1


async def test_a_room_plays_again_after_a_match(four: list[Client]) -> None:
    await seat_all(four, threes=1)
    for _ in range(2):
        await four[0].ok("start")
        for player in four:
            await player.sit_down()
        await asyncio.gather(*(player.play() for player in four))
        await four[0].until(lambda: not four[0].room["started"])


async def test_the_host_alone_seats_bots_and_starts(four: list[Client]) -> None:
    host, guest = four[:2]
    await seat_all([host, guest])
    assert await guest.refused("add_bot", seat=2) == "not_host"
    assert await host.refused("add_bot", seat=1) == "seat_taken"
    await host.ok("add_bot", seat=2)
    assert await host.refused("remove_bot", seat=1) == "seat_taken"
    assert await host.refused("start") == "seats_open"
    await host.ok("add_bot", seat=3)
    assert await guest.refused("remove_bot", seat=3) == "not_host"
    assert await guest.refused("start") == "not_host"
    await host.ok("remove_bot", seat=3)
    await guest.ok("sit", seat=3)
    assert await guest.refused("sit", seat=2) == "seat_taken"
    await host.ok("add_bot", seat=1)
    await guest.until(lambda: guest.room["you"] == 3)
    assert [seat["bot"] for seat in guest.room["seats"]] == [False, True, True, False]
    await host.ok("start")
    assert await host.refused("sit", seat=1) == "started"
    assert await host.refused("start") == "started"


async def test_what_no_room_can_be(four: list[Client]) -> None:
    host, guest, *others = four
    assert await guest.refused("start") == "not_in_room"
    assert await guest.refused("sit", seat=1) == "not_in_room"
    assert await host.refused("create_room", game="bridge", rounds=1) == "no_game"
    options = {"threes": 9}
    answer = await host.request("create_room", game="pairs", rounds=1, options=options)
    assert answer["code"] == "bad_options"
    assert "from 1 to 3" in answer["reason"]["en"]
    code = await seat_all([host, *others])
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    assert await guest.refused("join_room", code=wrong) == "no_room"
    await host.ok("add_bot", seat=3)
    assert await guest.refused("join_room", code=code) == "room_full"


async def test_joining_again_changes_nothing(four: list[Client]) -> None:
    code = await seat_all(four[:2])
    assert await four[1].ok("join_room", code=code) == {"code": code}
    await four[1].until(lambda: four[1].room["you"] == 1)
    assert four[1].room["seats"][2:] == [None, None]


async def test_who_plays_cannot_open_another_room(four: list[Client]) -> None:
    player, other = four[:2]
    code = await seat_all([other])
    await player.ok("play_now", game="pairs", rounds=1)
    assert await player.refused("create_room", game="pairs", rounds=1) == "playing"
    assert await player.refused("join_room", code=code) == "playing"
    assert await player.refused("play_now", game="pairs", rounds=1) == "playing"


async def test_another_room_is_joined_by_leaving_the_unstarted_one(four: list[Client]) -> None:
    host, guest = four[:2]
    await seat_all([guest])
    code = await seat_all([host])
    await guest.ok("join_room", code=code)
    await guest.until(lambda: guest.room["code"] == code)


async def test_a_full_room_costs_nobody_the_own_one(four: list[Client]) -> None:
    host, guest = four[:2]
    full = await seat_all([host])
    for seat in (1, 2, 3):
        await host.ok("add_bot", seat=seat)
    own = await seat_all([guest])
    assert await guest.refused("join_room", code=full) == "room_full"
    await host.ok("start")
    assert await guest.refused("join_room", code=full) == "started"
    assert guest.room["code"] == own
    await guest.ok("add_bot", seat=1)


async def test_two_sockets_of_one_player_open_one_room(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is replaced while the disk is slow over its request."""
    opening = {"type": "create_room", "game": "pairs", "rounds": 1}
    async with server.client() as first:
        await first.ok("create_room", game="pairs", rounds=1)
        gate = Gate(monkeypatch, server.house.store, "drop_room")
        await first.send_raw(json.dumps({**opening, "id": "one"}))
        await eventually(lambda: gate.waiting == 1)
        async with server.client(token=first.token) as second:
            await second.send_raw(json.dumps({**opening, "id": "two"}))
            await second.send_raw(json.dumps({"type": "rename", "id": "after", "name": "乙"}))
            gate.open.set()
            await second.until(lambda: {a["id"] for a in second.answers} >= {"two", "after"})
            me = second.welcome["player"]["id"]
            rooms = [r.code for r in server.house.lobby.rooms.values() if me in r.people]
            assert rooms == [second.room["code"]]


async def test_a_player_renamed_at_hello_is_known_though_the_old_socket_goes_meanwhile(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server.client("甲") as old:
        gate = Gate(monkeypatch, server.house.players._people, "rename")
        new = server.client("乙", token=old.token)
        entering = asyncio.create_task(new.connect())
        await eventually(lambda: gate.waiting == 1)
        await old.drop()
        await eventually(lambda: not server.house.players.connected())
        gate.open.set()
        await entering
        async with asyncio.timeout(60):
            await new.ok("play_now", game="pairs", rounds=1)
            await new.until(lambda: new.room.get("table") is not None)
            await new.sit_down()
        assert new.room["seats"][0]["name"] == "乙"
        await new.drop()


async def test_when_the_host_leaves_the_next_is_host(four: list[Client]) -> None:
    host, guest = four[:2]
    await seat_all([host, guest])
    await host.ok("leave")
    await host.until(lambda: host.room["code"] is None)
    await guest.until(lambda: guest.room["host"] == 1)
    assert guest.room["seats"][0] is None
    await guest.ok("add_bot", seat=0)


async def test_an_empty_room_is_gone(four: list[Client]) -> None:
    host, guest = four[:2]
    code = await seat_all([host])
    await host.ok("leave")
    assert await guest.refused("join_room", code=code) == "no_room"


async def test_leaving_a_table_seats_a_bot_and_tells_the_match(
    server: Running, four: list[Client]
) -> None:
    host, guest = four[:2]
    await seat_all([host, guest], rounds=8)
    for seat in (2, 3):
        await host.ok("add_bot", seat=seat)
    await host.ok("start")
    for player in (host, guest):
        await player.sit_down()
    room = server.house.lobby.room_of(guest.welcome["player"]["id"])
    assert room is not None
    assert room.table is not None
    match = room.table.state.match
    left = []
    match.player_left = lambda: left.append(True)  # type: ignore[method-assign]
    await guest.ok("leave")
    await guest.until(lambda: guest.room["code"] is None)
    assert await guest.refused("resume", table=guest.table) == "no_table"
    chairs = [m["chair"] for m in host.messages if m["type"] == "seat" and m["seat"] == 1]
    await host.until(lambda: any(m["type"] == "seat" and m["chair"]["left"] for m in host.messages))
    chairs = [m["chair"] for m in host.messages if m["type"] == "seat" and m["seat"] == 1]
    assert chairs[-1]["bot"]
    assert not left, "leaving counts from the next round on"
    await host.play(until=lambda: host.settled is not None)
    assert left == [True]
    # The one who left may play elsewhere, and the match goes on without.
    await guest.ok("play_now", game="pairs", rounds=1)
    await host.play(until=lambda: any(m["type"] == "deal" for m in host.messages[-40:]))


async def test_when_all_have_left_the_table_and_the_room_are_gone(
    server: Running, four: list[Client]
) -> None:
    player = four[0]
    await player.ok("play_now", game="pairs", rounds=8)
    await player.sit_down()
    await player.ok("leave")
    await eventually(lambda: not server.house.lobby.rooms)
    assert await server.house.store.running_tables() == []
    async with asyncio.timeout(60):
        while await server.house.store.rooms():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def test_names_are_cleaned_and_shown(four: list[Client]) -> None:
    host, guest = four[:2]
    await seat_all([host, guest])
    await guest.ok("rename", name="  小\n明\u202e 一二三四五六七八九十一二三四五六七 ")
    await host.until(lambda: host.room["seats"][1]["name"].startswith("小 明"))
    assert len(host.room["seats"][1]["name"]) == 16
    await guest.ok("rename", name=" \t ")
    assert host.room["seats"][1]["name"].startswith("小 明")


async def test_a_room_where_nobody_has_been_for_long_is_forgotten(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = four[:2]
    code = await seat_all([host])
    empty = await seat_all([guest])
    await guest.drop()
    lobby = server.house.lobby
    await eventually(lambda: not lobby.is_connected(lobby.rooms[empty].host))
    await lobby.sweep()
    assert set(lobby.rooms) == {code, empty}, "it has only just been left alone"
    monkeypatch.setattr("paiju.server.lobby.FORGOTTEN_AFTER", -1.0)
    await lobby.sweep()
    assert set(lobby.rooms) == {code}
    assert [row.code for row in await server.house.store.rooms()] == [code]
    await guest.connect()
    assert guest.welcome["room"] is None
    assert server.house.players.known(guest.welcome["player"]["id"]) is not None


async def test_when_all_codes_are_taken_an_abandoned_room_makes_way(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever opens rooms and goes away shuts everybody out for half a day."""
    monkeypatch.setattr("paiju.server.lobby.MOST_ROOMS", 3)
    first, second, third, fourth = four
    codes = [await seat_all([player]) for player in (first, second, third)]
    assert await fourth.refused("create_room", game="pairs", rounds=1) == "busy"
    lobby = server.house.lobby

    def alone(code: str) -> bool:
        return lobby._is_alone(lobby.rooms[code])

    for player, code in ((second, codes[1]), (first, codes[0])):
        await player.drop()
        await eventually(partial(alone, code))
    code = await seat_all([fourth])
    assert set(lobby.rooms) == {codes[0], codes[2], code}
    await second.connect()
    assert second.welcome["room"] is None
