"""What the port serves besides sockets: the page, the rules, the health, with their headers."""

import asyncio
import socket
from pathlib import Path

import httpx
import pytest

from paiju.server import connections as connections_module
from paiju.server.app import page
from paiju.server.connections import Requests
from paiju.server.proxies import networks
from tests.server.conftest import eventually, running
from tests.server.wire import Wire

HEADERS = {
    "content-security-policy": "default-src 'self'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>牌局</title>")
    (static / "icon.svg").write_text("<svg/>")
    (static / "assets" / "a-1.js").write_text("1")
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "pairs.md").write_text("# 对子")
    (rules / "pairs.json").write_text("{}")
    (rules / "notes.txt").write_text("no")
    (tmp_path / "secret.md").write_text("secret")
    return tmp_path


async def get(site: Path, *paths: str) -> list[httpx.Response]:
    app = page(site / "static", site / "rules")
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://t") as client:
        return [await client.get(path) for path in paths]


async def test_the_page_is_served_under_its_own_links(site: Path) -> None:
    for answer in await get(site, "/", "/room/4711", "/play"):
        assert answer.status_code == 200
        assert "牌局" in answer.text
        for name, begin in HEADERS.items():
            assert answer.headers[name].startswith(begin)
        assert answer.headers["cache-control"] == "no-cache"


async def policy(site: Path, host: str) -> str:
    """Where the page of this host may connect."""
    app = page(site / "static", site / "rules")
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://t") as client:
        answer = await client.get("/", headers={"host": host})
    directives = answer.headers["content-security-policy"].split("; ")
    return next(d for d in directives if d.startswith("connect-src")).strip()


async def test_the_page_connects_to_its_own_server_alone(site: Path) -> None:
    assert await policy(site, "club.example") == (
        "connect-src 'self' ws://club.example wss://club.example"
    )
    for host in ("192.0.2.7:8000", "[2001:db8::7]:8000"):
        assert await policy(site, host) == f"connect-src 'self' ws://{host} wss://{host}"
    for host in ("x; script-src *", "a b", "*", "evil.example/,", ""):
        assert await policy(site, host) == "connect-src 'self'"


async def test_assets_are_cached_for_good(site: Path) -> None:
    asset, icon = await get(site, "/assets/a-1.js", "/icon.svg")
    assert "immutable" in asset.headers["cache-control"]
    assert icon.status_code == 200
    assert icon.headers["cache-control"] == "no-cache"


async def test_rules_and_nothing_else_of_the_folder(site: Path) -> None:
    md, json, *others = await get(
        site,
        "/rules/pairs.md",
        "/rules/pairs.json",
        "/rules/notes.txt",
        "/rules/none.md",
        "/rules/..%2Fsecret.md",
        "/rules/",
    )
    assert md.headers["content-type"] == "text/markdown; charset=utf-8"
    assert md.text == "# 对子"
    assert json.headers["content-type"] == "application/json"
    assert all("no" not in other.text.split() or other.status_code == 404 for other in others)
    assert all("secret" not in other.text for other in others)


async def test_no_file_outside_the_page(site: Path) -> None:
    answers = await get(
        site, "/../secret.md", "/..%2Fsecret.md", "/%2e%2e/secret.md", "/assets/..%2f..%2fsecret.md"
    )
    assert all(answer.status_code == 404 for answer in answers)


async def test_a_name_that_no_file_can_have_is_not_found(site: Path) -> None:
    long = "a" * 5000
    names = ["/%00.md", "/a%00b.md", f"/{long}.js", "/rules/%00.md", f"/rules/{long}.md"]
    for answer in await get(site, *names, f"/assets/{long}.js", "/assets/%00.js"):
        assert answer.status_code == 404
    for answer in await get(site, "/%00", f"/{long}"):
        assert "牌局" in answer.text


async def test_a_missing_page_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (answer,) = await get(tmp_path, "/")
    assert answer.status_code == 503
    assert "make web" in answer.text


async def test_one_port_serves_page_and_sockets(tmp_path: Path, site: Path) -> None:
    files = {"static": site / "static", "rules": site / "rules"}
    async with running(tmp_path / "data", page=files) as server:
        async with httpx.AsyncClient(trust_env=False) as http:
            health = await http.get(f"{server.http}/healthz")
            assert health.json()["status"] == "ok"
            assert health.headers["x-frame-options"] == "DENY"
            assert (await http.get(f"{server.http}/ws")).status_code == 426
            index = await http.get(server.http)
        async with server.client() as player:
            assert [game["key"] for game in player.welcome["games"]] == ["pairs"]
            options = player.welcome["games"][0]["options"]
            assert options[0] == {
                "name": "threes",
                "label": {"zh": "几副算赢", "en": "threes to win"},
                "clause": "P-1",
                "default": 2,
                "values": [],
                "low": 1,
                "high": 3,
                "step": 1,
            }
            assert player.welcome["games"][0]["presets"]["short"] == {"threes": 1}
    assert "牌局" in index.text


