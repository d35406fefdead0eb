"""A node is cut off from the others or from the database: it is out, knows it, and comes back."""

import asyncio

import pytest

from tests.cluster.people import act, asked, at_one_table, comes_back, people
from tests.cluster.site import Site
from tests.soak.storm import befall, storm

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.parametrize(
    "fault",
    [
        "cut_off_from_nats",
        "not_heard_by_nats",
        "cut_off_from_the_database",
        "not_heard_by_the_database",
    ],
)
async def test_under_load_others_take_over_and_nothing_is_lost_or_doubled(
    site: Site, fault: str
) -> None:
    async with storm(site, "jiujiang-doudizhu", seed=2) as it:
        await befall(it, fault, site.nodes[1])
        await it.end()
    assert it.figures.evening.acks and it.figures.evening.rounds and it.figures.views
    print(it.figures.taken)  # noqa: T201


@pytest.mark.parametrize("how", ["cut", "dead"])
async def test_a_node_that_nats_does_not_reach_sends_its_players_away_and_is_an_equal_again(
    site: Site, how: str
) -> None:
    """It still reaches the database: its own writes must not count any more."""
    async with people(site) as players:
        code = await at_one_table(players, rounds=1)
        lonely, *others = site.nodes
        await act(players)
        if how == "cut":
            lonely.nats.cut()
        else:
            lonely.nats.die()
        for player in players:  # those at its own sockets, and those relayed there
            await player.until(lambda player=player: player.close_code is not None)
            await comes_back(player, others[0])
        owner = await site.owner(code)
        assert owner in others
        for _ in range(4):
            await act(players)
        lonely.nats.mend()
        await site.joined(lonely)
        assert await site.owner(code) is owner
        await comes_back(players[0], lonely)
        await asyncio.gather(*(player.play() for player in players))
        assert await site.takeovers(str(players[0].table)) == 1
    async with people(site) as players:
        code = await at_one_table(players, rounds=1)
        assert await site.owner(code) is lonely
        await asyncio.gather(*(player.play() for player in players))


async def test_an_act_that_could_not_be_kept_is_not_acknowledged_and_is_done_once(
    site: Site,
) -> None:
    """Its node reaches the others, but not the database."""
    async with people(site) as players:
        code = await at_one_table(players, rounds=1)
        unable, *others = site.nodes
        one = await asked(players)
        assert one.ask is not None
        what = {"table": one.table, "prompt": one.ask["prompt"], "do": one.ask["legal"][0]}
        unable.database.die()
        asking = asyncio.create_task(one.request("act", rid="kept once", **what))
        with pytest.raises(ConnectionError):
            await asking
        for player in players:
            await comes_back(player, others[0])
        assert (await one.request("act", rid="kept once", **what))["type"] == "ack"
        unable.database.mend()
        await site.joined(unable)
        await asyncio.gather(*(player.play() for player in players))
        assert await site.requests(str(one.table), "kept once") == 1
        assert await site.owner(code) in others
