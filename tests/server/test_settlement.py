"""A round's end: its coins, its history and its record, together with the act that brought it."""

import asyncio
import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.core.registry import game
from paiju.record import Record
from paiju.record.fairness import checks
from paiju.server.cashier import Cashier
from paiju.server.journal import Fenced, Journal
from paiju.server.ledger import BOTS, HOUSE, Ledger, Transfer
from paiju.server.rows import JournalRow
from paiju.server.schema import JOURNAL, ROUNDS, SITTINGS
from paiju.server.state import TableState
from paiju.server.steps import Acted, Dealt, Place
from paiju.server.store import Store
from tests.server.books import audit, audit_rounds, coins_of, rows_of
from tests.server.client import Client
from tests.server.conftest import FAST, Running, eventually, running
from tests.server.journals import append
from tests.server.process import Process

POOR: dict[str, Any] = {"coins_at_start": 40, "coins_a_day": 30, "minimum_points": 2}
"""So few coins that they run out."""
SHORT = {"threes": 1}
"""Most rounds of pairs are won then, one in seven is drawn."""
ENOUGH = 10
"""Rounds of which one is won: in 150 million matches one is not."""


def at_a_table(game_key: str, stake: int, number: int = 0) -> TableState:
    """Four people, dealt."""
    rules = game(game_key)
    seed = bytes([number]) * 32
    state = TableState("t", rules, rules.presets["default"], 4, seed, FAST, stake)
    places = [Place(f"p{n}", f"p{n}", True, False, False, 0, 0, 0) for n in range(4)]
    state.apply(state.opening(places))
    state.apply(Dealt())
    return state


async def test_fines_go_to_the_house(store: Store, ledger: Ledger) -> None:
    """JT-17: 诈胡 is paid to nobody at the table."""
    state = at_a_table("jintan-mahjong", 5)
    assert state.round is not None
    first = state.round.to_act[0]
    state.apply(Acted(first, "hu", "player", 0))
    to_its_end(state)
    outcome = state.round.outcome
    assert outcome is not None and outcome.house > 0
    closing = await Cashier(ledger).close(state)
    assert closing.along is not None
    await store.append(closing.rows, [closing.along])
    assert closing.paid.coins == [points * 5 for points in outcome.payments]
    assert (await coins_of(store))[HOUSE] == outcome.house * 5
    assert sum(closing.paid.coins) == -outcome.house * 5
    assert closing.purses == await ledger.purses(closing.purses)


def to_its_end(state: TableState) -> TableState:
    """The same table when its round has ended and is not paid yet; everybody idles."""
    assert state.round is not None
    while not state.unpaid:
        seat = state.round.to_act[0]
        do = str(state.game.idle_action(state.round.observation(seat)))
        state.apply(Acted(seat, do, "player", 0))
    return state


@pytest.mark.parametrize("stake", [0, 5])
async def test_a_settlement_that_is_written_twice_is_kept_once(
    store: Store, ledger: Ledger, stake: int
) -> None:
    """By the same step again, or by another one: the second is fenced off, and nothing of it is."""
    journal = Journal(store)
    journal.start()
    state = at_a_table("pairs", stake, 2)
    closing = await Cashier(ledger).close(to_its_end(state))
    await append(journal, [JournalRow("t", 7, 1, 0, "{}"), *closing.rows], along=closing.along)
    books = await coins_of(store)
    for seq in (7, 8):
        step = JournalRow("t", seq, 1, 0, "{}")
        with pytest.raises(Fenced):
            await append(journal, [step, *closing.rows], along=closing.along)
    assert await coins_of(store) == books
    assert [row["seq"] for row in await rows_of(store, JOURNAL)] == [7]
    assert len(await rows_of(store, ROUNDS)) == 1
    assert [row["player"] for row in await rows_of(store, SITTINGS)] == ["p0", "p1", "p2", "p3"]
    await append(journal, [JournalRow("t", 8, 1, 0, "{}")])
    await journal.stop()


async def sit_at_a_stake(players: list[Client], rounds: int, stake: int) -> str:
    """Seat these people and bots at a table with a stake, and start; the room's code."""
    host = players[0]
    terms = {"rounds": rounds, "stake": stake, "options": SHORT}
    code = (await host.ok("create_room", game="pairs", **terms))["code"]
    for player in players[1:]:
        await player.ok("join_room", code=code)
    for seat in range(len(players), 4):
        await host.ok("add_bot", seat=seat)
    await host.ok("start")
    await asyncio.gather(*(player.sit_down() for player in players))
    return str(code)


async def come(server: Running, names: str) -> list[Client]:
    players = [server.client(name) for name in names]
    for player in players:
        await player.connect()
    return players


