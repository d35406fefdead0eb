"""No page is wider than its window, and everything to press is large enough and lies free."""

from itertools import combinations
from pathlib import Path
from typing import Any, Final

from playwright.async_api import expect

from tests.browser.chromium import SIZES
from tests.browser.conftest import Open
from tests.browser.player import Player
from tests.browser.test_layout import LOOKS, ROOM, Box

_PAGES: Final = (Path(__file__).parent / "pages.js").read_text()
LEAST: Final = 28
"""The smallest thing to press, in px: a switch; its row, which is pressed too, is larger."""
THUMB: Final = 44
"""The smallest thing a thumb is asked to hit, in px."""
KEY: Final = "jiujiang-mahjong"


def faults(page: dict[str, Any], least: int) -> list[str]:
    """What is wrong with a page, in words; nothing to press may be smaller than ``least`` px."""
    wrong = [f"{page['wide']} px wide"] if page["wide"] > page["width"] else []
    if page["frame"] is not None:
        left, top, right, bottom = page["frame"]
        if min(left, top) < 0 or right > page["width"] or bottom > page["height"]:
            wrong.append(f"the dialog leaves the window: {page['frame']}")
    keys = [Box(*key) for key in page["keys"]]
    for key in keys:
        if key.left < -ROOM or key.right > page["width"] + ROOM:
            wrong.append(f"outside: {key}")
        if min(key.right - key.left, key.bottom - key.top) < least - ROOM:
            wrong.append(f"small: {key}")
    wrong += [f"{a} covers {b}" for a, b in combinations(keys, 2) if a.covers(b)]
    return wrong


async def check(player: Player, name: str, least: int = LEAST) -> None:
    """The three sizes, one after the other."""
    wrong = []
    for width, height in SIZES:
        await player.page.set_viewport_size({"width": width, "height": height})
        for _ in range(LOOKS):
            await player.page.wait_for_timeout(120)
            page = await player.page.evaluate(_PAGES)
            found = faults(page, least) if page["keys"] else ["nothing to press"]
            if not found:
                break
        wrong += [f"{name} {width}x{height} {fault}" for fault in found]
    await player.page.set_viewport_size({"width": 1280, "height": 800})
    assert not wrong, "\n".join(wrong)


async def test_the_door_and_its_sheets_fit(address: str, enter: Open) -> None:
    for lang in ("zh-CN", "en-GB"):
        player = await enter(address, lang=lang)
        await expect(player.get(f"play-{KEY}")).to_be_visible()
        await check(player, f"{lang} home")
        await player.get("open-account").click()
        await check(player, f"{lang} register")
        await player.get("login-name").fill(f"fits{lang[:2]}")
        await player.get("login-password").fill("a long secret")
        await player.get("login-go").click()
        for fold in ("open-password", "open-sessions", "open-bots"):
            await player.get(fold).click()
        await player.get("bot-name").fill("bot")
        await player.get("bot-create").click()
        await expect(player.get("bot-token")).to_be_visible()
        await check(player, f"{lang} account")
        await player.get("sheet-close").click()
        for sheet in (f"quick-{KEY}", f"make-{KEY}"):
            await player.get(sheet).click()
            await player.get("stake-5").click()
            await check(player, f"{lang} {sheet}")
            await player.get("sheet-close").click()


async def test_a_room_and_a_finished_match_fit(address: str, enter: Open) -> None:
    host = await enter(address)
    guest = await enter(address, lang="en-GB", means="touch")
    await host.get(f"make-{KEY}").click()
    for choice in ("rounds-1", "stake-5", "make-open"):
        await host.get(choice).click()
    await host.get("make-go").click()
    await guest.get("join-code").fill(await host.get("room-code").inner_text())
    await expect(host.get("same-1")).to_be_visible()
    await check(host, "room")
    await check(guest, "room of another")
    for opener in ("show-qr", "kick-1", "open-talk"):
        await host.get(opener).click()
        await check(host, opener)
        await host.get("sheet-close").click()
    await host.get("fill-bots").click()
    await host.get("start").click()
    await host.get("leave").last.click()
    await check(host, "leave")
    await host.get("leave-no").click()
    for player in (host, guest):
        await player.get("auto").click()
    for player in (host, guest):
        await player.look_on()
        await expect(player.get("payments")).to_be_visible()
        await check(player, "settlement", THUMB if player.means == "touch" else LEAST)
        await player.get("see-ranking").click()
        await check(player, "ranking")
        await player.get("check-deal").click()
        await player.get("fair-elsewhere").click()
        await expect(player.get("fair-line")).to_be_visible()
        await check(player, "fair")
        await player.get("sheet-close").click()
        await player.get("over-home").click()
        await player.get("open-history").click()
        await expect(player.get("played")).to_have_count(1)
        await check(player, "history")
