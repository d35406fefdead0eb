"""On PostgreSQL everything is as on SQLite, and a server that is away is waited for."""

import asyncio
import socket
import sys
import time
from pathlib import Path
from typing import Any

import alembic.command
import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from paiju.cli import Exit, main
from paiju.core.errors import PaijuError
from paiju.server import appending, holding
from paiju.server import store as store_module
from paiju.server import tables as tables_module
from paiju.server.database import is_away
from paiju.server.holding import Occupied
from paiju.server.journal import InDoubt, Journal
from paiju.server.ledger import Ledger, Transfer
from paiju.server.ownership import Ownership
from paiju.server.protocol import CloseCode
from paiju.server.refusals import Refused
from paiju.server.rows import JournalRow
from paiju.server.schema import PLAYERS
from paiju.server.settings import Settings
from paiju.server.store import RoomRow, Store, TableRow
from tests.cli.test_serve import serve as start
from tests.cluster.cable import exchange
from tests.server.books import audit, audit_rounds
from tests.server.conftest import eventually, running
from tests.server.journals import append
from tests.server.ports import HeldPort
from tests.server.postgres import PASSWORD, Postgres
from tests.server.test_migrations import TOKEN, oldest
from tests.server.test_recovery import four_at_table, play_acts
from tests.server.test_settlement import come, sit_at_a_stake
from tests.server.test_sweep import count, gone, unseen


async def test_a_match_over_a_restart(postgresql: Postgres, tmp_path: Path) -> None:
    url = postgresql.new_database()
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


async def test_many_at_once_pay_once(postgresql: Postgres) -> None:
    store = Store(postgresql.new_database())
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


async def test_commits_that_pay_for_several_tables_never_wait_for_each_other(
    postgresql: Postgres,
) -> None:
    store = Store(postgresql.new_database())
    await store.open()
    ledger = Ledger(store.engine, Settings())
    async with store.engine.begin() as connection:
        for player in ("p1", "p2", "p3", "p4"):
            await ledger.post(connection, Transfer(f"{player} comes", {f"player:{player}": 0}))
    first_is_paid = asyncio.Event()

    async def commit(one: Transfer, other: Transfer, wait: bool) -> None:
        async with store.engine.begin() as connection:
            await ledger.post(connection, one)
            if wait:
                first_is_paid.set()
                await asyncio.sleep(1)
            await ledger.post(connection, other)

    def fined(table: str, player: str) -> Transfer:
        return Transfer(f"round:{table}:1", {f"player:{player}": -5, "house": 5})

    def lost_to_bots(table: str, player: str) -> Transfer:
        return Transfer(f"round:{table}:1", {f"player:{player}": -7, "bots": 7})

    one = asyncio.create_task(commit(fined("a", "p1"), lost_to_bots("b", "p2"), wait=True))
    await first_is_paid.wait()
    await asyncio.gather(one, commit(lost_to_bots("c", "p3"), fined("d", "p4"), wait=False))
    purses = await ledger.purses(["p1", "p2", "p3", "p4"])
    assert purses == {"p1": 1995, "p2": 1993, "p3": 1993, "p4": 1995}
    await store.close()


async def test_nothing_is_lost_from_the_oldest_schema(postgresql: Postgres, tmp_path: Path) -> None:
    url = postgresql.new_database()
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


async def test_accounts_bots_and_the_sweep(postgresql: Postgres, tmp_path: Path) -> None:
    async with running(tmp_path, database_url=postgresql.new_database()) as server:
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


async def test_a_restart_between_two_acts_is_noticed_by_nobody(
    postgresql: Postgres, tmp_path: Path
) -> None:
    async with running(tmp_path, database_url=postgresql.new_database()) as server:
        players = await four_at_table(server.url, rounds=1)
        await play_acts(players, 5)
        await asyncio.to_thread(postgresql.stop)
        await asyncio.to_thread(postgresql.start)
        await play_acts(players, 5)
        assert [player.close_code for player in players] == [None] * 4
        for player in players:
            await player.drop()


