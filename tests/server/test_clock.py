"""Deadlines, time bank, 托管, and pauses that tell nothing."""

import asyncio
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from paiju.core.registry import game
from paiju.server import protocol
from paiju.server.chair import Asked
from paiju.server.clocks import Alarm
from paiju.server.state import TableState
from paiju.server.steps import Acted, Place
from paiju.server.stream import Stream
from paiju.server.view import stream_of
from tests.server.client import Client, patient
from tests.server.conftest import FAST, Running, eventually, running
from tests.server.pairs import patient_bot
from tests.server.tables import deal, four_people, idle, take, with_a_claim

CARDS = game("jiujiang-doudizhu")
HASTY = replace(FAST, turn=30, claim=20, bank=40, settlement=60)


async def at_table(player: Client, rounds: int = 1) -> None:
    await player.ok("play_now", game="pairs", rounds=rounds)
    await player.sit_down()


def own_seat_messages(player: Client) -> list[dict[str, Any]]:
    return [m for m in player.messages if m["type"] == "seat" and m["seat"] == player.seat]


async def test_a_match_ends_without_its_player(tmp_path: Path) -> None:
    """Deadlines, auto-play and the settlement's own end bring a match to its end unattended."""
    async with running(tmp_path, HASTY) as server, server.client() as player:
        await at_table(player, rounds=2)
        await player.until(lambda: player.closed)
        assert sum(player.messages[-1]["totals"]) == 0


async def test_no_round_is_dealt_while_nobody_is_there(tmp_path: Path) -> None:
    """The round is played to its end; the next one waits, and for its player's eyes too."""
    async with running(tmp_path, HASTY) as server, server.client() as player:
        await at_table(player, rounds=8)
        table = server.house.lobby.rooms[player.room["code"]].table
        assert table is not None
        await player.drop()
        await eventually(lambda: table.state.settlement is not None)
        number, next_seq = table.state.number, table.next_seq
        await asyncio.sleep(5 * HASTY.settlement / 1000)
        assert (table.state.number, table.next_seq) == (number, next_seq)
        await player.back()
        await player.until(lambda: table.state.number > number)


async def test_who_comes_back_to_an_empty_table_has_all_the_time_of_its_settlement(
    server: Running,
) -> None:
    async with server.client() as player:
        await at_table(player, rounds=2)
        await player.play(until=lambda: player.settled is not None)
        table = server.house.lobby.rooms[player.room["code"]].table
        assert table is not None and player.seat is not None
        seat = table.state.seats[player.seat]
        await player.drop()
        await eventually(lambda: not seat.connected)
        table._clocks._stage_at -= 2 * FAST.settlement / 1000
        await player.connect()
        await player.resume(last=0)
        assert player.view["settled"]["next_in"] > 0


async def test_a_table_is_cleared_when_nobody_has_been_there_for_very_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, HASTY) as server, server.client() as player:
        await at_table(player, rounds=8)
        lobby = server.house.lobby
        code = player.room["code"]
        monkeypatch.setattr("paiju.server.lobby.FORGOTTEN_AFTER", -1.0)
        await lobby.sweep()
        await player.ok("ping")
        assert lobby.rooms[code].table is not None
        await player.drop()
        await eventually(lambda: not lobby.is_connected(player.welcome["player"]["id"]))
        await lobby.sweep()
        await eventually(lambda: lobby.rooms[code].table is None)
        await lobby.sweep()
        assert not lobby.rooms


async def test_after_two_missed_prompts_the_seat_is_on_auto_play(tmp_path: Path) -> None:
    async with running(tmp_path, HASTY, make_bot=patient_bot) as server, server.client() as player:
        await at_table(player)
        await player.until(lambda: player.closed)
        steps = await server.house.store.steps_of_last_round(str(player.table))
        acts = [row.step for row in steps if isinstance(row.step, Acted)]
        by = [act.by for act in acts if act.seat == player.seat]
        assert by[:2] == ["time", "time"]
        assert set(by[2:]) == {"auto"}
        assert own_seat_messages(player)[0]["chair"]["auto"]


