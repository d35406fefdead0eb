"""The nginx of deploy/ before two real nodes: what it passes on, what not, and when one is gone."""

import asyncio
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from websockets.asyncio.client import connect

from paiju.server.proxies import networks
from tests.project.source import ROOT
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running
from tests.server.operators import TOKEN
from tests.server.ports import HeldPort

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
STRANGER = "127.0.0.2"
"""Another address than the proxy's own."""
DEPLOY = ROOT / "deploy" / "nginx"
pytestmark = pytest.mark.skipif(NGINX is None, reason="no nginx on this machine")


def is_served(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def certify(key: Path, certificate: Path) -> None:
    """A certificate that the server of a test makes for itself."""
    name = ("-subj", "/CN=paiju.example", "-addext", "subjectAltName=DNS:paiju.example")
    made = ("-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *name)
    subprocess.run(
        ["openssl", "req", *made, "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip


def set_up(folder: Path, conf: str, changes: Mapping[str, str]) -> Path:
    """A whole configuration around one of ours, with its addresses and files changed."""
    text = (DEPLOY / conf).read_text()
    changes = {**changes, "/etc/nginx/paiju-locations.conf": str(DEPLOY / "locations.conf")}
    text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log warn;"
        f"events {{}} http {{ access_log off; {temporary}\n{text}}}"
    )
    return whole


@asynccontextmanager
async def proxy(conf: Path, port: int) -> AsyncIterator[None]:
    """nginx with this configuration."""
    assert NGINX is not None
    process = await asyncio.create_subprocess_exec(
        NGINX, "-p", str(conf.parent), "-e", str(conf.parent / "error.log"), "-c", str(conf)
    )

    try:
        await eventually(lambda: is_served(port) or process.returncode is not None)
        assert process.returncode is None, (conf.parent / "error.log").read_text()
        yield
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


class Proxied(NamedTuple):
    """Two nodes, and the proxy before them."""

    nodes: list[Running]
    port: int

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"


@pytest.fixture
async def proxied(tmp_path: Path) -> AsyncIterator[Proxied]:
    trusted = networks("127.0.0.1")
    async with (
        running(tmp_path / "a", admin_token=TOKEN, node="a", trusted_proxies=trusted) as first,
        running(tmp_path / "b", admin_token=TOKEN, node="b", trusted_proxies=trusted) as second,
    ):
        held = HeldPort()
        port = held.number
        changes = {
            "172.31.73.11:8000": f"127.0.0.1:{first.port}",
            "172.31.73.12:8000": f"127.0.0.1:{second.port}",
            "listen 80": f"listen 127.0.0.1:{port}",
        }
        async with proxy(set_up(tmp_path, "compose.conf", changes), port):
            yield Proxied([first, second], port)


async def test_page_and_sockets_pass(proxied: Proxied) -> None:
    async with httpx.AsyncClient(base_url=proxied.http, trust_env=False) as http:
        assert (await http.get("/healthz")).json()["status"] == "ok"
        page = await http.get("/")
        policy = page.headers["content-security-policy"]
        assert f"ws://127.0.0.1:{proxied.port}" in policy, "Host came with its port"
    async with connect(proxied.url, origin=proxied.http, proxy=None):  # type: ignore[arg-type]
        pass
    async with Client(proxied.url) as player:
        await player.ok("play_now", game="pairs", rounds=1)
        await player.sit_down()
        await player.play()


async def test_a_visitor_is_known_by_its_own_address_whatever_it_says(proxied: Proxied) -> None:
    lie = {"X-Forwarded-For": "203.0.113.9, 127.0.0.1"}
    async with connect(proxied.url, additional_headers=lie, local_addr=(STRANGER, 0), proxy=None):
        (node,) = (node for node in proxied.nodes if node.server.sockets)
        assert set(node.server.sockets._by_address) == {STRANGER}


async def test_what_is_for_operators_is_not_for_the_world(proxied: Proxied) -> None:
    bearer = {"authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(base_url=proxied.http, trust_env=False) as http:
        assert (await http.get("/metrics", headers=bearer)).status_code == 404
        assert (await http.get("/readyz")).status_code == 404
        assert (await http.get("/admin")).status_code == 401, "this machine may come to the door"
    stranger = httpx.AsyncHTTPTransport(local_address=STRANGER)
    async with httpx.AsyncClient(base_url=proxied.http, transport=stranger) as http:
        assert (await http.get("/healthz")).status_code == 200
        for path in ("/admin", "/admin/", "/admin/players", "/admin/enter", "//admin"):
            assert (await http.get(f"{proxied.http}{path}")).status_code == 403, path


async def test_when_a_node_is_gone_or_drained_the_other_takes_all(proxied: Proxied) -> None:
    first, second = proxied.nodes
    first.server.sockets.are_turned_away = True
    for name in "甲乙丙":
        async with Client(proxied.url, name=name) as player:
            await player.ok("ping")
            assert len(second.server.sockets) == 1
            assert not first.server.sockets
        await eventually(lambda: not second.server.sockets)
    first.server.should_exit = True
    await eventually(lambda: not is_served(first.port))
    async with Client(proxied.url) as player, httpx.AsyncClient(trust_env=False) as http:
        await player.ok("ping")
        assert len(second.server.sockets) == 1
        for _ in range(4):
            assert (await http.get(f"{proxied.http}/healthz")).status_code == 200


async def test_the_way_is_encrypted_where_there_is_a_certificate(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    certify(key, certificate)
    held = HeldPort(), HeldPort()
    plain, encrypted = (it.number for it in held)
    async with running(tmp_path / "data", admin_token=TOKEN) as server:
        changes = {
            "127.0.0.1:8001": f"127.0.0.1:{server.port}",
            "127.0.0.1:8002": f"127.0.0.1:{server.port}",
            "listen 443": f"listen 127.0.0.1:{encrypted}",
            "listen 80": f"listen 127.0.0.1:{plain}",
            "/etc/letsencrypt/live/paiju.example/fullchain.pem": str(certificate),
            "/etc/letsencrypt/live/paiju.example/privkey.pem": str(key),
        }
        trust = ssl.create_default_context(cafile=str(certificate))
        trust.check_hostname = False
        async with (
            proxy(set_up(tmp_path, "site.conf", changes), encrypted),
            httpx.AsyncClient(verify=trust, trust_env=False) as http,
        ):
            answer = await http.get(f"http://127.0.0.1:{plain}/r/1", follow_redirects=False)
            assert answer.status_code == 301
            assert answer.headers["location"].startswith("https://")
            own = f"https://127.0.0.1:{encrypted}"
            form = {"token": TOKEN, "name": "老王"}
            entered = await http.post(f"{own}/admin/enter", data=form)
            assert "secure" in entered.headers["set-cookie"].lower()
            assert (await http.get(f"{own}/admin")).status_code == 200
            url = f"wss://127.0.0.1:{encrypted}/ws"
            async with connect(url, ssl=trust, origin=own, proxy=None):  # type: ignore[arg-type]
                await eventually(lambda: len(server.server.sockets) == 1)
