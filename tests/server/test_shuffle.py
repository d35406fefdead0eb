"""The shuffle before each deal: who is waited for, what counts, and what a crash leaves of it."""

import asyncio
from dataclasses import replace
from pathlib import Path

from paiju.core.fairness import commitment, deal_seed
from paiju.server.protocol import Deal, Shuffle
from paiju.server.state import TableState
from paiju.server.steps import Dealt, Left, NonceGiven
from paiju.server.table import Table
from tests.server.client import Client
from tests.server.conftest import FAST, Running, running
from tests.server.process import Process
from tests.server.tables import four_people
from tests.server.test_recovery import four_at_table

PATIENT = replace(FAST, shuffle=600_000)
"""A shuffle that ends only when everybody has given."""
NONCE = "ab" * 16


def silent(player: Client) -> Client:
    """A client that gives no nonce by itself."""
    player._give_nonce = lambda number: None  # type: ignore[method-assign]
    return player


async def table_of(server: Running, *players: Client, rounds: int = 2) -> Table:
    """Seat these people and bots; nobody has given a nonce yet."""
    host = players[0]
    code = (await host.ok("create_room", game="pairs", rounds=rounds))["code"]
    for player in players[1:]:
        await player.ok("join_room", code=code)
    for seat in range(len(players), 4):
        await host.ok("add_bot", seat=seat)
    await host.ok("start")
    for player in players:
        await player.sit_down()
    table = server.house.lobby.rooms[code].table
    assert table is not None
    return table


async def give(player: Client, nonce: str = NONCE, number: int = 1) -> None:
    await player.ok("nonce", table=player.table, round=number, nonce=nonce)


async def test_the_deal_waits_for_everybody_who_is_connected(tmp_path: Path) -> None:
    async with (
        running(tmp_path, PATIENT) as server,
        silent(server.client("甲")) as one,
        silent(server.client("乙")) as two,
    ):
        table = await table_of(server, one, two)
        assert one.view["round"] is None
        assert one.view["match"]["nonces"] == [None] * 4
        assert one.view["match"]["commitment"] == commitment(table.state.secret)
        await give(one, "01" * 16)
        await one.ok("ping")
        assert not one.heard("deal")
        await give(two, "23" * 32)
        await one.until(lambda: one.heard("deal"))
        deal = next(m for m in one.messages if m["type"] == "deal")
        assert deal["match"]["nonces"] == ["01" * 16, "23" * 32, None, None]
        assert table.state.round is not None
        seed = deal_seed(table.state.secret, deal["match"]["nonces"])
        assert table.state.round.setup.seed == seed


async def test_who_drops_or_leaves_is_waited_for_no_more_but_what_was_given_counts(
    tmp_path: Path,
) -> None:
    async with running(tmp_path, PATIENT) as server:
        players = [silent(server.client(name)) for name in "甲乙丙丁"]
        for player in players:
            await player.connect()
        table = await table_of(server, *players)
        one, two, three, four = players
        await give(two)
        await two.ok("leave")
        await give(four)
        await four.drop()
        await give(one)
        await one.ok("ping")
        assert not one.heard("deal")
        await three.drop()
        await one.until(lambda: one.heard("deal"))
        assert table.state.nonces == [NONCE, NONCE, None, NONCE]
        assert table.state.payers[1] is None
        await one.drop()
        await two.drop()


async def test_after_its_time_the_deal_is_dealt_without_who_gave_nothing(tmp_path: Path) -> None:
    pace = replace(FAST, shuffle=40)
    async with running(tmp_path, pace) as server, silent(server.client("甲")) as one:
        table = await table_of(server, one)
        await one.until(lambda: one.heard("deal") or one.view["round"] is not None)
        assert table.state.nonces == [None] * 4
        assert await one.refused("nonce", table=one.table, round=1, nonce=NONCE) == "not_shuffling"
        await one.play()
        proofs = [m["settled"]["proof"] for m in one.messages if m["type"] == "settled"]
        assert all(proof["nonces"] == [None] * 4 for proof in proofs)


