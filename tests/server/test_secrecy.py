"""What each seat receives is the fold of its own events, and nothing else leaves."""

import asyncio
import json
from contextlib import AsyncExitStack
from hashlib import sha256
from itertools import islice
from typing import Any

from msgspec.structs import replace

from paiju.core.event import Event
from paiju.core.fairness import deal_seed
from paiju.core.randomness import Stream, derived_seed
from paiju.server import stream
from paiju.server.cashier import Closing
from paiju.server.protocol import Clock, Prompt, SeatChanged, encode
from paiju.server.state import TableState
from paiju.server.steps import Acted, LineChanged
from paiju.server.table import Table
from paiju.server.view import view_of
from tests.server.client import Client, Message
from tests.server.conftest import Running
from tests.server.pairs import Dealt
from tests.server.tables import four_people, idle, take, with_a_claim


async def play_watched(server: Running, rounds: int) -> tuple[list[Client], list[list[Event]]]:
    """Four people play a match; also all events of each round, whole, from inside the server."""
    whole: list[list[Event]] = []
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(server.client(name)) for name in "甲乙丙丁"]
        host = players[0]
        code = (await host.ok("create_room", game="pairs", rounds=rounds))["code"]
        for player in players[1:]:
            await player.ok("join_room", code=code)
        frames: list[list[Message]] = [[] for _ in players]
        for player, kept in zip(players, frames, strict=True):
            keep_all(player, kept)
        await host.ok("start")
        table = server.house.lobby.rooms[code].table
        assert table is not None
        keep_rounds(table, whole)
        for player in players:
            await player.sit_down()
        await asyncio.gather(*(player.play() for player in players))
        for player, kept in zip(players, frames, strict=True):
            player.messages = kept
        return players, whole


def keep_rounds(table: Table, whole: list[list[Event]]) -> None:
    """Keep all events of every round of a table, as they were before anybody saw them."""
    cashier = table._house.cashier
    close = cashier.close

    async def close_and_keep(state: TableState) -> Closing:
        assert state.round is not None
        whole.append(list(state.round.events))
        return await close(state)

    cashier.close = close_and_keep  # type: ignore[method-assign]


def keep_all(player: Client, kept: list[Message]) -> None:
    """Keep every message a client gets, over views too."""
    take = player._take

    def keep(message: Message) -> None:
        kept.append(message)
        take(message)

    player._take = keep  # type: ignore[method-assign]


def by_round(messages: list[Message]) -> list[list[Any]]:
    """The events of each round as a client was told them."""
    rounds: list[list[Any]] = []
    for message in messages:
        if message["type"] == "view":
            rounds = [list(message["round"]["events"])] if message["round"] else []
        elif message["type"] == "deal":
            rounds.append([])
        elif message["type"] == "event":
            rounds[-1].append(message["event"])
    return rounds


async def test_each_clients_events_are_the_fold_of_what_its_seat_may_see(server: Running) -> None:
    players, whole = await play_watched(server, rounds=3)
    assert len(whole) == 3
    for seat, player in enumerate(players):
        assert player.seat == seat
        for told, events in zip(by_round(player.messages), whole, strict=True):
            seen = [e for event in events if (e := event.seen_by(seat)) is not None]
            assert told == [json.loads(json.dumps(event.as_dict())) for event in seen]


async def test_no_hidden_card_is_in_any_message(server: Running) -> None:
    """Only its own hand and draws: no message names a card that its reader may not see."""
    players, _ = await play_watched(server, rounds=2)
    for player in players:
        for message in player.messages:
            if message["type"] != "event":
                continue
            event = message["event"]
            if event["type"] in ("dealt", "drew") and event["seat"] != player.seat:
                assert event.get("cards") is None
                assert event.get("card") is None
            assert event["type"] != "declined" or event["seat"] == player.seat


async def test_prompts_go_to_the_seat_that_is_asked(server: Running) -> None:
    players, _ = await play_watched(server, rounds=2)
    for player in players:
        for message in player.messages:
            if message["type"] == "prompt" and message["ask"]["question"]["kind"] == "turn":
                hand = {do for do in message["ask"]["legal"] if do.startswith("discard")}
                assert hand
            if message["type"] == "clock":
                assert message["turn"]["seat"] != player.seat


async def test_every_round_is_dealt_from_what_was_promised_and_what_all_gave(
    server: Running,
) -> None:
    players, whole = await play_watched(server, rounds=3)
    messages = players[0].messages
    promised = {
        m["match"]["round"]: m["match"]["commitment"]
        for m in messages
        if m["type"] in ("shuffle", "view")
    }
    settled = [m["settled"] for m in messages if m["type"] == "settled"]
    assert len(settled) == len(promised) == len(whole) == 3
    for it, events in zip(settled, whole, strict=True):
        proof = it["proof"]
        secret = bytes.fromhex(proof["secret"])
        assert sha256(secret).hexdigest() == proof["commitment"] == promised[it["round"]]
        assert proof["nonces"] == [player.nonces[it["round"]] for player in players]
        assert deal_seed(secret, proof["nonces"]).hex() == proof["seed"]
        dealt = [event for event in events if isinstance(event, Dealt)]
        cards = [card for event in dealt for card in event.cards or ()]
        deck = sorted(list(range(10)) * 4)
        Stream(bytes.fromhex(proof["seed"]), "deck").shuffle(deck)
        assert cards == deck[::-1][: len(cards)]