@pytest.mark.parametrize(
    "headers",
    ["Connection: keep-alive, Upgrade", "Connection: keep-alive\r\nConnection: Upgrade"],
    ids=["as Firefox says it", "in two lines"],
)
async def test_a_browser_may_say_more_of_its_connection(tmp_path: Path, headers: str) -> None:
    async with running(tmp_path) as server:
        wire = Wire(*await asyncio.open_connection("127.0.0.1", server.port))
        await wire.become_socket(headers)
        wire.send({"type": "ping", "id": "p"})
        assert b"hello_first" in (await wire.frame())[1]
        wire.close()


@pytest.mark.parametrize("beginning", [b"", b"GET / HTTP/1.1\r\nHost: t\r\nX: "])
async def test_a_connection_without_a_request_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beginning: bytes
) -> None:
    """Else as many as there are file descriptors shut everybody else out."""
    monkeypatch.setattr(connections_module, "REQUEST_WITHIN", 0.1)
    async with running(tmp_path) as server, server.client() as player:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(beginning)
        assert await asyncio.wait_for(reader.read(), 20) == b""
        writer.close()
        await player.ok("ping")


async def test_a_byte_more_is_no_next_request(tmp_path: Path) -> None:
    """Else a connection that was answered once would stay for as long as its visitor likes."""
    async with running(tmp_path) as server:
        server.server.config.timeout_keep_alive = 0.1  # type: ignore[assignment]
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: t\r\n\r\nG")
        assert (await asyncio.wait_for(reader.read(), 20)).startswith(b"HTTP/1.1 200 ")
        writer.close()


NO_PROXY = networks("192.0.2.1")


async def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    """The oldest that waits for nothing makes way: who comes to look at the page sees it."""
    limited = running(tmp_path, sockets_per_address=3, trusted_proxies=NO_PROXY)
    async with limited as server, server.client() as player:
        lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(20)]
        connections = server.server.server_state.connections
        await eventually(lambda: len(connections) == 3)
        for reader, _ in lines[:17]:
            assert await asyncio.wait_for(reader.read(), 20) == b""
        for reader, writer in lines[17:]:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: t\r\n\r\n")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
        await player.ok("ping")
        for _, writer in lines:
            writer.close()
        await eventually(lambda: not server.server.connections._of)


async def test_nobody_is_cut_off_in_an_answer_for_another(tmp_path: Path, site: Path) -> None:
    (site / "rules" / "pairs.md").write_bytes(bytes(8_000_000))
    page = {"static": site / "static", "rules": site / "rules"}
    limited = running(tmp_path, page=page, sockets_per_address=2, trusted_proxies=NO_PROXY)
    async with limited as server:
        lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
        for reader, writer in lines:
            writer.write(b"GET /rules/pairs.md HTTP/1.1\r\nHost: t\r\n\r\n")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
        late, late_writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert await asyncio.wait_for(late.read(), 20) == b""
        late_writer.close()
        for reader, writer in lines:
            await reader.readuntil(b"\r\n\r\n")
            assert len(await reader.readexactly(8_000_000)) == 8_000_000
            writer.close()


async def test_a_trusted_proxy_has_as_many_connections_as_it_likes(tmp_path: Path) -> None:
    """They are those of all its visitors; whose each is, only its requests say."""
    async with running(tmp_path, sockets_per_address=2) as server:
        lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(8)]
        for reader, writer in lines:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: t\r\n\r\n")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
            writer.close()


@pytest.mark.parametrize("size", [50_000, 1_000_000], ids=["at its end", "on its way"])
async def test_a_visitor_who_reads_nothing_does_not_stay(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """Be it that the answer is still written, or that only the last of it is left to be sent."""
    made = Requests.connection_made

    def narrow(self: Requests, transport: asyncio.Transport) -> None:
        made(self, transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)

    monkeypatch.setattr(Requests, "connection_made", narrow)
    (site / "rules" / "pairs.md").write_bytes(bytes(size))
    files = {"static": site / "static", "rules": site / "rules"}
    async with running(tmp_path / "data", page=files) as server:
        server.server.config.timeout_keep_alive = 1
        async with httpx.AsyncClient(trust_env=False) as http:
            assert len((await http.get(f"{server.http}/rules/pairs.md")).content) == size
        monkeypatch.setattr(connections_module, "READ_WITHIN", 0.3)
        lazy = socket.socket()
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.setblocking(False)
        await asyncio.get_running_loop().sock_connect(lazy, ("127.0.0.1", server.port))
        lazy.send(b"GET /rules/pairs.md HTTP/1.1\r\nHost: t\r\n\r\n")
        connections = server.server.server_state.connections
        await eventually(lambda: bool(connections))
        await eventually(lambda: not connections)
        lazy.close()
