"""kill -9, restart, and play goes on at the same prompt with the same numbers."""

import asyncio
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from paiju.server import tables as tables_module
from paiju.server.chair import SeatState
from paiju.server.ownership import Orphan
from paiju.server.protocol import CloseCode
from paiju.server.recovery import rebuild
from paiju.server.room import NOBODY, Queue, Room
from paiju.server.rows import JournalRow
from paiju.server.schema import ROOMS
from paiju.server.steps import Acted, RoundOpened, write_step
from paiju.server.store import NotOurs, RoomRow, Sitter, Store, Terms
from paiju.server.tables import REBUILDS
from tests.server.client import Client, patient
from tests.server.conftest import FAST, Running, eventually, running
from tests.server.pairs import PAIRS
from tests.server.process import Process


async def four_at_table(url: str, rounds: int, players: list[Client] | None = None) -> list[Client]:
    """Four people at one table; ``players`` if they are there already."""
    if players is None:
        players = [Client(url, name=name) for name in "甲乙丙丁"]
        for player in players:
            await player.connect()
    host = players[0]
    code = (await host.ok("create_room", game="pairs", rounds=rounds))["code"]
    for player in players[1:]:
        await player.ok("join_room", code=code)
    await host.ok("start")
    await asyncio.gather(*(player.sit_down() for player in players))
    return players


async def play_acts(players: list[Client], acts: int) -> None:
    """Play on until so many prompts have been answered, settlements included.

    Twenty of a round can be: nobody takes anything, and somebody is asked after each.
    """
    while acts:
        asked = next((p for p in players if p.ask is not None), None)
        if asked is not None:
            assert asked.ask is not None
            await asked.act(patient(asked.ask))
            acts -= 1
        elif players[0].settled is not None:
            for player in players:
                await player.request("next", table=player.table)
        await players[0].until(
            lambda: any(p.ask for p in players) or players[0].settled is not None
        )


async def test_kill_9_in_the_middle_of_a_round_goes_on_at_the_same_prompt(tmp_path: Path) -> None:
    async with Process(tmp_path) as server:
        players = await four_at_table(server.url, rounds=3)
        for acts in (5, 9):
            await play_acts(players, acts)
            asked = next(p for p in players if p.ask is not None)
            prompt, legal = asked.ask["prompt"], asked.ask["legal"]  # type: ignore[index]
            numbers = [p.v for p in players]
            await server.kill()
            for player in players:
                await player.until(lambda player=player: player.close_code is not None)
                await player.drop()
            await server.start()
            for player, v in zip(players, numbers, strict=True):
                await player.back()
                # Client holds that each number follows the last; no view was sent in between.
                assert player.v >= v
            assert asked.ask is not None
            assert (asked.ask["prompt"], asked.ask["legal"]) == (prompt, legal)
        await asyncio.gather(*(player.play() for player in players))
        assert len({str(player.messages[-1]["totals"]) for player in players}) == 1
        for player in players:
            await player.drop()


async def test_an_acknowledged_act_survives_kill_9_and_is_not_done_twice(tmp_path: Path) -> None:
    async with Process(tmp_path) as server:
        players = await four_at_table(server.url, rounds=3)
        for player in players:
            await player.dealt()
        asked = next(p for p in players if p.ask is not None)
        assert asked.ask is not None
        prompt, do = asked.ask["prompt"], asked.ask["legal"][0]
        assert (await asked.act(do, rid="before"))["type"] == "ack"
        await server.kill()
        await server.start()
        for player in players:
            await player.drop()
            await player.back()
        act: dict[str, Any] = {"table": asked.table, "prompt": prompt, "do": do}
        assert (await asked.request("act", rid="before", **act))["type"] == "ack"
        assert await asked.refused("act", rid="after", **act) == "stale_prompt"
        store = Store(f"sqlite+aiosqlite:///{tmp_path / 'paiju.sqlite3'}")
        steps = await store.steps_of_last_round(str(asked.table))
        await store.close()
        acts = [row.step for row in steps if isinstance(row.step, Acted)]
        assert [act.request.id for act in acts if act.request] == ["before"]
        for player in players:
            await player.drop()


