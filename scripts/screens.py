"""Take pictures of every screen, in three sizes, into build/screens; and the one of the README.

    python scripts/screens.py              all of them
    python scripts/screens.py late room    only those with one of these words in their names
    python scripts/screens.py --readme     docs/img/table.png alone

They are for looking at: see tests/browser for what a program can check.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.async_api import Browser, async_playwright, expect  # noqa: E402

from paiju.core.registry import game, game_keys  # noqa: E402
from tests.browser import moments  # noqa: E402
from tests.browser.chromium import CHROMIUM, FLAGS, SCREENS, SIZES  # noqa: E402
from tests.browser.player import Player  # noqa: E402
from tests.browser.server import UNHURRIED, opened  # noqa: E402
from tests.browser.staged import Moment, Scripted, staged  # noqa: E402

TOKEN: Final = "for these pictures alone"
PACE: Final = replace(UNHURRIED, settlement=60_000)
"""The next round comes as soon as it may for people."""
README: Final = ROOT / "docs" / "img" / "table.png"


class Camera:
    """Opens pages and takes their pictures; ``words`` says which."""

    def __init__(self, browser: Browser, words: list[str]) -> None:
        self._browser = browser
        self._words = words

    def wants(self, name: str) -> bool:
        """Whether this picture was asked for."""
        return not self._words or any(word in name for word in self._words)

    @asynccontextmanager
    async def page(self, url: str, lang: str = "zh-CN") -> AsyncIterator[Player]:
        """A new player's page."""
        context = await self._browser.new_context(locale=lang, reduced_motion="reduce")
        context.set_default_timeout(20_000)
        player = Player(context, await context.new_page())
        await player.page.set_viewport_size({"width": 1280, "height": 800})
        await player.page.goto(url)
        yield player
        await context.close()

    async def shoot(self, player: Player, name: str, whole: bool = False) -> None:
        """One picture in each size; ``whole``: all of a page that scrolls."""
        for width, height in SIZES:
            await player.page.set_viewport_size({"width": width, "height": height})
            await player.page.wait_for_timeout(350)
            path = SCREENS / f"{name}-{width}x{height}.png"
            await player.page.screenshot(path=path, full_page=whole)
            print(path.relative_to(ROOT))
        await player.page.set_viewport_size({"width": 1280, "height": 800})


async def lobby(camera: Camera, lang: str) -> None:
    """The door, a room, the rules, the settings."""
    with tempfile.TemporaryDirectory() as data:
        async with opened(Path(data), [game(key) for key in game_keys()]) as url:
            async with camera.page(url, lang) as player:
                if camera.wants(f"{lang}-home"):
                    await expect(player.get("play-jiujiang-mahjong")).to_be_visible()
                    await camera.shoot(player, f"{lang}-home", whole=True)
                if camera.wants(f"{lang}-settings"):
                    await player.get("open-settings").click()
                    await camera.shoot(player, f"{lang}-settings")
                    await player.get("sheet-close").click()
                if camera.wants(f"{lang}-room"):
                    await player.get("make-jintan-mahjong").click()
                    await player.get("details").click()
                    await camera.shoot(player, f"{lang}-make-room")
                    await player.get("make-go").click()
                    await player.get("add-bot-2").click()
                    await camera.shoot(player, f"{lang}-room", whole=True)
            for key in game_keys():
                if camera.wants(f"{lang}-rules"):
                    async with camera.page(f"{url}/#/rules/{key}", lang) as player:
                        await expect(player.get("rules")).to_be_visible()
                        await camera.shoot(player, f"{lang}-rules-{key}")


