"""Four browsers at one table: a room by its code, one page reloaded in the middle of the round."""

import asyncio
from typing import Final

from playwright.async_api import expect

from paiju.mahjong.tiles import tiles_in_order
from tests.browser.conftest import House, Open
from tests.browser.mahjong import items, paid
from tests.browser.player import Player
from tests.browser.staged import Moment, staged
from tests.games.jiujiang_mahjong.scenario import Scenario

KEY: Final = "jiujiang-mahjong"


async def sit_down(players: list[Player]) -> str:
    """The first makes a room of four rounds, the others come by its code; it starts."""
    host, *guests = players
    await host.get(f"make-{KEY}").click()
    await host.get("rounds-4").click()
    await host.get("make-go").click()
    code = await host.get("room-code").inner_text()
    assert len(code) == 6 and code.isdecimal()
    for guest in guests:
        await guest.get("join-code").fill(code)
        await expect(guest.get("room-code")).to_have_text(code)
        await expect(guest.get("wait-host")).to_be_visible()
    for seat in range(4):
        await expect(host.get(f"room-seat-{seat}")).to_have_attribute("data-taken", "player")
    await host.get("start").click()
    for player in players:
        await expect(player.get("table")).to_be_visible()
    return code


async def everybody_sees(players: list[Player], model: Scenario) -> None:
    """Each page draws its own seat's hand, everybody's discards, and the wall, as the rules say."""
    for seat, player in enumerate(players):
        seen = await player.sees(wall=str(model.round.table.wall))
        held = tiles_in_order(sorted(model.in_hand(seat)))
        assert "".join(sorted(seen["hand"])) == "".join(sorted(split(held)))


def split(text: str) -> list[str]:
    """``123m5p`` as 1m 2m 3m 5p."""
    found: list[str] = []
    ranks = ""
    for char in text:
        if char.isdigit():
            ranks += char
        else:
            found += [rank + char for rank in ranks]
            ranks = ""
    return found


async def test_four_play_a_round_and_one_reloads_in_the_middle(house: House, enter: Open) -> None:
    model = Scenario({0: "5p", 1: "123m456m789m99p34s", 2: "55p"}, wall="6s8s2s")
    address = await house([staged(Moment(model.setup))])
    players = [await enter(address) for _ in range(4)]
    await sit_down(players)
    await everybody_sees(players, model)

    async def do(line: str) -> None:
        await players[int(line[0])].do(line[2:])
        model.do(line)

    await do("1 ready")
    await do("0 discard 5p")

    # Seat 2 is asked for a pung, and reloads over it.
    before = await players[2].sees(keys=["pass", "pung"])
    await players[2].page.reload()
    assert await players[2].sees(hand=before["hand"]) == before

    # Seat 3 reloads while seat 2 goes on: nothing is missed.
    await asyncio.gather(players[3].page.reload(), do("2 pung"))
    await do("2 discard 1p")
    await do("3 discard 6s")
    await everybody_sees(players, model)

    # Seat 0 reloads while nobody waits for it.
    await do("0 discard 8s")
    before = await players[0].sees(turn=False, wall=str(model.round.table.wall))
    await players[0].page.reload()
    assert await players[0].sees(hand=before["hand"]) == before

    await do("1 hu")
    payments = list(model.payments)
    for seat, player in enumerate(players):
        assert await items(player) == model.items()
        assert await paid(player) == payments[seat:] + payments[:seat]

    for player in players:
        await player.get("next").click()
    for player in players:
        await player.sees(round="第2/4局", winner=None)

    # One leaves for good; the others see it and play on.
    await players[3].leave()
    for seat, side in ((0, 3), (1, 2), (2, 1)):
        await expect(players[seat].get(f"seat-{side}")).to_contain_text("已离开")
