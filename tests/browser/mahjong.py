"""Mahjong in the browser: a seat at a fixed deal, and what the settlement says."""

from playwright.async_api import expect

from tests.browser.conftest import House, Open
from tests.browser.player import Means, Player
from tests.browser.staged import Moment, Scripted, staged
from tests.mahjong.scenario import MahjongScenario

SIZES_BY_MEANS = {"mouse": (1280, 800), "keyboard": (1280, 800), "touch": (375, 667)}


async def at_table(
    house: House, enter: Open, means: Means, model: MahjongScenario, *script: str
) -> Player:
    """A player at seat 0 of the model's deal.

    Lines like ``1 discard 5p`` say what the bots do, each as soon as its seat may; else they idle.
    """
    by_seat: dict[int, list[str]] = {}
    for line in script:
        by_seat.setdefault(int(line[0]), []).append(line[2:])
    address = await house([staged(Moment(model.setup))], Scripted(model.game, by_seat))
    player = await enter(address, means=means, size=SIZES_BY_MEANS[means])
    await player.play_now(model.game.key)
    return player


async def items(player: Player) -> dict[str, int]:
    """The lines of the settlement on show: id → value."""
    await expect(player.get("settlement")).to_be_visible()
    lines: list[tuple[str, str]] = await player.get("item").evaluate_all(
        "all => all.map((one) => [one.dataset.id, one.dataset.value])"
    )
    return {id_: int(value) for id_, value in lines}


async def paid(player: Player) -> list[int]:
    """What each seat gained, as the settlement draws it, from the player's own seat on."""
    await expect(player.get("settlement")).to_be_visible()
    said = [await player.get(f"paid-{side}").inner_text() for side in range(4)]
    return [number(one) for one in said]


def number(text: str) -> int:
    """A number as the page prints it, with a true minus."""
    return int(text.replace("−", "-"))
