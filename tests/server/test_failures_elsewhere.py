"""What went wrong in other programs (failures-elsewhere), each kind of it kept from happening here.

Numbers are those of the list; where one of the rules' own faults is meant its test is theirs.
"""

import asyncio
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from paiju.server.protocol import Act, FromClient, decode
from paiju.server.steps import Acted
from tests.server.client import Client
from tests.server.conftest import FAST, Running, running
from tests.server.tables import four_people, idle, with_a_claim


async def two_at_table(server: Running, rounds: int = 8) -> tuple[Client, Client]:
    """Two people and two bots."""
    host, guest = server.client("甲"), server.client("乙")
    await host.connect()
    await guest.connect()
    code = (await host.ok("create_room", game="pairs", rounds=rounds))["code"]
    await guest.ok("join_room", code=code)
    for seat in (2, 3):
        await host.ok("add_bot", seat=seat)
    await host.ok("start")
    await host.sit_down()
    await guest.sit_down()
    return host, guest


async def play_to_a_claim(host: Client, guest: Client) -> None:
    """Play on until the guest is asked for a claim."""

    def guest_is_asked_for_a_claim() -> bool:
        return guest.ask is not None and guest.ask["question"]["kind"] == "claim"

    while not guest_is_asked_for_a_claim():
        for player in (host, guest):
            if player.ask is not None and not guest_is_asked_for_a_claim():
                kind = player.ask["question"]["kind"]
                await player.act("pass" if kind == "claim" else None)
            elif player.settled is not None:
                player.settled = None
                await player.request("next", table=player.table)
        await guest.until(
            lambda: bool(guest.ask or host.ask or guest.settled or host.settled), patience=30
        )


async def test_1_a_claim_is_asked_again_after_a_dropped_line(server: Running) -> None:
    """A phone drops while a pong is offered: on return the same prompt is open, for all to see."""
    host, guest = await two_at_table(server)
    await play_to_a_claim(host, guest)
    assert guest.ask is not None
    asked = guest.ask
    await guest.drop()
    await guest.connect()
    await guest.resume(last=0)
    assert guest.ask is not None
    assert guest.ask["prompt"] == asked["prompt"]
    assert guest.ask["legal"] == asked["legal"] == ["take", "pass", *asked["legal"][2:]]
    assert (await guest.act("take"))["type"] == "ack"
    await guest.until(lambda: any(e["type"] == "took" for e in guest.events))
    await host.drop()
    await guest.drop()


async def test_1_nobody_waits_for_ever_for_who_does_not_come_back(tmp_path: Path) -> None:
    """The claim's time runs out without its player, and the others play on."""
    async with running(tmp_path, replace(FAST, claim=50, turn=50, bank=0)) as server:
        host, guest = await two_at_table(server, rounds=1)
        await guest.drop()
        await host.play()
        assert host.closed
        await host.drop()


async def test_2_what_a_seat_owes_is_still_asked_after_a_dropped_line(server: Running) -> None:
    """The discard is asked for again, whatever happened while the player was away."""
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=8)
        await player.sit_down()
        await player.play(
            choose=lambda _: "pass",
            until=lambda: player.ask is not None and player.ask["question"]["kind"] == "turn",
        )
        assert player.ask is not None
        legal = player.ask["legal"]
        for last in (None, 0):
            await player.drop()
            await player.connect()
            await player.resume(last=last)
            assert player.ask is not None
            assert player.ask["legal"] == legal
        await player.act()


async def test_3_bots_play_on_when_the_host_is_gone(server: Running) -> None:
    """Bots run on the server: they need nobody's page."""
    host, guest = await two_at_table(server, rounds=1)
    await host.drop()
    await guest.until(lambda: any(m["type"] == "seat" for m in guest.messages))
    returned = server.client(token=host.token)
    async with returned:
        await returned.resume(last=0)
        await asyncio.gather(returned.play(), guest.play())
    assert guest.closed
    await guest.drop()


async def test_4_the_room_and_the_seat_are_there_when_the_host_comes_back(
    server: Running,
) -> None:
    """Switching to another app to send the link changes `connected`, and nothing else."""
    host = server.client("甲")
    await host.connect()
    code = (await host.ok("create_room", game="pairs", rounds=8))["code"]
    await host.drop()
    async with server.client("乙") as guest:
        await guest.ok("join_room", code=code)
        await guest.until(lambda: bool(guest.room))
        assert guest.room["host"] == 0
        assert guest.room["seats"][0]["name"] == "甲"
        assert not guest.room["seats"][0]["connected"]
        await host.connect()
        await host.until(lambda: bool(host.room))
        assert (host.room["code"], host.room["you"], host.room["host"]) == (code, 0, 0)
        await guest.until(lambda: guest.room["seats"][0]["connected"])
    await host.drop()


