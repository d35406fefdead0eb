"""What people expect of a lobby: open rooms, quick matches, stakes, kicks, phrases, programs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from paiju.server import quick as quick_module
from paiju.server.limits import Limits
from paiju.server.programs import MOST_BOTS
from paiju.server.protocol import CloseCode
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running


@pytest.fixture
async def four(server: Running) -> AsyncIterator[list[Client]]:
    """Four people, connected, in no room."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(server.client(name)) for name in "甲乙丙丁"]


async def open_room(host: Client, **terms: Any) -> str:
    """Open a room of one round."""
    return str((await host.ok("create_room", game="pairs", rounds=1, **terms))["code"])


async def fill(host: Client) -> None:
    """Seat a bot at every free seat."""
    await host.until(lambda: host.room.get("code") is not None)
    for seat, sitter in enumerate(host.room["seats"]):
        if sitter is None:
            await host.ok("add_bot", seat=seat)


def rich(server: Running, monkeypatch: pytest.MonkeyPatch, *poor: Client) -> set[str]:
    """Let everybody afford every stake, but for some; who is poor may be changed."""
    broke = {player.welcome["player"]["id"] for player in poor}

    async def affords(player: str, stake: int) -> bool:
        return not stake or player not in broke

    monkeypatch.setattr(server.house.lobby, "_affords", affords)
    return broke


async def rooms(player: Client) -> list[dict[str, Any]]:
    """The open rooms as this player is told them."""
    return list((await player.ok("list_rooms"))["rooms"])


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
    server: Running, four: list[Client]
) -> None:
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


# --- quick matches ----------------------------------------------------------------------------


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


# --- external bots ----------------------------------------------------------------------------


@pytest.fixture
async def program(server: Running, four: list[Client]) -> AsyncIterator[Client]:
    """A bot of the first player, connected."""
    owner = four[0]
    await owner.ok("register", login="owner", password="a password")
    made = await owner.ok("create_bot", name="机器人")
    async with server.client("", token=made["token"]) as it:
        assert it.welcome["player"] == {
            "id": made["id"], "name": "机器人", "login": None, "program": True,
        }  # fmt: skip
        yield it


