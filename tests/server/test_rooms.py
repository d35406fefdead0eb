"""Rooms: by code, by link, with bots, and what is refused."""

from tests.server.client import Client
from tests.server.conftest import Running


async def test_play_now_match_of_several_rounds_to_its_end(server: Running) -> None:
    async with server.client() as player:
        data = await player.ok("play_now", game="pairs", rounds=3)
        assert data["table"] == player.table
        await player.sit_down()
        await player.play()
        assert player.closed
        totals = player.messages[-1]["totals"]
        assert sum(totals) == 0
        settled = [m["settled"] for m in player.messages if m["type"] == "settled"]
        assert [s["round"] for s in settled] == [1, 2, 3]
        assert settled[-1]["match_over"]
        await player.until(lambda: not player.room["started"])
        assert player.room["table"] is None


async def test_four_people_by_code(server: Running) -> None:
    players = [server.client(name) for name in "甲乙丙丁"]
    for player in players:
        await player.connect()
    host = players[0]
    code = (await host.ok("create_room", game="pairs", rounds=1, options={"threes": 1}))["code"]
    assert await host.refused("start") == "seats_open"
    for player in players[1:]:
        await player.ok("join_room", code=code)
    await host.until(lambda: None not in host.room["seats"])
    assert [seat["name"] for seat in host.room["seats"]] == ["甲", "乙", "丙", "丁"]
    assert host.room["options"] == {"threes": 1}
    assert await players[1].refused("start") == "not_host"
    await host.ok("start")
    for seat, player in enumerate(players):
        await player.sit_down()
        assert player.seat == seat
    await _play_all(players)
    assert len({str(p.messages[-1]["totals"]) for p in players}) == 1
    for player in players:
        await player.drop()


async def _play_all(players: list[Client]) -> None:
    import asyncio

    await asyncio.gather(*(player.play() for player in players))