def test_12_time_out_on_a_claim_is_a_pass() -> None:
    """Not the first option: the least that can be done, and the turn goes where it belongs."""
    for (state, claimant), _ in zip(with_a_claim(), range(10), strict=False):
        assert state.round is not None
        listed = list(state.round.legal_actions(claimant))
        assert str(listed[0]) == "take"
        step = idle(state, claimant, "time")
        assert step.do == "pass"
        state.apply(step)
        assert state.round.turn is not None or claimant not in state.round.to_act


def test_15_a_turn_timed_out_leaves_nothing_set() -> None:
    """After any mix of answers and missed prompts a seat is asked as if it had answered itself."""
    timed, answered = four_people(3), four_people(3)
    for _ in range(40):
        if timed.settlement is not None:
            break
        assert timed.round is not None
        assert answered.round is not None
        for seat in timed.round.to_act:
            step = idle(timed, seat, "time")
            timed.apply(step)
            answered.apply(replace_by(step, "player"))
        assert timed.round.events == answered.round.events
        assert timed.round.to_act == answered.round.to_act
    for late, own in zip(timed.seats, answered.seats, strict=True):
        assert late.asked == own.asked


def replace_by(step: Acted, by: str) -> Acted:
    return msgspec.structs.replace(step, by=by)


async def test_28_a_client_says_what_it_does_and_nothing_of_what_it_holds(
    server: Running,
) -> None:
    """No message of a client has a field for cards, seats of others or scores; none is trusted."""
    forged = b'{"type":"act","id":"1","table":"t","do":"pass","cards":[1,2,3],"seat":2}'
    with pytest.raises(msgspec.ValidationError):
        decode(forged)
    assert set(Act.__struct_fields__) == {"id", "table", "do", "prompt"}
    assert FromClient is not None
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=8)
        await player.sit_down()
        await player.play(
            choose=lambda _: "pass",
            until=lambda: player.ask is not None and player.ask["question"]["kind"] == "turn",
        )
        assert player.ask is not None
        held = {do for do in player.ask["legal"] if do.startswith("discard")}
        missing = next(f"discard {n}" for n in range(10) if f"discard {n}" not in held)
        assert (await player.act(missing))["code"] == "illegal"


async def test_28_each_seat_gets_its_own_view(server: Running) -> None:
    host, guest = await two_at_table(server)
    for player in (host, guest):
        await player.dealt()
    views = [host.view["round"], guest.view["round"]]
    for view, seat in zip(views, (0, 1), strict=True):
        assert view["viewer"] == seat
        dealt = [event for event in view["events"] if event["type"] == "dealt"]
        assert [event["seat"] for event in dealt if event["cards"] is not None] == [seat]
    await host.drop()
    await guest.drop()


async def test_30_a_lost_message_is_sent_again(server: Running) -> None:
    """A client that sees a gap asks for what it missed, and gets that, as often as it asks."""
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=8)
        await player.sit_down()
        # On its own turn everybody waits for it, so nothing new comes in between.
        await player.play(
            choose=lambda ask: ask["legal"][0] if ask["question"]["kind"] == "turn" else "pass",
            until=lambda: (
                len(player.messages) > 15
                and player.ask is not None
                and player.ask["question"]["kind"] == "turn"
            ),
        )
        whole = {m["v"]: m for m in player.messages}
        top = player.v
        for last in (top - 1, top - 5, top - 12, top):
            player.messages, player.v = [], last
            await player.resume()
            again = [m for m in player.messages if m["v"] <= top]
            assert [m["v"] for m in again] == list(range(last + 1, top + 1))
            for message in again:
                if message["v"] in whole and message["type"] not in ("prompt", "clock", "settled"):
                    assert message == whole[message["v"]]
            assert player.v == top


async def test_31_points_are_there_after_a_lost_connection(tmp_path: Path) -> None:
    """A settled round is in the journal: dropped lines and a new server change no total."""
    async with running(tmp_path) as server, server.client() as player:
        await player.ok("play_now", game="pairs", rounds=3)
        await player.sit_down()
        await player.play(until=lambda: player.settled is not None)
        assert player.settled is not None
        totals = player.settled["totals"]
    async with running(tmp_path) as server:
        again = Client(server.url, token=player.token)
        async with again:
            await again.resume(last=0)
            assert again.settled is not None
            assert again.settled["totals"] == totals
            assert again.view["match"]["totals"] == totals
            await again.ok("next", table=again.table)
            await again.until(lambda: any(m["type"] == "deal" for m in again.messages))
            deal = next(m for m in again.messages if m["type"] == "deal")
            assert deal["match"]["totals"] == totals