async def people(camera: Camera, lang: str) -> None:
    """Finding each other, accounts, what is at stake, words, looking on, the check of a deal."""
    if not camera.wants(f"{lang}-people"):
        return
    key = "jiujiang-mahjong"
    with tempfile.TemporaryDirectory() as data:
        async with (
            opened(Path(data), [game(one) for one in game_keys()]) as url,
            camera.page(url, lang) as host,
            camera.page(url, lang) as guest,
            camera.page(url, lang) as onlooker,
        ):

            async def shoot(player: Player, name: str, whole: bool = False) -> None:
                await camera.shoot(player, f"{lang}-people-{name}", whole)

            await guest.get("open-account").click()
            await shoot(guest, "register")
            await guest.get("login-name").fill("laozhou")
            await guest.get("login-password").fill("a long secret")
            await guest.get("login-go").click()
            for fold in ("open-sessions", "open-bots"):
                await guest.get(fold).click()
            await guest.get("bot-name").fill("小机")
            await guest.get("bot-create").click()
            await expect(guest.get("bot-token")).to_be_visible()
            await shoot(guest, "account")
            await guest.get("sheet-close").click()
            await guest.get(f"quick-{key}").click()
            await guest.get("stake-5").click()
            await shoot(guest, "quick")
            await guest.get("wait-60").click()
            await guest.get("quick-go").click()
            await expect(guest.get("quick-left")).to_be_visible()
            await shoot(guest, "quick-waiting")
            await guest.get("leave-room").click()

            await host.get("name").fill("小雨")
            await host.get("name").press("Enter")
            await host.get(f"make-{key}").click()
            for choice in ("rounds-1", "stake-5", "make-open", "watch-open"):
                await host.get(choice).click()
            await shoot(host, "make-room")
            await host.get("make-go").click()
            code = await host.get("room-code").inner_text()
            await expect(guest.get(f"open-join-{code}")).to_be_visible()
            await shoot(guest, "home", whole=True)
            await guest.get(f"open-join-{code}").click()
            await guest.get("open-talk").click()
            await guest.get("say-hello").click()
            await expect(host.get("said-1")).to_be_visible()
            await shoot(host, "room", whole=True)
            await host.get("show-qr").click()
            await shoot(host, "qr")
            await host.get("sheet-close").click()
            await host.get("kick-1").click()
            await shoot(host, "kick")
            await host.get("sheet-close").click()

            await host.get("fill-bots").click()
            await host.get("start").click()
            await host.get("speak").click()
            await shoot(host, "talk")
            await host.get("say-tea").click()
            await guest.get("speak").click()
            await guest.get("say-well_played").click()
            await shoot(host, "said")
            await host.get("leave").last.click()
            await shoot(host, "leave")
            await host.get("leave-no").click()
            await onlooker.page.goto(f"{url}/#/w/{code}")
            await expect(onlooker.get("watching")).to_be_visible()
            await shoot(onlooker, "watching")
            for player in (host, guest):
                await player.get("auto").click()
            await expect(host.get("settlement")).to_be_visible(timeout=60_000)
            await shoot(host, "coins")
            await host.get("see-ranking").click()
            await shoot(host, "over")
            await host.get("check-deal").click()
            await host.get("fair-elsewhere").click()
            await expect(host.get("fair-line")).to_be_visible()
            await shoot(host, "fair")
            await host.get("sheet-close").click()
            await host.get("over-home").click()
            await host.get("open-history").click()
            await expect(host.get("played")).to_have_count(1)
            await shoot(host, "history")


async def admin(camera: Camera) -> None:
    """The operator's pages: the door, nodes, tables, one table's journal, players."""
    if not camera.wants("admin"):
        return
    key = "jiujiang-mahjong"
    with tempfile.TemporaryDirectory() as data:
        async with (
            opened(Path(data), [game(one) for one in game_keys()], admin_token=TOKEN) as url,
            camera.page(url) as player,
            camera.page(f"{url}/admin") as operator,
        ):

            async def shoot(name: str, whole: bool = True) -> None:
                await camera.shoot(operator, f"admin-{name}", whole)

            async def press(do: str) -> None:
                await operator.page.locator(f"button[value='{do}']").click()

            await player.play_now(key)
            await play_on(player)
            await player.get("auto").click()
            await player.page.wait_for_timeout(1000)

            await shoot("door")
            await operator.page.locator("[name=name]").fill("老王")
            await operator.page.locator("[name=token]").fill("wrong")
            await operator.page.locator("[name=token]").press("Enter")
            await shoot("refused")
            await operator.page.locator("[name=token]").fill(TOKEN)
            await operator.page.locator("[name=token]").press("Enter")
            await shoot("nodes")
            await press("pause")
            await operator.page.locator("summary").click()
            await shoot("paused")
            await press("drain")
            await shoot("draining")
            await press("undrain")
            await operator.page.goto(f"{url}/admin/tables")
            await shoot("tables")
            await operator.page.locator("a[href*='/admin/tables/']").click()
            await shoot("journal", whole=False)
            await operator.page.locator("a[href*='kept']").click()
            await operator.page.evaluate("scrollTo(0, 600)")
            await shoot("journal-as-kept", whole=False)
            await operator.page.goto(f"{url}/admin/players")
            await operator.page.locator("summary").first.click()
            await shoot("players")
            await operator.page.goto(f"{url}/admin/tables/t0")
            await shoot("nothing")


