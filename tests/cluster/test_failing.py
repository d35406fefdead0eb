"""A node dies, stops or falls asleep: its tables go on elsewhere, and nobody loses a tile."""

import asyncio
from contextlib import suppress

import pytest

from paiju.server.protocol import CloseCode
from tests.cluster.people import (
    act,
    asked,
    at_one_table,
    comes_back,
    comes_back_to_lobby,
    people,
)
from tests.cluster.site import Site
from tests.soak.storm import befall, storm

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.parametrize(
    ("fault", "game"),
    [
        ("killed", "jiujiang-mahjong"),
        ("killed", "jiujiang-doudizhu"),
        ("told_to_stop", "jintan-mahjong"),
        ("asleep", "jiujiang-mahjong"),
    ],
)
async def test_under_load_every_table_goes_on_and_nothing_is_lost_or_doubled(
    site: Site, fault: str, game: str
) -> None:
    """Tables at all nodes, restless people everywhere; then all that was said is audited."""
    async with storm(site, game, seed=1) as it:
        await befall(it, fault, site.nodes[1])
        await it.end()
    figures = it.figures
    assert figures.evening.acks and figures.evening.rounds and figures.evening.events
    assert figures.views
    assert figures.taken[fault], "some table has changed hands"


async def test_players_of_a_killed_node_that_only_relays_come_back_to_the_same_prompt(
    site: Site,
) -> None:
    async with people(site) as players:
        code = await at_one_table(players, rounds=1)
        owner, _, front = site.nodes
        assert await site.owner(code) is owner
        relayed = players[2]
        while relayed.ask is None:
            await act(players)
        prompt = relayed.ask["prompt"]
        await front.kill()
        await relayed.until(lambda: relayed.close_code is not None)
        await comes_back(relayed, owner)
        assert relayed.ask is not None
        assert relayed.ask["prompt"] == prompt
        assert [player.close_code for player in players] == [None] * 4
        await asyncio.gather(*(player.play() for player in players))
        assert await site.takeovers(str(relayed.table)) == 0
        assert await site.owner(code) is owner


async def test_a_node_told_to_stop_hands_its_tables_over_before_it_ends(site: Site) -> None:
    """Who is sent away finds its table, at the same question, at the first try."""
    async with people(site) as players:
        code = await at_one_table(players, rounds=1)
        stopped, *others = site.nodes
        await act(players)
        one = await asked(players)
        assert one.ask is not None
        prompt = one.ask["prompt"]
        stopping = asyncio.create_task(stopped.stop())
        for number, player in enumerate(players):
            await player.until(lambda player=player: player.close_code is not None)
            assert player.close_code == CloseCode.RESTART
            await player.drop()
            player.url = others[number % 2].url
            await player.back()
        assert one.ask is not None
        assert one.ask["prompt"] == prompt
        assert await stopping == 0
        assert await site.owner(code) in others
        assert await site.takeovers(str(one.table)) == 1
        await asyncio.gather(*(player.play() for player in players))


async def test_a_waiting_room_outlives_its_node(site: Site) -> None:
    """Nobody plays there yet: people, bots, house rules and who was sent away are still known."""
    async with people(site) as (host, guest, banned, other):
        code = (
            await host.ok("create_room", game="pairs", rounds=3, options={"threes": 1}, open=True)
        )["code"]
        for player in (guest, banned):
            await player.ok("join_room", code=code)
        await host.ok("kick", seat=2)
        await host.ok("add_bot", seat=3)
        dead, *living = site.nodes
        await dead.kill()
        for player, node in ((host, living[0]), (guest, living[1]), (banned, living[0])):
            await comes_back_to_lobby(player, node)
        await host.until(lambda: host.room["code"] == code)
        await site.owned_by(code, living)
        assert [s and s["bot"] for s in host.room["seats"]] == [False, False, None, True]
        assert host.room["options"] == {**host.room["options"], "threes": 1}
        assert await banned.refused("join_room", code=code) == "kicked"
        await comes_back_to_lobby(other, living[1])
        await other.ok("join_room", code=code)
        await host.ok("start")
        for player in (host, guest, other):
            await player.sit_down()


async def test_a_node_that_slept_through_its_lease_does_nothing_it_was_told_meanwhile(
    site: Site,
) -> None:
    """An act that lies in its socket when it wakes is not done, though it knows no better."""
    async with people(site) as players:
        code = await at_one_table(players, rounds=1)
        sleeper, *others = site.nodes
        one = await asked(players)
        async with sleeper.client(token=one.token) as page:  # the same player, at the sleeper
            await page.resume(last=0)
            assert page.ask is not None
            late = {"table": one.table, "prompt": page.ask["prompt"]}
            do = page.ask["legal"]
            sleeper.sleep()
            asking = asyncio.create_task(page.request("act", rid="late", do=do[-1], **late))
            await site.owned_by(code, others)
            for player in players:
                await comes_back(player, others[0])
            assert (await one.request("act", rid="done", do=do[0], **late))["type"] == "ack"
            sleeper.wake()
            with suppress(ConnectionError):
                answer = await asking
                assert answer["type"] == "reject", answer
            assert page.close_code is not None
        await asyncio.gather(*(player.play() for player in players))
        assert await site.requests(str(one.table), "late") == 0
        assert await site.requests(str(one.table), "done") == 1
