"""An operator at any node sees the whole site, and can empty a node that is to stop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from paiju.server.protocol import CloseCode
from tests.cluster.people import act, at_one_table, comes_back, in_one_room, people
from tests.cluster.site import NAMES, Node, Site
from tests.server.operators import Operator

pytestmark = pytest.mark.asyncio(loop_scope="package")


@asynccontextmanager
async def at(node: Node) -> AsyncIterator[Operator]:
    """An operator who has come in at a node."""
    address = f"http://127.0.0.1:{node.process.port}"
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        operator = Operator(http)
        await operator.enter()
        yield operator


async def until_shown(operator: Operator, path: str, text: str, **query: str) -> None:
    """Look at a page until it says something."""
    async with asyncio.timeout(60):
        while text not in await operator.page(path, **query):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_every_node_shows_all_of_them_and_acts_at_all_of_them(site: Site) -> None:
    async with people(site) as players, at(site.nodes[0]) as operator:
        assert sorted(await operator.node_ids()) == sorted(NAMES)
        await at_one_table(players[1:2] + players[2:] + players[:1])
        table = str(players[1].table)
        await until_shown(operator, "/tables", table)
        owner = await site.owner(players[1].room["code"])
        page = await operator.page("/players", q=players[3].welcome["player"]["id"])
        assert page.count("<section") == 1
        ids = await operator.node_ids()
        player = players[3].welcome["player"]["id"]
        answer = await operator.send("/players", node=ids[owner.name], player=player)
        assert "已请出" in answer.text
        await players[3].until(lambda: players[3].room["code"] is None)
        assert players[3].room["out"] == "removed"
        for node in site.nodes:
            async with at(node) as other:
                assert table in await other.page("/tables", q=table)
                assert "第 1 局洗牌" in await other.page(f"/tables/{table}")
        await asyncio.gather(*(player.play() for player in players[:3]))


async def test_who_goes_out_is_out_at_every_node(site: Site) -> None:
    first, second = (f"http://127.0.0.1:{node.process.port}/admin" for node in site.nodes[:2])
    async with at(site.nodes[0]) as operator:
        held = {"cookie": f"paiju_admin={operator.http.cookies['paiju_admin']}"}
        async with httpx.AsyncClient(headers=held, trust_env=False) as copy:
            assert (await copy.get(second)).status_code == 200
            await operator.send("/leave")
            assert (await copy.get(first)).status_code == 401
            async with asyncio.timeout(60):
                while (await copy.get(second)).status_code != 401:
                    pass


async def test_a_pause_is_of_one_node(site: Site) -> None:
    async with people(site, "甲乙") as (first, second), at(site.nodes[2]) as operator:
        ids = await operator.node_ids()
        await operator.send(node=ids["n1"], do="pause")
        assert await first.refused("create_room", game="pairs", rounds=1) == "paused"
        await in_one_room([second])
        await operator.send(node=ids["n1"], do="open")
        await in_one_room([first])


async def test_a_node_is_emptied_before_it_stops_and_nobody_loses_a_tile(site: Site) -> None:
    first, *others = site.nodes
    async with people(site) as players, at(first) as here, at(others[0]) as there:
        code = await at_one_table(players)
        assert await site.owner(code) is first
        for _ in range(3):
            await act(players)
        ids = await there.node_ids()
        # A table that an earlier test has left is handed over too, unless it just ends.
        tables = await here.figure('paiju_rooms{stage="playing"}')
        given = await here.figure("paiju_handovers_total")
        await there.send(node=ids["n1"], do="drain")
        await players[0].until(lambda: players[0].close_code is not None)
        assert players[0].close_code == CloseCode.RESTART
        await site.owned_by(code, others)
        ready = await here.http.get("/readyz")
        assert (ready.status_code, ready.json()["reason"]) == (503, "draining")
        with pytest.raises(InvalidStatus) as refusal:
            async with connect(first.url, proxy=None):
                pass
        assert refusal.value.response.status_code == 503
        assert await here.figure("paiju_sockets") == 0
        assert await here.figure("paiju_draining") == 1
        assert await here.figure('paiju_rooms{stage="playing"}') == 0
        assert 1 <= await here.figure("paiju_handovers_total") - given <= tables
        assert "n1" not in await there.node_ids()
        await asyncio.gather(*(comes_back(player, others[0]) for player in players))
        assert await site.takeovers(str(players[0].table)) == 1
        await asyncio.gather(*(player.play() for player in players))
        assert await first.stop() == 0
    log = first.log.read_text()
    assert "event='handed over'" in log and "event='admin drains the node'" in log
