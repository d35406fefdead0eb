"""A player on its way from one node to another: nothing is lost, done twice, or left behind."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest

from paiju.server.people import Person
from paiju.server.protocol import LARGEST_MESSAGE, CloseCode
from paiju.server.site import chosen
from tests.cluster.movers import go_away, relayed, room_at
from tests.cluster.nodes import homes
from tests.cluster.people import comes_back_to_lobby
from tests.server.client import PATIENCE, Client
from tests.server.conftest import Running, eventually
from tests.server.lobbies import Gate


async def end_session(node: Running, player: Client) -> None:
    """End a player's only session, as if by another socket at this node."""
    people = node.house.players._people
    me = player.welcome["player"]["id"]
    (session,) = await people.sessions(me)
    assert await people.drop_session(me, session.id)


def taken_for_dead(node: Running, by: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one node, and no other, take another one for dead."""
    site = by.house.site
    site.leases._doubted = 0.0  # type: ignore[attr-defined]
    others = [name for name in site.living() if name != node.house.site.node]
    monkeypatch.setattr(site, "living", lambda: others)


async def yes(*_: object) -> bool:
    return True


async def none(*_: object) -> list[object]:
    return []


def one_socket(*players: Client) -> bool:
    return [player.close_code for player in players].count(None) == 1


async def test_a_session_that_ends_on_the_way_to_the_fronts_own_node_ends_its_line(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, front, _ = three
    host, code = await room_at(front)
    player = await relayed(home, front)
    gate = Gate(monkeypatch, front.house, "coins")
    await player.send_raw(json.dumps({"type": "join_room", "id": "go", "code": code}))
    await eventually(lambda: gate.waiting == 1)
    await end_session(home, player)
    await asyncio.sleep(0.1)
    gate.open.set()
    await player.until(lambda: player.close_code is not None)
    assert homes(three, player) == []
    await go_away(host, player)


async def test_a_session_that_ended_before_its_home_was_asked_opens_no_line(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, front, other = three
    player = home.client()
    await player.connect()
    await player.drop()
    gate = Gate(monkeypatch, front.house.site, "ask")
    player.url = front.url
    connecting = asyncio.create_task(player.connect())
    await eventually(lambda: gate.waiting == 1)
    me = next(iter(home.house.players.ids()))
    people = other.house.players._people
    (session,) = await people.sessions(me)
    assert await people.drop_session(me, session.id)
    await eventually(lambda: home.house.players.changes > 0)
    gate.open.set()
    welcome = await connecting
    assert welcome["player"]["id"] != me
    await go_away(player)


async def test_answers_given_before_a_move_are_given_again_though_the_line_was_lost_in_it(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, front, other = three
    host, code = await room_at(other)
    player = await relayed(home, front)
    register = {"login": "somebody", "password": "a password"}
    assert (await player.request("register", rid="once", **register))["type"] == "ack"
    gate = Gate(monkeypatch, home.house.players._people, "move")
    await player.send_raw(json.dumps({"type": "join_room", "id": "go", "code": code}))
    await eventually(lambda: gate.waiting == 1)
    await player.drop()
    await eventually(lambda: not front.house.lines._fronts)
    gate.open.set()
    await eventually(lambda: home.house.players.known(player.welcome["player"]["id"]) is None)
    await player.connect()
    assert (await player.request("register", rid="once", **register))["type"] == "ack"
    assert (await player.request("join_room", rid="go", code=code))["type"] == "ack"
    assert player.room["code"] == code
    await go_away(host, player)


async def test_however_much_came_within_a_move_it_is_answered_in_order(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than NATS takes in one message: the home has moved the player, its front heard late."""
    home, front, other = three
    host, code = await room_at(other)
    player = await relayed(home, front)
    held: list[Any] = []
    tell = home.house.site.tell
    monkeypatch.setattr(home.house.site, "tell", lambda *what: held.append(what))
    await player.send_raw(json.dumps({"type": "join_room", "id": "go", "code": code}))
    me = player.welcome["player"]["id"]
    await eventually(lambda: home.house.players.known(me) is None)
    ids = [f"after {number}" for number in range(160)]
    for one in ids:
        ping = json.dumps({"type": "ping", "id": one})
        await player.send_raw(" " * (LARGEST_MESSAGE - len(ping)) + ping)
    came = home.house.site._nats.stats  # type: ignore[attr-defined]
    await eventually(lambda: came["in_bytes"] > len(ids) * LARGEST_MESSAGE)
    monkeypatch.undo()
    for what in held:
        tell(*what)
    await player.until(lambda: len(player.answers) == len(ids) + 1)
    assert [answer["id"] for answer in player.answers] == ["go", *ids]
    assert player.room["code"] == code
    await go_away(host, player)


async def test_a_second_socket_that_comes_within_a_move_finds_the_new_home(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, front, other = three
    host, code = await room_at(front)
    player = await relayed(home, front)
    gate = Gate(monkeypatch, front.house, "coins")
    await player.send_raw(json.dumps({"type": "join_room", "id": "go", "code": code}))
    await eventually(lambda: gate.waiting == 1)
    second = other.client(token=player.token)
    coming = asyncio.create_task(second.connect())
    await asyncio.sleep(0.3)
    gate.open.set()
    await coming
    await eventually(lambda: one_socket(player, second))
    assert homes(three, player) == [front.house]
    last = next(it for it in (player, second) if it.close_code is None)
    assert (await last.request("join_room", rid="go", code=code))["type"] == "ack"
    assert last.room["code"] == code
    await go_away(host, player, second)


async def test_whom_its_home_has_forgotten_is_served_at_one_node_alone(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes back there and elsewhere at once."""
    home, front, _ = three
    first = home.client()
    await first.connect()
    await first.drop()
    await eventually(lambda: not home.house.players.connected())
    (known,) = home.house.players.all()
    known.lost_at -= 3600
    home.house.players.forget(lambda player: False)
    gates = [Gate(monkeypatch, it.house.players._people, "move") for it in three]
    second = front.client(token=first.token)
    coming = asyncio.create_task(second.connect())
    await eventually(lambda: sum(gate.waiting for gate in gates) == 1)
    await first.connect()
    for gate in gates:
        gate.open.set()
    await coming
    await eventually(lambda: one_socket(first, second))
    assert len(homes(three, first)) == 1
    for client in (first, second):
        await client.drop()
        with suppress(ConnectionError):
            await client.connect()
    await eventually(lambda: one_socket(first, second))
    assert {it.close_code for it in (first, second)} == {None, CloseCode.REPLACED}
    await go_away(first, second)


@pytest.mark.parametrize("is_told", [True, False])
async def test_whose_home_was_taken_for_dead_but_lives_is_served_at_one_node_alone(
    three: list[Running], monkeypatch: pytest.MonkeyPatch, is_told: bool
) -> None:
    """A node that is too busy to renew its lease keeps its sockets."""
    home, front, _ = three
    first = home.client()
    await first.connect()
    taken_for_dead(home, front, monkeypatch)
    if not is_told:
        monkeypatch.setattr(front.house.site, "tell", lambda *_: None)
    second = front.client(token=first.token)
    await second.connect()
    monkeypatch.undo()
    assert front.house in homes(three, second)
    if not is_told:
        assert first.close_code is None
        await home.house.site._on_reconnected()  # type: ignore[attr-defined]
    await first.until(lambda: first.close_code is not None)
    assert first.close_code == CloseCode.REPLACED
    await second.ok("ping")
    assert homes(three, second) == [front.house]
    await go_away(first, second)


@pytest.mark.parametrize("waits_in", ["a quick match", "a room"])
async def test_who_waits_where_it_is_served_no_more_waits_there_no_more(
    three: list[Running], monkeypatch: pytest.MonkeyPatch, waits_in: str
) -> None:
    """Else it would be in two rooms: there, and in whatever room it goes to at its new home."""
    names = [node.house.site.node for node in three]
    home = three[names.index(str(chosen(names, "quick match pairs 0")))]
    front, _ = (node for node in three if node is not home)
    first = home.client()
    await first.connect()
    await first.until(lambda: "code" in first.room)  # none, so far
    if waits_in == "a quick match":
        await first.ok("quick_match", game="pairs", wait=120)
    else:  # opened just after the new home has seen that the old one has no rooms any more
        monkeypatch.setattr(front.house.takeover, "taken", yes)
        monkeypatch.setattr(front.house.ownership, "orphans", none)
        await first.ok("create_room", game="pairs", rounds=1)
    me = first.welcome["player"]["id"]
    taken_for_dead(home, front, monkeypatch)
    second = front.client(token=first.token)
    await second.connect()
    monkeypatch.undo()
    await first.until(lambda: first.close_code is not None)
    assert first.close_code == CloseCode.REPLACED
    assert homes(three, second) == [front.house]
    assert home.house.lobby.room_of(me) is None
    await go_away(first, second)


async def test_what_waits_for_nats_too_long_costs_the_lines_and_no_memory(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At both ends: the front did not know that its player is no longer heard."""
    home, front, _ = three
    player = await relayed(home, front)
    monkeypatch.setattr("paiju.server.cluster.MOST_UNSENT", 20_000)
    nats = home.house.site._nats  # type: ignore[attr-defined]
    publish, is_open = nats.publish, asyncio.Event()

    async def told_late(subject: str, *what: Any, **more: Any) -> None:
        if ".tell." in subject:
            await is_open.wait()
        await publish(subject, *what, **more)

    monkeypatch.setattr(nats, "publish", told_late)
    # One in each turn of the loop: a parcel of many would be too much for the front already.
    async with asyncio.timeout(PATIENCE):
        while home.house.players.connected():
            await player.send_raw(json.dumps({"type": "ping", "id": "unanswered"}))
            await asyncio.sleep(0)
    await player.send_raw(json.dumps({"type": "ping", "id": "unheard"}))
    is_open.set()
    await player.until(lambda: player.close_code is not None)
    assert player.close_code == CloseCode.RESTART
    await player.connect()
    await player.ok("ping")
    await go_away(player)


async def test_what_a_node_was_too_slow_to_hear_costs_the_lines(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """NATS' client drops it: whoever waits for an answer would wait for ever."""
    home, front, _ = three
    player, beside = await relayed(home, front), await relayed(front, home, "乙")
    (told,) = (
        it
        for it in home.house.site._nats._subs.values()  # type: ignore[attr-defined]
        if it.subject == f"paiju.{home.house.site.node}.tell.*"
    )
    limit, told._pending_bytes_limit = told._pending_bytes_limit, 1
    await player.send_raw(json.dumps({"type": "ping", "id": "unheard"}))
    await player.until(lambda: player.close_code is not None)
    assert player.close_code == CloseCode.RESTART
    await beside.until(lambda: beside.close_code is not None)
    told._pending_bytes_limit = limit
    for one in (player, beside):
        await one.connect()
        await one.ok("ping")
    await go_away(player, beside)


async def test_a_session_that_ended_unheard_is_found_to_have(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """NATS was away when it was told."""
    ending, home, _ = three
    async with ending.client() as owner, home.client() as person:
        await owner.ok("register", login="the owner", password="a password")
        made = await owner.ok("create_bot", name="机器人")
        bot = Client(home.url, token=made["token"])
        home.house.site.leases._doubted = 0.0  # type: ignore[attr-defined]
        await comes_back_to_lobby(bot, home)
        code = (await person.ok("create_room", game="pairs", rounds=1, programs=True))["code"]
        await bot.ok("join_room", code=code)
        monkeypatch.setattr(ending.house.site, "tell", lambda *_: None)
        await owner.ok("drop_bot", bot=made["id"])
        await end_session(ending, person)
        for player in (bot, person):
            await player.ok("ping")
        monkeypatch.undo()
        await ending.house.site._on_reconnected()  # type: ignore[attr-defined]
        for player in (bot, person):
            await player.until(lambda player=player: player.close_code is not None)
            assert player.close_code == CloseCode.LOGGED_OUT
        room = home.house.lobby.rooms[code]
        await eventually(lambda: room.people == [person.welcome["player"]["id"]])
        await home.house.lobby.leave(room.people[0])
        await bot.drop()


async def test_a_session_that_ended_while_the_database_was_away_is_looked_at_again(
    three: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    ending, home, _ = three
    look, tries = home.house.players._people.by_session, 0

    async def away_at_first(session: str) -> Person | None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise ConnectionRefusedError
        return await look(session)

    async with home.client() as player:
        monkeypatch.setattr("paiju.server.tables.RETRY_AFTER", 0.05)
        monkeypatch.setattr(home.house.players._people, "by_session", away_at_first)
        await end_session(ending, player)
        await player.until(lambda: player.close_code is not None)
        assert player.close_code == CloseCode.LOGGED_OUT
