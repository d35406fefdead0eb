"""A node is cut off from the others or from the database: it is out, knows it, and comes back."""

import asyncio
from contextlib import suppress

import pytest
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError

from paiju.server.leases import LEASE
from paiju.server.ownership import Claimed, Orphan, Ownership
from paiju.server.schema import ROOMS
from paiju.server.store import RoomRow, Store
from tests.cluster.people import act, asked, at_one_table, comes_back, people
from tests.cluster.site import Site
from tests.server.postgres import Postgres
from tests.soak.storm import befall, storm

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest.mark.parametrize(
    "faults",
    [
        ("cut_off_from_nats", "not_heard_by_nats"),
        ("cut_off_from_the_database", "not_heard_by_the_database"),
    ],
    ids=["nats", "database"],
)
async def test_under_load_others_take_over_and_nothing_is_lost_or_doubled(
    site: Site, faults: tuple[str, ...]
) -> None:
    async with storm(site, "jiujiang-doudizhu", seed=2) as it:
        for fault in faults:
            await befall(it, fault, await site.owner(it.rooms[0]))
        await it.end()
    assert it.figures.evening.acks and it.figures.evening.rounds and it.figures.views
    assert it.figures.taken.keys() == set(faults)
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


async def test_what_a_node_fell_asleep_over_is_free_before_its_lease_is_over(
    postgresql: Postgres,
) -> None:
    """It has written to a room, and not yet committed: whoever takes the room waits for that."""
    room = RoomRow("999999", "pairs", {}, 1, "", [None] * 4, None)
    database = postgresql.other_database()
    sleeper, taker = Store(database, "sleeper"), Store(database, "taker")
    try:
        await sleeper.open()
        await sleeper.save_room(room)
        claimed: list[Claimed] = []
        # The line may be gone by the end: then to roll back fails as well.
        with suppress(DBAPIError):
            async with sleeper.engine.connect() as connection:
                await connection.execute(
                    update(ROOMS).values(touched=1).where(ROOMS.c.code == room.code)
                )
                async with asyncio.timeout(LEASE):
                    claimed = await Ownership(taker).claim([Orphan(room.code, sleeper.node)])
                with pytest.raises(DBAPIError):
                    await connection.commit()
        assert [it.room for it in claimed] == [room]
    finally:
        await sleeper.close()
        await taker.close()
