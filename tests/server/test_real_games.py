"""Every game there is, over real sockets: nothing in the server knows which one it is."""

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from paiju.core.event import Event
from paiju.core.registry import game, game_keys
from tests.server.client import Client, Message
from tests.server.conftest import running

KEYS = [key for key in game_keys() if key != "pairs"]


@pytest.mark.parametrize("key", KEYS)
async def test_two_people_and_two_bots_play_a_match(key: str, tmp_path: Path) -> None:
    """To its end by legal actions; each was told what its seat may see, and the view agrees."""
    random = Random(key)
    async with running(tmp_path, games={key: game(key)}) as server:
        players = [server.client("甲"), server.client("乙")]
        for player in players:
            await player.connect()
        code = (await players[0].ok("create_room", game=key, rounds=2))["code"]
        await players[1].ok("join_room", code=code)
        for seat in (2, 3):
            await players[0].ok("add_bot", seat=seat)
        await players[0].ok("start")
        table = server.house.lobby.rooms[code].table
        assert table is not None
        for player in players:
            await player.sit_down()
        for _ in range(2):
            await asyncio.gather(
                *(
                    player.play(
                        lambda ask: str(random.choice(ask["legal"])),
                        until=lambda player=player: player.settled is not None,
                    )
                    for player in players
                )
            )
            assert table.state.round is not None
            events = list(table.state.round.events)
            for player in players:
                check_told(player, events)
                await player.resume(last=0)
                view = table.state.round.observation(player.seat).as_dict()
                assert player.view["round"] == json.loads(json.dumps(view))
            totals = players[0].view["match"]["totals"]
            assert totals == players[1].view["match"]["totals"] == table.state.match.totals
            for player in players:
                player.settled = None
            for player in players:
                await player.ok("next", table=player.table)
        for player in players:
            await player.until(lambda player=player: player.closed)
            await player.drop()


def check_told(player: Client, events: list[Event]) -> None:
    """What a client was told of the round is what its seat may see of it."""
    seen = [
        json.loads(json.dumps(shown.as_dict()))
        for event in events
        if (shown := event.seen_by(player.seat)) is not None
    ]
    told: list[Message] = player.events
    assert told
    assert seen[len(seen) - len(told) :] == told
