"""A socket at another node than its player's home: what it is told, and when it is closed."""

import asyncio
import socket

import pytest

from paiju.server import socket as socket_module
from paiju.server.protocol import PROTOCOL, CloseCode
from tests.cluster.movers import go_away, relayed, room_at
from tests.cluster.nodes import homes
from tests.server.client import Client, Message
from tests.server.conftest import Running, eventually
from tests.server.lobbies import Gate, fill
from tests.server.wire import Wire

LOGIN = {"login": "Xiao Ming", "password": "a password"}


@pytest.mark.parametrize("kind", ["log_out", "revoke_session"])
async def test_who_ends_its_own_session_is_told_so_and_then_gone(
    three: list[Running], kind: str
) -> None:
    home, front, _ = three
    player = await relayed(home, front)
    code = (await player.ok("create_room", game="pairs", rounds=1))["code"]
    (session,) = (await player.ok("list_sessions"))["sessions"]
    what = {"session": session["id"]} if kind == "revoke_session" else {}
    assert (await player.request(kind, **what))["type"] == "ack"
    await player.until(lambda: player.close_code is not None)
    assert player.close_code == CloseCode.LOGGED_OUT
    assert homes(three, player) == []
    if kind == "log_out":
        assert code not in home.house.lobby.rooms, "a guest's token was all it had"
    else:
        await home.house.lobby.leave(player.welcome["player"]["id"])
    await player.drop()


async def test_a_new_password_ends_a_session_that_is_just_coming_in_elsewhere(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, front, other = three
    player = await relayed(home, front)
    await player.ok("register", **LOGIN)
    async with other.client() as guest:
        token = (await guest.ok("log_in", **LOGIN))["token"]
    phone = other.client(token=token)
    gate = Gate(monkeypatch, other.house.lines, "open")
    coming = asyncio.create_task(phone.connect())
    await eventually(lambda: gate.waiting == 1)
    await player.ok("change_password", old=LOGIN["password"], new="another one")
    gate.open.set()
    welcome = await coming
    assert welcome["player"]["login"] is None
    await player.ok("ping")
    await go_away(player, phone)


async def test_a_bot_that_is_dropped_leaves_its_seat_wherever_it_sits(
    three: list[Running],
) -> None:
    """Its owner is at one node, its socket at another, its table at a third."""
    owners, front, tables = three
    async with owners.client() as owner:
        await owner.ok("register", **LOGIN)
        made = await owner.ok("create_bot", name="机器人")
        host = tables.client("主")
        await host.connect()
        code = (await host.ok("create_room", game="pairs", rounds=1, programs=True))["code"]
        bot = Client(front.url, token=made["token"])
        front.house.site.leases._doubted = 0.0  # type: ignore[attr-defined]
        await bot.connect()
        await bot.ok("join_room", code=code)
        await fill(host)
        await host.ok("start")
        await asyncio.gather(host.sit_down(), bot.sit_down())
        assert homes(three, bot) == [tables.house]
        await owner.ok("drop_bot", bot=made["id"])
        await bot.until(lambda: bot.close_code is not None)
        assert bot.close_code == CloseCode.LOGGED_OUT
        await host.until(lambda: host.room["seats"][1]["bot"])
        await bot.drop()
        await go_away(host)


async def test_a_slow_reader_is_closed_though_it_is_served_elsewhere(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing waits for it: not its home, not NATS, and its seat is kept."""
    home, front, _ = three
    monkeypatch.setattr(socket_module, "BACKLOG", 20_000)
    monkeypatch.setattr(socket_module, "GRACE", 0.2)
    async with home.client() as helper:
        token, me = helper.token, helper.welcome["player"]["id"]
        await helper.ok("play_now", game="pairs", rounds=1)
        await helper.sit_down()
        table = helper.table
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", front.port))
    wire = Wire(*await asyncio.open_connection(sock=raw, limit=2048))
    await wire.become_socket()
    wire.send({"type": "hello", "protocol": PROTOCOL, "token": token})
    player = home.house.players.known(me)
    assert player is not None
    await eventually(lambda: player.session is not None)
    for n in range(20_000):
        if not front.server.sockets._open or wire.is_closing:
            break
        wire.send({"type": "resume", "id": f"s{n}", "table": table, "last": 0})
        await asyncio.sleep(0)
    await eventually(lambda: player.session is None)
    await eventually(lambda: len(front.server.sockets) == 0)
    assert not home.house.lines._away and not front.house.lines._fronts
    wire.close()
    async with Client(front.url, token=token) as again:
        assert again.welcome["table"] == table
        await again.resume(last=0)
        await again.play()
        await again.request("leave")


class Listener(Client):
    """Keeps every message in the order it came."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url, name=name)
        self.stream: list[Message] = []

    def _take(self, message: Message) -> None:
        self.stream.append(message)
        if message.get("table") in (None, self.table) or "v" not in message:
            super()._take(message)


async def test_who_has_gone_to_another_node_hears_no_more_of_the_last_table(
    three: list[Running],
) -> None:
    """It looked over a shoulder there, while all was played as fast as can be."""
    tables, front, other = three
    host, elsewhere = await room_at(other)
    player = tables.client("打牌")
    await player.connect()
    code = (await player.ok("create_room", game="pairs", rounds=24, watch="open"))["code"]
    await fill(player)
    await player.ok("start")
    await player.sit_down()
    playing = asyncio.create_task(player.play())
    moves = 0
    listener = Listener(front.url, "看客")
    listener.headers = {"X-Forwarded-For": "198.51.100.7"}
    await listener.connect()
    while not playing.done():
        answer = await listener.request("watch", code=code, seat=0)
        if answer["type"] == "reject":
            assert answer["code"] == "not_watchable"
            break
        listener.table, listener.v = answer["data"]["table"], 0
        await listener.resume(last=0)
        await asyncio.sleep(0.02)
        await listener.ok("join_room", code=elsewhere)
        await listener.ok("ping")
        moves += 1
    await playing
    assert moves > 2
    watches = False
    for message in listener.stream:
        data = message.get("data") or {}
        if message["type"] == "ack" and "code" in data:
            watches = False
        elif message["type"] == "ack" and "table" in data:
            watches = True
        assert watches or "v" not in message, message
    assert any("v" in message for message in listener.stream)
    await go_away(listener, host, player)
