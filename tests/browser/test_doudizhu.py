"""九江斗地主 on a fixed deal: a call that cannot be declined, 问牌, a bomb, a round won."""

from typing import Final

import pytest
from playwright.async_api import expect

from paiju.core.registry import game
from tests.browser.cards import play, take_up
from tests.browser.conftest import House, Open
from tests.browser.mahjong import SIZES_BY_MEANS, paid
from tests.browser.player import Means, Player
from tests.browser.staged import Moment, Scripted, staged
from tests.games.jiujiang_doudizhu.scenario import dealt, do

KEY: Final = "jiujiang-doudizhu"


async def at_table(house: House, enter: Open, means: Means, *script: str) -> Player:
    """Seat 0 holds six sevens and two small jokers, so that it must call; seat 1 has a KKK88."""
    model = dealt("AAAKKKQQQJJJTTT99777777ww", "KKK88", kitty="33445566")
    by_seat: dict[int, list[str]] = {}
    for line in script:
        by_seat.setdefault(int(line[0]), []).append(line[2:])
    address = await house([staged(Moment(model.setup))], Scripted(game(KEY), by_seat))
    player = await enter(address, means=means, size=SIZES_BY_MEANS[means])
    await player.play_now(KEY)
    return player


@pytest.mark.parametrize("means", ["mouse", "touch", "keyboard"])
async def test_a_whole_round_with_a_bomb_and_a_question(
    house: House, enter: Open, means: Means
) -> None:
    player = await at_table(house, enter, means, "1 play KKK88")

    # DZ-5: two small jokers and a bomb must call; a decline says why.
    await expect(player.get("why")).to_contain_text("必叫")
    if means == "keyboard":
        await player.page.keyboard.press("p")
    else:
        await player.press("decline", dimmed=True)
    await expect(player.get("reason")).to_contain_text("DZ-5")
    if means == "keyboard":
        await player.page.keyboard.press("Enter")
    else:
        await player.do("call")
    await expect(player.get("hand-card")).to_have_count(33)
    await expect(player.get("kitty")).to_have_attribute("data-open", "true")

    # DZ-20: the landlord may ask any farmer; more than ten cards are not counted.
    await player.use(player.get("ask-1"))
    await expect(player.get("answer-1")).to_be_visible()

    await play(player, "AKQJ3456")
    await expect(player.get("hand-card")).to_have_count(13)
    await play(player, "T9")
    await expect(player.get("played-1")).to_have_attribute("data-cards", "88KKK")
    await play(player, "7")
    await expect(player.get("base")).to_have_attribute("data-base", "2")
    await play(player, "w")

    won = dealt("AAAKKKQQQJJJTTT99777777ww", "KKK88", kitty="33445566")
    do(
        won, "0 call", "0 ask 1", "0 play AAAKKKQQQJJJ33445566", "1 pass", "2 pass", "3 pass",
        "0 play TTT99", "1 play KKK88", "2 pass", "3 pass",
        "0 play 777777", "1 pass", "2 pass", "3 pass", "0 play ww",
    )  # fmt: skip
    assert won.outcome is not None
    assert await paid(player) == list(won.outcome.payments) == [8, -2, -2, -4]
    await expect(player.get("winner")).to_have_attribute("data-side", "landlord")
    settlement = player.get("settlement")
    for clause in ("DZ-22", "DZ-23", "DZ-27"):
        await expect(settlement).to_contain_text(clause)
    await player.use(player.get("next"))
    await expect(player.get("settlement")).to_have_count(0)


async def test_hints_go_round_and_what_is_no_combination_is_refused(
    house: House, enter: Open
) -> None:
    player = await at_table(house, enter, "mouse")
    await player.do("call")
    await player.do("hint")
    chosen = player.page.locator("[data-testid=hand-card][aria-selected=true]")
    await expect(chosen).not_to_have_count(0)
    first = await chosen.evaluate_all("all => all.map((one) => one.dataset.id)")
    await player.get("act-hint").click()
    assert await chosen.evaluate_all("all => all.map((one) => one.dataset.id)") != first
    await take_up(player, "w3")
    await player.press("play", dimmed=True)
    await expect(player.get("reason")).to_contain_text("DZ-")
    await expect(player.get("hand-card")).to_have_count(33)


async def test_the_round_is_given_up_before_the_first_play(house: House, enter: Open) -> None:
    player = await at_table(house, enter, "mouse")
    await player.do("call")
    await player.do("surrender")
    await player.use(player.get("surrender-yes"))
    assert await paid(player) == [-4, 1, 1, 2]
