"""People find each other: quick matches, open rooms, a link as a code, sending out, a few words."""

import re

from playwright.async_api import expect

from tests.browser.conftest import Open
from tests.browser.player import Player


async def open_room(host: Player, game: str = "jiujiang-mahjong") -> str:
    """A room that is listed for everybody; gives its number."""
    await host.get(f"make-{game}").click()
    await host.get("make-open").click()
    await host.get("make-go").click()
    return await host.get("room-code").inner_text()


async def test_two_who_want_the_same_are_brought_together(address: str, enter: Open) -> None:
    patient, hasty = await enter(address), await enter(address, size=(375, 667), means="touch")
    await patient.get("quick-jiujiang-doudizhu").click()
    await patient.get("wait-60").click()
    await patient.get("quick-go").click()
    await expect(patient.get("quick-left")).to_contain_text(re.compile(r"\d+ 秒后开始"))

    await hasty.use(hasty.get("quick-jiujiang-doudizhu"))
    await hasty.use(hasty.get("wait-0"))
    await hasty.use(hasty.get("quick-go"))
    for player in (patient, hasty):
        await expect(player.get("table")).to_have_attribute("data-game", "jiujiang-doudizhu")
    names = [await player.get("seat-0").get_attribute("aria-label") for player in (patient, hasty)]
    others = await patient.page.locator("[data-testid^=seat-]:not([data-testid=seat-0])").all()
    bots = [await one.locator(".avatar.bot").count() for one in others]
    assert sum(bots) == 2, "two people, two computers"
    assert names[0] != names[1]
    await patient.leave()
    await hasty.leave()


async def test_a_quick_match_can_be_called_off(address: str, enter: Open) -> None:
    player = await enter(address, lang="en-GB")
    await player.get("quick-jintan-mahjong").click()
    await player.get("wait-60").click()
    await player.get("quick-go").click()
    await expect(player.get("room-seat-0")).to_have_attribute("data-taken", "player")
    await player.get("leave-room").click()
    await expect(player.get("home")).to_be_visible()


async def test_the_host_sends_somebody_out_for_good(address: str, enter: Open) -> None:
    host = await enter(address)
    code = await open_room(host)
    await host.get("show-qr").click()
    link = await host.get("qr").get_attribute("data-text")
    assert link is not None and link.endswith(f"#/r/{code}")
    await host.get("sheet-close").click()

    guest = await enter(f"{address}/#/r/{code}", lang="en-GB")
    await expect(guest.get("wait-host")).to_be_visible()
    await host.get("kick-1").click()
    await host.get("kick-yes").click()
    # What is said of it is not said for ever.
    await expect(guest.get("trouble")).to_contain_text("sent you out")
    await expect(guest.get("home")).to_be_visible()
    await expect(host.get("room-seat-1")).to_have_attribute("data-taken", "free")
    await guest.get("join-code").fill(code)
    await expect(guest.get("trouble")).to_be_visible()
    await expect(guest.get("home")).to_be_visible()
    await host.get("leave-room").click()


async def test_an_open_room_is_found_and_left(address: str, enter: Open) -> None:
    host = await enter(address)
    code = await open_room(host)
    guest = await enter(address)
    await guest.get(f"open-join-{code}").click()
    await expect(guest.get("room-code")).to_have_text(code)
    await expect(host.get("room-seat-1")).to_have_attribute("data-taken", "player")
    await guest.get("leave-room").click()
    await expect(host.get("room-seat-1")).to_have_attribute("data-taken", "free")
    await host.get("leave-room").click()


async def test_what_is_said_is_heard_unless_one_does_not_want_to(address: str, enter: Open) -> None:
    host, guest = await enter(address), await enter(address)
    await host.get("name").fill("老周")
    await host.get("name").press("Enter")
    code = await open_room(host)
    await guest.get("join-code").fill(code)
    await expect(guest.get("room-seat-0")).to_contain_text("老周")
    await guest.get("open-talk").click()
    assert await guest.say("hello", {host: 1}) == ["大家好"]

    await host.get("fill-bots").click()
    await host.get("start").click()
    for player in (host, guest):
        await expect(player.get("speak")).to_be_visible()
    await host.get("speak").click()
    await host.say("tea", {host: 0, guest: 3})
    await expect(guest.get("said-3")).to_have_count(0)

    await guest.get("speak").click()
    await guest.get("mute-老周").check()
    await guest.get("sheet-close").click()
    await host.get("speak").click()
    assert await host.say("thanks", {host: 0}) == ["谢谢"]
    await guest.page.reload()
    await host.get("speak").click()
    assert await host.say("bye", {host: 0}) == ["先走了"]
    await expect(guest.get("speak")).to_be_visible()
    await expect(guest.get("said-3")).to_have_count(0)
    await guest.leave()
    await host.leave()
