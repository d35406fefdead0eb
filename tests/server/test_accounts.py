"""Accounts: a guest keeps all it has, is known by name and password, and can end its sessions."""

import asyncio
import json
import logging
import sys
from collections.abc import MutableMapping
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pytest
import structlog

from paiju.server.accounts import MOST_SESSIONS
from paiju.server.passwords import MOST_WAITING, Effort, Passwords
from paiju.server.protocol import CloseCode
from paiju.server.refusals import Refused
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running

PASSWORD = "correct horse 马"
LOGIN = {"login": "Xiao Ming", "password": PASSWORD}


@pytest.fixture(autouse=True)
def little_effort(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash with less effort, but where it is about the effort."""
    if request.function is not test_nobodys_password_takes_as_long_as_somebodys:
        cheap = Effort(time_cost=1, memory_cost=64, parallelism=1)
        monkeypatch.setattr("paiju.server.passwords.EFFORT", cheap)


async def registered(server: Running, login: str = "Xiao Ming") -> Client:
    """A connected player with an account."""
    player = server.client("小明")
    await player.connect()
    await player.ok("register", login=login, password=PASSWORD)
    return player


async def logged_in(server: Running, **login: str) -> Client:
    """The same person on another device."""
    guest = server.client()
    await guest.connect(agent="phone")
    token = (await guest.ok("log_in", **{**LOGIN, **login}))["token"]
    await guest.drop()
    again = server.client(name="", token=token)
    await again.connect()
    return again


async def test_a_guest_who_registers_stays_who_it_is(server: Running) -> None:
    player = server.client("小明")
    before = await player.connect()
    code = (await player.ok("create_room", game="pairs", rounds=1))["code"]
    assert before["player"]["login"] is None
    await player.ok("register", **LOGIN)
    await player.drop()
    for again in (server.client("小明", token=player.token), await logged_in(server)):
        welcome = again.welcome if again.socket else await again.connect()
        assert welcome["player"] == {
            "id": before["player"]["id"], "name": "小明", "login": "Xiao Ming", "program": False,
        }  # fmt: skip
        assert welcome["room"] == code
        await again.drop()


async def test_names_are_the_same_in_every_spelling_and_taken_once(server: Running) -> None:
    player = await registered(server, "  Ｘiao\tMing ")
    other = server.client("乙")
    await other.connect()
    assert await other.refused("register", login="xiao ming", password=PASSWORD) == "login_taken"
    assert await player.refused("register", login="another", password=PASSWORD) == "registered"
    assert await other.refused("register", login="\u3164x", password=PASSWORD) == "bad_message"
    assert await other.refused("register", login="other", password="short") == "bad_message"
    token = (await other.ok("log_in", login="XIAO MING", password=PASSWORD))["token"]
    assert token != player.token
    await player.drop()
    await other.drop()


async def test_a_wrong_password_and_an_unknown_name_are_answered_alike(server: Running) -> None:
    player = await registered(server)
    answers = []
    for login in ("Xiao Ming", "nobody", "\u3164\u3164"):
        answer = await player.request("log_in", login=login, password="not the one")
        answers.append({**answer, "id": None})
    assert answers[0]["code"] == "wrong_login"
    assert answers[0] == answers[1] == answers[2]
    await player.drop()


async def test_nobodys_password_takes_as_long_as_somebodys() -> None:
    """By the work that is done, not by a clock on the wall: others use this machine too."""
    passwords = Passwords()
    stored = await passwords.hashed(PASSWORD)
    spent: dict[str | None, list[float]] = {stored: [], None: []}
    for _ in range(3):
        for known, times in spent.items():
            before = process_time()
            assert not await passwords.fits(known, "not the one")
            times.append(process_time() - before)
    # Other memory is used meanwhile, too; with less effort it would be a tenth or ten times.
    assert 0.2 < median(spent[stored]) / median(spent[None]) < 5
    assert await passwords.fits(stored, PASSWORD)
    assert not passwords.is_outdated(stored)
    assert not passwords.is_outdated(passwords._nobodys)


async def test_a_password_composed_on_another_keyboard_is_the_same() -> None:
    passwords = Passwords()
    assert await passwords.fits(
        await passwords.hashed("caf\u00e9 caf\u00e9"), "cafe\u0301 caf\u00e9"
    )


async def test_only_so_many_passwords_wait() -> None:
    passwords = Passwords()
    stored = await passwords.hashed(PASSWORD)
    waiting = [asyncio.create_task(passwords.fits(stored, "x")) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="busy"):
        await passwords.fits(stored, PASSWORD)
    assert not any(await asyncio.gather(*waiting))
    assert await passwords.fits(stored, PASSWORD)


async def test_a_hash_made_with_less_effort_is_made_anew(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await registered(server)
    people = server.house.players._people
    me = player.welcome["player"]["id"]
    before = await people.secret_of(me)
    passwords = server.house.desk._accounts._passwords
    monkeypatch.setattr(passwords, "is_outdated", lambda _: True)
    again = await logged_in(server)
    after = await people.secret_of(me)
    assert before is not None
    assert after is not None
    assert before.password != after.password
    monkeypatch.undo()
    await (await logged_in(server)).drop()
    await again.drop()


async def test_sessions_are_listed_and_ended(server: Running) -> None:
    player = await registered(server)
    me = player.welcome["player"]["id"]
    other = await logged_in(server)
    await player.until(lambda: player.close_code == CloseCode.REPLACED)
    sessions = (await other.ok("list_sessions"))["sessions"]
    assert [s["agent"] for s in sessions if s["current"]] == ["phone"]
    assert len(sessions) == 2
    first = next(s["id"] for s in sessions if not s["current"])
    assert await other.refused("revoke_session", session="s0") == "no_session"
    await other.ok("revoke_session", session=first)
    stranger = server.client(token=player.token)
    assert (await stranger.connect())["player"]["id"] != me
    assert await stranger.refused("revoke_session", session=sessions[0]["id"]) == "no_session"
    await other.ok("revoke_session", session=next(s["id"] for s in sessions if s["current"]))
    await other.until(lambda: other.close_code is not None)
    assert other.close_code == CloseCode.LOGGED_OUT
    assert await server.house.players._people.sessions(me) == []
    for client in (player, other, stranger):
        await client.drop()


async def test_logging_out_forgets_the_token(server: Running) -> None:
    player = await registered(server)
    code = (await player.ok("create_room", game="pairs", rounds=1))["code"]
    await player.ok("log_out")
    await player.until(lambda: player.close_code is not None)
    assert player.close_code == CloseCode.LOGGED_OUT
    again = server.client(token=player.token)
    assert (await again.connect())["player"]["id"] != player.welcome["player"]["id"]
    back = await logged_in(server)
    assert back.welcome["room"] == code, "who has an account comes back to its seat"
    for client in (player, again, back):
        await client.drop()


async def test_a_guest_who_logs_out_leaves_its_seat(server: Running) -> None:
    async with server.client("甲") as host, server.client("乙") as guest:
        code = (await host.ok("create_room", game="pairs", rounds=8))["code"]
        await guest.ok("join_room", code=code)
        for seat in (2, 3):
            await host.ok("add_bot", seat=seat)
        await host.ok("start")
        await host.sit_down()
        await guest.sit_down()
        await guest.send_raw(json.dumps({"type": "log_out", "id": "out"}))
        await guest.until(lambda: guest.close_code is not None)
        assert guest.close_code == CloseCode.LOGGED_OUT
        await host.until(lambda: host.room["seats"][1]["bot"])


async def test_a_new_password_ends_all_other_sessions(server: Running) -> None:
    first = await registered(server)
    second = await logged_in(server)
    assert await second.refused("change_password", old="not it", new="another one") == "wrong_login"
    await second.ok("change_password", old=PASSWORD, new="another one")
    await second.ok("ping")
    guest = server.client(token=first.token)
    assert (await guest.connect())["player"]["login"] is None
    assert await guest.refused("change_password", old="x", new="another one") == "guest_only"
    assert await guest.refused("log_in", **LOGIN) == "wrong_login"
    await (await logged_in(server, password="another one")).drop()
    for client in (first, second, guest):
        await client.drop()


async def test_of_too_many_sessions_the_longest_unseen_goes(server: Running) -> None:
    player = await registered(server)
    for _ in range(MOST_SESSIONS):
        await player.ok("log_in", **LOGIN)
    sessions = await server.house.players._people.sessions(player.welcome["player"]["id"])
    assert len(sessions) == MOST_SESSIONS
    await player.drop()


async def test_a_session_is_seen_again_after_a_while(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = server.house.players._people
    monkeypatch.setattr("paiju.server.people.SEEN_AGAIN", 0)
    async with server.client() as player:
        me = player.welcome["player"]["id"]
        before = (await people.sessions(me))[0]
        await asyncio.sleep(0.01)
        await player.back_to_lobby()
        after = (await people.sessions(me))[0]
        assert before.created == after.created
        assert before.seen < after.seen


async def test_passwords_for_one_name_and_from_one_address_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_address=100) as server:
        player = await registered(server)
        guest = server.client()
        await guest.connect()
        wrong = {"login": "xiao ming", "password": "guess"}
        codes = [await guest.refused("log_in", **wrong) for _ in range(11)]
        assert codes == ["wrong_login"] * 10 + ["too_fast"]
        assert await guest.refused("log_in", **LOGIN) == "too_fast", "the right one, too"
        unknown = {"login": "nobody at all", "password": "guess"}
        codes = [await guest.refused("log_in", **unknown) for _ in range(11)]
        assert codes == ["wrong_login"] * 10 + ["too_fast"], "an unknown name is limited alike"
        codes = [
            await guest.refused("log_in", login=f"name {n}", password="guess") for n in range(20)
        ]
        assert codes[-1] == "too_fast", "whatever the names, one address has had enough"
        await player.drop()
        await guest.drop()


async def test_who_knows_the_password_is_not_limited(server: Running) -> None:
    player = await registered(server)
    for _ in range(60):
        await player.ok("log_in", **LOGIN)
    await player.drop()


class Everything(logging.Handler):
    """All that any part of the server logs, with its arguments and tracebacks."""

    def __init__(self) -> None:
        super().__init__(0)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("websockets"):  # the client's side, in the same process
            self.said.append(self.format(record))


async def test_no_password_and_no_token_is_in_any_log_or_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole conversation with everything that may go wrong in it, at the lowest log level."""
    heard = Everything()
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [heard])
    level = root.level
    root.setLevel(1)

    def keep(_: Any, __: str, event: MutableMapping[str, Any]) -> str:
        heard.said.append(repr(event))
        raise structlog.DropEvent

    structlog.configure(processors=[structlog.processors.format_exc_info, keep])
    for name, module in list(sys.modules.items()):
        if name.startswith("paiju.server.") and hasattr(module, "_log"):
            # One that has spoken before, in another test, keeps to what was configured then.
            monkeypatch.setattr(module, "_log", structlog.get_logger(name))
    frames: list[str] = []
    try:
        async with running(tmp_path) as server:
            player = await registered(server)
            again = await logged_in(server)
            secrets = [PASSWORD, "a wrong secret", "a new secret", player.token, again.token]
            await again.request("log_in", login="Xiao Ming", password="a wrong secret")
            await again.request("register", login="x" * 99, password="a wrong secret")
            await again.request("log_in", login="Xiao Ming", password=["a wrong secret"])
            await again.request("change_password", old=PASSWORD, new="a new secret")
            bot = await again.ok("create_bot", name="机器")
            secrets.append(bot["token"])
            people = server.house.players._people

            async def fail(*_: object) -> None:
                raise RuntimeError("the disk is gone")

            monkeypatch.setattr(people, "secret_of_login", fail)
            await again.send_raw(json.dumps({"type": "log_in", "id": "x", **LOGIN}))
            await again.until(lambda: again.close_code is not None)
            assert again.close_code == CloseCode.FAULT
            frames = [json.dumps(a) for a in again.answers if a["type"] == "reject"]
            await eventually(lambda: any("session failed" in line for line in heard.said))
            await player.drop()
            await again.drop()
    finally:
        structlog.reset_defaults()
        root.setLevel(level)
    assert len(heard.said) > 10
    assert len(frames) == 3
    for secret in secrets:
        assert secret
        assert not [line for line in heard.said + frames if str(secret) in line]
