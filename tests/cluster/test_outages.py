"""NATS or PostgreSQL is restarted under the three nodes: tables wait or play on, and stay put."""

import asyncio

import pytest

from tests.cluster.people import act, at_one_table, comes_back, people
from tests.cluster.site import Site
from tests.server.client import Client
from tests.soak.storm import befall, storm

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_under_load_every_table_goes_on_and_nothing_is_lost_or_doubled(site: Site) -> None:
    async with storm(site, "jiujiang-doudizhu", seed=3) as it:
        for fault in ("nats_restarted", "nats_lost", "postgres_restarted"):
            await befall(it, fault, site.nodes[0])
        await it.end()
    assert it.figures.evening.acks and it.figures.evening.rounds and it.figures.views


@pytest.mark.parametrize("empty", [False, True], ids=["store kept", "store empty"])
async def test_while_nats_is_restarted_tables_play_on_and_stay_where_they_are(
    site: Site, empty: bool
) -> None:
    async with people(site) as scattered:
        local = [site.nodes[0].client(name) for name in "戊己庚辛"]
        for player in local:
            await player.connect()
        codes = [await at_one_table(local), await at_one_table(scattered)]
        owners = [await site.owner(code) for code in codes]
        await asyncio.to_thread(site.nats.stop)
        for _ in range(6):
            await act(local)
        await asyncio.to_thread(site.nats.start, empty)
        for _ in range(6):
            await act(local)
        for player, node in zip(scattered, [*site.nodes, site.nodes[0]], strict=True):
            await comes_back(player, node)
        await asyncio.gather(*(player.play() for player in [*local, *scattered]))
        assert [player.close_code for player in local] == [None] * 4
        assert [await site.owner(code) for code in codes] == owners
        for player in (local[0], scattered[0]):
            assert await site.takeovers(str(player.table)) == 0
        await _leave(local)


async def test_while_postgresql_is_restarted_nobody_is_told_what_is_not_kept(site: Site) -> None:
    async with people(site) as players:
        code = await at_one_table(players, rounds=1)
        owner = await site.owner(code)
        await act(players)
        await asyncio.to_thread(site.postgres.stop)
        await asyncio.to_thread(site.postgres.start)
        for player, node in zip(players, [*site.nodes, site.nodes[0]], strict=True):
            await comes_back(player, node)
        await asyncio.gather(*(player.play() for player in players))
        assert await site.owner(code) is owner


async def _leave(players: list[Client]) -> None:
    for player in players:
        await player.drop()
