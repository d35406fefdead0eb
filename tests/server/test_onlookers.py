"""Who looks on is sent what everybody may see, or later what a seat was sent, and no more."""

import asyncio
import json
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from paiju.core.event import Event
from paiju.core.registry import game
from paiju.server import protocol, stream
from paiju.server.echo import Echo
from paiju.server.protocol import JsonObject, TableEvent
from paiju.server.recovery import rebuild
from paiju.server.showing import deliver
from paiju.server.steps import Dealt, Left, NextPressed, Step
from paiju.server.stream import Message, Stream
from paiju.server.table import Table
from paiju.server.view import stream_of, view_of
from tests.server.client import Client
from tests.server.conftest import FAST, Running, running
from tests.server.lobbies import Gate
from tests.server.pairs import PAIRS
from tests.server.tables import Ear, deal, four_people, idle, take, walk
from tests.server.test_recovery import four_at_table
from tests.server.test_secrecy import keep_rounds

KEYS = ("jintan-mahjong", "jiujiang-doudizhu", "jiujiang-mahjong", "pairs")
PUBLIC = (
    protocol.Shuffle
    | protocol.Deal
    | protocol.TableEvent
    | protocol.Clock
    | protocol.SeatChanged
    | protocol.Settled
    | protocol.Waiting
    | protocol.Closed
)
"""Nothing of prompts, answers and free actions."""


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("number", range(2))
def test_an_onlooker_is_sent_the_fold_of_public_events_and_nothing_of_prompts(
    key: str, number: int
) -> None:
    rules = game(key)
    told: list[JsonObject] = []
    sent = 0
    for state, step in walk(rules, number):
        if isinstance(step, Dealt):
            told = []
        outs = take(state, step)
        for out in outs:
            if out.onlookers:
                assert isinstance(out.message, PUBLIC)
                sent += 1
                if isinstance(out.message, TableEvent):
                    told.append(out.message.event)
                if isinstance(out.message, protocol.SeatChanged):
                    assert out.message.chair == state.seats[out.message.seat].shown
            else:
                # What only seats get is theirs alone, or an event that nobody else may see.
                assert out.seats.bit_count() <= 1 or isinstance(out.message, TableEvent)
        deliver(state, outs)
        if state.round is not None:
            events = [seen for event in state.round.events if (seen := event.seen_by(None))]
            assert told == [event.as_dict() for event in events]
        assert state.onlookers.v == sent
        view = view_of(state, None, lambda _: 0)
        assert (view.you, view.shoulder, view.ask, view.free, view.v) == (
            None,
            None,
            None,
            [],
            sent,
        )
        if state.round is not None:
            assert view.round == state.round.observation(None).as_dict()


def test_two_tables_that_differ_in_hands_alone_look_the_same() -> None:
    """Nor does an onlooker's view change when a claim is answered in secret."""
    state, other = four_people(), four_people()
    assert state.round is not None
    hands: Any = other.round
    dealer = state.round.to_act[0]
    one, two = [seat for seat in range(4) if seat != dealer][:2]
    hands.hands[one], hands.hands[two] = hands.hands[two], hands.hands[one]
    views = [protocol.encode(view_of(it, None, lambda _: 0)) for it in (state, other)]
    assert views[0] == views[1]


def test_nothing_is_encoded_for_nobody_but_everything_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encoded: list[object] = []

    def encode(message: protocol.ServerMessage) -> bytes:
        encoded.append(message)
        return protocol.encode(message)

    lazy = Stream("t", keeps=False)
    monkeypatch.setattr(stream, "encode", encode)
    message = protocol.Waiting([])
    for _ in range(3):
        lazy.tell([Message(message)])
    assert (lazy.v, encoded) == (3, [])
    ear = Ear()
    lazy.listen(ear)
    assert lazy.missed(2) is None
    lazy.tell([Message(message)])
    assert [json.loads(frame)["v"] for frame in ear.frames] == [4]
    assert len(encoded) == 1
    assert lazy.missed(3) == ear.frames
    lazy.forget(ear)
    lazy.tell([Message(message)])
    assert (lazy.v, len(ear.frames)) == (5, 1)
    assert lazy.missed(3) is None