async def test_an_act_ends_auto_play(server: Running) -> None:
    async with server.client() as player:
        await at_table(player, rounds=8)
        await player.until(lambda: player.ask is not None)
        table = server.house.lobby.rooms[player.room["code"]].table
        assert table is not None
        assert player.seat is not None
        table.state.seats[player.seat].auto = True
        await player.act()
        assert not table.state.seats[player.seat].auto


async def test_no_prompt_that_another_answer_has_closed_is_answered_for_its_seat(
    server: Running,
) -> None:
    """Two may be late at once; the first may be answered by what takes the second one's turn."""
    async with server.client() as player:
        await at_table(player, rounds=2)
        await player.until(lambda: player.ask is not None)
        table = server.house.lobby.rooms[player.room["code"]].table
        assert table is not None and player.seat is not None
        seat, next_seq = table.state.seats[player.seat], table.next_seq
        assert seat.asked is not None
        table._answer_for(seat, Asked(seat.asked.ask, public=True))
        assert table.next_seq == next_seq
        assert (await player.act())["type"] == "ack"


async def test_a_player_switches_auto_play_on_and_off(server: Running) -> None:
    async with server.client() as player:
        await at_table(player, rounds=8)
        await player.ok("auto", table=player.table, on=True)
        await player.until(lambda: player.settled is not None)
        await player.ok("auto", table=player.table, on=False)
        await player.until(lambda: not own_seat_messages(player)[-1]["chair"]["auto"])
        await player.ok("next", table=player.table)
        await player.play(until=lambda: player.settled is not None and player.settled["round"] == 2)


def test_only_two_misses_in_a_row_bring_auto_play() -> None:
    state = four_people()
    answers = iter(("time", "player", "time", "time", "auto", "player"))
    seen: list[tuple[int, bool]] = []
    while len(seen) < 6:
        if state.settlement is not None:
            deal(state)
        assert state.round is not None
        seat = state.round.to_act[0]
        take(state, idle(state, seat, next(answers) if seat == 0 else "player"))
        if seat == 0:
            seen.append((state.seats[0].misses, state.seats[0].auto))
    ends = [(1, False), (0, False), (1, False), (2, True), (2, True), (0, False)]
    assert seen == ends


async def test_the_time_bank_is_used_up_and_filled_again_each_round(tmp_path: Path) -> None:
    pace = replace(FAST, turn=0, claim=0, bank=60_000)
    async with (
        running(tmp_path, pace, make_bot=patient_bot) as server,
        server.client() as player,
    ):
        await at_table(player, rounds=2)
        banks: list[int] = []

        def answer(ask: dict[str, Any]) -> str:
            banks.append(ask["bank"])
            time.sleep(0.005)
            return patient(ask)

        await player.play(answer, until=lambda: player.settled is not None)
        assert banks[0] == 60_000
        assert banks == sorted(banks, reverse=True)
        assert banks[-1] < 60_000
        banks.clear()
        await player.play(answer, until=lambda: bool(banks))
        assert banks[0] == 60_000


class Watch:
    """When each message was shown to a seat, by the server's own clock."""

    def __init__(self, watched: Stream) -> None:
        self.shown: list[tuple[float, protocol.TableMessage]] = []
        watched.listen(self._hear)

    def _hear(self, frame: bytes, can_wait: bool = False, /) -> None:
        now = time.monotonic()
        self.shown += [(now, one) for one in json.decode(frame, type=protocol.Told).messages]


