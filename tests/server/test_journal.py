"""The journal: a step counts when its commit is done, and the tables of a node share commits."""

import asyncio
import itertools
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import OperationalError
from structlog.contextvars import bound_contextvars, get_contextvars

from paiju.core.errors import PaijuError
from paiju.server import holding
from paiju.server.journal import Fenced, InDoubt, Journal, JournalFailed
from paiju.server.rows import JournalRow, Row
from paiju.server.schema import METADATA
from paiju.server.store import Along, Store, migrate
from tests.server.conftest import Running, eventually, running
from tests.server.journals import append


@pytest.fixture
async def journal(store: Store) -> AsyncIterator[Journal]:
    journal = Journal(store)
    journal.start()
    yield journal
    await journal.stop()


def row(table: str, seq: int) -> JournalRow:
    return JournalRow(table, seq, 1, 0, '{"step":"cleared"}')


async def test_steps_of_many_tables_share_commits(journal: Journal, store: Store) -> None:
    await asyncio.gather(*(append(journal, [row(f"t{n}", 0)]) for n in range(100)))
    assert journal.rows == 100
    assert journal.commits <= 3
    for n in range(100):
        assert len(await store.steps_of_last_round(f"t{n}")) == 1


async def test_a_step_is_on_the_disk_when_that_is_told(journal: Journal, database: str) -> None:
    await append(journal, [row("t", 0)])
    other = Store(database)
    assert len(await other.steps_of_last_round("t")) == 1
    await other.close()


async def test_a_second_writer_of_a_table_is_fenced(journal: Journal, store: Store) -> None:
    await store.append([row("mine", 0), row("mine", 1)])
    results = await asyncio.gather(
        append(journal, [row("mine", 1)]),
        append(journal, [row("other", 0)]),
        append(journal, [row("third", 0)]),
        return_exceptions=True,
    )
    assert isinstance(results[0], Fenced)
    assert list(results[1:]) == [None, None], "the others are not the worse for it"
    assert len(await store.steps_of_last_round("mine")) == 2
    assert len(await store.steps_of_last_round("other")) == 1


async def test_a_failing_database_fails_the_step(journal: Journal, store: Store) -> None:
    async with store.engine.begin() as connection:
        await connection.execute(text("DROP TABLE journal"))
    with pytest.raises(JournalFailed, match="journal") as failed:
        await append(journal, [row("t", 0)])
    assert "cleared" not in str(failed.value), "an error is logged: what was done is not in it"


async def test_what_the_writer_logs_is_of_no_table(
    journal: Journal, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit has the steps of many: the table that came first is no more to blame than others."""
    bound = list[dict[str, Any]]()

    async def fail(*_: object) -> None:
        bound.append(get_contextvars())
        raise OSError("the disk is full")

    monkeypatch.setattr(store, "append", fail)
    with bound_contextvars(table="t"), pytest.raises(JournalFailed):
        await append(journal, [row("t", 0)])
    assert bound == [{}]


async def test_stop_writes_what_is_pending(store: Store) -> None:
    journal = Journal(store)
    journal.start()
    pending = [append(journal, [row("t", n)]) for n in range(5)]
    await asyncio.sleep(0)
    await journal.stop()
    await asyncio.gather(*pending)
    assert len(await store.steps_of_last_round("t")) == 5


async def test_an_act_is_journalled_before_it_is_acknowledged(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server.client() as player:
        await player.sit_until_asked()
        append = server.house.store.append
        gate = asyncio.Event()

        async def slow(rows: Sequence[Row], along: Sequence[Along] = ()) -> None:
            await gate.wait()
            await append(rows, along)

        monkeypatch.setattr(server.house.store, "append", slow)
        v = player.v
        act = asyncio.create_task(player.act(rid="slow"))
        for _ in range(3):
            await player.request("ping")
        assert not act.done()
        assert player.v == v
        gate.set()
        assert (await act)["type"] == "ack"
        await player.until(lambda: player.v > v)


async def test_tables_that_act_at_once_share_a_commit(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the first act is being written the others gather, and share the next one."""
    tables = 6
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(tmp_path, database_url=database))
        players = [await stack.enter_async_context(server.client()) for _ in range(tables)]
        for player in players:
            await player.ok("play_now", game="pairs", rounds=8)
            await player.sit_down()
        for player in players:
            await player.until(lambda player=player: player.ask is not None)
        journal, append = server.house.journal, server.house.store.append
        begun, gate, written = asyncio.Event(), asyncio.Event(), list[int]()

        async def slow(rows: Sequence[Row], along: Sequence[Along] = ()) -> None:
            written.append(len(rows))
            begun.set()
            await gate.wait()
            await append(rows, along)

        monkeypatch.setattr(server.house.store, "append", slow)
        acts = [asyncio.create_task(player.act()) for player in players]
        await begun.wait()
        await eventually(lambda: written[0] + len(journal._pending) == tables)
        assert not any(act.done() for act in acts)
        gate.set()
        assert {(await act)["type"] for act in acts} == {"ack"}
        assert tables in list(itertools.accumulate(written))[:2]
        assert journal.commits < journal.rows


