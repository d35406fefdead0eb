"""Cards in the browser: taking them up by mouse, finger or keyboard, and playing them."""

from itertools import groupby

from playwright.async_api import Locator, expect

from tests.browser.player import Player


async def take_up(player: Player, ranks: str) -> None:
    """Take up all cards of these ranks: by a sweep over each run, by two taps, by ↑."""
    await player.page.keyboard.press("Backspace")
    held: list[str] = await player.get("hand-card").evaluate_all(
        "all => all.map((one) => one.dataset.card[0])"
    )
    wanted = [rank in ranks for rank in held]
    await _lies_still(player)
    if player.means == "mouse":
        for chosen, run in groupby(range(len(held)), key=wanted.__getitem__):
            places = list(run)
            if chosen:
                await _sweep(player, places[0], places[-1])
    elif player.means == "touch":
        for rank in dict.fromkeys(ranks):
            await _tap_rank(player, rank)
    else:
        for place, rank in enumerate(held):
            await player.page.keyboard.press("ArrowRight")
            if wanted[place] and held.index(rank) == place:
                await player.page.keyboard.press("ArrowUp")
    await expect(player.page.locator("[data-testid=hand-card][aria-selected=true]")).to_have_count(
        sum(wanted)
    )


async def _lies_still(player: Player) -> None:
    """Wait until the cards have closed up after the last play, as a hand would."""
    cards = player.get("hand-card")
    places: list[float] = []
    for _ in range(100):
        before = places
        places = await cards.evaluate_all("all => all.map((one) => one.getBoundingClientRect().x)")
        if places == before:
            return
        await player.page.wait_for_timeout(50)


async def _tap_rank(player: Player, rank: str) -> None:
    """Two quick taps take up a whole rank; on a machine too busy for quick ones, one tap a card."""
    cards = player.page.locator(f"[data-testid=hand-card][data-card^='{rank}']")
    if await cards.count() > 1:
        for _ in range(2):
            await _tap(player, cards.first)
    for card in await cards.all():
        if await card.get_attribute("aria-selected") != "true":
            await player.page.wait_for_timeout(400)
            await _tap(player, card)


async def _tap(player: Player, card: Locator) -> None:
    box = await card.bounding_box()
    assert box is not None
    await player.page.touchscreen.tap(box["x"] + 7, box["y"] + 12)


async def _sweep(player: Player, first: int, last: int) -> None:
    """Press on one card, draw over to another, let go."""
    mouse = player.page.mouse
    for place in (first, last):
        box = await player.get("hand-card").nth(place).bounding_box()
        assert box is not None
        await mouse.move(box["x"] + 7, box["y"] + 30, steps=4)
        if place == first:
            await mouse.down()
    await mouse.up()


async def play(player: Player, ranks: str) -> None:
    """Take these up and play them; they lie before one's seat then."""
    await expect(player.get("act-play")).to_be_visible()
    await take_up(player, ranks)
    if player.means == "keyboard":
        await player.page.keyboard.press("Enter")
    else:
        await player.do("play")
