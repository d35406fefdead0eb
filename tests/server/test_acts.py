"""Acts: each is answered once, whatever comes late, twice, or where it does not belong."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from paiju.server.steps import Acted
from tests.server.client import Client
from tests.server.conftest import Running


@pytest.fixture
async def player(server: Running) -> AsyncIterator[Client]:
    """A player at a table with three bots, asked for the first time on its own turn."""
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=8)
        await player.sit_down()
        await on_turn(player)
        yield player


async def on_turn(player: Client) -> None:
    """Play on to the player's own next turn."""
    await player.play(
        choose=lambda _: "pass",
        until=lambda: player.ask is not None and player.ask["question"]["kind"] == "turn",
    )


async def acts(server: Running, player: Client) -> list[Acted]:
    """The player's acts in the journal's current round."""
    assert player.table is not None
    steps = await server.house.store.steps_of_last_round(player.table)
    own = [row.step for row in steps if isinstance(row.step, Acted)]
    return [step for step in own if step.seat == player.seat and step.by == "player"]


async def test_the_same_id_twice_acts_once(server: Running, player: Client) -> None:
    before = len(await acts(server, player))
    first = await player.act(rid="once")
    again = await player.request("act", rid="once", table=player.table, prompt=1, do="discard 0")
    assert first == again == {"type": "ack", "id": "once", "data": None}
    await player.until(lambda: player.ask is not None or player.settled is not None)
    assert len(await acts(server, player)) == before + 1


async def test_the_same_id_at_once_is_answered_once(server: Running, player: Client) -> None:
    assert player.ask is not None
    act = {"type": "act", "id": "twin", "table": player.table, "prompt": player.ask["prompt"]}
    frame = json.dumps({**act, "do": player.ask["legal"][0]})
    for _ in range(3):
        await player.send_raw(frame)
    await player.until(lambda: any(answer["id"] == "twin" for answer in player.answers))
    await player.request("ping")
    answers = [answer for answer in player.answers if answer["id"] == "twin"]
    assert all(answer == {"type": "ack", "id": "twin", "data": None} for answer in answers)
    done = [step for step in await acts(server, player) if step.request]
    assert sum(step.request is not None and step.request.id == "twin" for step in done) == 1


async def test_a_stale_prompt_is_rejected_as_stale(player: Client) -> None:
    assert player.ask is not None
    old = player.ask["prompt"]
    await player.act()
    late = {"table": player.table, "do": "discard 1"}
    assert await player.refused("act", prompt=old, **late) == "stale_prompt"
    assert await player.refused("act", prompt=old + 1000, **late) in ("not_asked", "stale_prompt")


async def test_an_act_after_the_round_is_stale(player: Client) -> None:
    await player.play(until=lambda: player.settled is not None)
    late = {"table": player.table, "do": "discard 1"}
    assert await player.refused("act", prompt=1, **late) == "stale_prompt"
    assert await player.refused("act", **late) == "not_asked"


async def test_an_illegal_act_names_the_clause_and_leaves_the_prompt_open(player: Client) -> None:
    answer = await player.act("take")
    assert (answer["code"], answer["clause"]) == ("illegal", "P-3")
    answer = await player.act("eat 3")
    assert answer["code"] == "bad_notation"
    assert "'eat 3'" in answer["reason"]["en"]
    assert (await player.act())["type"] == "ack"


async def test_acts_elsewhere(server: Running, player: Client) -> None:
    assert player.ask is not None
    prompt = player.ask["prompt"]
    assert await player.refused("act", table="tx", prompt=prompt, do="pass") == "no_table"
    assert await player.refused("resume", table="tx", last=0) == "no_table"
    async with server.client("乙") as stranger:
        act = {"table": player.table, "prompt": prompt, "do": player.ask["legal"][0]}
        assert await stranger.refused("act", **act) == "no_table"
        assert await stranger.refused("resume", table=player.table, last=0) == "no_table"
        assert await stranger.refused("auto", table=player.table, on=True) == "no_table"
        assert await stranger.refused("next", table=player.table) == "no_table"


async def test_next_is_for_settlements(player: Client) -> None:
    assert await player.refused("next", table=player.table) == "not_settled"


async def test_a_free_action_needs_no_prompt(server: Running) -> None:
    host, guest = server.client("甲"), server.client("乙")
    async with host, guest:
        code = (await host.ok("create_room", game="pairs", rounds=8))["code"]
        await guest.ok("join_room", code=code)
        for seat in (2, 3):
            await host.ok("add_bot", seat=seat)
        await host.ok("start")
        await host.sit_down()
        await guest.sit_down()
        # Somebody is on turn; the other is not asked, and may count.
        await host.until(lambda: host.ask is not None or guest.ask is not None)
        one, other = (guest, host) if host.ask is not None else (host, guest)
        free = [m["legal"] for m in one.messages if m["type"] == "free"] or [one.view["free"]]
        assert f"count {other.seat}" in free[-1]
        await one.ok("act", table=one.table, do=f"count {other.seat}")
        await other.until(lambda: any(e["type"] == "counted" for e in other.events))
        await one.until(lambda: any(m["type"] == "free" and not m["legal"] for m in one.messages))
        assert await one.refused("act", table=one.table, do=f"count {other.seat}") == "not_asked"


async def test_a_prompt_stays_open_while_others_answer_theirs(server: Running) -> None:
    """A free action of another seat closes nobody's prompt."""
    host, guest = server.client("甲"), server.client("乙")
    async with host, guest:
        code = (await host.ok("create_room", game="pairs", rounds=8))["code"]
        await guest.ok("join_room", code=code)
        for seat in (2, 3):
            await host.ok("add_bot", seat=seat)
        await host.ok("start")
        await host.sit_down()
        await guest.sit_down()
        await host.until(lambda: host.ask is not None or guest.ask is not None)
        asked, free = (host, guest) if host.ask is not None else (guest, host)
        assert asked.ask is not None
        prompt = asked.ask["prompt"]
        await free.ok("act", table=free.table, do=f"count {asked.seat}")
        await asked.until(lambda: any(e["type"] == "counted" for e in asked.events))
        assert asked.ask["prompt"] == prompt
        assert (await asked.act())["type"] == "ack"


async def test_a_flood_is_busy_and_the_table_goes_on(server: Running, player: Client) -> None:
    frames = [
        json.dumps({"type": "act", "id": f"f{n}", "table": player.table, "do": "pass", "prompt": 0})
        for n in range(400)
    ]
    before = len(player.answers)
    await asyncio.gather(*(player.send_raw(frame) for frame in frames))
    await player.until(lambda: len(player.answers) == before + len(frames))
    codes = {answer["code"] for answer in player.answers[before:]}
    assert codes <= {"stale_prompt", "busy"}
    assert (await player.act())["type"] == "ack"
