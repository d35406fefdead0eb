"""On PostgreSQL everything is as on SQLite."""

import asyncio
from pathlib import Path

from sqlalchemy.ext.asyncio import create_async_engine

from paiju.server.ledger import Ledger, Transfer
from paiju.server.refusals import Refused
from paiju.server.schema import PLAYERS
from paiju.server.settings import Settings
from paiju.server.store import Store
from tests.server.books import audit, audit_rounds
from tests.server.conftest import running
from tests.server.postgres import Postgres, postgres
from tests.server.test_migrations import TOKEN, oldest
from tests.server.test_settlement import come, sit_at_a_stake
from tests.server.test_sweep import count, gone, unseen


async def test_matches_payments_accounts_and_old_databases(tmp_path: Path) -> None:
    """In one test: a server takes seconds to start."""
    with postgres() as server:
        await match_over_a_restart(server, tmp_path)
        await many_at_once_pay_once(server)
        await nothing_is_lost_from_the_oldest_schema(server, tmp_path)
        await accounts_bots_and_the_sweep(server, tmp_path)


async def match_over_a_restart(database: Postgres, tmp_path: Path) -> None:
    url = database.new_database()
    async with running(tmp_path, database_url=url) as server:
        players = await come(server, "甲乙丙丁")
        await sit_at_a_stake(players, rounds=3, stake=20)
        await asyncio.gather(*(p.play(until=lambda p=p: p.settled is not None) for p in players))
        for player in players:
            await player.drop()
    async with running(tmp_path, database_url=url) as server:
        for player in players:
            player.url = server.url
            await player.connect()
            await player.resume(last=0)
        await asyncio.gather(*(player.play() for player in players))
        for player in players:
            history = (await player.ok("get_history"))["rounds"]
            assert [row["round"] for row in history] == [3, 2, 1]
            coins = (await player.ok("get_coins"))["coins"]
            assert coins == 2000 + sum(row["coins"] for row in history)
            await player.ok("get_record", table=history[0]["table"], round=2)
            await player.drop()
        await audit(server.house.store)
        await audit_rounds(server.house.store)


async def many_at_once_pay_once(database: Postgres) -> None:
    store = Store(database.new_database())
    await store.open()
    ledger = Ledger(store.engine, Settings())

    async def pay(number: int, player: str) -> None:
        async with store.engine.begin() as connection:
            coins = {f"player:{player}": -1500, "bots": 1500}
            await ledger.post(connection, Transfer(f"round:t:{number}", coins))

    await asyncio.gather(*(pay(n % 4, f"p{n % 4}") for n in range(12)))
    assert await ledger.purses(f"p{n}" for n in range(4)) == {f"p{n}": 500 for n in range(4)}
    asked = (ledger.top_up("p0") for _ in range(4))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in answers) == 3
    await audit(store)
    await store.close()


async def nothing_is_lost_from_the_oldest_schema(database: Postgres, tmp_path: Path) -> None:
    url = database.new_database()
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(oldest)
    await engine.dispose()
    async with (
        running(tmp_path, database_url=url) as server,
        server.client("", TOKEN) as player,
        server.client("乙") as other,
    ):
        assert player.welcome["player"]["id"] == "p1"
        assert player.welcome["room"] == "004711"
        await other.ok("join_room", code="004711")


async def accounts_bots_and_the_sweep(database: Postgres, tmp_path: Path) -> None:
    async with running(tmp_path, database_url=database.new_database()) as server:
        async with server.client("甲") as player, server.client("乙") as guest:
            me = player.welcome["player"]["id"]
            await player.ok("register", login="Xiao Ming", password="a password")
            taken = await guest.refused("register", login="xiao ming", password="a password")
            assert taken == "login_taken"
            await guest.ok("log_in", login="XIAO MING", password="a password")
            await player.ok("change_password", old="a password", new="another one")
            assert len((await player.ok("list_sessions"))["sessions"]) == 1
            bot = await player.ok("create_bot", name="机器人")
            await player.ok("drop_bot", bot=bot["id"])
            assert (await player.ok("list_bots"))["bots"] == []
        await gone(server)
        await unseen(server, 91)
        await server.house._sweep.once()
        assert await count(server, PLAYERS) == 1
        assert [row.player for row in await server.house.players._people.sessions(me)] == [me]
