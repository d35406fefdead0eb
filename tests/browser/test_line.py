"""A line that breaks, a seat whose time runs out, and the ways back."""

import asyncio
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from playwright.async_api import WebSocketRoute, expect

from tests.browser.cable import Cable
from tests.browser.conftest import House, Open
from tests.browser.mahjong import at_table
from tests.browser.server import UNHURRIED
from tests.browser.staged import Moment, Scripted, staged
from tests.games.jiujiang_mahjong.scenario import GAME, Scenario

OFFLINE: Final = (
    r"ERR_INTERNET_DISCONNECTED|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET"
    r"|ERR_CONTENT_LENGTH_MISMATCH"
    r"|WebSocket connection to .* failed|failed: .*/icon.svg"
)
"""What a browser itself says of being offline, and of a cable pulled out under its feet."""
OWN_TURN: Final = """() => document.querySelector('[data-testid=hand][data-turn]')
  && !document.querySelector('[data-testid=auto-off]')
  && !document.querySelector('[data-testid=seat-0]').innerText.includes('托管')"""


async def test_before_its_table_is_shown_nobody_leaves_it_unasked(
    address: str, enter: Open
) -> None:
    slow = await enter("about:blank")
    held: list[tuple[WebSocketRoute, str]] = []
    let_through: list[bool] = []

    def through(page: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            assert isinstance(message, str)
            if not let_through and (held or '"type":"view"' in message):
                held.append((page, message))
            else:
                page.send(message)

        page.connect_to_server().on_message(pass_on)

    await slow.page.route_web_socket("**/ws", through)
    await slow.page.goto(address)
    await slow.get("make-jiujiang-mahjong").click()
    await slow.get("make-go").click()
    await slow.get("fill-bots").click()
    await slow.get("start").click()
    await expect(slow.get("shuffling")).to_be_visible()
    await expect(slow.get("open-rules")).to_be_visible()
    await expect(slow.get("leave")).to_have_count(0)
    let_through.append(True)
    for page, message in held:
        page.send(message)
    await slow.get("leave").click()
    await slow.get("leave-no").click()


async def test_a_dropped_line_says_so_and_misses_nothing(house: House, enter: Open) -> None:
    model = Scenario({0: "5p", 1: "46m"}, wall="6s8s2s5m")
    address = await house([staged(Moment(model.setup))], Scripted(GAME, {}))
    port = urlsplit(address).port
    assert port is not None
    async with Cable(port) as cable:
        away, friend = await enter(cable.url), await enter(address)
        await away.get("make-jiujiang-mahjong").click()
        await away.get("make-go").click()
        await friend.get("join-code").fill(await away.get("room-code").inner_text())
        await expect(friend.get("room")).to_be_visible()
        await away.get("fill-bots").click()
        await away.get("start").click()
        await away.do("discard 5p")
        await friend.sees(turn=True)
        before = await away.sees(turn=False, wall=await friend.get("wall").inner_text())

        await away.context.set_offline(True)
        cable.cut()
        await expect(away.get("line")).to_have_attribute("data-line", "down")
        await expect(friend.get("seat-3")).to_contain_text("掉线")
        assert await away.seen() == before, "the table is kept as it was"
        await friend.do("discard 4m")
        await friend.sees(turn=False)

        cable.mend()
        await away.context.set_offline(False)
        await expect(away.get("line")).to_have_count(0)
        seen = await away.sees(turn=True)
        assert seen["rivers"][1] == ["4m"]
        theirs = await friend.seen()
        assert seen["rivers"] == theirs["rivers"][3:] + theirs["rivers"][:3]
        assert seen["wall"] == theirs["wall"]
        await expect(friend.get("seat-3")).not_to_contain_text("掉线")
        await away.do("discard 1m")
        await away.page.close()
        away.forgive(OFFLINE)


async def test_an_action_sent_as_the_line_breaks_is_done_once(house: House, enter: Open) -> None:
    model = Scenario({0: "5p"}, wall="6s8s2s5m")
    address = await house([staged(Moment(model.setup))], Scripted(GAME, {}))
    port = urlsplit(address).port
    assert port is not None
    async with Cable(port) as cable:
        player = await enter(cable.url)
        await player.play_now("jiujiang-mahjong")
        await player.sees(turn=True)
        await player.context.set_offline(True)
        cable.cut()
        await player.do("discard 5p")
        await expect(player.get("line")).to_have_attribute("data-line", "down")
        cable.mend()
        await player.context.set_offline(False)
        seen = await player.sees(turn=True)
        assert seen["rivers"] == [["5p"], ["6s"], ["8s"], ["2s"]]
        await player.page.close()
        player.forgive(OFFLINE)


async def test_time_missed_twice_is_auto_play_and_a_touch_ends_it(
    house: House, enter: Open
) -> None:
    model = Scenario({0: "5p"})
    pace = replace(UNHURRIED, turn=1_500, claim=1_500, bank=0, think=(200, 200))
    address = await house([staged(Moment(model.setup))], Scripted(GAME, {}), pace)
    player = await enter(address)
    await player.play_now("jiujiang-mahjong")
    await expect(player.get("auto-off")).to_be_visible()
    await expect(player.get("seat-0")).to_contain_text("托管")
    # One look at all of it: a page that is looked at too late is played for again.
    await asyncio.gather(player.page.wait_for_function(OWN_TURN), player.get("auto-off").click())


async def test_auto_play_by_choice_plays_the_round_to_its_end(house: House, enter: Open) -> None:
    player = await at_table(house, enter, "touch", Scenario({0: "5p"}))
    await player.use(player.get("menu"))
    await player.use(player.get("auto").last)
    await player.look_on()
    await expect(player.get("winner")).to_have_text("黄庄")


async def test_another_tab_takes_over_and_this_one_takes_it_back(house: House, enter: Open) -> None:
    player = await at_table(house, enter, "mouse", Scenario({0: "5p"}))
    hand = (await player.sees(turn=True))["hand"]
    other = await player.context.new_page()
    await other.goto(player.page.url.partition("#")[0])
    await expect(other.get_by_test_id("hand-tile")).to_have_count(len(hand))
    await expect(player.get("line")).to_have_attribute("data-line", "replaced")
    await player.get("line-here").click()
    await player.sees(hand=hand)
    await expect(player.get("line")).to_have_count(0)
    await other.close()
    await player.leave()
