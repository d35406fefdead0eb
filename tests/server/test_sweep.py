"""What is taken out of the database when nobody will ask for it any more, and what never is."""

from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from paiju.server import pruning
from paiju.server.people import Known
from paiju.server.players import FORGOTTEN_AFTER, token_hash
from paiju.server.schema import JOURNAL, PLAYERS, SESSIONS, TABLES
from paiju.server.store import now_ms
from tests.server.client import Client
from tests.server.conftest import Running, eventually, running


async def count(server: Running, table: object) -> int:
    """How many rows a table has."""
    async with server.house.store.engine.connect() as connection:
        found = await connection.execute(select(func.count()).select_from(table))  # type: ignore[arg-type]
        return int(found.scalar_one())


async def unseen(server: Running, days: float) -> None:
    """Let everybody have been away for so long."""
    then = now_ms() - int(days * 24 * 3600 * 1000)
    async with server.house.store.engine.begin() as connection:
        await connection.execute(update(PLAYERS).values(seen=then))
        await connection.execute(update(SESSIONS).values(seen=then))


async def who(server: Running, player: Client) -> Known | None:
    """Whom the database knows by a player's token."""
    return await server.house.players._people.by_token(token_hash(str(player.token)))


async def gone(server: Running, *players: Client) -> None:
    """Let players go, and be gone for a while."""
    for player in players:
        await player.drop()
    await eventually(lambda: not server.house.players.connected())
    for known in server.house.players._known.values():
        known.lost_at -= FORGOTTEN_AFTER


async def test_a_guest_who_left_nothing_is_forgotten_after_a_season(server: Running) -> None:
    guest, account, owner = (server.client(name) for name in "甲乙丙")
    for player in (guest, account, owner):
        await player.connect()
    await account.ok("register", login="account", password="a password")
    await owner.ok("register", login="owner", password="a password")
    bot = server.client("", (await owner.ok("create_bot", name="机器人"))["token"])
    dropped = (await owner.ok("create_bot", name="不要了"))["id"]
    await owner.ok("drop_bot", bot=dropped)
    await gone(server, guest, account, owner)
    await unseen(server, 89)
    await server.house._sweep.once()
    assert await count(server, PLAYERS) == 5
    await unseen(server, 91)
    await server.house._sweep.once()
    assert await count(server, PLAYERS) == await count(server, SESSIONS) == 3
    assert await who(server, guest) is None
    for player in (account, owner, bot):
        assert await who(server, player) is not None


async def test_a_guest_with_rounds_or_coins_is_kept(server: Running) -> None:
    player, saver, idler = (server.client(name) for name in "甲乙丙")
    for guest in (player, saver, idler):
        await guest.connect()
    await player.ok("play_now", game="pairs", rounds=1)
    await player.sit_down()
    await player.play()
    await player.until(lambda: player.room["started"] is False)
    await player.ok("leave")
    ledger = server.house.ledger
    async with ledger._engine.begin() as connection:
        await ledger._open(connection, f"player:{saver.welcome['player']['id']}")
    await gone(server, player, saver, idler)
    await unseen(server, 91)
    await server.house._sweep.once()
    assert [await who(server, guest) is not None for guest in (player, saver, idler)] == [
        True, True, False,
    ]  # fmt: skip


async def test_who_is_here_is_seen_and_who_sits_somewhere_is_kept(server: Running) -> None:
    here, seated = server.client("甲"), server.client("乙")
    await here.connect()
    await seated.connect()
    await seated.ok("create_room", game="pairs", rounds=1)
    await seated.drop()
    await eventually(lambda: len(server.house.players.connected()) == 1)
    await unseen(server, 91)
    await server.house._sweep.once()
    for player in (here, seated):
        assert await who(server, player) is not None
    session = (await server.house.players._people.sessions(here.welcome["player"]["id"]))[0]
    assert now_ms() - session.seen < 60_000
    await here.drop()


async def test_so_many_guests_go_in_one_sweep(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "GUESTS_AT_ONCE", 2)
    for _ in range(5):
        async with server.client():
            pass
    await gone(server)
    left = []
    for _ in range(3):
        await unseen(server, 91)
        await server.house._sweep.once()
        left.append(await count(server, PLAYERS))
    assert left == [3, 1, 0]


async def test_a_finished_match_keeps_its_records_and_not_its_journal(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        tokens = []
        for rounds in (1, 64):
            async with server.client() as player:
                await player.ok("play_now", game="pairs", rounds=rounds)
                await player.sit_down()
                await player.play(until=lambda: player.settled is not None)
                if rounds == 1:
                    await player.play()
                    await player.until(lambda: player.room["started"] is False)
                    played = (await player.ok("get_history"))["rounds"][0]
                tokens.append(player.token)
        await server.house._sweep.once()
        assert await count(server, TABLES) == 2
        async with server.house.store.engine.begin() as connection:
            week = update(TABLES).where(TABLES.c.finished.is_not(None))
            await connection.execute(week.values(finished=now_ms() - 7 * 24 * 3600 * 1000 - 1))
        await server.house._sweep.once()
        assert await count(server, TABLES) == 1
        async with server.house.store.engine.connect() as connection:
            tables = (await connection.execute(select(JOURNAL.c.table_id).distinct())).all()
        assert played["table"] not in {table for (table,) in tables}
        assert len(tables) == 1
        async with server.client("", tokens[0]) as player:
            record = await player.ok("get_record", table=played["table"], round=1)
            assert record["text"]
    async with running(tmp_path) as server, server.client("", tokens[1]) as player:
        await player.resume(last=0)
        await player.play(until=lambda: (player.settled or {}).get("round") == 2)


async def test_a_chore_that_fails_keeps_no_other_from_being_done(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = server.client()
    await guest.connect()
    await gone(server, guest)

    async def fail() -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(server.house.lobby, "sweep", fail)
    await unseen(server, 91)
    await server.house._sweep.once()
    assert await count(server, PLAYERS) == 0
