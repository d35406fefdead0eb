"""External bots: where they may sit, what they may not, and who makes and ends them."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from paiju.server.programs import MOST_BOTS
from paiju.server.protocol import CloseCode
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.lobbies import fill, open_room, rich


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


async def test_a_program_is_host_only_where_nobody_else_is(
    four: list[Client], program: Client
) -> None:
    host, other = four[:2]
    code = await open_room(host, programs=True)
    await program.ok("join_room", code=code)
    await other.ok("join_room", code=code)
    await host.ok("leave")
    await other.until(lambda: other.room["host"] == 2)
    await other.ok("leave")
    await program.until(lambda: program.room["host"] == 1)


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
