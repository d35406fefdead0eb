"""Quiet sockets are asked whether they are still there; who does not answer is cut off."""

import asyncio

import pytest

from paiju.server import socket as socket_module
from paiju.server.protocol import PROTOCOL, CloseCode
from paiju.server.socket import MOST_ODD, PING_AFTER
from tests.server.conftest import Running, eventually
from tests.server.wire import Wire

CONTINUATION, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA
GOING_AWAY = (1001).to_bytes(2)


async def arrived(server: Running) -> Wire:
    """A guest who has said hello, and has read what it was told."""
    wire = await Wire.to(server.port)
    wire.send({"type": "hello", "protocol": PROTOCOL, "token": None})
    for _ in ("welcome", "room"):
        assert (await wire.frame())[0] == TEXT
    return wire


async def say(wire: Wire, name: str) -> None:
    """Ask for something, and wait for the answer."""
    wire.send({"type": "ping", "id": name})
    opcode, said = await wire.frame()
    assert opcode == TEXT, said
    assert name.encode() in said


def look(server: Running, times: int) -> None:
    for _ in range(times):
        server.server.sockets.look()


async def test_who_is_quiet_is_pinged_once(server: Running) -> None:
    wire = await arrived(server)
    look(server, PING_AFTER - 1)
    await say(wire, "no ping came before this")
    look(server, PING_AFTER)
    assert await wire.frame() == (PING, b"")
    look(server, PING_AFTER - 1)
    await say(wire, "nor after that")
    wire.close()


async def test_who_talks_is_never_pinged(server: Running) -> None:
    wire = await arrived(server)
    for turn in range(5):
        look(server, PING_AFTER - 1)
        await say(wire, f"turn {turn}")
    wire.close()


async def test_who_answers_stays(server: Running) -> None:
    wire = await arrived(server)
    (socket,) = server.server.sockets._open
    for _ in range(4):
        look(server, PING_AFTER)
        assert await wire.frame() == (PING, b"")
        wire.send_frame(PONG)
        await eventually(lambda: socket._looks == 0)
    await say(wire, "still there")
    wire.close()


async def test_who_does_not_answer_is_cut_off(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its player is away from then on, though the other end of the line never closes it."""
    monkeypatch.setattr(socket_module, "GRACE", 0.1)
    wire = await arrived(server)
    look(server, 2 * PING_AFTER - 1)
    assert len(server.house.players.connected()) == 1
    look(server, 1)
    assert not server.house.players.connected()
    assert await wire.frame() == (PING, b"")
    assert await wire.frame() == (CLOSE, GOING_AWAY)
    assert await wire.rest() == b""
    await eventually(lambda: not server.server.sockets)
    look(server, 1)
    wire.close()


async def test_the_server_looks_by_itself(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "LOOK_EVERY", 0.001)
    wire = await arrived(server)
    async with asyncio.timeout(60):
        while (await wire.frame())[0] != CLOSE:
            pass
    await eventually(lambda: not server.house.players.connected())
    wire.close()


async def test_who_pings_is_answered_and_is_not_quiet(server: Running) -> None:
    wire = await arrived(server)
    (socket,) = server.server.sockets._open
    look(server, PING_AFTER - 1)
    for said in (b"", b"x" * 125):
        wire.send_frame(PING, said)
        assert await wire.frame() == (PONG, said)
    assert socket._looks == 0
    wire.close()


@pytest.mark.parametrize("opcode", [PING, PONG, CONTINUATION])
async def test_a_flood_of_what_is_no_message_closes_the_socket(
    server: Running, opcode: int
) -> None:
    """Once 600 MB of pongs were kept for somebody who read none of them."""
    wire = await arrived(server)
    wire.send_frame(TEXT, is_last=False)
    for _ in range(MOST_ODD - 1):
        wire.send_frame(opcode, is_last=opcode != CONTINUATION)
    await eventually(lambda: all(it._odd == MOST_ODD for it in server.server.sockets._open))
    look(server, 1)
    for _ in range(MOST_ODD + 1):
        wire.send_frame(opcode, is_last=opcode != CONTINUATION)
    said = PONG, b""
    while said == (PONG, b""):
        said = await wire.frame()
    assert said == (CLOSE, CloseCode.TOO_FAST.to_bytes(2))
    assert await wire.rest() == b""
    assert not server.house.players.connected()
    wire.close()