# --- over sockets -----------------------------------------------------------------------------


class Sight:
    """Every frame that a client gets, with the time."""

    def __init__(self, client: Client) -> None:
        self.frames: list[tuple[float, dict[str, Any]]] = []
        take_ = client._take

        def taking(message: dict[str, Any]) -> None:
            self.frames.append((monotonic(), message))
            take_(message)

        client._take = taking  # type: ignore[method-assign]

    def of_table(self) -> list[dict[str, Any]]:
        return [message for _, message in self.frames if "v" in message]


async def evening(
    server: Running,
    stack: AsyncExitStack,
    names: str = "甲乙丙丁",
    rounds: int = 2,
    **terms: object,
) -> tuple[list[Client], str, Table]:
    """People and bots at a table that may be looked on at openly."""
    players = []
    for n, name in enumerate(names):
        player = server.client(name)
        player.headers = {"X-Forwarded-For": f"192.0.2.{n + 1}"}
        players.append(await stack.enter_async_context(player))
    host = players[0]
    code = (await host.ok("create_room", game="pairs", rounds=rounds, watch="open"))["code"]
    for player in players[1:]:
        await player.ok("join_room", code=code)
    await host.ok("start")
    table = server.house.lobby.rooms[code].table
    assert table is not None
    return players, code, table


async def onlooker(
    server: Running, stack: AsyncExitStack, code: str, seat: int | None = None
) -> tuple[Client, Sight]:
    """Somebody from elsewhere who looks on."""
    client = server.client("看客")
    client.headers = {"X-Forwarded-For": "198.51.100.7"}
    await stack.enter_async_context(client)
    sight = Sight(client)
    client.table = (await client.ok("watch", code=code, seat=seat))["table"]
    return client, sight


async def test_an_onlooker_sees_each_round_as_everybody_may(server: Running) -> None:
    async with AsyncExitStack() as stack:
        players, code, table = await evening(server, stack)
        watcher, sight = await onlooker(server, stack, code)
        await watcher.resume(last=0)
        whole: list[list[Event]] = []
        keep_rounds(table, whole)
        await asyncio.gather(*(player.sit_down() for player in players))
        await asyncio.gather(*(player.play() for player in players))
        await watcher.until(lambda: watcher.closed)
        told: list[list[Any]] = []
        for message in sight.of_table():
            if message["type"] == "deal":
                told.append([])
            elif message["type"] == "event":
                told[-1].append(message["event"])
        public = [[s.as_dict() for e in events if (s := e.seen_by(None))] for events in whole]
        assert told == json.loads(json.dumps(public))
        numbers = [message["v"] for message in sight.of_table()]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