async def test_kill_9_in_a_settlement_and_in_the_lobby(tmp_path: Path) -> None:
    async with Process(tmp_path) as server:
        waiting = Client(server.url, name="戊")
        await waiting.connect()
        code = (await waiting.ok("create_room", game="pairs", rounds=4))["code"]
        await waiting.ok("add_bot", seat=2)
        players = await four_at_table(server.url, rounds=2)
        await asyncio.gather(*(p.play(until=lambda p=p: p.settled is not None) for p in players))
        await players[1].ok("next", table=players[1].table)
        await server.kill()
        await server.start()
        for player in [waiting, *players]:
            await player.drop()
        for player in players:
            await player.connect()
            await player.resume(last=0)
            assert player.settled is not None
            assert player.settled["waiting"] == [0, 2, 3]
        await waiting.connect()
        await waiting.until(lambda: waiting.room["code"] == code)
        assert waiting.room["host"] == 0
        assert [s and s["bot"] for s in waiting.room["seats"]] == [False, None, True, None]
        await asyncio.gather(*(player.play() for player in players))
        for player in [waiting, *players]:
            await player.drop()


async def test_sigterm_stops_in_good_order(tmp_path: Path) -> None:
    async with Process(tmp_path) as server:
        player = Client(server.url)
        await player.connect()
        await player.ok("play_now", game="pairs", rounds=2)
        await player.sit_down()
        assert await server.kill(signal.SIGTERM) == 0
        await player.until(lambda: player.close_code is not None)
        assert player.close_code == CloseCode.RESTART
        await server.start()
        await player.drop()
        await player.back()
        await player.play()
        await player.drop()


def asked(seat: SeatState) -> tuple[object, ...]:
    """What a seat is asked, and what it may do besides."""
    now = seat.asked
    return (now and now.ask, now and now.public, seat.prompts, seat.free)


async def test_a_table_rebuilt_from_its_journal_says_the_same_again(server: Running) -> None:
    """Every message and number since the deal follows from the journal alone."""
    players = await four_at_table(server.url, rounds=2)
    await play_acts(players, 12)
    room = server.house.lobby.rooms[players[0].room["code"]]
    assert room.table is not None
    row = (await server.house.store.running_tables())[0]
    again = await rebuild(server.house.store, row, PAIRS, FAST)
    assert again.next_seq == room.table.next_seq
    for seat, other in zip(room.table.state.seats, again.state.seats, strict=True):
        assert seat.stream is not None
        assert other.stream is not None
        assert seat.stream.v == other.stream.v
        frames = [message.encoded() for message in other.stream._kept]
        assert frames
        assert [message.encoded() for message in seat.stream._kept][-len(frames) :] == frames
        assert asked(seat) == asked(other)
    for player in players:
        await player.drop()


async def test_a_table_whose_step_could_not_be_kept_is_rebuilt(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The act is not acknowledged, the players are sent away, and it can be done again."""
    async with server.client() as player:
        await player.sit_until_asked()
        assert player.ask is not None
        prompt, do = player.ask["prompt"], player.ask["legal"][0]
        append = server.house.store.append

        async def fail(*_: object, **__: object) -> None:
            monkeypatch.setattr(server.house.store, "append", append)
            raise OSError("the disk is full")

        monkeypatch.setattr(server.house.store, "append", fail)
        with pytest.raises(ConnectionError):
            await player.act(rid="lost")
        assert player.close_code == CloseCode.FAULT
        await player.drop()
        await player.back()
        answer = await player.request("act", rid="lost", table=player.table, prompt=prompt, do=do)
        assert answer["type"] == "ack"
        await player.play()


class FullDisk:
    """A database that takes nothing, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def refuse(self, *_: object) -> None:
        self.asked += 1
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))