async def test_after_a_discard_the_table_pauses_whether_or_not_anybody_is_asked(
    tmp_path: Path,
) -> None:
    """What shows that play went on never comes before the pause is over; a claim is asked at once.

    The time is the server's, and only its lower bound is held: the machine may be slow.
    """
    pace = replace(FAST, pause=30)
    async with (
        running(tmp_path, pace, make_bot=patient_bot) as server,
        server.client() as player,
    ):
        await at_table(player)
        table = server.house.lobby.rooms[player.room["code"]].table
        assert table is not None
        watch = Watch(stream_of(table.state, 0))
        await player.play(
            patient, until=lambda: len(watch.shown) > 150 or player.settled is not None
        )
    discard_at: float | None = None
    asked_in_between = checked = 0
    for at, message in watch.shown:
        if isinstance(message, protocol.TableEvent):
            kind = message.event["type"]
            if kind not in ("declined", "counted") and discard_at is not None:
                assert at - discard_at >= 0.030, message
                checked += 1
            discard_at = at if kind == "discarded" else None
        elif isinstance(message, protocol.Clock):
            assert discard_at is None, "a turn was shown before play went on"
        elif isinstance(message, protocol.Prompt) and discard_at is not None:
            asked_in_between += 1
    assert checked > 3


def test_no_alarm_rings_before_its_time() -> None:
    """Else it is set again and again for the rest of a millisecond: uvloop counts in whole ones."""
    uvloop = pytest.importorskip("uvloop")

    async def ring() -> None:
        for number in range(40):
            rang = asyncio.Event()
            due = time.monotonic() + 0.001 + number / 10_000
            Alarm().set(due, rang.set)
            await rang.wait()
            assert time.monotonic() >= due

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(ring())


async def test_a_claim_has_no_public_clock_and_prompts_are_counted_by_seat(
    server: Running,
) -> None:
    host, guest = server.client("甲"), server.client("乙")
    async with host, guest:
        code = (await host.ok("create_room", game="pairs", rounds=4))["code"]
        await guest.ok("join_room", code=code)
        for seat in (2, 3):
            await host.ok("add_bot", seat=seat)
        await host.ok("start")
        await host.sit_down()
        await guest.sit_down()
        await asyncio.gather(host.play(), guest.play())
        for player, other in ((host, guest), (guest, host)):
            prompts = [m["ask"] for m in player.messages if m["type"] == "prompt"]
            numbers = [ask["prompt"] for ask in prompts]
            first = numbers[0]
            assert numbers == list(range(first, first + len(numbers)))
            kinds = [ask["question"]["kind"] for ask in prompts]
            clocks = [m for m in other.messages if m["type"] == "clock"]
            told = [m for m in clocks if m["turn"]["seat"] == player.seat]
            assert abs(len(told) - kinds.count("turn")) <= 1  # one may lie before the view


def test_falling_to_auto_play_on_a_claim_is_not_shown_at_once() -> None:
    """Else the others would learn that the seat could have claimed."""
    hidden = 0
    for state, claimant in islice(with_a_claim(), 20):
        outs = state.apply(Acted(claimant, "pass", "time", 0))
        assert state.round is not None
        assert state.seats[claimant].auto
        shown = [out.seats for out in outs if isinstance(out.message, protocol.SeatChanged)]
        assert 1 << claimant in shown
        on_turn = state.round.turn == claimant
        assert (0b1111 in shown) == on_turn
        hidden += not on_turn
    assert hidden > 3


def test_asking_for_a_count_wins_no_time() -> None:
    """DZ-20: asking is free, any number of times; so it must not hold up play."""
    state = TableState("t", CARDS, CARDS.presets["default"], 1, bytes(32), FAST)
    places = [Place(f"p{i}", f"p{i}", True, False, False, 0, 0, 0) for i in range(4)]
    deal(state, places)
    assert state.round is not None
    caller = state.round.to_act[0]
    state.apply(Acted(caller, "call", "player", FAST.bank))
    asked = state.seats[caller].asked
    assert asked is not None and asked.ask.deadline == FAST.turn
    other = (caller + 1) % 4
    state.apply(Acted(caller, f"ask {other}", "player", 7, None, 4))
    again = state.seats[caller].asked
    assert again is not None
    assert (again.ask.deadline, again.ask.bank) == (4, 7)
    # Its play then is followed by a prompt with all its time, its own next one too.
    play = next(action for action in again.ask.legal if action.startswith("play"))
    state.apply(Acted(caller, play, "player", 7, None, 3))
    following = state.seats[other].asked
    assert following is not None and following.ask.deadline == FAST.turn
