"""Nothing at a table is cut off, too small to touch, or on top of something else."""

import asyncio
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from playwright.async_api import expect

from paiju.core.registry import game
from paiju.core.seat import Seat
from tests.browser import moments
from tests.browser.chromium import SIZES
from tests.browser.conftest import WAIT, House, Open
from tests.browser.player import Player
from tests.browser.staged import Moment, Scripted, staged

_BOXES: Final = (Path(__file__).parent / "boxes.js").read_text()
ROOM: Final = 1.0
"""A pixel is rounding."""
LEAST: Final = {"hand": 40, "key": 44, "choice": 44, "menu": 44}
"""What a finger needs, in px; cards of a fan lie on top of each other and are held elsewhere."""
LOOKS: Final = 12
"""So often a page is looked at until it fits: a busy browser lays it out when it comes to it."""
INDEX: Final = 15
"""How much of each card in a fan must be bare, in px."""


class Box(NamedTuple):
    """What lies where."""

    name: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: "Box") -> bool:
        """Whether the two share more than an edge."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > ROOM
            and min(self.bottom, other.bottom) - max(self.top, other.top) > ROOM
        )


async def boxes(player: Player) -> tuple[list[Box], dict[str, Any]]:
    """Everything at the table."""
    found: dict[str, Any] = await player.page.evaluate(_BOXES)
    return [Box(*one) for one in found["boxes"]], found


def faults(found: list[Box], page: dict[str, Any]) -> list[str]:
    """What is wrong with them, in words."""
    wrong = ["the page scrolls"] if page["scrolls"] else []
    for box in found:
        inside = (
            box.left >= -ROOM
            and box.top >= -ROOM
            and box.right <= page["width"] + ROOM
            and box.bottom <= page["height"] + ROOM
        )
        if not inside:
            wrong.append(f"outside: {box}")
        least = LEAST.get(box.name, 0)
        if min(box.right - box.left, box.bottom - box.top) < least - ROOM:
            wrong.append(f"smaller than {least}: {box}")
    wrong += [
        f"{one} covers {other}"
        for one, other in combinations(found, 2)
        if one.covers(other) and not may_lie_on(one.name, other.name)
    ]
    return wrong


def may_lie_on(one: str, other: str) -> bool:
    """Whether it is meant that these cover each other."""
    # Of one group the nearer hides the edge of the next; a choice is a sheet over the felt.
    if one == other or "choice" in (one, other):
        return True
    # A dealer's mark is on the face.
    return {one[:-1], other[:-1]} == {"face ", "mark "} and one[-1] == other[-1]


def bare(found: list[Box]) -> float:
    """How much of the narrowest card of the hand is not covered by the next one in its row."""
    fan = [box for box in found if box.name == "hand"]
    steps = [b.left - a.left for a, b in pairwise(fan) if abs(a.top - b.top) < 1]
    return min(steps, default=LEAST["hand"])


async def sit(house: House, enter: Open, moment: Moment, lang: str = "zh-CN") -> Player:
    """A player at seat 0 of this moment."""
    key = moment.setup.game
    address = await house([staged(moment)], Scripted(game(key), {}))
    player = await enter(address, lang=lang)
    await player.play_now(key)
    await expect(player.get("hand")).to_be_visible()
    # At each of these moments the seat is asked.
    await expect(player.get("actions")).not_to_have_attribute("data-prompt", "0")
    return player


async def check(player: Player) -> None:
    """The three sizes, one after the other."""
    wrong = []
    for width, height in SIZES:
        await player.page.set_viewport_size({"width": width, "height": height})
        for _ in range(LOOKS):
            await player.page.wait_for_timeout(250)
            found = faults(*await boxes(player))
            if not found:
                break
        wrong += [f"{width}x{height} {fault}" for fault in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("key", moments.MAHJONGS)
@pytest.mark.parametrize("name", ["late", "crowded", "laden", "claim", "choice", "win"])
async def test_a_mahjong_table_fits(house: House, enter: Open, key: str, name: str) -> None:
    player = await sit(house, enter, moments.mahjong(key, name))
    if name == "choice":
        for verb in ("ready", "chow", "kong"):
            if await player.get(f"act-{verb}").count():
                await player.press(verb)
                break
        await expect(player.get("choice")).not_to_have_count(0)
    await check(player)


@pytest.mark.parametrize("key", moments.MAHJONGS)
@pytest.mark.parametrize("dealer", [1, 3])
async def test_the_mark_of_a_dealer_at_the_side_is_whole(
    house: House, enter: Open, key: str, dealer: Seat
) -> None:
    player = await sit(house, enter, moments.mahjong(key, "claim", dealer=dealer))
    await expect(player.get(f"seat-{dealer}").get_by_test_id("dealer")).to_be_visible()
    await check(player)


@pytest.mark.parametrize("name", ["call", "lead", "follow", "late", "landlord-1", "landlord-3"])
async def test_a_card_table_fits(house: House, enter: Open, name: str) -> None:
    player = await sit(house, enter, moments.cards(name))
    await check(player)
    for width, height in SIZES:
        await player.page.set_viewport_size({"width": width, "height": height})
        async with asyncio.timeout(WAIT / 1000):
            # A busy browser lays the fan anew when it comes to it.
            while bare((await boxes(player))[0]) < INDEX:
                await player.page.wait_for_timeout(100)


@pytest.mark.parametrize("name", [*moments.MAHJONGS, "call", "follow"])
async def test_longer_words_fit_too(house: House, enter: Open, name: str) -> None:
    moment = moments.mahjong(name, "win") if name in moments.MAHJONGS else moments.cards(name)
    player = await sit(house, enter, moment, "en-GB")
    await check(player)
