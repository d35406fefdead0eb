"""A node dies while a player is on its way from one to another, or while all come back at once."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import cycle
from typing import Any, Final

import pytest

from paiju.server.house import House
from paiju.server.protocol import CloseCode
from tests.cluster.movers import go_away, relayed, room_at
from tests.cluster.nodes import Machine, homes
from tests.server.client import Client, Message
from tests.server.conftest import Running, eventually
from tests.soak.restless import UNREACHABLE

# NATS' client lets go of the line to a server that is gone without closing it.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

ENDS: Final = {None, CloseCode.REPLACED}
HOME, FRONT, NEW = range(3)
"""Who is what in these tests: the player's home, its socket's node, where the room is."""


class Halt:
    """Holds a method up, just before or just after it has done its work."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, of: object, name: str, after: bool) -> None:
        self.over = asyncio.Event()
        self.reached = False
        self._do = getattr(of, name)
        self._after = after
        monkeypatch.setattr(of, name, self._wait)

    async def _wait(self, *arguments: Any) -> Any:
        done = await self._do(*arguments) if self._after else None
        self.reached = True
        await self.over.wait()
        return done if self._after else await self._do(*arguments)


Step = tuple[int, Callable[[House], object], str, bool]

STEPS: Final[dict[str, Step]] = {
    "out of its room": (HOME, lambda house: house.homes, "send", False),
    "known there": (HOME, lambda house: house.players._people, "move", False),
    "at home there": (HOME, lambda house: house.players._people, "move", True),
    "to be opened": (FRONT, lambda house: house.lines, "open", False),
    "to begin": (NEW, lambda house: house, "begin", False),
    "begun": (NEW, lambda house: house, "begin", True),
}


async def come_back(player: Client, nodes: Sequence[Running], kind: str, **what: Any) -> Message:
    """Come back through whichever node answers, until a request is answered for good."""
    for node in cycle(nodes):
        player.url = node.url
        with suppress(*UNREACHABLE):
            if player.socket is None or player.close_code is not None:
                await player.drop()
                await player.connect()
            answer = await player.request(kind, **what)
            if answer.get("code") != "busy":
                return answer
        await player.drop()
        await asyncio.sleep(0.05)
    raise AssertionError


@pytest.mark.parametrize("dies", [HOME, FRONT, NEW], ids=["home", "front", "new home"])
@pytest.mark.parametrize("step", STEPS)
async def test_whoever_dies_within_a_move_the_request_is_done_once(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch, step: str, dies: int
) -> None:
    home, front, new = (machine.node for machine in machines)
    host, code = await room_at(new)
    player = await relayed(home, front)
    me = player.welcome["player"]["id"]
    where, of, name, after = STEPS[step]
    halt = Halt(monkeypatch, of(machines[where].node.house), name, after)
    await player.send_raw(json.dumps({"type": "join_room", "id": "go", "code": code}))
    await eventually(lambda: halt.reached)
    living = [it.node for it in machines if it is not machines[dies]]
    await machines[dies].dies(living)
    if dies == FRONT:
        await player.drop()
    if dies != where:
        halt.over.set()
    async with asyncio.timeout(60):
        answer = await come_back(player, living, "join_room", rid="go", code=code)
    halt.over.set()
    assert answer["data"] == {"code": code}
    assert len(homes(living, player)) == 1
    await player.until(lambda: player.room.get("code") == code)
    rooms = [room for node in living for room in node.house.lobby.rooms.values()]
    assert [room.code for room in rooms if me in room.people] == [code]
    for one in (host, player):
        await come_back(one, living, "leave")
        await one.drop()


async def test_all_who_come_back_at_once_are_served_at_one_node_each(
    machines: list[Machine],
) -> None:
    """Twice each, through any node, while their rooms are being taken over."""
    dead, *others = (machine.node for machine in machines)
    players = [dead.client(f"人{n}") for n in range(24)]
    codes = {}
    for number, player in enumerate(players):
        await player.connect()
        if number % 4 == 0:
            code = (await player.ok("create_room", game="pairs", rounds=1))["code"]
        else:
            await player.ok("join_room", code=code)
        codes[player.welcome["player"]["id"]] = code
    await machines[0].dies(others)
    for player in players:
        await player.drop()
    doors = cycle(others)

    async def back(player: Client) -> None:
        assert (await come_back(player, [next(doors), next(doors)], "ping"))["type"] == "ack"

    twins = [Client(player.url, player.token, player.name) for player in players]
    async with asyncio.timeout(60):
        await asyncio.gather(*map(back, [*players, *twins]), return_exceptions=True)
    pairs = list(zip(players, twins, strict=True))
    await eventually(lambda: all({it.close_code for it in pair} == ENDS for pair in pairs))
    for pair in pairs:
        one = next(it for it in pair if it.close_code is None)
        (served,) = homes(others, one)
        me = one.welcome["player"]["id"]
        assert one.welcome["room"] == codes[me]
        room = served.lobby.room_of(me)
        assert room is not None and room.code == codes[me]
    for player in (*players, *twins):
        await go_away(player)
