"""What one address and one player may do: as much as a crowd of people would, and no more."""

import asyncio
from pathlib import Path

import pytest

from paiju.server.limits import Limits
from paiju.server.protocol import CloseCode
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running
from tests.server.lobbies import open_room


async def test_codes_are_not_found_by_trying(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_address=20) as server, server.client() as host:
        code = await open_room(host)
        async with server.client() as guesser, server.client() as friend:
            wrong = [f"{n:06d}" for n in range(100) if f"{n:06d}" != code]
            codes = [await guesser.refused("join_room", code=it) for it in wrong[:20]]
            assert codes == ["no_room"] * 14 + ["too_fast"] * 6
            assert await guesser.refused("watch", code=wrong[0]) == "too_fast"
            assert await friend.refused("join_room", code=code) == "too_fast", "one address"
        assert len(server.house.lobby.rooms) == 1


async def test_right_codes_are_not_counted(server: Running, four: list[Client]) -> None:
    host, guest = four[:2]
    code = await open_room(host)
    for _ in range(80):
        await guest.ok("join_room", code=code)
        await guest.ok("leave")


async def test_one_player_opens_only_so_many_rooms(four: list[Client]) -> None:
    player, other = four[:2]
    for _ in range(10):
        await open_room(player)
    for kind in ("create_room", "play_now"):
        assert await player.refused(kind, game="pairs", rounds=1) == "too_fast"
    assert await player.refused("quick_match", game="pairs") == "too_fast"
    await open_room(other)


async def test_one_player_looks_up_only_so_much(
    server: Running, four: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    player, other = four[:2]
    # While a busy machine answers, more would be allowed.
    monkeypatch.setattr(server.house.limits.lookups, "_clock", lambda: 0.0)
    for _ in range(10):
        for kind in ("list_rooms", "get_history", "get_coins"):
            await player.ok(kind)
    for kind in ("list_rooms", "get_history", "get_coins", "list_sessions", "list_bots"):
        assert await player.refused(kind) == "too_fast"
    assert await player.refused("get_record", table="t", round=1) == "too_fast"
    await other.ok("list_rooms")


async def test_one_address_makes_only_so_many_guests(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_address=20) as server:
        server.house.limits.guests = Limits(0).guests
        known = server.client()
        await known.connect()
        for _ in range(9):
            async with server.client():
                pass
        late = server.client()
        await late.connect()
        assert (late.close_code, late.welcome) == (CloseCode.TOO_FAST, {})
        assert late.answers[-1]["code"] == "too_fast"
        await known.back_to_lobby()
        await known.ok("ping")
        await known.drop()
        await late.drop()


async def test_a_club_comes_in_at_once_and_comes_back_at_once(tmp_path: Path) -> None:
    """Two hundred people behind one address, and all their lines drop together."""
    async with running(tmp_path) as server:
        people = [server.client(f"p{n}") for n in range(200)]
        for _ in range(2):
            await asyncio.gather(*(player.connect() for player in people))
            assert all(player.welcome for player in people)
            await asyncio.gather(*(player.drop() for player in people))
            await eventually(lambda: not server.server.sockets._by_address)
