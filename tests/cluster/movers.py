"""What the tests of players on their way between nodes share."""

from contextlib import suppress

from tests.server.client import Client
from tests.server.conftest import Running
from tests.soak.restless import UNREACHABLE


async def relayed(home: Running, front: Running, name: str = "甲") -> Client:
    """Somebody at home at one node, whose socket is at another."""
    player = home.client(name)
    await player.connect()
    await player.drop()
    player.url = front.url
    await player.connect()
    return player


async def room_at(node: Running) -> tuple[Client, str]:
    """A host at a node, and the code of its room."""
    host = node.client("主")
    await host.connect()
    return host, str((await host.ok("create_room", game="pairs", rounds=1))["code"])


async def go_away(*players: Client) -> None:
    """Leave whatever room each is in: nobody has to take it over when the nodes stop."""
    for player in players:
        with suppress(*UNREACHABLE):
            await player.request("leave")
        await player.drop()
