"""A guest becomes an account that goes on elsewhere, with its history; sessions and programs."""

import re

from playwright.async_api import expect

from paiju.core.registry import game
from tests.browser.conftest import House, Open
from tests.browser.mahjong import number
from tests.browser.player import Player

LOGIN, PASSWORD = "xiaoyu", "a long secret"


async def fill_in(player: Player, login: str, password: str) -> None:
    """Name and password, sent."""
    await player.get("login-name").fill(login)
    await player.get("login-password").fill(password)
    await player.get("login-go").click()


async def test_a_guest_registers_and_goes_on_in_another_browser(address: str, enter: Open) -> None:
    first = await enter(address)
    await first.get("make-jiujiang-mahjong").click()
    await first.get("rounds-1").click()
    await first.get("stake-1").click()
    await first.get("make-go").click()
    await first.get("fill-bots").click()
    await first.get("start").click()
    await first.play_round()
    await expect(first.get("purse")).to_be_visible()
    gained = number((await first.get("coins-0").inner_text()).removesuffix(" 金币"))
    await first.get("over-home").click()
    await expect(first.get("coins")).to_have_text(f"{2000 + gained} 金币")

    await first.get("open-account").click()
    await fill_in(first, LOGIN, PASSWORD)
    await expect(first.get("account-login")).to_contain_text(LOGIN)

    second = await enter(address, size=(375, 667), means="touch", lang="en-GB")
    await second.get("open-account").click()
    await second.get("account-mode-login").click()
    await fill_in(second, LOGIN, "not the secret")
    await expect(second.get("trouble")).to_be_visible()
    await fill_in(second, LOGIN, PASSWORD)
    await expect(second.get("open-account")).to_have_text(LOGIN)
    await expect(second.get("coins")).to_have_text(f"{2000 + gained} coins")

    # The same round is remembered, to be checked as far as another browser can.
    await second.get("open-history").click()
    await expect(second.get("played")).to_have_count(1)
    await expect(second.get("played-coins")).to_contain_text(str(abs(gained)))
    told = await second.get("played-with").inner_text()
    others = [number(sum_) for sum_ in re.findall(r"\s([+−]?\d+)(?=,|$)", told)]
    assert len(others) == 3 and sum(others) == -gained, told
    await second.get("played-verify").click()
    await expect(second.get("fair-verdict")).to_have_attribute("data-verdict", "part")
    await second.get("sheet-close").click()
    await second.get("history-back").click()

    # One plays on one page at a time: the first takes over and ends the other's session.
    await first.get("line-here").click()
    await expect(second.get("line")).to_have_attribute("data-line", "replaced")
    await first.get("open-sessions").click()
    await first.get("session-end").click()
    await expect(first.get("session")).to_have_count(1)
    await second.use(second.get("line-here"))
    await expect(second.get("trouble")).to_contain_text("logged out")
    await expect(second.get("open-account")).to_have_text("Account")


async def test_who_has_few_coins_is_given_some_once_a_day(house: House, enter: Open) -> None:
    address = await house([game("jiujiang-mahjong")], coins_at_start=300, coins_a_day=1000)
    player = await enter(address)
    await expect(player.get("coins")).to_have_text("300 金币")
    await player.get("top-up").click()
    await expect(player.get("coins")).to_have_text("1000 金币")
    await expect(player.get("top-up")).to_have_count(0)


async def test_a_program_gets_a_token_once_and_a_password_can_be_changed(
    address: str, enter: Open
) -> None:
    player = await enter(address)
    await player.get("open-account").click()
    await fill_in(player, "laozhou", PASSWORD)
    await player.get("open-bots").click()
    await player.get("bot-name").fill("小机")
    await player.get("bot-create").click()
    assert len(await player.get("bot-token").inner_text()) >= 32
    await expect(player.get("bot")).to_have_count(1)
    await player.get("bot-drop").click()
    await expect(player.get("bot")).to_have_count(0)
    await expect(player.get("bot-token")).to_have_count(0)

    await player.get("open-password").click()
    await player.get("password-old").fill(PASSWORD)
    await player.get("password-new").fill(PASSWORD + "!")
    await player.get("password-go").click()
    await expect(player.get("password-done")).to_be_visible()

    await player.get("log-out").click()
    await expect(player.get("open-account")).to_have_text("账号")
    await player.get("open-account").click()
    await player.get("account-mode-login").click()
    await fill_in(player, "laozhou", PASSWORD + "!")
    await expect(player.get("open-account")).to_have_text("laozhou")