async def table(
    camera: Camera,
    name: str,
    moment: Moment,
    then: Callable[[Player], Awaitable[None]] | None = None,
    rounds: int = 8,
    lang: str = "zh-CN",
) -> None:
    """A table at a moment, after something has been done there."""
    if not camera.wants(name):
        return
    it = game(moment.setup.game)
    with tempfile.TemporaryDirectory() as data:
        bot = Scripted(it, {})
        async with (
            opened(Path(data), [staged(moment)], bot, PACE) as url,
            camera.page(url, lang) as player,
        ):
            await player.get("name").fill("小雨")
            await player.get("name").press("Enter")
            await player.get(f"make-{it.key}").click()
            await player.get(f"rounds-{rounds}").click()
            await player.get("make-go").click()
            await player.get("fill-bots").click()
            await player.get("start").click()
            await expect(player.get("table")).to_be_visible()
            await expect(player.get("shuffling")).to_have_count(0)
            await player.page.wait_for_timeout(1500)
            if then is not None:
                await then(player)
                await player.page.wait_for_timeout(400)
            await camera.shoot(player, name)


async def press(player: Player, *keys: str) -> None:
    """Press the first of these keys that is there."""
    for key in keys:
        if await player.get(f"act-{key}").count():
            await player.get(f"act-{key}").click()
            return


async def win(player: Player) -> None:
    """Win, and look at the settlement."""
    await press(player, "hu")
    await expect(player.get("settlement")).to_be_visible()


async def win_and_open_an_item(player: Player) -> None:
    """Win, and read the clause of the first line."""
    await win(player)
    await player.get("item").first.click()


async def go_out(player: Player) -> None:
    """Play the last cards, and look at the settlement."""
    await press(player, "hint")
    await press(player, "play")
    await expect(player.get("settlement")).to_be_visible()


async def mahjong(camera: Camera, key: str) -> None:
    """The table and the settlement of one mahjong."""
    for name in moments.MAHJONG:
        if camera.wants(f"{key}-{name}"):
            player = "basic" if name == "crowded" else "random"
            moment = moments.mahjong(key, name, player)
            then = None
            if name == "choice":
                then = lambda one: press(one, "ready", "chow", "kong")  # noqa: E731
            await table(camera, f"{key}-{name}", moment, then)
    if camera.wants(f"{key}-settlement") or camera.wants(f"{key}-over"):
        moment = moments.mahjong(key, "win", "basic")
        await table(camera, f"{key}-settlement", moment, win)
        await table(camera, f"{key}-settlement-item", moment, win_and_open_an_item, lang="en-GB")
        await table(camera, f"{key}-over", moment, win, rounds=1)


async def cards(camera: Camera) -> None:
    """The table and the settlement of 九江斗地主."""
    for name in moments.CARDS:
        if camera.wants(f"cards-{name}"):
            moment = moments.cards(name)
            await table(camera, f"cards-{name}", moment, go_out if name == "win" else None)


async def play_on(player: Player) -> None:
    """Play a few turns, so that there is something in the log, and take up the drawn tile."""
    turns = 0
    while turns < 4:
        seen = await player.seen()
        if "pass" in seen["keys"]:
            await player.do("pass")
        elif seen["turn"]:
            turns += 1
            if turns < 4:
                dimmed = set(seen["dimmed"])
                await player.do("discard " + next(t for t in seen["hand"][::-1] if t not in dimmed))
        await player.page.wait_for_timeout(200)
    await player.get("hand-tile").last.click()
    await player.page.mouse.move(500, 600)


async def readme(browser: Browser) -> None:
    """The README's picture: a real round of 九江麻将 in the middle."""
    moment = moments.mahjong("jiujiang-mahjong", "middle", "basic")
    await table(Camera(browser, ["readme"]), "readme", moment, play_on)
    README.parent.mkdir(parents=True, exist_ok=True)
    README.write_bytes((SCREENS / "readme-1280x800.png").read_bytes())


async def main(words: list[str]) -> None:
    """Take the pictures."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=20_000)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        camera = Camera(browser, [word for word in words if word != "--readme"])
        if "--readme" in words:
            await readme(browser)
        else:
            for lang in ("zh-CN", "en-GB"):
                await lobby(camera, lang)
                await people(camera, lang)
            for key in moments.MAHJONGS:
                await mahjong(camera, key)
            await cards(camera)
            await admin(camera)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
