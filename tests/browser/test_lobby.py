"""Before a match: languages, rules, rooms and their house rules, codes that lead nowhere."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Open


async def test_the_language_switches_and_is_kept(address: str, enter: Open) -> None:
    player = await enter(address)
    await expect(player.page).to_have_title("牌局")
    await expect(player.get("play-jiujiang-mahjong")).to_have_text("与电脑对局")
    await player.get("language-en").click()
    await expect(player.page).to_have_title("Paiju")
    await expect(player.page.locator("html")).to_have_attribute("lang", "en")
    await expect(player.get("home")).to_contain_text("Jiujiang")
    await player.page.reload()
    await expect(player.get("home")).to_contain_text("Jiujiang")
    await player.play_now("jiujiang-mahjong")
    await player.sees(round="Round 1/8")
    await player.leave()


@pytest.mark.parametrize(
    ("game", "clause"),
    [("jiujiang-mahjong", "JM-18"), ("jintan-mahjong", "JT-17"), ("jiujiang-doudizhu", "DZ-20")],
)
async def test_the_rules_open_at_a_clause_in_both_languages(
    address: str, enter: Open, game: str, clause: str
) -> None:
    for lang, script in (("zh-CN", r"[一-鿿]{8}"), ("en-GB", r"[a-z]+ [a-z]+ [a-z]+")):
        player = await enter(f"{address}/#/rules/{game}/{clause}", lang=lang, size=(375, 667))
        heading = player.page.locator(f"[data-clause='{clause}']")
        await expect(heading).to_be_focused()
        await expect(heading).to_be_in_viewport()
        text = heading.locator("xpath=following-sibling::*[1]")
        await expect(text).to_have_text(re.compile(script))
        await player.get("rules-back").click()
        await expect(player.get("home")).to_be_visible()


async def test_a_clause_in_the_text_leads_to_that_clause(address: str, enter: Open) -> None:
    player = await enter(f"{address}/#/rules/jiujiang-mahjong")
    link = player.get("rules").get_by_role("button", name=re.compile(r"^JM-\d+$")).first
    clause = await link.inner_text()
    await link.click()
    await expect(player.page.locator(f"[data-clause='{clause}']")).to_be_focused()


async def test_a_room_by_house_rules_with_bots_that_come_and_go(address: str, enter: Open) -> None:
    host = await enter(address)
    await host.get("make-jiujiang-mahjong").click()
    await host.get("rounds-16").click()
    await host.get("details").click()
    await host.get("option-raises").click()
    await host.get("make-go").click()
    await expect(host.get("room")).to_contain_text("16")
    await expect(host.get("room")).to_contain_text("加注")

    await expect(host.get("start")).to_be_disabled()
    await host.get("add-bot-2").click()
    await expect(host.get("room-seat-2")).to_have_attribute("data-taken", "bot")
    await host.get("remove-bot-2").click()
    await expect(host.get("room-seat-2")).to_have_attribute("data-taken", "free")
    await host.get("sit-3").click()
    await expect(host.get("room-seat-3")).to_have_attribute("data-taken", "player")

    guest = await enter(f"{address}/#/r/{await host.get('room-code').inner_text()}")
    await expect(host.get("room-seat-0")).to_have_attribute("data-taken", "player")
    await expect(guest.get("start")).to_have_count(0)
    await expect(guest.get("add-bot-1")).to_have_count(0)
    await host.get("fill-bots").click()
    await host.get("start").click()

    # The house rule holds: everybody is asked for a raise before the deal.
    for player in (host, guest):
        await expect(player.get("act-raise-5")).to_be_visible()
    await host.do("raise 10")
    await guest.do("raise 0")
    await expect(guest.get("hand-tile")).not_to_have_count(0)
    await guest.leave()
    await host.leave()


@pytest.mark.parametrize("lang", ["zh-CN", "en-GB"])
@pytest.mark.parametrize("size", [(375, 667), (667, 375)])
async def test_on_a_phone_ones_name_and_playing_come_first(
    address: str, enter: Open, lang: str, size: tuple[int, int]
) -> None:
    player = await enter(address, lang=lang, size=size)
    for first in ("name", "join-code", "join-go", "play-jiujiang-mahjong", "make-jiujiang-mahjong"):
        await expect(player.get(first)).to_be_in_viewport(ratio=1)
    wide = await player.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide == size[0]
    await player.get("name").focus()
    await player.page.keyboard.press("Tab")
    await expect(player.get("join-code")).to_be_focused()


async def test_a_code_that_leads_nowhere_is_said_in_words(address: str, enter: Open) -> None:
    for lang, words in (("zh-CN", "没有这个房间"), ("en-GB", "there is no such room")):
        player = await enter(address, lang=lang)
        await player.get("join-code").fill("000000")
        await expect(player.get("trouble")).to_contain_text(re.compile(words, re.IGNORECASE))
        await expect(player.get("join-code")).to_have_value("")
        by_link = await enter(f"{address}/#/r/000000", lang=lang)
        await expect(by_link.get("trouble")).to_contain_text(re.compile(words, re.IGNORECASE))
        await expect(by_link.get("home")).to_be_visible()
