"""What the tests of a site share: people at different nodes, in one room, at one table."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

from tests.cluster.site import Node, Site
from tests.server.client import Client, patient
from tests.server.conftest import Running
from tests.soak.restless import UNREACHABLE


@asynccontextmanager
async def people(
    site: Site, names: str = "甲乙丙丁", first: int = 0
) -> AsyncIterator[list[Client]]:
    """So many people, each at the next node, in no room."""
    async with AsyncExitStack() as stack:
        nodes = [site.nodes[(first + n) % len(site.nodes)] for n in range(len(names))]
        yield [
            await stack.enter_async_context(node.client(name))
            for node, name in zip(nodes, names, strict=True)
        ]


async def in_one_room(players: Sequence[Client], **terms: Any) -> str:
    """Let the first open a room and the others come in; its code."""
    host, *others = players
    terms = {"game": "pairs", "rounds": 2, **terms}
    code = str((await host.ok("create_room", **terms))["code"])
    for other in others:
        await other.ok("join_room", code=code)
    return code


async def at_one_table(players: Sequence[Client], **terms: Any) -> str:
    """Let four people start a match; the room's code."""
    code = await in_one_room(players, **terms)
    await players[0].ok("start")
    await asyncio.gather(*(player.sit_down() for player in players))
    return code


async def comes_back(player: Client, node: Node) -> None:
    """Let somebody come in at a node until it is at its table again."""
    async with asyncio.timeout(60):
        while True:
            await comes_back_to_lobby(player, node)
            with suppress(*UNREACHABLE):
                await player.resume()
                return


async def comes_back_to_lobby(player: Client, node: Node | Running) -> None:
    """Let somebody come in at a node until it is greeted there."""
    player.url = node.url
    async with asyncio.timeout(60):
        while True:
            await player.drop()
            with suppress(*UNREACHABLE):
                if await player.connect():
                    return
            await asyncio.sleep(0.05)


async def asked(players: Sequence[Client]) -> Client:
    """Wait until somebody is asked; who."""
    await players[0].until(lambda: any(player.ask for player in players))
    return next(player for player in players if player.ask is not None)


async def act(players: Sequence[Client]) -> None:
    """Let whoever is asked act."""
    one = await asked(players)
    assert one.ask is not None
    # Else one round in two hundred would be over before the twelfth act, and then nobody is asked.
    answer = await one.act(patient(one.ask))
    assert answer["type"] == "ack", answer