async def test_secret_and_seed_are_nowhere_before_the_settlement(server: Running) -> None:
    players, _ = await play_watched(server, rounds=2)
    proofs = [m["settled"]["proof"] for m in players[0].messages if m["type"] == "settled"]
    secrets = {proof[name] for proof in proofs for name in ("secret", "seed")}
    assert len(secrets) == 4
    for player in players:
        hidden = set(secrets)
        for message in player.messages:
            if message["type"] == "settled":
                proof = message["settled"]["proof"]
                hidden -= {proof["secret"], proof["seed"]}
            text = json.dumps(message)
            assert not any(secret in text for secret in hidden)


async def test_no_nonce_is_told_before_the_deal(server: Running) -> None:
    """Else the last to give one could choose it by the others'."""
    players, _ = await play_watched(server, rounds=2)
    for player in players:
        dealt: set[int] = set()
        for message in player.messages:
            if message["type"] == "deal":
                dealt.add(message["match"]["round"])
            given = [p.nonces[n] for p in players for n in p.nonces if n not in dealt]
            assert not any(nonce in json.dumps(message) for nonce in given)


def test_what_a_seat_is_sent_does_not_depend_on_what_it_cannot_see() -> None:
    """Two tables that differ only in what seat 0 cannot see send it the same, until it shows."""
    states = [four_people(), swapped(four_people())]
    assert states[0].round is not None
    dealer = states[0].round.to_act[0]
    views = [encode(view_of(state, dealer, lambda _: 0)) for state in states]
    assert views[0] == views[1]
    discard = idle(states[0], dealer)
    outs = [state.apply(discard) for state in states]
    told = [[out.message for out in of_one if out.goes_to(dealer)][:2] for of_one in outs]
    assert told[0] == told[1]
    assert [type(message).__name__ for message in told[0]] == ["Answered", "TableEvent"]


def turn_of(state: TableState, seat: int) -> list[stream.Message]:
    """Play on until it is a seat's own turn; what was told when it came."""
    outs: list[stream.Message] = []
    while state.round is not None and state.round.turn != seat:
        if state.settlement is not None:
            return []
        asked = state.round.to_act[0]
        outs = take(state, replace(idle(state, asked), bank=state.seats[asked].bank))
    return outs


def test_time_spent_on_a_claim_is_not_shown_by_the_next_clock() -> None:
    """Else a clock that is short of the bank tells that its seat was asked."""
    checked = 0
    for state, claimant in with_a_claim():
        bank = state.seats[claimant].bank
        state.apply(Acted(claimant, "pass", "player", 7))
        outs = turn_of(state, claimant)
        if not outs:
            continue
        (clock,) = (out.message for out in outs if isinstance(out.message, Clock))
        (prompt,) = (out.message for out in outs if isinstance(out.message, Prompt))
        assert (clock.turn.seat, clock.turn.bank, prompt.ask.bank) == (claimant, bank, 7)
        turn = view_of(state, (claimant + 1) % 4, lambda _: 0).turn
        assert turn == clock.turn
        checked += 1
        # What an own turn takes is everybody's knowledge.
        own = idle(state, claimant)
        state.apply(replace(own, bank=3))
        assert state.seats[claimant].public_bank == bank - 4
    assert checked > 3


def test_a_line_that_drops_does_not_show_what_a_claim_brought() -> None:
    hidden = 0
    for state, claimant in islice(with_a_claim(), 20):
        state.apply(Acted(claimant, "pass", "time", 0))
        assert state.round is not None
        if state.round.turn == claimant:
            continue
        outs = state.apply(LineChanged(claimant, False))
        for out in outs:
            assert isinstance(out.message, SeatChanged)
            assert not out.message.chair.connected
            assert out.message.chair.auto == (out.seats == 1 << claimant)
        assert sum(out.seats for out in outs) == 0b1111
        hidden += 1
    assert hidden > 3


def swapped(state: TableState) -> TableState:
    """The same table, the hands of two others exchanged."""
    round_: Any = state.round
    others = [seat for seat in range(4) if seat not in round_.to_act]
    a, b = others[0], others[1]
    round_.hands[a], round_.hands[b] = round_.hands[b], round_.hands[a]
    return state


def test_round_secrets_are_apart_from_each_other_and_from_the_lot() -> None:
    state = four_people()
    labels = ["match", "round 1", "round 2", "bot 0"]
    seeds = {derived_seed(state.seed, label) for label in labels}
    assert len(seeds) == 4
    assert state.secret == derived_seed(state.seed, "round 1")
