"""九江麻将 on fixed deals, by mouse, by finger and by keyboard alone."""

from typing import Final

import pytest
from playwright.async_api import expect

from tests.browser.conftest import House, Open
from tests.browser.mahjong import at_table, items, paid
from tests.browser.player import Means
from tests.games.jiujiang_mahjong.scenario import Scenario

MEANS: Final[tuple[Means, ...]] = ("mouse", "touch", "keyboard")


@pytest.mark.parametrize("means", MEANS)
async def test_a_pung_becomes_a_kong_and_its_replacement_wins(
    house: House, enter: Open, means: Means
) -> None:
    model = Scenario({0: "55p123m46m789s99s1p9m", 1: "5p"}, wall="2s8m3p6s5p", tail="5m")
    player = await at_table(house, enter, means, model, "1 discard 5p")

    await expect(player.get("why")).to_contain_text("打一张")
    await player.do("discard 9m")
    await expect(player.get("why")).to_contain_text("下家打五筒")
    await player.do("pung")
    await player.sees(melds=["5p", "5p", "5p"], turn=True)
    await player.do("discard 1p")

    # JM-18: the fourth tile of one's own pung is kept or konged, never discarded.
    await expect(player.get("act-kong")).to_be_visible()
    await player.sees(dimmed=["5p"])
    fourth = player.page.locator("[data-testid=hand-tile][data-tile='5p']")
    if means != "keyboard":
        await player.use(fourth, dimmed=True)
        await expect(player.get("reason")).to_contain_text("JM-18")
    await player.do("kong 5p")
    await player.do("hu")

    won = model.do(
        "0 discard 9m", "1 discard 5p", "0 pung", "0 discard 1p",
        "1 discard 8m", "2 discard 3p", "3 discard 6s", "0 kong 5p", "0 hu",
    )  # fmt: skip
    assert await items(player) == won.items() == {
        "kong_replacement": 10, "closed_wait": 5, "exposed_kong": 1,
    }  # fmt: skip
    assert await paid(player) == list(won.payments)
    await expect(player.get("winning-tile")).to_have_attribute("data-tile", "5m")

    item = player.page.locator("[data-testid=item][data-id=kong_replacement]")
    await player.use(item)
    await expect(player.get("clause")).to_contain_text("杠")
    assert len(await player.get("clause").inner_text()) > 10
    await player.use(item)
    await expect(player.get("clause")).to_have_count(0)

    await player.use(player.get("next"))
    await expect(player.get("settlement")).to_have_count(0)
    assert (await player.seen())["round"] == "第2/8局"


@pytest.mark.parametrize("means", MEANS)
async def test_ready_is_declared_with_the_first_discard_and_wins(
    house: House, enter: Open, means: Means
) -> None:
    model = Scenario({0: "123m456m78m99p234s1p"}, wall="2s8p3p6s9m")
    player = await at_table(house, enter, means, model)

    await player.do("ready 1p")
    seen = await player.sees(waits=["3m", "6m", "9m"], turn=True)
    assert "报听" in seen["seats"][0]
    await player.do("discard 6s")
    await player.do("hu")

    won = model.do(
        "0 ready 1p", "1 discard 2s", "2 discard 8p", "3 discard 3p", "0 discard 6s",
        "1 discard 9m", "0 hu",
    )  # fmt: skip
    assert await items(player) == won.items() == {"pure_straight": 10, "ready": 10}
    assert await paid(player) == list(won.payments) == [20, -20, 0, 0]


async def test_jm_51_a_hand_won_as_it_was_dealt_is_headed_by_its_own_name(
    house: House, enter: Open
) -> None:
    model = Scenario({0: "123m456s789p22m555p"})
    player = await at_table(house, enter, "mouse", model)
    await player.do("hu")
    won = model.do("0 hu")
    assert await items(player) == won.items() == {"heavenly": 20}
    headline = player.get("headline")
    await expect(headline).to_have_text("天胡")


async def test_a_locked_hand_says_why_no_other_tile_goes(house: House, enter: Open) -> None:
    model = Scenario({0: "123m456m78m99p234s1p"}, wall="2s8p3p6s9m")
    player = await at_table(house, enter, "mouse", model)
    await player.do("ready 1p")
    seen = await player.sees(turn=True)
    assert seen["dimmed"] == seen["hand"][:-1]
    await player.use(player.get("hand-tile").first, dimmed=True)
    await expect(player.get("reason")).to_contain_text("JM-21")


async def test_a_tile_like_the_one_discarded_is_not_taken_up_in_its_place(
    house: House, enter: Open
) -> None:
    """Else the next tap on it would discard it, where a first tap only takes it up."""
    model = Scenario({0: "55p123m46m789s99s1p9m"}, wall="2s8m3p6s")
    player = await at_table(house, enter, "touch", model)
    alike = player.page.locator("[data-testid=hand-tile][data-tile='9s']")
    for _ in range(2):
        await player.use(alike.first)
    await expect(alike).to_have_count(2)
    await player.sees(turn=True)
    await expect(player.page.locator("[data-testid=hand-tile][aria-selected=true]")).to_have_count(
        0
    )