async def test_a_program_sits_where_programs_may(
    server: Running, four: list[Client], program: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, other = four[:2]
    rich(server, monkeypatch)
    closed = await open_room(other)
    assert await program.refused("join_room", code=closed) == "no_programs"
    assert (
        await other.refused("create_room", game="pairs", rounds=1, stake=1, programs=True)
        == "bad_options"
    )
    code = await open_room(host, programs=True)
    await program.ok("join_room", code=code)
    await host.until(lambda: host.room["seats"][1] is not None)
    assert host.room["seats"][1]["program"]
    assert not host.room["seats"][1]["bot"]
    await fill(host)
    await host.ok("start")
    for player in (host, program):
        await player.sit_down()
    assert [chair["program"] for chair in host.view["seats"]] == [False, True, False, False]
    await asyncio.gather(host.play(), program.play())


async def test_what_a_program_may_not(four: list[Client], program: Client) -> None:
    assert await program.refused("quick_match", game="pairs") == "no_programs"
    assert await program.refused("create_room", game="pairs", rounds=1) == "no_programs"
    for kind, fields in {
        "create_bot": {"name": "x"},
        "list_bots": {},
        "drop_bot": {"bot": "x"},
        "register": {"login": "bot", "password": "a password"},
        "log_in": {"login": "owner", "password": "a password"},
        "log_out": {},
        "list_sessions": {},
        "revoke_session": {"session": "s"},
        "change_password": {"old": "a password", "new": "another password"},
    }.items():
        assert await program.refused(kind, **fields) == "no_programs", kind
    code = await open_room(program, programs=True)
    await four[1].ok("join_room", code=code)
    await program.ok("leave")
    await program.ok("play_now", game="pairs", rounds=1)
    assert program.room["programs"]


async def test_bots_are_listed_counted_and_dropped(
    server: Running, four: list[Client], program: Client
) -> None:
    owner, guest = four[:2]
    assert await guest.refused("create_bot", name="x") == "guest_only"
    assert await guest.refused("list_bots") == "guest_only"
    assert await owner.refused("create_bot", name=" \u3164 ") == "bad_message"
    for n in range(MOST_BOTS - 1):
        await owner.ok("create_bot", name=f"bot {n}")
    assert await owner.refused("create_bot", name="one more") == "too_many"
    bots = (await owner.ok("list_bots"))["bots"]
    assert [bot["name"] for bot in bots] == ["机器人", *(f"bot {n}" for n in range(MOST_BOTS - 1))]
    await guest.ok("register", login="guest", password="a password")
    assert await guest.refused("drop_bot", bot=bots[0]["id"]) == "no_session"
    await owner.ok("drop_bot", bot=bots[0]["id"])
    await program.until(lambda: program.close_code is not None)
    assert program.close_code == CloseCode.LOGGED_OUT
    assert bots[0]["id"] not in {b["id"] for b in (await owner.ok("list_bots"))["bots"]}
    again = server.client("", token=program.token)
    assert (await again.connect())["player"]["program"] is False
    await again.drop()


async def test_a_dropped_bot_leaves_its_seat(four: list[Client], program: Client) -> None:
    owner, host = four[:2]
    me = program.welcome["player"]["id"]
    code = (await host.ok("create_room", game="pairs", rounds=8, programs=True))["code"]
    await program.ok("join_room", code=code)
    await fill(host)
    await host.ok("start")
    await host.sit_down()
    await owner.ok("drop_bot", bot=me)
    await host.until(lambda: host.room["seats"][1]["bot"])
    await host.play(until=lambda: host.settled is not None)


# --- limits -----------------------------------------------------------------------------------


async def test_codes_are_not_found_by_trying(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_address=20) as server, server.client() as host:
        code = await open_room(host)
        async with server.client() as guesser, server.client() as friend:
            wrong = [f"{n:06d}" for n in range(100) if f"{n:06d}" != code]
            codes = [await guesser.refused("join_room", code=it) for it in wrong[:20]]
            assert codes == ["no_room"] * 14 + ["too_fast"] * 6
            assert await guesser.refused("watch", code=wrong[0]) == "too_fast"
            assert await friend.refused("join_room", code=code) == "too_fast", "one address"
        assert len(server.house.lobby.rooms) == 1


async def test_right_codes_are_not_counted(server: Running, four: list[Client]) -> None:
    host, guest = four[:2]
    code = await open_room(host)
    for _ in range(80):
        await guest.ok("join_room", code=code)
        await guest.ok("leave")


async def test_one_player_opens_only_so_many_rooms(four: list[Client]) -> None:
    player, other = four[:2]
    for _ in range(10):
        await open_room(player)
    for kind in ("create_room", "play_now"):
        assert await player.refused(kind, game="pairs", rounds=1) == "too_fast"
    assert await player.refused("quick_match", game="pairs") == "too_fast"
    await open_room(other)


async def test_one_player_looks_up_only_so_much(four: list[Client]) -> None:
    player, other = four[:2]
    for _ in range(10):
        for kind in ("list_rooms", "get_history", "get_coins"):
            await player.ok(kind)
    for kind in ("list_rooms", "get_history", "get_coins", "list_sessions", "list_bots"):
        assert await player.refused(kind) == "too_fast"
    assert await player.refused("get_record", table="t", round=1) == "too_fast"
    await other.ok("list_rooms")


async def test_one_address_makes_only_so_many_guests(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_address=20) as server:
        server.house.limits.guests = Limits(0).guests
        known = server.client()
        await known.connect()
        for _ in range(9):
            async with server.client():
                pass
        late = server.client()
        await late.connect()
        assert (late.close_code, late.welcome) == (CloseCode.TOO_FAST, {})
        assert late.answers[-1]["code"] == "too_fast"
        await known.back_to_lobby()
        await known.ok("ping")
        await known.drop()
        await late.drop()


async def test_a_club_comes_in_at_once_and_comes_back_at_once(tmp_path: Path) -> None:
    """Two hundred people behind one address, and all their lines drop together."""
    async with running(tmp_path) as server:
        people = [server.client(f"p{n}") for n in range(200)]
        for _ in range(2):
            await asyncio.gather(*(player.connect() for player in people))
            assert all(player.welcome for player in people)
            await asyncio.gather(*(player.drop() for player in people))
            await eventually(lambda: not server.server.sockets._by_address)
