"""One person against bots, from the home page to the settlement and home again."""

from playwright.async_api import expect

from paiju.core.registry import game
from tests.browser.conftest import House, Open
from tests.browser.mahjong import number, paid


async def test_a_whole_round_by_clicking(house: House, enter: Open) -> None:
    player = await enter(await house([game("jiujiang-mahjong")]), moving=True)
    await player.play_now("jiujiang-mahjong")
    await player.play_round()

    seen = await player.seen()
    payments = await paid(player)
    assert sum(payments) == 0
    totals = [number(await player.get(f"total-{side}").inner_text()) for side in range(4)]
    assert totals == payments
    if seen["winner"] != "黄庄":
        assert await player.get("item").count() > 0
        assert any(payments)

    await player.get("see-table").click()
    await expect(player.get("settlement")).to_have_count(0)
    await player.get("see-settlement").click()
    await player.get("next").click()
    await expect(player.get("settlement")).to_have_count(0)
    seen = await player.sees(round="第2/8局")
    assert [seat.count(f"{payments[side]}分") for side, seat in enumerate(seen["seats"])] == [1] * 4

    await player.leave()
    await expect(player.get("table")).to_have_count(0)
    await player.page.reload()
    await expect(player.get("home")).to_be_visible()


async def test_a_match_of_one_round_ends_with_the_ranking(address: str, enter: Open) -> None:
    player = await enter(address, lang="en-GB", size=(667, 375))
    await player.get("make-jiujiang-mahjong").click()
    await player.get("rounds-1").click()
    await player.get("make-go").click()
    await player.get("fill-bots").click()
    await player.get("start").click()
    await player.play_round()

    await expect(player.get("payments")).to_be_visible()
    await player.get("see-ranking").click()
    await expect(player.get("rank")).to_have_count(4)
    ranks = await player.get("rank").all_inner_texts()
    money = [number(line.split()[-1]) for line in ranks]
    assert money == sorted(money, reverse=True) and sum(money) == 0
    await player.get("last-round").click()
    await expect(player.get("payments")).to_be_visible()
    await player.get("rematch").click()
    await player.sees(round="Round 1/1", winner=None)
    await player.leave()