async def test_one_nonce_a_seat_and_only_for_this_round(tmp_path: Path) -> None:
    async with (
        running(tmp_path, PATIENT) as server,
        silent(server.client("甲")) as one,
        silent(server.client("乙")) as two,
    ):
        table = await table_of(server, one, two)
        for number in (2, 64):
            given = {"table": one.table, "round": number, "nonce": NONCE}
            assert await one.refused("nonce", **given) == "not_shuffling"
        mine = {"table": one.table, "round": 1, "nonce": NONCE}
        first = await one.request("nonce", rid="n", **mine)
        assert first == {"type": "ack", "id": "n", "data": None}
        assert await one.request("nonce", rid="n", **{**mine, "nonce": "cd" * 16}) == first
        assert await one.refused("nonce", **{**mine, "nonce": "cd" * 16}) == "not_shuffling"
        assert table.state.nonces == [NONCE, None, None, None]
        async with server.client("丙") as stranger:
            assert await stranger.refused("nonce", **mine) == "no_table"
        for bad in ("", "ab", "AB" * 16, "ab" * 33, "zz" * 16, f"{NONCE}\n"):
            assert await two.refused("nonce", **{**mine, "nonce": bad}) == "bad_message"


async def test_the_next_round_is_shuffled_for_anew(server: Running) -> None:
    async with server.client() as one:
        await table_of(server, one, rounds=2)
        await one.play()
        shuffles = [m for m in one.messages if m["type"] == "shuffle"]
        assert shuffles[-1]["match"]["round"] == 2
        assert shuffles[-1]["match"]["nonces"] == [None] * 4
        assert shuffles[-1]["wait"] == FAST.shuffle
        assert set(one.nonces) == {1, 2}


async def test_kill_9_in_the_shuffle_keeps_the_promise_and_every_nonce(tmp_path: Path) -> None:
    async with Process(tmp_path, shuffle=600_000) as server:
        players = [silent(Client(server.url, name=name)) for name in "甲乙丙丁"]
        for player in players:
            await player.connect()
        await four_at_table(server.url, 2, players)
        promised = players[0].view["match"]["commitment"]
        first = {"table": players[0].table, "round": 1, "nonce": "01" * 16}
        assert (await players[0].request("nonce", rid="first", **first))["type"] == "ack"
        await server.kill()
        await server.start()
        for player in players:
            await player.drop()
            await player.back()
            assert player.view["match"]["commitment"] == promised
        # The same id is known; another nonce is not taken.
        again = await players[0].request("nonce", rid="first", **first)
        assert again["type"] == "ack"
        other = {**first, "nonce": "ff" * 16}
        assert await players[0].refused("nonce", **other) == "not_shuffling"
        for player in players[1:]:
            await give(player, "23" * 16)
        await asyncio.gather(*(p.play(until=lambda p=p: p.settled is not None) for p in players))
        assert players[1].settled is not None
        proof = players[1].settled["proof"]
        assert proof["commitment"] == promised == commitment(bytes.fromhex(proof["secret"]))
        assert proof["nonces"] == ["01" * 16, *["23" * 16] * 3]
        for player in players:
            await player.drop()


def test_leaving_while_it_is_shuffled_counts_from_this_deal_on() -> None:
    """JM-8: what the match would hand on is gone for the round that is not dealt yet."""
    state = four_people()
    state.match.factor = 4  # type: ignore[attr-defined]
    state.apply(state.opening())
    state.apply(Left(1))
    state.apply(Dealt())
    assert state.round is not None
    assert state.round.setup.carry == {"factor": 1}


def test_what_is_given_tells_nobody_anything() -> None:
    state: TableState = four_people()
    outs = state.apply(state.opening())
    assert [type(out.message) for out in outs] == [Shuffle]
    assert state.apply(NonceGiven(2, NONCE)) == []
    (deal, *_) = state.apply(Dealt())
    assert isinstance(deal.message, Deal)
    assert deal.message.match.nonces == [None, None, NONCE, None]
