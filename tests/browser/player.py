"""Somebody before a browser: sees what the page shows, and plays by mouse, finger or keyboard."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
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
from playwright.async_api import (
    TimeoutError as TookTooLong,
)

Means = Literal["mouse", "touch", "keyboard"]

_KEYS: Final = {"hu": "h", "kong": "g", "pung": "p", "chow": "c", "ready": "r", "pass": "x"}
_SEVERAL: Final = ("hu", "kong", "chow", "ready")
"""What there may be several ways to do."""
_SEEN: Final = (Path(__file__).parent / "seen.js").read_text()
_ASKED: Final = "[data-testid=actions]:not(.sent)"
"""The keys of a question that is not answered: else they stay until the server has the answer."""
_SEEN_LONG: Final = """() =>
  new Promise((tell) => requestAnimationFrame(() => setTimeout(tell, 260)))"""
"""A key that has just come to be seen takes no touch for 250 ms, however late that was."""
_TAKEN: Final = """(prompt) =>
  document.querySelector('[data-testid=choices], [data-testid=false-win-warning]') ||
  document.querySelector('[data-testid=actions]:not(.sent)')?.dataset.prompt !== prompt"""
_ANSWERED: Final = """(prompt) =>
  document.querySelector('[data-testid=actions]')?.dataset.prompt !== prompt"""
_HEARD: Final = """([side, phrase]) =>
  document.querySelector(`[data-testid=${side}][data-phrase=${phrase}]`)?.innerText"""
_BEGINNERS: Final = ("hu", "pass", "raise-0", "call", "hint")
"""What a beginner does: the first of these that is offered; none: discards."""
LOOKS: Final = 600
"""So often a page is looked at before something is taken never to come."""


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
        for _ in range(LOOKS):
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
        prompt = await self.press(verb)
        if verb in _SEVERAL:
            # Several ways to do it are shown to choose from; one way is sent at once.
            await self.page.wait_for_function(_TAKEN, arg=prompt)
            if await self.get("choices").count():
                await self._choose(await self._place_of(action))

    async def press(self, verb: str, dimmed: bool = False) -> str:
        """Press the key of what is offered, once it takes a touch; gives the prompt it answers."""
        asked = self.page.locator(_ASKED, has=self.get(f"act-{verb}"))
        prompt = await asked.get_attribute("data-prompt")
        assert prompt is not None
        await self._press(verb, prompt, dimmed)
        return prompt

    async def _press(self, verb: str, prompt: str, dimmed: bool = False) -> None:
        key = self.page.locator(f"{_ASKED}[data-prompt='{prompt}']").get_by_test_id(f"act-{verb}")
        await expect(key).to_be_visible()
        if self.means == "keyboard":
            await self.page.keyboard.press(_KEYS[verb])
        else:
            await self.page.evaluate(_SEEN_LONG)
            await self.use(key, dimmed)

    async def _choose(self, place: int) -> None:
        if self.means == "keyboard":
            await self.page.keyboard.press(str(place + 1))
        else:
            await self.use(self.get("choice").nth(place))

    async def _place_of(self, action: str) -> int:
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
        """Play as a beginner does until the settlement: win, else pass, else get rid of a piece."""
        await self._to_settlement(self._play_on)

    async def look_on(self) -> None:
        """Look on until the settlement, while one is played for: a round is many short waits."""
        await self._to_settlement(None)

    async def _to_settlement(self, act: Callable[[dict[str, Any]], Awaitable[None]] | None) -> None:
        before: dict[str, Any] = {}
        still = 0
        while not await self.get("settlement").count():
            seen = await self.seen()
            still = still + 1 if seen == before else 0
            assert still < LOOKS, f"nothing happens any more: {seen}"
            before = seen
            if act is not None:
                await act(seen)
            await asyncio.sleep(0.05)

    async def _play_on(self, seen: dict[str, Any]) -> None:
        """Do what this one look at the table calls for, if anything."""
        prompt = seen["prompt"]
        keys = set(seen["keys"]) - set(seen["refused"]) - ({"hu"} if seen["bluff"] else set())
        wanted = next((key for key in _BEGINNERS if key in keys), None)
        try:
            if wanted is not None:
                await self._press(wanted, prompt)
                if wanted == "hint":
                    await self._press("play", prompt)
                await self.page.wait_for_function(_TAKEN, arg=prompt)
                if await self.get("choices").count():
                    await self._choose(0)
                # The key stays until the server has taken the answer: it is not pressed twice.
                await self.page.wait_for_function(_ANSWERED, arg=prompt)
            elif seen["turn"]:
                dimmed = set(seen["dimmed"])
                await self._discard(next(t for t in seen["hand"][::-1] if t not in dimmed))
        except (AssertionError, TookTooLong):
            # A question whose time has run out in the meantime is no longer there to be answered.
            if (await self.seen())["prompt"] == prompt:
                raise

    async def say(self, phrase: str, heard: Mapping["Player", int]) -> list[str]:
        """Say it from the sheet that is open: the words that each of these hears, at that side.

        They listen before it is said: it is heard for a few seconds, and a page may be busy.
        """
        hearing = [player._hear(phrase, side) for player, side in heard.items()]
        said = asyncio.gather(*hearing)
        await self.use(self.get(f"say-{phrase}"))
        return list(await said)

    async def _hear(self, phrase: str, side: int) -> str:
        heard = await self.page.wait_for_function(_HEARD, arg=[f"said-{side}", phrase])
        return str(await heard.json_value())

    async def leave(self) -> None:
        """Leave the table for good, back to the home page."""
        menu = self.get("menu")
        # What the menu holds lies beside the table where there is room.
        await expect(menu.or_(self.get("leave")).first).to_be_visible()
        if await menu.is_visible():
            await self.use(menu)
        await self.use(self.get("leave").last)
        await self.use(self.get("leave-yes"))
        await expect(self.get("home")).to_be_visible()
