"""What comes over a socket and should not: each gets its code, and the table never notices."""

import asyncio
import json
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from paiju.server import socket as socket_module
from paiju.server.protocol import LARGEST_MESSAGE, PROTOCOL, CloseCode
from paiju.server.proxies import networks
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running
from tests.server.wire import Wire

BAD = [
    "",
    "x",
    "[]",
    "null",
    "{}",
    '{"type": "dance", "id": "1"}',
    '{"type": "act"}',
    '{"type": "sit", "id": "1", "seat": 4}',
    '{"type": "sit", "id": "1", "seat": "0"}',
    '{"type": "ping", "id": ""}',
    '{"type": "ping", "id": "1", "extra": true}',
    '{"type": "join_room", "id": "1", "code": "12"}',
    '{"type": "join_room", "id": "1", "code": "123456\\n"}',
    '{"type": "get_record", "id": "1", "table": "t1\\n", "round": 1}',
    '{"type": "play_now", "id": "1", "game": "pairs", "rounds": 65}',
    '{"type": "play_now", "id": "1", "game": "pairs", "rounds": 1, "options": {"threes": [2]}}',
    '{"type": "act", "id": "1", "table": "t", "do": ""}',
    '{"type": "act", "id": "1", "table": "t", "do": "' + "9" * 200 + '"}',
    '{"type": "ping", "id": "' + "9" * 33 + '"}',
    '{"type": "hello", "protocol": "1"}',
    '{"type": "welcome"}',
    "[" * 4000,
    '{"type": "ping", "id": "\\ud800"}',
    '{"a":' * 1300,
    '{"type": "ping", "id": "1", "a": ' + "[" * 4000,
    '{"a": ' + "[" * 4000 + "]" * 4000 + ', "type": "ping", "id": "1"}',
]


@pytest.mark.parametrize("frame", BAD, ids=range(len(BAD)))
async def test_what_cannot_be_read_is_rejected_and_nothing_else_happens(
    server: Running, frame: str
) -> None:
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=1)
        await player.sit_down()
        await player.send_raw(frame)
        await player.until(lambda: any("code" in answer for answer in player.answers))
        codes = {answer["id"]: answer["code"] for answer in player.answers if "code" in answer}
        assert codes in ({None: "bad_message"}, {"1": "bad_message"})
        await player.ok("ping")


async def test_bytes_that_are_no_text(server: Running) -> None:
    async with server.client() as player:
        await player.send_raw(b"\xff\xfe{}")
        await player.until(lambda: bool(player.answers))
        assert player.answers[-1]["code"] == "bad_message"


async def test_ten_unreadable_messages_close_the_socket(server: Running) -> None:
    async with server.client() as player:
        for _ in range(10):
            await player.send_raw("{")
        await player.until(lambda: player.close_code is not None)
        assert player.close_code == CloseCode.BAD_MESSAGES


@pytest.mark.parametrize("size", [LARGEST_MESSAGE + 1, 3 * LARGEST_MESSAGE, 1_000_000])
async def test_a_message_too_long_closes_the_socket(server: Running, size: int) -> None:
    async with server.client() as player, server.client() as other:
        await player.send_raw("x" * size)
        await player.until(lambda: player.close_code is not None)
        assert player.close_code == CloseCode.TOO_BIG
        await other.ok("ping")


async def test_a_message_in_pieces_is_one_message_and_one_limit(server: Running) -> None:
    async with server.client() as player:
        assert player.socket is not None
        await player.socket.send(iter(['{"type": "pi', 'ng", "id"', ': "pieces"}']))
        await player.until(lambda: any(a["id"] == "pieces" for a in player.answers))
        with pytest.raises(ConnectionClosed):
            await player.socket.send("x" * 1000 for _ in range(100_000))
        await player.until(lambda: player.close_code is not None)
        assert player.close_code == CloseCode.TOO_BIG


async def test_hello_comes_first_and_once(server: Running) -> None:
    async with connect(server.url, proxy=None) as raw:
        await raw.send(json.dumps({"type": "ping", "id": "early"}))
        answer = json.loads(await raw.recv())
        assert (answer["id"], answer["code"]) == ("early", "hello_first")
    async with server.client() as player:
        await player.send_raw(json.dumps({"type": "hello", "protocol": PROTOCOL}))
        await player.until(lambda: bool(player.answers))
        assert player.answers[-1]["code"] == "hello_first"


async def test_another_protocol_is_told_so_and_closed(server: Running) -> None:
    player = server.client()
    await player.connect(protocol=PROTOCOL - 1)
    assert player.answers[-1]["code"] == "bad_protocol"
    assert player.close_code == CloseCode.BAD_PROTOCOL
    await player.drop()


async def test_without_hello_the_socket_is_closed(tmp_path: Path) -> None:
    async with running(tmp_path, hello_within=0.05) as server:
        async with connect(server.url, proxy=None) as raw:
            with pytest.raises(ConnectionClosed):
                await raw.recv()
        assert raw.close_code == CloseCode.NO_HELLO