async def test_a_match_for_coins(server: Running) -> None:
    """Everybody's coins are what the settlements said, and each round can be looked back on."""
    players = await come(server, "甲乙丙丁")
    assert [p.welcome["coins"] for p in players] == [2000] * 4
    await sit_at_a_stake(players, rounds=ENOUGH, stake=5)
    kept: list[list[dict[str, Any]]] = [[] for _ in players]
    moved: list[int] = []
    for player, messages in zip(players, kept, strict=True):
        keep(player, messages)
    await asyncio.gather(*(player.play() for player in players))
    for seat, (player, messages) in enumerate(zip(players, kept, strict=True)):
        settled = [m["settled"] for m in messages if m["type"] == "settled"]
        assert len(settled) == ENOUGH
        gains = [it["coins"][seat] for it in settled]
        assert all(it["broke"] == [] for it in settled)
        told = [2000 + sum(gains[: n + 1]) for n in range(ENOUGH) if gains[n]]
        assert [m["coins"] for m in messages if m["type"] == "coins"] == told
        moved += map(abs, gains)
        coins = await player.ok("get_coins")
        assert player.coins == coins["coins"]
        assert coins == {"coins": 2000 + sum(gains), "top_up": max(0, -1000 - sum(gains))}
        history = await player.ok("get_history")
        assert [r["coins"] for r in history["rounds"]] == gains[::-1]
        assert [r["round"] for r in history["rounds"]] == [*range(ENOUGH, 0, -1)]
        assert {(r["seat"], r["stake"], r["game"]) for r in history["rounds"]} == {
            (seat, 5, "pairs")
        }
        await player.drop()
    assert any(moved)
    await audit(server.house.store)
    await audit_rounds(server.house.store)


def keep(player: Client, kept: list[dict[str, Any]]) -> None:
    """Keep every message a client gets."""
    take = player._take

    def keeping(message: dict[str, Any]) -> None:
        kept.append(message)
        take(message)

    player._take = keeping  # type: ignore[method-assign]


async def test_without_a_stake_no_coin_moves_but_the_round_is_kept(server: Running) -> None:
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=2)
        await player.sit_down()
        await player.play(until=lambda: player.settled is not None)
        assert player.settled is not None
        assert (player.settled["coins"], player.settled["broke"]) == (None, [])
        await player.play()
        (second, first) = (await player.ok("get_history"))["rounds"]
        assert (first["coins"], second["coins"]) == (None, None)
        assert first["names"][0] == "甲"
        assert await coins_of(server.house.store) == {}


async def test_history_is_paged_and_its_records_verify(server: Running) -> None:
    async with server.client() as player, server.client("乙") as other:
        await player.ok("play_now", game="pairs", rounds=5)
        await player.sit_down()
        await player.play()
        pages: list[dict[str, Any]] = []
        before = None
        while True:
            page = await player.ok("get_history", limit=2, before=before)
            pages += page["rounds"]
            before = {key: page["rounds"][-1][key] for key in ("at", "table", "round")}
            if not page["more"]:
                break
        assert [row["round"] for row in pages] == [5, 4, 3, 2, 1]
        assert all(sum(row["payments"]) == 0 for row in pages)
        for row in pages:
            which = {"table": row["table"], "round": row["round"]}
            record = await player.ok("get_record", **which)
            assert record["name"] == f"pairs-{row['table']}-{row['round']}.jsonl"
            whole = Record.from_bytes(record["text"].encode())
            given = {0: player.nonces[row["round"]]}
            assert all(check.holds for check in checks(whole, given=given))
            assert await other.refused("get_record", **which) == "no_record"
        assert await player.refused("get_record", table="t", round=1) == "no_record"
        assert (await other.ok("get_history")) == {"rounds": [], "more": False}


async def test_rounds_that_ended_at_the_same_moment_are_listed_once_each(server: Running) -> None:
    """Whoever left pays to the end of a round, and may end another at that very millisecond."""
    async with server.client() as player:
        for _ in range(2):
            await player.ok("play_now", game="pairs", rounds=1)
            await player.sit_down()
            await player.play()
            await player.ok("leave")
        async with server.house.store.engine.begin() as connection:
            for kept in (ROUNDS, SITTINGS):
                await connection.execute(kept.update().values(at=7))
        listed: list[tuple[str, int]] = []
        before = None
        for more in (True, False):
            page = await player.ok("get_history", limit=1, before=before)
            (row,) = page["rounds"]
            assert page["more"] is more
            before = {key: row[key] for key in ("at", "table", "round")}
            listed.append((row["table"], row["round"]))
        assert len(set(listed)) == 2
        assert listed == sorted(listed, reverse=True)


async def test_who_is_broke_ends_the_match(tmp_path: Path) -> None:
    """Nobody pays more than there is; who gains bears it; the room stays, but is too dear."""
    async with running(tmp_path, **POOR) as server:
        players = await come(server, "甲乙丙丁")
        kept: list[dict[str, Any]] = []
        keep(players[0], kept)
        await sit_at_a_stake(players, rounds=64, stake=20)
        await asyncio.gather(*(player.play() for player in players))
        settled = [m["settled"] for m in kept if m["type"] == "settled"]
        last = settled[-1]
        assert len(settled) < 64
        assert last["match_over"] and last["broke"]
        assert not any(it["broke"] for it in settled[:-1])
        coins = [(await player.ok("get_coins"))["coins"] for player in players]
        assert [seat for seat in range(4) if coins[seat] < 40] == last["broke"]
        assert sum(coins) == 160
        await audit(server.house.store)
        await audit_rounds(server.house.store)
        for player in players:
            await player.drop()