async def test_an_act_while_the_database_is_away_is_not_lost(
    postgresql: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not acknowledged until it is kept; play goes on at the same question."""
    monkeypatch.setattr(tables_module, "RETRY_AFTER", 0.05)
    async with running(tmp_path, database_url=postgresql.new_database()) as server:
        players = await come(server, "甲乙丙丁")
        await sit_at_a_stake(players, rounds=3, stake=20)
        await play_acts(players, 3)
        while not any(player.ask for player in players):  # the round has just ended
            await play_acts(players, 1)
        asked = next(player for player in players if player.ask is not None)
        assert asked.ask is not None
        act = {"table": asked.table, "prompt": asked.ask["prompt"], "do": asked.ask["legal"][0]}
        waits, tries = asked.answers.copy(), Tries(server.house.ownership)
        await asyncio.to_thread(postgresql.stop)
        try:
            sent = asyncio.create_task(asked.request("act", rid="kept", **act))
            await eventually(lambda: tries.made > 2)
            assert not sent.done()
            assert asked.answers == waits
            async with server.client("戊") as late:
                assert (late.welcome, late.close_code) == ({}, CloseCode.FAULT)
        finally:
            await asyncio.to_thread(postgresql.start)
        with pytest.raises(ConnectionError):
            await sent
        assert asked.close_code == CloseCode.FAULT
        for player in players:
            await player.drop()
            await player.back()
        assert (asked.ask or {})["prompt"] == act["prompt"]
        assert (await asked.request("act", rid="kept", **act))["type"] == "ack"
        await asyncio.gather(*(player.play() for player in players))
        await audit(server.house.store)
        await audit_rounds(server.house.store)
        for player in players:
            await player.drop()


class Tries:
    """Counts how often a table has tried to find out whether it is still this node's."""

    def __init__(self, ownership: Ownership) -> None:
        self.made = 0
        self._look = ownership.owner_of
        ownership.owner_of = self._count  # type: ignore[method-assign]

    async def _count(self, code: str) -> str | None:
        self.made += 1
        return await self._look(code)


async def test_a_match_that_is_kept_though_its_start_failed_does_not_go_on_beside_the_next(
    postgresql: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line to the database was cut in the commit: nobody sits at that table."""
    url = postgresql.new_database()
    async with running(tmp_path, database_url=url) as server, server.client() as player:
        code = (await player.ok("create_room", game="pairs", rounds=2))["code"]
        for seat in (1, 2, 3):
            await player.ok("add_bot", seat=seat)
        with monkeypatch.context() as cut:
            save = server.house.store.save_room

            async def kept_but_not_told(room: RoomRow, table: TableRow, is_kept: bool) -> None:
                await save(room, table, is_kept)
                raise OperationalError("COMMIT", {}, Exception("cut off"))

            cut.setattr(server.house.store, "save_room", kept_but_not_told)
            with pytest.raises(ConnectionError):
                await player.ok("start")
        await player.drop()
        await player.connect()
        table = (await player.ok("start"))["table"]
        await player.drop()
    async with (
        running(tmp_path, database_url=url) as server,
        server.client(token=player.token) as player,
    ):
        assert (player.welcome["room"], player.welcome["table"]) == (code, table)
        assert [row.id for row in await server.house.store.running_tables()] == [table]
        await player.sit_down()
        await player.play()


async def test_what_a_database_cannot_look_up_is_refused(tmp_path: Path, database: str) -> None:
    """PostgreSQL has no NUL in its texts, and each kind of database an end to its numbers."""
    async with running(tmp_path, database_url=database) as server, server.client("甲\0") as player:
        assert player.welcome["player"]["name"] == "甲"
        for kind, fields in (
            ("get_record", {"table": "t\0", "round": 1}),
            ("get_record", {"table": "t", "round": 2**31}),
            ("get_record", {"table": "t", "round": 2**63}),
            ("get_history", {"before": {"at": 2**63, "table": "t", "round": 1}}),
            ("get_history", {"before": {"at": 1, "table": "t\0", "round": 1}}),
            ("revoke_session", {"session": "s\0"}),
            ("drop_bot", {"bot": "p\0"}),
        ):
            assert await player.refused(kind, **fields) == "bad_message"
        assert await player.refused("get_record", table="t", round=64) == "no_record"
        last = {"at": 2**53 - 1, "table": "t", "round": 64}
        assert (await player.ok("get_history", before=last))["rounds"] == []


# --- paiju serve ----------------------------------------------------------------------------------


def test_it_sets_itself_up_from_nothing_and_stops_though_the_database_is_away(
    postgresql: Postgres, tmp_path: Path
) -> None:
    """It says where the data is, and no password."""
    place = {"PAIJU_HOST": "127.0.0.1", "PAIJU_PORT": "0", "PAIJU_DATA": str(tmp_path / "none")}
    with start(PAIJU_DATABASE_URL=postgresql.new_database(), **place) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(3)]
        postgresql.stop()
        try:
            process.terminate()
            _, errors = process.communicate(timeout=60)
        finally:
            postgresql.start()
    assert lines[1].endswith("postgresql+asyncpg://paiju:***@/paiju\n")
    assert process.returncode == Exit.OK
    assert "every game is kept" in errors
    assert "Traceback" not in errors
    assert "secret" not in "".join(lines) + errors
    assert not (tmp_path / "none").exists()


def serve(url: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Why `paiju serve` cannot start with this database: one line, and no password in it."""
    arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--database-url", url]
    assert main(arguments) == Exit.BAD_INPUT
    out, errors = capsys.readouterr()
    assert out == ""
    assert errors.count("\n") == 1
    assert PASSWORD not in errors and "secret" not in errors
    return errors


def test_a_wrong_password_is_one_clear_line(
    postgresql: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    said = serve(postgresql.new_database(password="another secret"), capsys)
    assert "postgresql+asyncpg://paiju:***@/paiju: 数据库用不了 the database cannot be used" in said
    assert 'password authentication failed for user "paiju"' in said


def test_another_database_or_option_is_one_clear_line(
    postgresql: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    url = make_url(postgresql.new_database())
    for wrong, why in (
        (url.set(database="nothere"), 'database "nothere" does not exist'),
        (url.update_query_dict({"sslmode": "require"}), "sslmode"),
        (url.set(query={"host": "/nowhere"}), "No such file or directory"),
    ):
        assert why in serve(wrong.render_as_string(hide_password=False), capsys)


def test_a_server_that_is_not_there_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    nobody = HeldPort()
    said = serve(f"postgresql+asyncpg://paiju:secret@127.0.0.1:{nobody.number}/paiju", capsys)
    assert "[Errno 111]" in said


def test_a_server_that_does_not_answer_is_not_waited_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "CONNECT_WITHIN", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        said = serve(f"postgresql+asyncpg://paiju:secret@127.0.0.1:{port}/paiju", capsys)
    assert "no answer" in said


def test_without_its_driver_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "paiju[postgres]" in serve("postgresql+asyncpg://paiju:secret@localhost/paiju", capsys)


@pytest.mark.parametrize("goes_along", [False, True])
async def test_a_commit_to_a_server_that_falls_silent_is_in_doubt(
    postgresql: Postgres, monkeypatch: pytest.MonkeyPatch, goes_along: bool
) -> None:
    """No connection breaks and nothing comes: the journal does not wait for ever, and goes on."""

    async def nothing_more(_: AsyncConnection) -> None:
        pass

    along = nothing_more if goes_along else None
    url = make_url(postgresql.new_database())
    with exchange() as laid:
        cable = laid.cable(Path(str(url.query["host"])) / ".s.PGSQL.5432")
        through = url.set(host="127.0.0.1", port=cable.port, query={})
        store = Store(through.render_as_string(hide_password=False))
        await store.open()
        journal = Journal(store)
        journal.start()
        await append(journal, [JournalRow("t", 0, 1, 0, '{"step":"cleared"}')], along=along)
        cable.die()
        with monkeypatch.context() as hasty:
            hasty.setattr(appending, "COMMIT_WITHIN", 0.5)
            hasty.setattr(store_module, "COMMIT_WITHIN", 0.5)
            with pytest.raises(InDoubt):
                await append(journal, [JournalRow("t", 1, 1, 0, '{"step":"cleared"}')], along=along)
        cable.mend()
        await append(journal, [JournalRow("other", 0, 1, 0, '{"step":"cleared"}')], along=along)
        await journal.stop()
        await store.close()


async def test_a_line_that_breaks_in_the_greeting_says_that_the_database_is_away() -> None:
    """It is just being restarted, perhaps: no fault of what was to be done."""

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as nobody:
        port = nobody.sockets[0].getsockname()[1]
        store = Store(f"postgresql+asyncpg://paiju@127.0.0.1:{port}/paiju?ssl=disable")
        with pytest.raises((DBAPIError, OSError)) as broken:
            await store.rooms()
        assert is_away(broken.value)


async def test_a_restart_of_the_database_lets_no_second_server_in(
    postgresql: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It forgets who held its lock; a sweep takes it again."""
    monkeypatch.setattr(holding, "LOCK_WITHIN", 0.2)
    database = postgresql.new_database()
    store, other = Store(database), Store(database)
    await store.open()
    await asyncio.to_thread(postgresql.stop)
    await asyncio.to_thread(postgresql.start)
    for _ in range(2):
        await store.hold_again()
        with pytest.raises(PaijuError, match="another paiju server"):
            await other.open()
    await store.close()
    await other.open()
    await other.close()


async def test_after_a_restart_of_the_database_a_site_comes_before_a_lone_server(
    postgresql: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However soon that one is there: it is started again and again, perhaps, by who forgot it."""
    monkeypatch.setattr(holding, "LOCK_WITHIN", 1.0)
    monkeypatch.setattr(holding, "GIVE_WAY", 2.5)
    database = postgresql.new_database()
    node, lone = Store(database, "n1"), Store(database)
    await node.open()
    await node.save_room(RoomRow("123456", "pairs", {}, 1, "p1", [None] * 4, None))
    await asyncio.to_thread(postgresql.stop)
    await asyncio.to_thread(postgresql.start)
    late = asyncio.create_task(lone.open())
    await asyncio.sleep(0.2)
    for _ in range(2):
        await node.hold_again()
    with pytest.raises(PaijuError, match=r"another paiju server .* \(paiju n1 from its machine\)"):
        await late
    await node.close()
    await lone.open()
    with pytest.raises(Occupied, match=r"\(paiju from its machine\); stop that one"):
        await node.hold_again()
    await lone.close()
    await node.close()


async def test_who_is_cut_off_while_asking_who_holds_a_database_may_hold_it_later(
    postgresql: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = postgresql.new_database()
    lone, node = Store(database), Store(database, "n1")
    await lone.open()
    with monkeypatch.context() as slow:
        slow.setattr(holding, "_HOLDERS", text("SELECT pg_sleep(60), CAST(:lock AS bigint)"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(node.hold_again(), 1.5)
    with pytest.raises(Occupied):
        await node.hold_again()
    await lone.close()
    await node.hold_again()
    with pytest.raises(PaijuError, match="another paiju server"):
        await lone.open()
    await node.close()


async def test_a_migration_may_think_for_longer_than_a_node_may_sleep(
    postgresql: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its transaction is not idle, whatever the database thinks of it."""
    monkeypatch.setattr(store_module, "IDLE_WITHIN", "1s")
    upgrade = alembic.command.upgrade

    def slow(*what: Any) -> None:
        time.sleep(1.3)
        upgrade(*what)

    monkeypatch.setattr(alembic.command, "upgrade", slow)
    store = Store(postgresql.new_database(), "node")
    await store.open()
    async with store.engine.begin() as connection:
        idle = text("SHOW idle_in_transaction_session_timeout")
        assert await connection.scalar(idle) == "1s"
    await store.close()