async def test_too_fast_is_rejected_and_may_be_sent_again(tmp_path: Path) -> None:
    async with running(tmp_path, messages_a_second=5.0) as server, server.client() as player:
        for n in range(70):
            await player.send_raw(json.dumps({"type": "rename", "id": f"r{n}", "name": f"n{n}"}))
        await player.until(lambda: len(player.answers) == 70)
        refused = [a["id"] for a in player.answers if a["type"] == "reject"]
        assert refused
        assert {a["code"] for a in player.answers if a["type"] == "reject"} == {"too_fast"}
        await asyncio.sleep(0.5)
        assert (await player.request("rename", rid=refused[0], name="again"))["type"] == "ack"


async def test_who_goes_on_too_fast_is_closed(tmp_path: Path) -> None:
    async with running(tmp_path, messages_a_second=20.0) as server, server.client() as player:
        with suppress(ConnectionClosed):
            for _ in range(400):
                await player.send_raw('{"type": "ping", "id": "p"}')
        await player.until(lambda: player.close_code is not None)
        assert player.close_code == CloseCode.TOO_FAST


async def test_too_many_sockets_of_one_address_are_closed(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_address=2) as server:
        async with server.client(), server.client(), connect(server.url, proxy=None) as third:
            with pytest.raises(ConnectionClosed):
                await third.recv()
            assert third.close_code == CloseCode.TOO_MANY
        await eventually(lambda: not server.server.sockets._by_address)
        async with server.client() as again:
            await again.ok("ping")


async def test_behind_a_proxy_each_address_has_its_own_limit(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_address=1) as server:

        def via(*lines: str) -> connect:
            headers = [("X-Forwarded-For", line) for line in lines]
            return connect(server.url, additional_headers=headers, proxy=None)

        forged = via("9.9.9.8", "198.51.100.7")
        async with forged, via("9.9.9.9, 198.51.100.8"), via("9.9.9.9") as other:
            await other.send('{"type": "ping", "id": "1"}')
            assert json.loads(await other.recv())["code"] == "hello_first"
            assert set(server.server.sockets._by_address) == {
                "198.51.100.7",
                "198.51.100.8",
                "9.9.9.9",
            }


@pytest.mark.parametrize(
    ("trusted", "lines", "address"),
    [
        ("127.0.0.1,192.0.2.0/24", ["9.9.9.9, 198.51.100.7, 192.0.2.5"], "198.51.100.7"),
        ("127.0.0.1", ["9.9.9.9, 198.51.100.7, 192.0.2.5"], "192.0.2.5"),
        ("192.0.2.0/24", ["198.51.100.7"], "127.0.0.1"),
        ("127.0.0.1", [" , "], "127.0.0.1"),
    ],
)
async def test_the_proxies_that_are_trusted_are_believed_and_no_others(
    tmp_path: Path, trusted: str, lines: list[str], address: str
) -> None:
    headers = [("X-Forwarded-For", line) for line in lines]
    async with (
        running(tmp_path, trusted_proxies=networks(trusted)) as server,
        connect(server.url, additional_headers=headers, proxy=None),
    ):
        await eventually(lambda: set(server.server.sockets._by_address) == {address})


async def test_a_page_of_another_address_may_not_open_a_socket(tmp_path: Path) -> None:
    async with running(tmp_path, origins=("http://dev.example:5173",)) as server:
        own = server.http
        for origin in (own, "http://dev.example:5173"):
            async with connect(server.url, origin=origin, proxy=None):  # type: ignore[arg-type]
                pass
        for origin in ("http://evil.example", f"http://127.0.0.1:{server.port}0", "null"):
            with pytest.raises(InvalidStatus):
                async with connect(server.url, origin=origin, proxy=None):  # type: ignore[arg-type]
                    pass


@pytest.mark.parametrize("size", [3_600, 3_840, 4_096, 8_000, 14_000])
async def test_a_browser_with_many_cookies_may_open_a_socket(server: Running, size: int) -> None:
    cookies = {"Cookie": "a=" + "x" * size}
    async with connect(server.url, proxy=None, additional_headers=cookies) as socket_:
        await socket_.send(json.dumps({"type": "hello", "protocol": PROTOCOL}))
        assert json.loads(await socket_.recv())["type"] == "welcome"


async def test_other_paths_have_no_socket(server: Running) -> None:
    for path in ("/", "/wss", "/ws/x", "/healthz"):
        with pytest.raises(InvalidStatus):
            async with connect(server.url.removesuffix("/ws") + path, proxy=None):
                pass


async def test_a_slow_reader_is_closed_and_comes_back(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others do not wait for it, the server does not grow, and its seat is kept."""
    monkeypatch.setattr(socket_module, "BACKLOG", 20_000)
    monkeypatch.setattr(socket_module, "GRACE", 0.2)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", server.port))
    wire = Wire(*await asyncio.open_connection(sock=raw, limit=2048))
    await wire.become_socket()
    async with server.client() as helper:
        token = helper.token
        await helper.ok("play_now", game="pairs", rounds=8)
        table = helper.table
        await helper.sit_down()
    wire.send({"type": "hello", "protocol": PROTOCOL, "token": token})
    sockets = server.server.sockets
    slow = next(iter(sockets._open))
    for n in range(20_000):
        if slow not in sockets._open or wire.is_closing:
            break
        wire.send({"type": "resume", "id": f"s{n}", "table": table, "last": 0})
        await asyncio.sleep(0)
    await eventually(lambda: slow not in sockets._open)
    wire.close()
    async with Client(server.url, token=token) as player:
        assert player.welcome["table"] == table
        await player.resume(last=0)
        await player.play(until=lambda: player.settled is not None)