async def test_a_leaver_pays_to_the_end_of_the_round_and_no_further(server: Running) -> None:
    players = await come(server, "甲乙丙丁")
    leaver = players[3]
    code = await sit_at_a_stake(players, rounds=3, stake=20)
    table = server.house.lobby.rooms[code].table
    assert table is not None
    await leaver.until(lambda: leaver.heard("deal"))
    await leaver.ok("leave")
    await asyncio.gather(*(player.play() for player in players[:3]))
    history = await leaver.ok("get_history")
    assert [row["round"] for row in history["rounds"]] == [1]
    start, gain = 2000, history["rounds"][0]["coins"]
    assert (await leaver.ok("get_coins"))["coins"] == start + gain
    books = await coins_of(server.house.store)
    of_players = [(await player.ok("get_coins"))["coins"] for player in players]
    assert sum(of_players) + books.get(BOTS, 0) + books.get(HOUSE, 0) == 4 * start
    await audit(server.house.store)
    await audit_rounds(server.house.store)
    for player in players:
        await player.drop()


async def test_who_leaves_bots_alone_pays_too_also_over_a_restart(tmp_path: Path) -> None:
    """Else one played on while one won, and left for nothing while one lost."""
    async with running(tmp_path, pace=replace(FAST, think=(3_600_000, 3_600_000))) as server:
        (player,) = await come(server, "甲")
        await sit_at_a_stake([player], rounds=3, stake=20)
        await player.dealt()
        await player.ok("leave")
        await player.until(lambda: player.room["code"] is None)
        await player.drop()
    async with running(tmp_path) as server, server.client(token=player.token) as back:
        await eventually(lambda: not server.house.lobby.rooms)
        (paid,) = (await back.ok("get_history"))["rounds"]
        assert (await back.ok("get_coins"))["coins"] == 2000 + paid["coins"]
        await audit(server.house.store)
        await audit_rounds(server.house.store)


async def test_a_settlement_that_fails_in_the_database_is_done_again_once(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The act that ended the round was not acknowledged; all of it happens again, together."""
    post = Ledger.post
    failures = itertools.count()

    async def failing(it: Ledger, connection: AsyncConnection, transfer: Transfer) -> None:
        await post(it, connection, transfer)
        if transfer.key.startswith("round:") and next(failures) < 2:
            raise OSError("the disk is gone")

    monkeypatch.setattr(Ledger, "post", failing)
    monkeypatch.setattr("paiju.server.tables.RETRY_AFTER", 0.01)
    players = await come(server, "甲乙丙丁")
    await sit_at_a_stake(players, rounds=2, stake=5)
    while not all(player.closed for player in players):
        plays = (player.play() for player in players)
        await asyncio.gather(*plays, return_exceptions=True)
        await audit(server.house.store)
        await audit_rounds(server.house.store)
        for player in players:
            if not player.closed:
                await player.drop()
                await player.connect()
                if player.welcome["table"] is None:
                    player.closed = True
                else:
                    await player.resume(last=0)
    assert next(failures) > 2
    rounds = await rows_of(server.house.store, ROUNDS)
    assert {row["round"] for row in rounds} == {1, 2} and len(rounds) == 2
    for player in players:
        await player.drop()


async def test_kill_9_at_a_settlement_pays_it_once(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'paiju.sqlite3'}")
    async with Process(tmp_path, shuffle=20) as process:
        players = [Client(process.url, name=name) for name in "甲乙丙丁"]
        for player in players:
            await player.connect()
        await sit_at_a_stake(players, rounds=2, stake=1)
        plays = [asyncio.create_task(player.play()) for player in players]
        await players[0].until(lambda: players[0].settled is not None)
        await process.kill()
        await asyncio.gather(*plays, return_exceptions=True)
        await audit(store)
        await audit_rounds(store)
        await process.start()
        for player in players:
            await player.drop()
            await player.connect()
            await player.resume(last=0)
        await asyncio.gather(*(player.play() for player in players))
        for player in players:
            history = (await player.ok("get_history"))["rounds"]
            assert player.coins == 2000 + sum(row["coins"] for row in history)
            await player.drop()
    await audit(store)
    await audit_rounds(store)
    assert len(await rows_of(store, ROUNDS)) == 2
    await store.close()


def test_the_record_of_a_round_is_what_was_played() -> None:
    state = to_its_end(at_a_table("jiujiang-mahjong", 1, 3))
    text = state.record().to_bytes().decode()
    header, *lines = [json.loads(line) for line in text.splitlines()]
    assert header["proof"]["nonces"] == [None] * 4
    assert len(lines) == len(state.acts)
    assert all(check.holds for check in checks(Record.from_bytes(text.encode())))
