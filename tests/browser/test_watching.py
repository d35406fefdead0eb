"""Whoever looks on sees the table and nobody's hand, or one hand, late."""

from urllib.parse import urlsplit

from playwright.async_api import expect

from paiju.core.registry import game
from tests.browser.cable import Cable
from tests.browser.conftest import House, Open
from tests.browser.player import Player
from tests.browser.staged import Moment, Scripted, staged
from tests.browser.test_layout import check
from tests.games.jiujiang_mahjong.scenario import GAME, Scenario


async def sit_alone(player: Player, key: str, watch: str = "hidden") -> str:
    """A listed room with three computers, started; gives its number."""
    await player.get(f"make-{key}").click()
    await player.get("make-open").click()
    await player.get(f"watch-{watch}").click()
    await player.get("make-go").click()
    code = await player.get("room-code").inner_text()
    await player.get("fill-bots").click()
    await player.get("start").click()
    await expect(player.get("table")).to_be_visible()
    return code


async def test_a_spectator_sees_the_table_and_no_hand(house: House, enter: Open) -> None:
    model = Scenario({0: "5p", 1: "46m"}, wall="6s8s2s5m")
    address = await house([staged(Moment(model.setup))], Scripted(GAME, {}))
    player = await enter(address)
    code = await sit_alone(player, GAME.key)
    await player.do("discard 5p")

    onlooker = await enter(address, size=(667, 375))
    await onlooker.get(f"open-watch-{code}").click()
    await expect(onlooker.get("watching")).to_be_visible()
    await expect(onlooker.get("hand-tile")).to_have_count(0)
    await expect(onlooker.page.locator("[data-testid^=act-]")).to_have_count(0)
    theirs = await player.sees(turn=True)
    assert theirs["rivers"][0] == ["5p"]
    seen = await onlooker.sees(wall=theirs["wall"], rivers=theirs["rivers"])
    assert all(set(strip) <= {"back"} for strip in seen["strips"]), "backs only"
    assert seen["hand"] == []
    await check(onlooker)
    await player.get("open-talk").click()
    await player.say("hurry", {onlooker: 0})

    # A reload looks on at the same table; one's own decision ends it.
    await onlooker.page.reload()
    await onlooker.sees(rivers=theirs["rivers"])
    await onlooker.get("watch-leave").click()
    await expect(onlooker.get("home")).to_be_visible()
    await player.leave()


async def test_over_a_shoulder_one_sees_its_hand_late(house: House, enter: Open) -> None:
    model = Scenario({0: "5p", 1: "46m"}, wall="6s8s2s5m")
    address = await house([staged(Moment(model.setup))], Scripted(GAME, {}), watch_delay=1000)
    player = await enter(address)
    code = await sit_alone(player, GAME.key, watch="open")
    theirs = await player.sees(turn=True)

    # Who comes from the player's own address might tell: there it is the table only.
    friend = await enter(f"{address}/#/w/{code}", lang="en-GB")
    await friend.get("watch-from").click()
    await friend.get("watch-seat-0").click()
    await expect(friend.get("trouble")).to_be_visible()
    await expect(friend.get("hand-tile")).to_have_count(0)

    port = urlsplit(address).port
    assert port is not None
    async with Cable(port, address="127.0.0.2") as cable:
        onlooker = await enter(f"{cable.url}/#/w/{code}", lang="en-GB")
        await onlooker.get("watch-from").click()
        await onlooker.get("watch-seat-0").click()
        await expect(onlooker.get("delay")).to_have_text("1 s late")
        await onlooker.sees(hand=theirs["hand"])
        await check(onlooker)
        await expect(onlooker.page.locator("[data-testid^=act-]")).to_have_count(0)
        await player.do("discard 5p")
        await onlooker.sees(rivers=(await player.sees(turn=True))["rivers"])
        await onlooker.get("watch-leave").click()
        await expect(onlooker.get("home")).to_be_visible()
        await onlooker.page.close()
    await friend.get("watch-leave").click()
    await player.leave()


async def test_at_a_card_table_backs_are_all_there_is(house: House, enter: Open) -> None:
    key = "jiujiang-doudizhu"
    address = await house([game(key)], Scripted(game(key), {}))
    player, onlooker = await enter(address), await enter(address, size=(375, 667))
    code = await sit_alone(player, key)
    await onlooker.page.goto(f"{address}/#/w/{code}")
    await expect(onlooker.get("watching")).to_be_visible()
    await expect(onlooker.get("table")).to_have_attribute("data-game", key)
    await expect(player.get("hand-card")).not_to_have_count(0)
    await expect(onlooker.get("hand-card")).to_have_count(0)
    backs = onlooker.page.locator(".holding .closed [data-card=back]")
    await expect(backs).to_have_count(4 * 3)
    await check(onlooker)
    await player.leave()