class Gone:
    """A database that keeps what it is given, and is cut off before it can say so."""

    def __init__(self, store: Store) -> None:
        self._append = store.append
        self.asked = 0

    async def append(self, rows: Sequence[Row], along: Sequence[Along] = ()) -> None:
        self.asked += 1
        await self._append(rows, along)
        raise OperationalError("COMMIT", {}, Exception("cut off"), connection_invalidated=True)


async def test_what_is_in_doubt_is_looked_up_and_not_written_again(
    journal: Journal, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps may be kept: a second try would take them for another writer's."""
    gone = Gone(store)
    with monkeypatch.context() as cut:
        cut.setattr(store, "append", gone.append)
        results = await asyncio.gather(
            *(append(journal, [row(f"t{n}", 0)]) for n in range(3)), return_exceptions=True
        )
    assert [type(one) for one in results] == [InDoubt] * 3
    assert gone.asked <= 2
    assert len(await store.steps_of_last_round("t0")) == 1
    await append(journal, [row("t0", 1)])


async def test_the_migrations_make_the_schema_of_the_code(store: Store) -> None:
    """Tables, columns, keys and indexes alike; a second time nothing is left to do.

    SQLite's journal has besides what its stretches take.
    """

    def differences(connection: Connection) -> list[Any]:
        migrate(connection)
        found = compare_metadata(MigrationContext.configure(connection), METADATA)
        return sorted((kind, where[-1].name) for kind, *where in found)

    besides = [
        ("remove_column", "id"),
        ("remove_column", "stretch"),
        ("remove_index", "journal_by_stretch"),
    ]
    async with store.engine.begin() as connection:
        found = await connection.run_sync(differences)
    assert found == (besides if store.engine.dialect.name == "sqlite" else [])


async def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'file' / 'paiju.sqlite3'}")
    with pytest.raises(PaijuError, match="the data cannot be kept there"):
        await store.open()
    await store.close()


def spoil(file: Path, how: str) -> None:
    """Make a database that is none of ours."""
    if how == "noise":
        file.write_bytes(bytes(range(256)) * 20)
    elif how == "a folder":
        file.mkdir()
    else:
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            if how == "of others":
                connection.execute(text("CREATE TABLE players (name TEXT)"))
            else:
                migrate(connection)
                connection.execute(text("UPDATE alembic_version SET version_num = 'later'"))
        engine.dispose()


@pytest.mark.parametrize("how", ["noise", "a folder", "of others", "of a later version"])
async def test_a_database_that_cannot_be_used_is_one_clear_line(tmp_path: Path, how: str) -> None:
    file = tmp_path / "paiju.sqlite3"
    spoil(file, how)
    store = Store(f"sqlite+aiosqlite:///{file}")
    with pytest.raises(
        PaijuError, match=r"paiju\.sqlite3: 数据库用不了 the database cannot be used"
    ):
        await store.open()
    workers = (thread for thread in threading.enumerate() if "_connection_worker" in thread.name)
    for worker in workers:
        worker.join(timeout=20)
        assert not worker.is_alive(), "the database connection was left open"


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "mysql://u:secret@h/x",
        "sqlite:///file",
        "postgresql+asyncpg://u:secret/x",
        "postgresql+asyncpg://u:p@secret@h/x",
    ],
)
def test_a_database_url_that_cannot_be_used_is_one_clear_line(url: str) -> None:
    with pytest.raises(PaijuError, match="the database URL cannot be used") as error:
        Store(url)
    assert "secret" not in str(error.value)


async def test_one_server_alone_plays_the_tables_of_a_database(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "LOCK_WITHIN", 0.2)
    store, other = Store(database), Store(database)
    await store.open()
    with pytest.raises(PaijuError, match="another paiju server"):
        await other.open()
    await store.close()
    await other.open()
    await other.close()
