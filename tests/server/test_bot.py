"""`paiju bot` and the programs of docs/bots.md play against a real server."""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from paiju.cli import Exit, main
from paiju.cli.bot import socket_url
from paiju.core.registry import games
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "bots.md").read_text()
PAIJU = "import sys; from paiju.cli import main; sys.exit(main())"


def example(name: str) -> str:
    """A program of the document."""
    found = re.search(rf"<!-- example: {name} -->\n```python\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found is not None
    return found[1]


class Bot:
    """``paiju bot`` as a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, server: Running, token: str | None, *arguments: object) -> "Bot":
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PAIJU_")}
        if token is not None:
            environment["PAIJU_BOT_TOKEN"] = token
        command = [sys.executable, "-c", PAIJU, "bot", server.http, *map(str, arguments)]
        return cls(
            await asyncio.create_subprocess_exec(
                *command,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=environment,
            )
        )

    async def end(self) -> tuple[int | None, list[dict[str, Any]], str]:
        """Its exit code, what it said on stdout, and on stderr."""
        async with asyncio.timeout(120):
            out, errors = await self.process.communicate()
        assert b"Traceback" not in errors, errors.decode()
        return self.process.returncode, [json.loads(x) for x in out.splitlines()], errors.decode()


async def made(owner: Client, count: int = 1) -> list[str]:
    """The tokens of new bots."""
    if owner.welcome["player"]["login"] is None:
        await owner.ok("register", login="owner", password="a password")
    return [(await owner.ok("create_bot", name=f"bot {n}"))["token"] for n in range(count)]


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[Running]:
    """A server of the real games, and of a small one."""
    from tests.server.pairs import PAIRS

    async with running(tmp_path, games={**games(), PAIRS.key: PAIRS}) as it:
        yield it


async def room(host: Client, game: str, rounds: int = 1) -> str:
    """A room that lets programs in."""
    fields = {"game": game, "rounds": rounds, "programs": True}
    return str((await host.ok("create_room", **fields))["code"])


@pytest.mark.parametrize("game", ["jiujiang-mahjong", "jintan-mahjong", "jiujiang-doudizhu"])
async def test_a_bot_of_ours_plays_every_game_as_its_own_seat_would(
    real: Running, game: str
) -> None:
    """Two of them and two of the server's: none is ever told that it may not do what it did."""
    async with real.client("甲") as owner, real.client("乙") as host:
        tokens = await made(owner, 2)
        code = await room(host, game)
        bots = [await Bot.start(real, token, "--room", code) for token in tokens]
        await host.until(lambda: sum(s is not None for s in host.room["seats"]) == 3, 60)
        await host.ok("add_bot", seat=3)
        await host.ok("start")
        await host.sit_down()
        await host.play(choose=least)
        totals = host.messages[-1]["totals"]
        for bot in bots:
            assert await bot.end() == (
                Exit.OK, [{"table": host.table, "totals": totals}], "",
            )  # fmt: skip
        seats = host.view["seats"]
        assert [seat["program"] for seat in seats] == [False, True, True, False]
        played_for = [
            message["chair"]
            for message in host.messages
            if message["type"] == "seat" and message["chair"]["auto"]
        ]
        assert not played_for, "each answered in time, and legally"
        await host.until(lambda: sum(s is not None for s in host.room["seats"]) == 2)


def least(ask: dict[str, Any]) -> str:
    """A quick game of a person who takes nothing."""
    legal = ask["legal"]
    return "pass" if "pass" in legal else str(legal[-1] if "decline" not in legal else "decline")


async def test_a_bot_comes_back_when_the_server_does(tmp_path: Path) -> None:
    """And into a round that has begun it comes as 托管, until the next deal."""
    async with running(tmp_path, games=games()) as server:
        async with server.client() as owner:
            (token,) = await made(owner)
            port = server.port
        bot = await Bot.start(server, token, "--game", "jiujiang-mahjong", "--rounds", 3)
        await eventually(lambda: any(r.table for r in server.house.lobby.rooms.values()))
        (table,) = [r.table for r in server.house.lobby.rooms.values()]
        assert table is not None
        await eventually(lambda: table.state.round is not None)
    async with running(tmp_path, games=games(), port=port):
        code, said, _ = await bot.end()
    assert code == Exit.OK
    assert [sum(line["totals"]) for line in said] == [0]


async def test_a_bot_that_comes_late_leaves_the_round_to_the_table(real: Running) -> None:
    async with real.client("甲") as owner, real.client("乙") as host:
        (token,) = await made(owner)
        code = await room(host, "jiujiang-mahjong", rounds=4)
        first = await Bot.start(real, token, "--room", code)
        await host.until(lambda: host.room["seats"][1] is not None, 60)
        for seat in (2, 3):
            await host.ok("add_bot", seat=seat)
        await host.ok("start")
        await host.sit_down()
        await host.play(choose=least, until=lambda: len(host.events) > 30)
        first.process.send_signal(signal.SIGTERM)
        assert (await first.end())[0] == Exit.INTERRUPTED
        second = await Bot.start(real, token, "--room", code)

        def last() -> tuple[bool, bool]:
            chairs = [
                message["chair"]
                for message in host.messages
                if message["type"] == "seat" and message["seat"] == 1
            ]
            return chairs[-1]["auto"], chairs[-1]["connected"]

        await host.until(lambda: last() == (True, True), 60)
        await host.play(choose=least)
        assert (await second.end())[0] == Exit.OK
        assert last() == (False, True)


async def test_the_programs_of_the_document_play(real: Running, tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(example("stdio"))
    async with real.client("甲") as owner:
        (stdio, token) = await made(owner, 2)
        code = await room(owner, "jiujiang-mahjong")
        command = f"{sys.executable} {tmp_path / 'my_bot.py'}"
        bot = await Bot.start(real, stdio, "--room", code, "--exec", command)
        program: dict[str, Any] = {"__name__": "example"}
        exec(compile(example("socket"), "docs/bots.md", "exec"), program)
        await owner.until(lambda: owner.room["seats"][1] is not None, 60)
        playing = asyncio.create_task(program["play"](real.url, token, code))
        await owner.until(lambda: owner.room["seats"][2] is not None)
        await owner.ok("add_bot", seat=3)
        await owner.ok("start")
        await owner.sit_down()
        await owner.play()
        totals = owner.messages[-1]["totals"]
        assert await playing == totals
        assert await bot.end() == (Exit.OK, [{"table": owner.table, "totals": totals}], "")


WAIT = "; sys.stdin.read()"
LOOP = "for _ in sys.stdin: print(%r, flush=True)"
PROGRAMS = {
    "ends": ("sys.exit(3)", "the program ended with exit code 3"),
    "no json": ("print('hm')" + WAIT, "the program wrote 'hm'"),
    "no do": ("print('[1]')" + WAIT, 'an answer is {"do": "discard 5m"}'),
    "too long": ("print('x' * 100_000)" + WAIT, "wrote more than 65536 bytes"),
    "too deep": ("print('[' * 60_000)" + WAIT, "the program wrote '[[["),
    "no text of the protocol": (LOOP % ('{"do": "%s"}' % ("x" * 200)), "xxx': "),
    "illegal": (LOOP % '{"do": "discard 9"}', "'discard 9': "),
    "unreadable": (LOOP % '{"do": "fly"}', "'fly': "),
}


@pytest.mark.parametrize("how", PROGRAMS)
async def test_a_program_that_does_wrong_is_told_in_one_line(
    real: Running, tmp_path: Path, how: str
) -> None:
    program, said = PROGRAMS[how]
    (tmp_path / "wrong.py").write_text(f"import sys\n{program}\n")
    async with real.client("甲") as owner:
        (token,) = await made(owner)
        command = f"{sys.executable} {tmp_path / 'wrong.py'}"
        bot = await Bot.start(real, token, "--game", "pairs", "--exec", command)
        code, _, errors = await bot.end()
    assert code == Exit.BAD_INPUT
    assert said in errors
    assert errors.count("\n") == 1
    assert token not in errors


async def test_an_answer_that_the_rules_forbid_may_be_mended(real: Running, tmp_path: Path) -> None:
    (tmp_path / "careless.py").write_text(
        """
import json, sys
ask = None
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "reject":
        assert message["reason"]["en"]
        print(json.dumps({"do": ask["legal"][0]}), flush=True)
    elif message.get("ask"):
        ask = message["ask"]
        print(json.dumps({"do": "take" if "take" not in ask["legal"] else "discard 0"}), flush=True)
"""
    )
    async with real.client("甲") as owner:
        (token,) = await made(owner)
        command = f"{sys.executable} {tmp_path / 'careless.py'}"
        bot = await Bot.start(real, token, "--game", "pairs", "--exec", command)
        code, said, errors = await bot.end()
    assert (code, errors) == (Exit.OK, "")
    assert sum(said[0]["totals"]) == 0


async def test_it_plays_as_many_matches_at_once_as_it_is_told(real: Running) -> None:
    async with real.client("甲") as owner:
        (token,) = await made(owner)
        bot = await Bot.start(
            real, token, "--game", "jintan-mahjong", "--rounds", 1, "--matches", 2
        )
        code, said, errors = await bot.end()
        assert (code, errors, len({match["table"] for match in said})) == (Exit.OK, "", 2)


async def test_it_moves_to_the_room_it_is_told(real: Running) -> None:
    async with real.client("甲") as owner, real.client("乙") as one, real.client("丙") as other:
        (token,) = await made(owner)
        for host in (one, other):
            code = await room(host, "jiujiang-mahjong")
            bot = await Bot.start(real, token, "--room", code)
            await host.until(lambda host=host: host.room["seats"][1] is not None, 60)
            bot.process.kill()
            await bot.process.wait()
        await one.until(lambda: one.room["seats"][1] is None)


async def test_a_bot_that_is_sent_away_or_dropped_ends(real: Running) -> None:
    async with real.client("甲") as owner, real.client("乙") as host:
        token, other = await made(owner, 2)
        code = await room(host, "jiujiang-mahjong")
        bot = await Bot.start(real, token, "--room", code, "--matches", 0)
        await host.until(lambda: host.room["seats"][1] is not None, 60)
        await host.ok("kick", seat=1)
        exit_code, _, errors = await bot.end()
        assert (exit_code, "sent it away" in errors) == (Exit.OK, True)
        again = await Bot.start(real, token, "--room", code)
        exit_code, _, errors = await again.end()
        assert (exit_code, "kicked" in errors) == (Exit.BAD_INPUT, True)
        bot = await Bot.start(real, other, "--room", code)
        await host.until(lambda: host.room["seats"][1] is not None, 60)
        for made_bot in (await owner.ok("list_bots"))["bots"]:
            await owner.ok("drop_bot", bot=made_bot["id"])
        exit_code, _, errors = await bot.end()
        assert (exit_code, "no longer valid" in errors) == (Exit.BAD_INPUT, True)


async def test_a_token_that_is_none_and_a_room_without_programs(real: Running) -> None:
    async with real.client("甲") as owner:
        (token,) = await made(owner)
        code = (await owner.ok("create_room", game="pairs", rounds=1))["code"]
        bots = [
            (await Bot.start(real, "no such token", "--room", code), "does not know this token"),
            (await Bot.start(real, token, "--room", code), "no_programs"),
        ]
        for bot, said in bots:
            exit_code, _, errors = await bot.end()
            assert (exit_code, said in errors) == (Exit.BAD_INPUT, True), errors


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--room", "123456"], "PAIJU_BOT_TOKEN"),
        (["--token", "t"], "either --room CODE or --game NAME"),
        (
            ["--token", "t", "--room", "123456", "--game", "pairs"],
            "either --room CODE or --game NAME",
        ),
        (
            ["--token", "t", "--room", "123456", "--bot", "basic", "--exec", "x"],
            "either --bot NAME",
        ),
        (["--token", "t", "--room", "123456", "--bot", "clever"], "bot 'clever' does not play"),
        (["--token", "t", "--game", "bridge"], "bridge"),
        (["--token", "t", "--room", "123456", "--matches", "-1"], "--matches -1"),
        (["--token", "t", "--room", "123456", "--exec", " "], "--exec needs a command"),
        (["--token", "t", "--room", "123456", "--exec", "'"], '--exec "\'": No closing quotation'),
        (
            ["--token", "t", "--room", "123456", "--exec", "no-such x"],
            "--exec no-such: there is no",
        ),
        (["ftp://x", "--token", "t", "--room", "123456"], "begins with http://"),
        (["--token", "t", "--room", "12345"], "--room 12345: the code of a room is six digits"),
        (["--token", "t", "--game", "pairs", "--rounds", "65"], "a number from 1 to 64 is wanted"),
        (["http://127.0.0.1:9", "--token", "t", "--room", "123456"], "cannot be reached"),
    ],
)
def test_what_cannot_be_is_one_clear_line(
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PAIJU_BOT_TOKEN", raising=False)
    code = main(["bot", *arguments])
    errors = capsys.readouterr().err
    assert code == Exit.BAD_INPUT
    assert said in errors
    assert errors.count("\n") == 1


def test_any_address_of_the_page_leads_to_the_socket() -> None:
    assert socket_url("http://192.0.2.1:8000/") == "ws://192.0.2.1:8000/ws"