async def test_over_a_shoulder_comes_later_what_the_seat_was_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte, with the same numbers; and nothing of it before its time."""
    delay = 300
    async with running(tmp_path, watch_delay=delay) as server, AsyncExitStack() as stack:
        players, code, table = await evening(server, stack, rounds=4)
        taken: list[tuple[float, int]] = []
        feed = Echo.feed

        def fed(echo: Echo, seq: int, step: Step) -> None:
            taken.append((monotonic(), stream_of(table.state, 1).v))
            feed(echo, seq, step)

        monkeypatch.setattr(Echo, "feed", fed)
        watcher, late = await onlooker(server, stack, code, seat=1)
        assert (await watcher.resume(last=0))["type"] == "ack"
        seat = Sight(players[1])
        await asyncio.gather(*(player.sit_down() for player in players))
        await asyncio.gather(*(player.play() for player in players))
        await watcher.until(lambda: watcher.closed)
        frames = [m for m in late.of_table() if m["type"] != "view"]
        own = {m["v"]: m for m in seat.of_table() if m["type"] != "view"}
        known = [m for m in frames if m["v"] in own]
        assert len(known) > 40 and known == [own[m["v"]] for m in known]
        waits = []
        for at, message in late.frames:
            if message.get("v", 0) > taken[0][1] and message["type"] != "view":
                # It tells of the step that was taken last when fewer messages had been sent.
                waits.append(at - max(then for then, sent in taken if sent < message["v"]))
        assert len(waits) > 40 and min(waits) >= delay / 1000
        views = [m for m in late.of_table() if m["type"] == "view"]
        assert {(m["you"], m["shoulder"], m["delay"]) for m in views} == {(None, 1, delay)}
        assert table.state.over


async def test_who_comes_late_sees_the_table_as_it_was(tmp_path: Path) -> None:
    """From the journal, though nobody looked on then."""
    delay = 1500
    async with running(tmp_path, watch_delay=delay) as server, AsyncExitStack() as stack:
        players, code, table = await evening(server, stack, rounds=64)
        await asyncio.gather(*(player.sit_down() for player in players))
        await asyncio.gather(*(p.play(until=lambda p=p: p.settled is not None) for p in players))
        await asyncio.sleep(1.1 * delay / 1000)
        then = table.state
        watcher, _ = await onlooker(server, stack, code, seat=2)
        await asyncio.gather(*(p.request("next", table=p.table) for p in players))
        await watcher.resume(last=0)
        assert watcher.view["match"]["round"] == 1
        assert watcher.settled is not None
        assert watcher.view["shoulder"] == 2
        dealt = [e for e in watcher.view["round"]["events"] if e["type"] == "dealt"]
        assert [e["seat"] for e in dealt if e["cards"] is not None] == [2]
        await watcher.until(lambda: watcher.heard("deal"))
        assert then.number == 2


@pytest.mark.parametrize("hours", [-2, 2])
async def test_nobody_sees_a_hand_sooner_or_never_as_the_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """By the time of day all of it was hours ago, or is yet to be: the machine slept, perhaps."""
    delay = 400
    async with running(tmp_path, watch_delay=delay) as server, AsyncExitStack() as stack:
        players, code, _ = await evening(server, stack, rounds=64)
        begun = monotonic()
        await asyncio.gather(*(player.sit_down() for player in players))
        await asyncio.gather(*(p.until(lambda p=p: p.heard("deal")) for p in players))
        today = time.time
        monkeypatch.setattr(time, "time", lambda: today() + hours * 3600)
        watcher, sight = await onlooker(server, stack, code, seat=2)
        await watcher.resume(last=0)
        await watcher.until(lambda: any("dealt" in str(frame) for _, frame in sight.frames))
        first = next(at for at, frame in sight.frames if "dealt" in str(frame))
        assert first - begun > delay / 1000


async def test_who_looked_over_the_shoulder_of_a_leaver_looks_on_with_hands_hidden(
    tmp_path: Path,
) -> None:
    async with running(tmp_path, watch_delay=100) as server, AsyncExitStack() as stack:
        players, code, table = await evening(server, stack, rounds=64)
        await asyncio.gather(*(player.sit_down() for player in players))
        watcher, sight = await onlooker(server, stack, code, seat=3)
        await watcher.resume(last=0)
        await watcher.until(lambda: bool(watcher.view))
        await players[3].ok("leave")
        await watcher.until(lambda: watcher.view["shoulder"] is None)
        assert watcher.view["ask"] is None
        await asyncio.gather(
            *(p.play(until=lambda p=p: p.settled is not None) for p in players[:3])
        )
        await watcher.until(lambda: watcher.settled is not None)
        after = sight.of_table()
        last_view = max(n for n, m in enumerate(after) if m["type"] == "view")
        kinds = {message["type"] for message in after[last_view:]}
        assert not kinds & {"prompt", "answered", "free"}
        assert table.state.seats[3].bot


async def test_in_a_pause_an_onlooker_is_answered_at_its_end(tmp_path: Path) -> None:
    """Else the answer's delay would tell whether somebody is asked. A lower bound alone."""
    pace = replace(FAST, pause=250)
    async with running(tmp_path, pace) as server, AsyncExitStack() as stack:
        players, code, table = await evening(server, stack, rounds=64)
        await asyncio.gather(*(player.sit_down() for player in players))
        watcher, _ = await onlooker(server, stack, code)
        await watcher.resume(last=0)
        checked = 0
        while checked < 1:
            await players[0].until(lambda: any(p.ask for p in players) or players[0].settled)
            asked = next((p for p in players if p.ask is not None), None)
            if asked is None:
                await asyncio.gather(*(p.request("next", table=p.table) for p in players))
                continue
            assert asked.ask is not None
            if asked.ask["question"]["kind"] != "turn":
                end = table._showing.no_sooner
                in_the_pause = monotonic() < end - 0.1
                await watcher.resume(last=0)
                if in_the_pause:
                    assert monotonic() >= end
                    checked += 1
            await asked.act()


