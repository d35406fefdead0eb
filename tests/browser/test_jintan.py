"""金坛麻将 on a fixed deal: a flower, a chow among several, a false win and its warning, a win."""

import pytest
from playwright.async_api import expect

from tests.browser.conftest import House, Open
from tests.browser.mahjong import at_table, items, paid
from tests.browser.player import Means
from tests.games.jintan_mahjong.scenario import Scenario


def deal() -> Scenario:
    """Seat 0 is dealt a flower, may chow 3p in two ways, and draws another flower."""
    return Scenario({0: "1f124p789s567m5s23m4z"}, wall="1z2z3p3z1z2z2f4m", tail="5s3z")


@pytest.mark.parametrize("means", ["mouse", "touch"])
async def test_a_round_with_a_flower_a_chow_and_a_false_win(
    house: House, enter: Open, means: Means
) -> None:
    model = deal()
    player = await at_table(house, enter, means, model)
    await player.sees(bonus=[["1f"], [], [], []], turn=True)

    # JT-17: 胡 is always live; the first time one is told what a false win costs.
    await player.do("hu")
    await expect(player.get("false-win-warning")).to_contain_text("底分的两倍")
    await player.use(player.get("false-win-no"))
    await expect(player.get("false-win-warning")).to_have_count(0)
    await player.sees(turn=True)
    await player.do("hu")
    await player.use(player.get("false-win-yes"))
    await expect(player.get("act-hu")).to_have_count(0)
    await player.do("discard 4z")

    # Two ways to chow: the tiles themselves are shown, and neither is taken by accident.
    # 胡 would still be false, and lies where nobody presses it by accident.
    await player.sees(keys=["hu", "pass", "chow"])
    await player.press("chow")
    await expect(player.get("choice")).to_have_count(2)
    await player.use(player.get("choice-cancel"))
    await expect(player.get("choices")).to_have_count(0)
    await player.do("chow 24p")
    await player.sees(melds=["3p", "2p", "4p"], turn=True)
    await player.do("discard 1p")

    await player.sees(bonus=[["1f", "2f"], [], [], []], turn=True)
    await player.do("discard 3z")
    await player.sees(keys=["pass", "hu"])
    await player.do("hu")

    won = model.do(
        "0 hu", "0 discard 4z", "1 discard 1z", "2 discard 2z", "3 discard 3p", "0 chow 24p",
        "0 discard 1p", "1 discard 3z", "2 discard 1z", "3 discard 2z", "0 discard 3z",
        "1 discard 4m", "0 hu",
    )  # fmt: skip
    assert await items(player) == won.items() == {"flower_tile": 2}
    assert await paid(player) == list(won.payments) == [0, -20, 0, 0]
    settlement = player.get("settlement")
    await expect(settlement).to_contain_text("(10 + 2×5) × 1 = 20")
    await expect(settlement).to_contain_text("诈胡")


async def test_a_chow_closes_what_it_changed_nothing_for(house: House, enter: Open) -> None:
    player = await at_table(house, enter, "mouse", deal())
    await player.sees(turn=True)
    await player.do("discard 4z")
    await player.do("chow 12p")
    # JT-14: 1·2 with 3 is closed at one end only; 3p itself is not held.
    await player.sees(melds=["3p", "1p", "2p"], turn=True)
    await player.do("discard 4p")
