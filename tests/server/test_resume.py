"""Coming back: nothing is missed, nothing comes twice, and one player has one socket."""

import itertools
import time

import pytest
from msgspec.json import decode

from paiju.server import stream
from paiju.server.protocol import Answered, CloseCode, TableEvent, Told, encode
from paiju.server.view import stream_of
from tests.server.client import Client
from tests.server.conftest import Running
from tests.server.tables import Ear


async def at_table(player: Client, rounds: int = 8) -> None:
    """Sit at a table with three bots."""
    await player.ok("play_now", game="pairs", rounds=rounds)
    await player.sit_down()


async def play_some(player: Client, acts: int) -> None:
    """Answer so many prompts."""
    count = itertools.count()
    await player.play(until=lambda: next(count) >= acts)


async def test_reconnect_in_the_middle_of_a_round_misses_nothing(server: Running) -> None:
    async with server.client() as player:
        await at_table(player)
        await player.until(lambda: player.ask is not None)
        await player.act()
        await player.until(lambda: player.ask is not None)
        asked, v = player.ask, player.v
        await player.drop()
        await player.back()
        assert player.ask is not None
        assert asked is not None
        assert player.ask["prompt"] == asked["prompt"]
        again = [m["type"] for m in player.messages if m["v"] > v]
        assert again == ["seat", "seat"], "its own line went down and came up; no view was needed"
        await player.play()


async def test_what_comes_while_away_is_sent_on_return(server: Running) -> None:
    host, guest = server.client("甲"), server.client("乙")
    async with host, guest:
        code = (await host.ok("create_room", game="pairs", rounds=8))["code"]
        await guest.ok("join_room", code=code)
        for seat in (2, 3):
            await host.ok("add_bot", seat=seat)
        await host.ok("start")
        await host.sit_down()
        await guest.sit_down()
        await host.play(until=lambda: guest.ask is not None)
        v = guest.v
        await guest.drop()
        await host.until(lambda: any(m["type"] == "seat" for m in host.messages))
        assert not next(m for m in host.messages if m["type"] == "seat")["chair"]["connected"]
        await host.ok("auto", table=host.table, on=True)
        await guest.back()
        # Every message of the time away, in order, without a view in between (Client checks v).
        assert guest.messages[0]["v"] <= v + 1
        assert [m for m in guest.messages if m["type"] == "seat" and m["seat"] == 0][-1]["chair"][
            "auto"
        ]


async def test_a_long_gap_or_a_wrong_number_gives_one_full_view(server: Running) -> None:
    async with server.client() as player:
        await at_table(player)
        table = server.house.lobby.rooms[player.room["code"]].table
        assert table is not None
        own = stream_of(table.state, 0)
        await play_some(player, 6)
        await player.until(lambda: player.ask is not None or player.settled is not None)
        del own._kept[:-8]
        now = player.v
        for last in (0, 1, now + 100):
            await player.resume(last=last)
            assert player.messages == []
            assert player.v == player.view["v"] == now
        await player.play()


def test_so_many_messages_are_kept_and_no_more() -> None:
    own = stream.Stream("t")
    for number in range(stream.KEPT + 100):
        own.tell([stream.Message(Answered(number))])
        oldest = max(1, own.v - stream.KEPT)
        (frame,) = own.missed(oldest) or [encode(Told("t", oldest + 1, []))]
        told = decode(frame, type=Told)
        assert (told.table, told.v) == ("t", oldest + 1)
        assert told.messages == [Answered(number) for number in range(oldest, own.v)]
        assert own.missed(own.v) == []
        assert own.missed(oldest - 1) is None


async def test_the_view_says_what_the_events_said(server: Running) -> None:
    async with server.client() as player:
        await at_table(player)
        for _ in range(5):
            await player.until(lambda: player.ask is not None or player.settled is not None)
            if player.ask is None:
                break
            told, ask = list(player.events), player.ask
            await player.resume(last=0)
            seen = player.view["round"]["events"]
            assert seen[len(seen) - len(told) :] == told
            assert player.ask is not None
            assert player.ask["legal"] == ask["legal"] == player.view["round"]["legal"]
            assert player.ask["deadline"] <= ask["deadline"]
            await player.act()


async def test_a_settlement_survives_a_reload(server: Running) -> None:
    async with server.client() as player:
        await at_table(player)
        await player.play(until=lambda: player.settled is not None)
        settled = player.settled
        assert settled is not None
        await player.drop()
        await player.connect()
        await player.resume(last=0)
        assert player.settled is not None
        assert player.settled["proof"] == settled["proof"]
        assert player.settled["waiting"] == [0]
        assert player.view["round"]["events"][-1]["type"] == "round_ended"


async def test_second_socket_takes_the_seat_over(server: Running) -> None:
    async with server.client() as first:
        await at_table(first)
        async with server.client(token=first.token) as second:
            await first.until(lambda: first.close_code is not None)
            assert first.close_code == CloseCode.REPLACED
            assert second.welcome["table"] == first.table
            assert second.welcome["player"] == first.welcome["player"]
            await second.resume(last=0)
            assert second.view["seats"][0]["connected"]
            await second.play()


async def test_one_token_is_one_player_and_a_wrong_one_a_new_guest(server: Running) -> None:
    async with server.client() as player:
        known = player.welcome["player"]["id"]
    async with server.client(token=player.token) as again:
        assert again.welcome["player"]["id"] == known
    async with server.client(token="x" * 43) as stranger:
        assert stranger.welcome["player"]["id"] != known
        assert stranger.token != "x" * 43


async def test_only_the_hash_of_a_token_is_kept(server: Running) -> None:
    async with server.client() as player:
        assert player.token is not None
        files = list(server.house.settings.data.iterdir())
        assert files
        assert not any(player.token.encode() in file.read_bytes() for file in files)


async def test_clocks_run_on_while_away(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server.client() as player:
        await at_table(player)
        await player.until(lambda: player.ask is not None)
        assert player.ask is not None
        deadline = player.ask["deadline"]
        later = time.monotonic() + 5.0
        monkeypatch.setattr("paiju.server.stream.monotonic", lambda: later)
        player.v -= 1
        await player.resume()
        assert player.ask["deadline"] <= deadline - 4_900


def test_aged_clocks_use_the_deadline_first_and_then_the_bank() -> None:
    from paiju.server.protocol import Ask

    ask = Ask(
        prompt=1, deadline=100, bank=50, legal=[], more=False, question=None, refused=[], advice={}
    )
    aged = [stream.aged_ask(ask, ms) for ms in (0, 40, 100, 120, 500)]
    assert [(a.deadline, a.bank) for a in aged] == [(100, 50), (60, 50), (0, 50), (0, 30), (0, 0)]


def test_a_message_is_encoded_once_and_numbered_for_each_viewer() -> None:
    event = TableEvent(event={"v": 0, "type": "x"})
    messages = [stream.Message(event), stream.Message(Answered(3))]
    for before in (0, 16, 123_455):
        ear = Ear()
        own = stream.Stream('t"v":0', before)
        own.listen(ear)
        own.tell(messages)
        own.tell([])
        (frame,) = ear.frames
        assert frame == encode(Told('t"v":0', before + 1, [event, Answered(3)]))
        assert own.v == before + 2
