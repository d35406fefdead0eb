"""Nothing at a table is cut off, too small to touch, or on top of something else."""

from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from playwright.async_api import expect

from paiju.core.registry import game
from tests.browser import moments
from tests.browser.chromium import SIZES
from tests.browser.conftest import House, Open
from tests.browser.player import Player
from tests.browser.staged import Moment, Scripted, staged

_BOXES: Final = (Path(__file__).parent / "boxes.js").read_text()
ROOM: Final = 0.5
"""Half a pixel is rounding."""
ALIKE: Final = 3.0
"""Tiles of one group may touch: the nearer one hides the edge of the one behind it."""


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
        least = {"hand": 40, "key": 44, "choice": 44, "menu": 44}.get(box.name, 0)
        if min(box.right - box.left, box.bottom - box.top) < least - ROOM:
            wrong.append(f"smaller than {least}: {box}")
    for one, other in combinations(found, 2):
        if one.name != other.name and one.covers(other) and not _may(one, other):
            wrong.append(f"{one} covers {other}")
    return wrong


def _may(one: Box, other: Box) -> bool:
    """A choice is a sheet over the felt; a reason may lie on an empty part of a hand's back."""
    names = {one.name, other.name}
    return "choice" in names


async def sit(house: House, enter: Open, moment: Moment) -> Player:
    """A player at seat 0 of this moment."""
    key = moment.setup.game
    address = await house([staged(moment)], Scripted(game(key), {}))
    player = await enter(address)
    await player.play_now(key)
    await expect(player.get("hand")).to_be_visible()
    return player


async def check(player: Player) -> None:
    """The three sizes, one after the other."""
    wrong = []
    for width, height in SIZES:
        await player.page.set_viewport_size({"width": width, "height": height})
        await player.page.wait_for_timeout(250)
        wrong += [f"{width}x{height} {fault}" for fault in faults(*await boxes(player))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("key", moments.MAHJONGS)
@pytest.mark.parametrize("name", ["late", "crowded", "claim", "choice"])
async def test_a_mahjong_table_fits(house: House, enter: Open, key: str, name: str) -> None:
    player = await sit(house, enter, moments.mahjong(key, name))
    await player.page.wait_for_timeout(300)
    if name == "choice":
        for verb in ("ready", "chow", "kong"):
            if await player.get(f"act-{verb}").count():
                await player.get(f"act-{verb}").click()
                break
        await expect(player.get("choice")).not_to_have_count(0)
    await check(player)
