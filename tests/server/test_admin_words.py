"""The admin pages speak both languages: whoever reads but one of them understands each word."""

import inspect
import re
from collections.abc import Awaitable, Callable
from html.parser import HTMLParser

import pytest

from paiju.server import admin_page, health, takeover
from paiju.server.cluster import Cluster
from tests.server.conftest import Running
from tests.server.operators import TOKEN, Operator
from tests.server.test_admin import PAGES, playing, site

__all__ = ["site"]


class Words(HTMLParser):
    """What stands in each heading, label, key and note of a page."""

    KINDS = frozenset(
        {"title", "h1", "h2", "dt", "button", "summary", "p", "mark", "th", "label", "a"}
    )

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[list[str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.KINDS:
            self._open.append([])
        for name, value in attrs:
            if name in ("placeholder", "aria-label", "title"):
                self.found.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.KINDS:
            self.found.append(" ".join("".join(self._open.pop()).split()))

    def handle_data(self, data: str) -> None:
        for words in self._open:
            words.append(data)


def in_one_language(page: str) -> list[str]:
    """What is told to Chinese readers alone, or to English ones."""
    return [
        words
        for words in Words(page).found
        if bool(re.search("[一-鿿]", words)) != bool(re.search("[A-Za-z]{2}", words))
    ]


async def test_every_word_is_there_in_both_languages(
    site: tuple[Running, Operator], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, operator = site
    doors = [await operator.enter(token="no"), await operator.enter(name="")]
    doors += [await operator.enter(name=TOKEN), await operator.http.post("/admin")]
    doors += [await operator.enter(token=f"no {n}") for n in range(5)]
    assert doors[-1].status_code == 429
    pages = {f"door {n}": door.text for n, door in enumerate(doors)}
    pages["nothing"] = (await operator.http.get("/admin/tables/t0")).text
    for path in PAGES[1:2] + PAGES[3:]:
        pages[f"empty {path}"] = await operator.page(path)
    async with server.client("小明ming") as player, server.client("小看kan") as onlooker:
        table = await playing(player, watch="hidden")
        await onlooker.ok("watch", code=player.room["code"])
        await player.ok("auto", table=table, on=True)
        for path in ("/tables", "/players", f"/tables/{table}"):
            pages[path] = await operator.page(path)
            pages[f"{path} as kept"] = await operator.page(path, kept="yes")
        monkeypatch.setattr(admin_page, "MOST_SHOWN", 1)
        for path in ("/players", f"/tables/{table}"):
            pages[f"more of {path}"] = await operator.page(path)
        for do in ("pause", "drain", "drain", "undrain", "open", "nothing"):
            pages[do] = (await operator.send(node="", do=do)).text
    for done in ("removed", "coming", "gone", "emptied"):
        pages[done] = await operator.page(done=done)
    for trouble in troubles():
        monkeypatch.setattr(server.server.health, "trouble", answering(trouble))
        pages[trouble] = await operator.page()
    told = {name: in_one_language(page) for name, page in pages.items()}
    assert {name: words for name, words in told.items() if words} == {}


def troubles() -> list[str]:
    """All that can be wrong with a node; what its site says stands in the source."""
    found = re.findall(r'return "([^"]+)"', inspect.getsource(Cluster.trouble))
    assert len(found) == 3
    return [*found, health.AWAY, health.FULL, takeover.HELD, "draining"]


def answering(trouble: str) -> Callable[[], Awaitable[str]]:
    """A look at a node that finds this."""

    async def look() -> str:
        return trouble

    return look
