"""Chromium, the server, and players who fail the test when their page complains of anything."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, TypedDict, Unpack

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.chromium import CHROMIUM, FLAGS, SCREENS
from tests.browser.player import Means, Player
from tests.browser.server import opened, served

WAIT: Final = 30_000
"""A condition that has not come about in this time, in ms, never will."""


class Looks(TypedDict, total=False):
    """How a player's browser is."""

    size: tuple[int, int]
    means: Means
    lang: str
    moving: bool


Open = Callable[..., Awaitable[Player]]
House = Callable[..., Awaitable[str]]


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups, also when this folder is named
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here is a browser test, and all of a process share one browser: so one event loop.

    Those that share a server with those of the layout, and the others, take as long as each other:
    a process each.
    """
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here) and isinstance(item, pytest.Function):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            first = "address" in item.fixturenames or item.path.stem == "test_layout"
            item.add_marker(pytest.mark.xdist_group("served" if first else "staged"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Leave word for the fixtures whether the test itself has failed."""
    report: pytest.TestReport = yield  # type: ignore[assignment]
    if report.when == "call":
        item.stash[_FAILED] = report.failed
    return report  # type: ignore[return-value]


_FAILED: Final = pytest.StashKey[bool]()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium, one for all tests; each player has a profile of its own in it."""
    expect.set_options(timeout=WAIT)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def address(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """`paiju serve` as anybody starts it, with bots that lose no time."""
    async with served(tmp_path_factory.mktemp("serve"), "--pace", "instant") as url:
        yield url


@pytest_asyncio.fixture(loop_scope="session")
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Opens a house of the test's own: ``await house([game], bot)`` gives its address."""
    async with AsyncExitStack() as stack:

        async def open_house(*given: Any, **more: Any) -> str:
            return await stack.enter_async_context(opened(tmp_path, *given, **more))

        yield open_house


@pytest_asyncio.fixture(loop_scope="session")
async def enter(browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Open]:
    """Opens a page as a new player: ``await enter(address, size=(375, 667), means="touch")``.

    At the end no page may have complained of anything.
    """
    players: list[Player] = []

    async def enter(url: str, **looks: Unpack[Looks]) -> Player:
        width, height = looks.get("size", (1280, 800))
        means = looks.get("means", "mouse")
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            locale=looks.get("lang", "zh-CN"),
            has_touch=means == "touch",
            is_mobile=means == "touch",
            reduced_motion="no-preference" if looks.get("moving") else "reduce",
        )
        context.set_default_timeout(WAIT)
        player = Player(context, await context.new_page(), means)
        players.append(player)
        await player.page.goto(url)
        return player

    yield enter
    if request.node.stash.get(_FAILED, False):
        SCREENS.mkdir(parents=True, exist_ok=True)
        for number, player in enumerate(players):
            await player.page.screenshot(path=SCREENS / f"{request.node.name}-{number}.png")
    for player in players:
        await player.context.close()
    assert [player.complaints for player in players] == [[] for _ in players]
