"""A player is one person with one socket, and asks for nothing twice, at however many nodes."""

import asyncio
from itertools import cycle
from typing import Any

import pytest

from paiju.server.protocol import CloseCode
from tests.cluster.people import at_one_table, in_one_room, people
from tests.cluster.site import Node, Site
from tests.server.client import Client, patient
from tests.server.conftest import eventually

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def replaced(first: Client, node: Node) -> Client:
    """A second socket of the same player at a node; the first one must go."""
    second = node.client(token=first.token)
    await second.connect()
    assert second.welcome["player"]["id"] == first.welcome["player"]["id"]
    await first.until(lambda: first.close_code is not None)
    # A node that was held up just now sends away whose lines it has lost.
    assert first.close_code in (CloseCode.REPLACED, CloseCode.RESTART)
    return second


async def test_a_socket_at_another_node_replaces_that_of_a_player_in_no_room(site: Site) -> None:
    first = site.nodes[0].client()
    await first.connect()
    for node in (site.nodes[1], site.nodes[2], site.nodes[0], site.nodes[2]):
        second = await replaced(first, node)
        await second.ok("ping")
        await first.drop()
        first = second
    await first.drop()


async def test_a_socket_at_another_node_replaces_that_of_a_player_at_a_table(site: Site) -> None:
    async with people(site) as players:
        await at_one_table(players)
        for node in site.nodes:
            for seat, first in enumerate(list(players)):
                players[seat] = second = await replaced(first, node)
                assert second.welcome["table"] == first.table
                await second.resume(last=0)
                assert second.view["you"] == seat
                await first.drop()
        await asyncio.gather(*(player.play() for player in players))
        for player in players:
            await player.drop()


async def test_two_sockets_that_come_at_once_at_two_nodes_leave_one(site: Site) -> None:
    async with site.nodes[0].client() as first:
        twins = [node.client(token=first.token) for node in site.nodes]
        for _ in range(3):
            await asyncio.gather(*(twin.connect() for twin in twins))
            await eventually(lambda: [t.close_code for t in twins].count(None) == 1)
            assert {t.close_code for t in twins} == {None, CloseCode.REPLACED}
            await next(t for t in twins if t.close_code is None).ok("ping")
            for twin in twins:
                await twin.drop()


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("create_bot", {"name": "机器人"}),
        ("register", {"login": "again", "password": "a password"}),
        ("create_room", {"game": "pairs", "rounds": 1}),
        ("top_up", {}),
    ],
)
async def test_a_request_sent_again_through_another_node_is_not_done_twice(
    site: Site, kind: str, fields: dict[str, Any]
) -> None:
    """Its answer may have been lost with the line; it is the same again."""
    async with site.nodes[0].client() as player:
        if kind == "create_bot":
            await player.ok("register", login="maker", password="a password")
        first = await player.request(kind, rid="once", **fields)
        for node in site.nodes[1:]:
            player.url = node.url
            await player.back_to_lobby()
            assert await player.request(kind, rid="once", **fields) == first
        if kind == "create_bot":
            assert len((await player.ok("list_bots"))["bots"]) == 1


async def test_an_act_sent_again_through_another_node_is_not_done_twice(site: Site) -> None:
    async with people(site) as players:
        await at_one_table(players, rounds=1)
        nodes = cycle(site.nodes)
        for player in players:
            await player.dealt()
        for number in range(6):
            await players[0].until(lambda: any(p.ask for p in players))
            player = next(p for p in players if p.ask is not None)
            assert player.ask is not None
            act = {
                "table": player.table,
                "prompt": player.ask["prompt"],
                "do": patient(player.ask),
            }
            rid = f"act {number}"
            player.ask = None
            assert (await player.request("act", rid=rid, **act))["type"] == "ack"
            await player.drop()
            player.url = next(nodes).url
            await player.back()
            assert (await player.request("act", rid=rid, **act))["type"] == "ack"
        for number in range(6):
            assert await site.requests(str(players[0].table), f"act {number}") == 1
        for player in players:
            await player.ok("leave")


async def test_who_moves_into_a_room_of_another_node_is_in_one_room_alone(site: Site) -> None:
    async with people(site, "甲乙丙丁") as (player, *hosts):
        codes = [await in_one_room([host]) for host in hosts]
        for code in (*codes, *reversed(codes)):
            await player.ok("join_room", code=code)
            await player.until(lambda code=code: player.room["code"] == code)
            for host in hosts:
                there = host.room["code"] == code
                await host.until(lambda host=host, there=there: _sits(player, host) == there)
        assert await player.refused("start") == "not_host"


def _sits(player: Client, host: Client) -> bool:
    return any(s and s["name"] == player.name for s in host.room["seats"])