async def test_a_flood_of_onlookers_is_served_at_once_and_holds_nobody_up(
    tmp_path: Path,
) -> None:
    """They wait outside the table's inbox: one view is made for all of them."""
    pace = replace(FAST, pause=200)
    async with running(tmp_path, pace) as server, AsyncExitStack() as stack:
        players, code, table = await evening(server, stack, rounds=64)
        await asyncio.gather(*(player.sit_down() for player in players))
        watchers = [(await onlooker(server, stack, code))[0] for _ in range(6)]
        for watcher in watchers:
            for n in range(40):
                request = {"type": "resume", "id": f"r{n}", "table": table.id}
                await watcher.send_raw(json.dumps(request))
        await players[0].until(lambda: any(p.ask for p in players))
        asked = next(p for p in players if p.ask is not None)
        assert (await asked.act())["type"] == "ack"
        for watcher in watchers:
            await watcher.until(lambda watcher=watcher: len(watcher.answers) >= 41)
            answers = watcher.answers[1:]
            assert {a.get("code", "done") for a in answers} <= {"done", "busy"}
            assert any(a["type"] == "ack" for a in answers)


async def test_a_rebuilt_table_counts_on_for_its_onlookers(server: Running) -> None:
    async with AsyncExitStack() as stack:
        players, code, table = await evening(server, stack)
        await asyncio.gather(*(player.sit_down() for player in players))
        watcher, _ = await onlooker(server, stack, code)
        await watcher.resume(last=0)
        await asyncio.gather(*(p.play(until=lambda p=p: p.settled is not None) for p in players))
        await watcher.until(lambda: watcher.settled is not None)
        row = (await server.house.store.running_tables())[0]
        again = await rebuild(server.house.store, row, PAIRS, FAST)
        assert again.state.onlookers.v == table.state.onlookers.v == watcher.v


def test_leaving_and_dealing_again_goes_on_counting() -> None:
    state = four_people()
    deliver(state, state.apply(Left(1)))
    while not state.unpaid:
        assert state.round is not None
        deliver(state, state.apply(idle(state, state.round.to_act[0])))
    take(state, NextPressed(0))
    v = state.onlookers.v
    assert state.opening().onlookers == v
    deal(state)


async def test_who_comes_to_look_on_as_the_match_ends_is_shown_its_end(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    await four_at_table("", 1, four)
    await asyncio.gather(*(player.dealt() for player in four))
    async with server.client() as onlooker:
        data = await onlooker.ok("watch", code=four[0].room["code"])
        gate = Gate(monkeypatch, server.house.store, "append")
        for player in four:
            await player.send_raw('{"type": "leave", "id": "leaving"}')
            await player.ok("ping")
        look = {"type": "resume", "id": "look", "table": data["table"]}
        await onlooker.send_raw(json.dumps(look))
        await onlooker.ok("ping")
        gate.open.set()
        await onlooker.until(lambda: onlooker.answers[-1]["id"] == "look")
        assert onlooker.answers[-1]["type"] == "ack"
        assert onlooker.view["seats"] and all(seat["left"] for seat in onlooker.view["seats"])