async def test_a_full_disk_is_waited_for_however_long(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table is not given up for it, though it fails more often than a fault of ours may."""
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.01)
    disk = FullDisk()
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=2)
        await player.sit_down()
        await player.until(lambda: player.ask is not None)
        assert player.ask is not None
        prompt, do = player.ask["prompt"], player.ask["legal"][0]
        with monkeypatch.context() as full:
            full.setattr(server.house.store, "append", disk.refuse)
            with pytest.raises(ConnectionError):
                await player.act(rid="lost")
            await player.drop()
            await eventually(lambda: disk.asked > 3 * REBUILDS)
        table = player.table
        for _ in range(20):
            with suppress(ConnectionError):  # sent away once more, by the last rebuilding
                await player.back()
                answer = await player.request("act", rid="lost", table=table, prompt=prompt, do=do)
                break
            await player.drop()
        assert answer["type"] == "ack"
        await player.play()


async def test_a_full_disk_at_the_end_of_a_match_does_not_keep_its_room_closed(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.01)
    disk = FullDisk()
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=1)
        await player.sit_down()
        with monkeypatch.context() as full:
            full.setattr(server.house.store, "finish_table", disk.refuse)
            await player.play()
            await eventually(lambda: disk.asked > 3)
        await player.until(lambda: player.room["started"] is False)
        await player.ok("start")


async def test_a_player_who_left_while_the_server_died_is_out_of_the_room(tmp_path: Path) -> None:
    """The journal is the truth: a room that missed the last change follows it."""
    async with running(tmp_path) as server:
        players = await four_at_table(server.url, rounds=8)
        room = server.house.lobby.rooms[players[0].room["code"]]
        before = room.row()
        await players[1].ok("leave")
        await players[1].until(lambda: players[1].room["code"] is None)
        await server.house.store.save_room(before)
        for player in players:
            await player.drop()
    async with running(tmp_path) as server:
        gone = Client(server.url, token=players[1].token)
        async with gone:
            assert gone.welcome["room"] is None
            assert gone.welcome["table"] is None


DAMAGED = {"dealer": "0", "carry": {"factor": 1}, "rounds": 0, "totals": [0, 0, 0, 0]}


@pytest.mark.parametrize(
    "step",
    [Acted(0, "discard 9", "player", 0), RoundOpened(1, DAMAGED, [])],
    ids=["by other rules", "of a damaged match"],
)
async def test_a_table_that_does_not_replay_stops_neither_the_server_nor_its_room(
    tmp_path: Path, step: Acted | RoundOpened
) -> None:
    """The rules have changed under it, or its disk: it is cleared, the room may start again."""
    async with running(tmp_path) as server:
        players = await four_at_table(server.url, rounds=8)
        await play_acts(players, 3)
        table, code = str(players[0].table), players[0].room["code"]
        for player in players:
            await player.drop()
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'paiju.sqlite3'}")
    last = (await store.steps_of_last_round(table))[-1].seq
    impossible = write_step(step)
    await store.append([JournalRow(table, last + n, 1, 0, impossible) for n in range(1, 6)])
    await store.close()
    async with running(tmp_path) as server:
        again = Client(server.url, token=players[0].token)
        async with again:
            assert (again.welcome["room"], again.welcome["table"]) == (code, None)
            await again.ok("start")
            await again.sit_down()


async def test_a_room_whose_rules_are_gone_stops_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.client() as player:
        code = (await player.ok("create_room", game="pairs", rounds=8))["code"]
        row = server.house.lobby.rooms[code].row()
        gone = [
            msgspec.structs.replace(row, code="0001", game="bridge"),
            msgspec.structs.replace(row, code="0002", options={"jokers": True}),
        ]
        for room in gone:
            await server.house.store.save_room(room)
    async with running(tmp_path) as server:
        assert set(server.house.lobby.rooms) == {code}


async def test_an_orphan_whose_code_a_quick_match_has_waits_for_another_owner(
    server: Running,
) -> None:
    house, code = server.house, "123456"
    game = next(iter(house.games.values()))
    seats = [Sitter("甲", "p1"), None, None, None]
    await house.store.save_room(RoomRow(code, game.key, {}, 4, "p1", seats, None))
    async with house.store.engine.begin() as connection:
        await connection.execute(update(ROOMS).values(owner="dead"))
    waiting = Room(code, game, game.options(), 4, NOBODY, Terms())
    waiting.queue = Queue()
    house.lobby.rooms[code] = waiting
    orphan = Orphan(code, "dead")
    await house.takeover._claim({orphan})
    assert await house.ownership.owner_of(code) == "dead"
    with pytest.raises(NotOurs):
        await house.store.save_room(waiting.row())
    del house.lobby.rooms[code]
    await house.takeover._claim({orphan})
    assert house.lobby.room_of("p1") is house.lobby.rooms[code]
