"""Two things at once, of which each alone would be allowed."""

import asyncio
import json
from typing import Any

import pytest

from tests.server.client import Client
from tests.server.conftest import Running, eventually
from tests.server.lobbies import Gate, fill, open_room
from tests.server.test_recovery import four_at_table

OPENING = {"type": "create_room", "game": "pairs", "rounds": 1}


async def starting(
    server: Running, monkeypatch: pytest.MonkeyPatch, host: Client, guest: Client
) -> Gate:
    """Two and bots in a room whose match is just about to begin."""
    await guest.ok("join_room", code=await open_room(host))
    await fill(host)
    gate = Gate(monkeypatch, server.house.lobby, "_start_match")
    await host.send_raw(json.dumps({"type": "start", "id": "start"}))
    await eventually(lambda: gate.waiting == 1)
    return gate


@pytest.mark.parametrize(
    "request_",
    [
        OPENING,
        {"type": "quick_match", "game": "pairs"},
        {"type": "play_now", "game": "pairs", "rounds": 1},
    ],
    ids=lambda request: str(request["type"]),
)
async def test_nobody_slips_out_of_a_match_that_just_begins(
    server: Running,
    four: list[Client],
    monkeypatch: pytest.MonkeyPatch,
    request_: dict[str, Any],
) -> None:
    """Else it sat at two tables, and paid at the first without being there."""
    host, guest = four[:2]
    gate = await starting(server, monkeypatch, host, guest)
    answer = asyncio.create_task(
        guest.request(
            str(request_["type"]),
            **{name: value for name, value in request_.items() if name != "type"},
        )
    )
    await asyncio.sleep(0.05)
    gate.open.set()
    assert (await answer)["code"] == "playing"
    await guest.sit_down()
    room = server.house.lobby.room_of(guest.welcome["player"]["id"])
    assert room is not None
    assert room.code == host.room["code"]
    await guest.ok("leave")
    await guest.until(lambda: guest.room["code"] is None)


async def test_who_leaves_as_a_match_begins_leaves_its_table(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = four[:2]
    gate = await starting(server, monkeypatch, host, guest)
    await guest.send_raw(json.dumps({"type": "leave", "id": "go"}))
    await asyncio.sleep(0.05)
    gate.open.set()
    await guest.until(lambda: any(answer["id"] == "go" for answer in guest.answers))
    assert guest.answers[-1]["type"] == "ack"
    await guest.until(lambda: guest.room["code"] is None)
    await host.sit_down()
    assert host.view["seats"][1]["left"]


async def test_a_guest_who_logs_out_as_a_match_begins_leaves_its_table(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = four[:2]
    gate = await starting(server, monkeypatch, host, guest)
    await guest.send_raw(json.dumps({"type": "log_out", "id": "out"}))
    await asyncio.sleep(0.05)
    gate.open.set()
    await host.sit_down()
    room = server.house.lobby.room_of(host.welcome["player"]["id"])
    assert room is not None
    await eventually(lambda: room.table is not None and room.table.state.seats[1].left)


async def test_what_a_lost_line_left_undone_is_not_done_twice(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player comes back while its request is being done, and sends it again."""
    async with server.client() as first:
        gate = Gate(monkeypatch, server.house.lobby, "free_code")
        await first.send_raw(json.dumps({**OPENING, "id": "one"}))
        await eventually(lambda: gate.waiting == 1)
        token = first.token
    await eventually(lambda: not server.house.players.connected())
    async with server.client(token=token) as second:
        await second.send_raw(json.dumps({**OPENING, "id": "one"}))
        await second.send_raw(json.dumps({**OPENING, "id": "two"}))
        await asyncio.sleep(0.05)
        gate.open.set()
        await second.until(lambda: {a["id"] for a in second.answers} >= {"one", "two"})
        me = second.welcome["player"]["id"]
        rooms = [r.code for r in server.house.lobby.rooms.values() if me in r.people]
        assert rooms == [second.room["code"]]


async def test_an_answer_that_a_lost_line_swallowed_is_given_again(server: Running) -> None:
    async with server.client() as client:
        await client.request("register", rid="r", login="somebody", password="a password")
        token = client.token
    await eventually(lambda: not server.house.players.connected())
    async with server.client(token=token) as again:
        answer = await again.request("register", rid="r", login="somebody", password="a password")
        assert answer["type"] == "ack"


async def test_a_session_ended_while_it_says_hello_is_not_let_in(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server.client() as thief_of:
        await thief_of.ok("register", login="somebody", password="a password")
        stolen = (await thief_of.ok("log_in", login="somebody", password="a password"))["token"]
        gate = Gate(monkeypatch, server.house, "coins")
        thief = server.client("贼", token=stolen)
        entering = asyncio.create_task(thief.connect())
        await eventually(lambda: gate.waiting == 1)
        await thief_of.ok("change_password", old="a password", new="another one")
        gate.open.set()
        await entering
        assert thief.welcome["player"]["id"] != thief_of.welcome["player"]["id"]
        await thief.drop()
        await thief_of.ok("ping")


async def test_what_changes_nothing_is_looked_up_anew_each_time(server: Running) -> None:
    """Kept answers are many and long: a player who asks and asks fills no memory with them."""
    async with server.client() as client:
        other = server.client()
        assert (await client.request("list_rooms", rid="same"))["data"] == {"rooms": []}
        await other.connect()
        await open_room(other, open=True)
        assert len((await client.request("list_rooms", rid="same"))["data"]["rooms"]) == 1
        known = server.house.players.known(client.welcome["player"]["id"])
        assert known is not None
        assert not known._answers
        await other.drop()


async def test_a_guest_who_registers_while_it_comes_back_has_its_login(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server.client() as first:
        gate = Gate(monkeypatch, server.house, "coins")
        second = server.client(token=first.token)
        entering = asyncio.create_task(second.connect())
        await eventually(lambda: gate.waiting == 1)
        await first.ok("register", login="somebody", password="a password")
        gate.open.set()
        await entering
        assert second.welcome["player"]["login"] == "somebody"
        await second.drop()


async def test_what_waits_when_the_last_one_leaves_is_refused(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match ends with that step, and what came after it would be answered by nobody."""
    await four_at_table("", 1, four)
    await asyncio.gather(*(player.dealt() for player in four))
    gate = Gate(monkeypatch, server.house.store, "append")
    for player in four:
        late = {"type": "auto", "id": "late", "table": player.table, "on": True}
        await player.send_raw('{"type": "leave", "id": "leaving"}')
        await player.send_raw(json.dumps(late))
        await player.ok("ping")
    gate.open.set()
    for player in four:
        await player.until(lambda it=player: it.answers[-1]["id"] == "late")
        assert player.answers[-1]["code"] == "no_table"
