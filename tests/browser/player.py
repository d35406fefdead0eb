"""Somebody before a browser: sees what the page shows, and plays by mouse, finger or keyboard."""

import asyncio
import re
from pathlib import Path
from typing import Any, Final, Literal

from playwright.async_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    expect,
)

Means = Literal["mouse", "touch", "keyboard"]

_KEYS: Final = {"hu": "h", "kong": "g", "pung": "p", "chow": "c", "ready": "r", "pass": "x"}
_SEEN: Final = (Path(__file__).parent / "seen.js").read_text()
_CHOOSES_OR_SENT: Final = """(prompt) =>
  document.querySelector('[data-testid=choices], [data-testid=actions].sent') ||
  document.querySelector('[data-testid=actions]')?.dataset.prompt !== prompt"""
_ANSWERED: Final = """(prompt) =>
  document.querySelector('dialog[open]') ||
  document.querySelector('[data-testid=actions]')?.dataset.prompt !== prompt"""
GUARD: Final = 260
"""A key that has just appeared takes no touch for 250 ms."""


class Player:
    """One browser of its own, with one page in it.

    Whatever the page complains of (console, script errors, requests that fail) is kept in
    ``complaints``; the fixture that opened the page lets no test pass with one.
    """

    def __init__(self, context: BrowserContext, page: Page, means: Means = "mouse") -> None:
        self.context = context
        self.page = page
        self.means = means
        self.complaints: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("requestfailed", self._request_failed)
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"console {message.type}: {message.text}")

    def _request_failed(self, request: Request) -> None:
        # Aborted by the browser itself, when the page is loaded anew or closed over it.
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.url}")

    def forgive(self, pattern: str) -> None:
        """Forget complaints that a test has brought about itself."""
        self.complaints = [one for one in self.complaints if not re.search(pattern, one)]

    # --- seeing -------------------------------------------------------------------------------

    def get(self, testid: str) -> Locator:
        """What the page marks with this ``data-testid``."""
        return self.page.get_by_test_id(testid)

    async def seen(self) -> dict[str, Any]:
        """The whole table as it is drawn, without clocks: see ``seen.js``."""
        seen: dict[str, Any] = await self.page.evaluate(_SEEN)
        return seen

    async def sees(self, **expected: Any) -> dict[str, Any]:
        """Wait until the table is drawn so, and give all that is seen then."""
        for _ in range(600):
            seen = await self.seen()
            if all(seen[name] == value for name, value in expected.items()):
                return seen
            await asyncio.sleep(0.05)
        found = {name: seen[name] for name in expected}
        assert found == expected, f"expected {expected}, but the page shows {found}"
        return seen

    # --- doing --------------------------------------------------------------------------------

    async def use(self, what: Locator, dimmed: bool = False) -> None:
        """Click, tap, or walk to with Tab and press Enter; ``dimmed``: it says that it is off."""
        if self.means == "mouse":
            await what.click(force=dimmed)
        elif self.means == "touch":
            await what.tap(force=dimmed)
        else:
            await expect(what).to_be_enabled()
            for _ in range(120):
                if await what.evaluate("it => it === document.activeElement"):
                    break
                await self.page.keyboard.press("Tab")
            await expect(what).to_be_focused()
            await self.page.keyboard.press("Enter")

    async def do(self, action: str) -> None:
        """Do what the notation says: ``discard 5m``, ``chow 24p``, ``pass``."""
        verb, _, rest = action.partition(" ")
        if verb == "discard":
            await self._discard(rest)
            return
        if verb == "raise":
            await self.press(f"{verb}-{rest}")
            return
        prompt = await self.get("actions").get_attribute("data-prompt")
        await self.press(verb)
        choices = self.get("choices")
        if verb in ("chow", "kong", "ready"):
            # Several ways to do it are shown to choose from; one way is sent at once.
            await self.page.wait_for_function(_CHOOSES_OR_SENT, arg=prompt)
        if await choices.count():
            place = await self._place_of(action)
            if self.means == "keyboard":
                await self.page.keyboard.press(str(place + 1))
            else:
                await self.use(self.get("choice").nth(place))

    async def press(self, verb: str) -> None:
        """Press the key of what is offered, once it takes a touch."""
        key = self.get(f"act-{verb}")
        await expect(key).to_be_visible()
        await self.page.wait_for_timeout(GUARD)
        if self.means == "keyboard":
            await self.page.keyboard.press(_KEYS[verb])
        else:
            await self.use(key)

    async def _place_of(self, action: str) -> int:
        await expect(self.get("choices")).to_be_visible()
        offered: list[str] = await self.get("choice").evaluate_all(
            "all => all.map((one) => one.dataset.do)"
        )
        assert action in offered, f"{action}: the choices are {offered}"
        return offered.index(action)

    async def _discard(self, tile: str) -> None:
        await expect(self.page.locator("[data-testid=hand][data-turn]")).to_be_visible()
        if self.means == "keyboard":
            chosen = self.page.locator("[data-testid=hand-tile][aria-selected=true]")
            for _ in range(14):
                await self.page.keyboard.press("ArrowRight")
                if await chosen.get_attribute("data-tile") == tile:
                    break
            await self.page.keyboard.press("Enter")
        else:
            # The drawn tile stands last: of two alike it goes.
            it = self.page.locator(f"[data-testid=hand-tile][data-tile='{tile}']").last
            if await it.get_attribute("aria-selected") != "true":
                await self.use(it)
            await self.use(it)

    # --- whole ways ---------------------------------------------------------------------------

    async def play_now(self, game: str) -> None:
        """From the home page to a table with bots."""
        await self.use(self.get(f"play-{game}"))
        await expect(self.get("table")).to_have_attribute("data-game", game)

    async def play_round(self) -> None:
        """Play as a beginner does until the settlement: win, else pass, else discard the last."""
        while not await self.get("settlement").count():
            seen = await self.seen()
            wanted = next((key for key in ("hu", "pass") if key in seen["keys"]), None)
            if wanted is not None:
                await self.do(wanted)
                # The key stays until the server has taken the answer: it is not pressed twice.
                await self.page.wait_for_function(_ANSWERED, arg=seen["prompt"])
            elif seen["turn"]:
                dimmed = set(seen["dimmed"])
                await self.do("discard " + next(t for t in seen["hand"][::-1] if t not in dimmed))
            await asyncio.sleep(0.05)

    async def leave(self) -> None:
        """Leave the table for good, back to the home page."""
        if await self.get("menu").is_visible():
            await self.use(self.get("menu"))
        await self.use(self.get("leave").last)
        await self.use(self.get("leave-yes"))
        await expect(self.get("home")).to_be_visible()
