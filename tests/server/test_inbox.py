"""What a pause holds back: by no answer can one tell whether somebody is asked."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import monotonic

import pytest

from paiju.server import showing
from paiju.server.inbox import MOST_WAITING, CameOrWent, Command, Inbox, Item, TimeIsUp
from paiju.server.protocol import Act, Auto, Next
from paiju.server.refusals import Refused
from paiju.server.table import Table
from tests.server.client import Client
from tests.server.conftest import FAST, Running, running
from tests.server.tables import Ear

EAR = Ear()


def act(player: str, prompt: int) -> Command:
    return Command(player, Act(id="1", table="t", do="pass", prompt=prompt), EAR)


def auto(player: str) -> Command:
    return Command(player, Auto(id="2", table="t", on=True), EAR)


def is_answer(command: Command) -> bool:
    """Player a is asked its third question."""
    message = command.message
    return command.player == "a" and isinstance(message, Act) and message.prompt == 3


def come(inbox: Inbox, pausing: bool, count: int) -> list[Item | None]:
    return [inbox.next(pausing, is_answer) for _ in range(count)]


def test_without_a_pause_all_comes_in_order() -> None:
    inbox = Inbox()
    items: list[Item] = [auto("b"), CameOrWent("c", False), act("a", 3), TimeIsUp(), act("b", 1)]
    for item in items:
        inbox.put(item)
    assert come(inbox, False, 5) == items


def test_where_nothing_comes_there_is_nothing_to_do() -> None:
    inbox = Inbox()
    assert come(inbox, False, 1) == [None]
    inbox.put(auto("b"))
    assert come(inbox, True, 1) == [None], "it is held back"
    assert len(inbox) == 1


def test_in_a_pause_only_answers_to_open_prompts_come() -> None:
    inbox = Inbox()
    held: list[Item] = [auto("b"), CameOrWent("c", False), act("b", 3), auto("d")]
    answer = act("a", 3)
    for item in [*held, answer, TimeIsUp()]:
        inbox.put(item)
    assert come(inbox, True, 2) == [answer, TimeIsUp()]
    later = CameOrWent("c", True)
    inbox.put(later)
    assert come(inbox, False, 5) == [*held, later]


def test_what_one_player_sends_stays_in_order() -> None:
    """Auto-play on, then an act: the act ends auto-play, and not the other way round."""
    inbox = Inbox()
    items: list[Item] = [auto("a"), act("a", 3)]
    for item in (*items, TimeIsUp()):
        inbox.put(item)
    assert come(inbox, True, 1) == [TimeIsUp()]
    assert come(inbox, False, 2) == items


def test_what_is_held_back_counts_as_waiting_and_to_its_sender_alone() -> None:
    inbox = Inbox()
    waiting = [auto("b") for _ in range(MOST_WAITING)]
    for request in waiting:
        inbox.request(request)
    inbox.put(TimeIsUp())
    assert come(inbox, True, 1) == [TimeIsUp()]
    with pytest.raises(Refused):
        inbox.request(Command("b", Next(id="3", table="t"), EAR))
    answer = act("a", 3)
    inbox.request(answer)
    assert come(inbox, True, 1) == [answer]
    assert come(inbox, False, 1) == waiting[:1]
    inbox.request(auto("b"))
    assert len(list(inbox.emptied())) == MOST_WAITING
    assert list(inbox.emptied()) == []
    inbox.request(auto("b"))


async def four_at_table(server: Running, players: list[Client]) -> Table:
    """Four people at a table of their own."""
    code = (await players[0].ok("create_room", game="pairs", rounds=64))["code"]
    for player in players[1:]:
        await player.ok("join_room", code=code)
    await players[0].ok("start")
    for player in players:
        await player.sit_down()
    table = server.house.lobby.rooms[code].table
    assert table is not None
    return table


async def claimed(players: list[Client]) -> tuple[Client, Client]:
    """Play on until somebody is asked in secret: who, and somebody who is not."""
    while True:
        await players[0].until(
            lambda: any(p.ask for p in players) or players[0].settled is not None
        )
        asked = next((p for p in players if p.ask is not None), None)
        if asked is None:
            await asyncio.gather(*(p.request("next", table=p.table) for p in players))
        elif asked.ask is not None and asked.ask["question"]["kind"] != "turn":
            return asked, next(p for p in players if p.ask is None)
        else:
            await asked.act()


async def test_a_request_in_a_pause_is_answered_at_its_end_though_somebody_is_asked(
    tmp_path: Path,
) -> None:
    """As it is when nobody is asked. A lower bound alone is held: the machine may be slow."""
    pace = replace(FAST, pause=200)
    async with running(tmp_path, pace) as server, AsyncExitStack() as stack:
        players = [await stack.enter_async_context(server.client(name)) for name in "甲乙丙丁"]
        table = await four_at_table(server, players)
        checked = 0
        while checked < 2:
            asked, other = await claimed(players)
            end = table._showing.no_sooner
            sent_in_the_pause = monotonic() < end - 0.1
            await other.ok("auto", table=other.table, on=False)
            if sent_in_the_pause:
                assert monotonic() >= end
                checked += 1
            await asked.act()


async def test_a_request_in_a_pause_is_answered_though_that_ends_between_two_looks_at_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A timer may ring a little early; no alarm was set then, and the request lay there."""
    async with running(tmp_path, replace(FAST, pause=60)) as server, AsyncExitStack() as stack:
        players = [await stack.enter_async_context(server.client(name)) for name in "甲乙丙丁"]
        table = await four_at_table(server, players)
        _, other = await claimed(players)
        end, looks = table._showing.no_sooner, count()
        monkeypatch.setattr(
            showing,
            "monotonic",
            lambda: end - 0.001 if monotonic() >= end and next(looks) < 2 else monotonic(),
        )
        await other.ok("auto", table=other.table, on=False)
        assert next(looks) > 2
