"""How a connection becomes a WebSocket, and what one is told on the wire itself."""

import asyncio
from socket import IPPROTO_TCP, TCP_NODELAY

import pytest
from structlog.testing import capture_logs

from paiju.server.framing import CLOSE, NORMAL, PING, PONG, PROTOCOL_ERROR
from paiju.server.protocol import CloseCode
from paiju.server.socket import Socket
from tests.server.conftest import Running, eventually
from tests.server.wire import Wire

HANDSHAKE = {
    "Host": "t",
    "Connection": "keep-alive, Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


async def answer(server: Running, request: str, **headers: str | None) -> list[str]:
    """The lines of what a request is answered, with other headers than a good handshake has."""
    fields = {**HANDSHAKE, **{name.replace("_", "-"): text for name, text in headers.items()}}
    lines = [f"{name}: {text}" for name, text in fields.items() if text is not None]
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write("\r\n".join([f"{request} HTTP/1.1", *lines, "", ""]).encode())
    told = await reader.readuntil(b"\r\n\r\n")
    if not told.startswith(b"HTTP/1.1 101 "):
        await reader.read()  # to the end: nobody stays who is no socket
    writer.close()
    return told.decode().split("\r\n")


async def test_the_handshake_of_the_standard(server: Running) -> None:
    """RFC 6455, 1.3 has this very key with its answer."""
    told = await answer(server, "GET /ws?a=b")
    assert told[0] == "HTTP/1.1 101 Switching Protocols"
    assert "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in told


@pytest.mark.parametrize(
    ("request_line", "headers", "status"),
    [
        ("GET /ws", {"Sec_WebSocket_Key": None}, 400),
        ("GET /ws", {"Sec_WebSocket_Key": "short"}, 400),
        ("GET /ws", {"Sec_WebSocket_Version": "12"}, 400),
        ("POST /ws", {}, 404),
        ("GET /wss", {}, 404),
        ("GET /ws", {"Origin": "http://evil.example"}, 404),
    ],
)
async def test_what_is_no_handshake_is_told_so(
    server: Running, request_line: str, headers: dict[str, str | None], status: int
) -> None:
    told = await answer(server, request_line, **headers)
    assert told[0].split()[1] == str(status)
    assert not server.server.sockets.opened


async def test_nothing_asked_for_is_granted(server: Running) -> None:
    """No extension and no subprotocol: nobody here would speak them."""
    told = await answer(
        server,
        "GET /ws",
        Sec_WebSocket_Extensions="permessage-deflate",
        Sec_WebSocket_Protocol="chat",
    )
    assert told[0].startswith("HTTP/1.1 101 ")
    assert not [line for line in told if line.startswith(("Sec-WebSocket-E", "Sec-WebSocket-P"))]


async def test_no_message_waits_for_the_one_before_to_be_received(server: Running) -> None:
    """Else a message after another would wait for 40 ms (Nagle's algorithm, a delayed ACK)."""
    async with server.client():
        (socket,) = server.server.sockets._open
        assert socket._wire is not None
        raw = socket._wire.get_extra_info("socket")
        assert raw.getsockopt(IPPROTO_TCP, TCP_NODELAY)


async def test_a_ping_is_answered_with_what_it_says(server: Running) -> None:
    wire = await Wire.to(server.port)
    wire.send_frame(PING, b"are you there")
    assert await wire.frame() == (PONG, b"are you there")
    wire.close()


async def test_who_says_goodbye_is_told_goodbye(server: Running) -> None:
    wire = await Wire.to(server.port)
    wire.send_frame(CLOSE)
    wire.send_frame(PING, b"what comes after that is not read")
    assert await wire.frame() == (CLOSE, NORMAL.to_bytes(2))
    await eventually(lambda: not server.server.sockets)
    wire.close()


async def test_who_sends_nonsense_is_told_so_and_fills_no_log(server: Running) -> None:
    async with server.client() as player:
        with capture_logs() as logs:
            wire = await Wire.to(server.port)
            wire.send_frame(0x3)
            assert await wire.frame() == (CLOSE, PROTOCOL_ERROR.to_bytes(2))
            await eventually(lambda: len(server.server.sockets) == 1)
        assert logs == []
        await player.ok("ping")
        wire.close()


async def test_a_fault_of_ours_closes_one_socket_and_is_logged(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("a fault")

    async with server.client() as player:
        with monkeypatch.context() as patched, capture_logs() as logs:
            patched.setattr(Socket, "_received", fails)
            wire = await Wire.to(server.port)
            wire.send({"type": "hello"})
            assert await wire.frame() == (CLOSE, CloseCode.FAULT.to_bytes(2))
        assert [entry["event"] for entry in logs] == ["socket failed"]
        await player.ok("ping")
        wire.close()
