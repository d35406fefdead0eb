"""What the tests of operations share: a server with a token, and an operator's browser."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any, Final

import httpx

from tests.server.conftest import Running, running

TOKEN: Final = "correct horse battery staple"
BEARER: Final = {"authorization": f"Bearer {TOKEN}"}


class Operator:
    """Somebody at the admin page, with a browser that keeps cookies and sends forms."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def enter(self, token: str = TOKEN, name: str = "老王", **headers: str) -> httpx.Response:
        """Fill in the form at the door."""
        form = {"token": token, "name": name}
        return await self.http.post("/admin/enter", data=form, headers=headers)

    async def page(self, path: str = "", **query: Any) -> str:
        """A page that must be there."""
        answer = await self.http.get(f"/admin{path}", params=query)
        assert answer.status_code == 200, answer.text
        return unescape(answer.text)

    async def seal(self) -> str:
        """What forms of this visit bring along."""
        return str(re.findall(r'name="seal" value="([^"]+)"', await self.page())[0])

    async def send(self, path: str = "", **fields: str) -> httpx.Response:
        """Send a form of a page, and see where that leads."""
        form = {"seal": await self.seal(), **fields}
        return await self.http.post(f"/admin{path}", data=form, follow_redirects=True)

    async def node_ids(self) -> dict[str, str]:
        """By which each node is asked, by its name."""
        cards = re.split(r"<section", await self.page())[1:]
        found = (re.search(r"<h2>(\S+).*name=\"node\" value=\"(.*?)\"", it, re.S) for it in cards)
        return {match[1]: match[2] for match in found if match is not None}

    async def figure(self, name: str) -> float:
        """A figure of the node's, by its name and labels."""
        answer = await self.http.get("/metrics", headers=BEARER)
        (value,) = re.findall(rf"^{re.escape(name)} (\S+)$", answer.text, re.MULTILINE)
        return float(value)


@asynccontextmanager
async def operated(data: Path, **settings: Any) -> AsyncIterator[tuple[Running, Operator]]:
    """A server with a token, and an operator who is still before the door."""
    async with (
        running(data, admin_token=TOKEN, **settings) as server,
        httpx.AsyncClient(base_url=server.http, trust_env=False) as http,
    ):
        yield server, Operator(http)
