"""The journal: a step counts when its commit is done, and the tables of a node share commits."""

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

from paiju.core.errors import PaijuError
from paiju.server.journal import Fenced, Journal, JournalFailed
from paiju.server.schema import METADATA
from paiju.server.store import JournalRow, Store, migrate
from tests.server.conftest import Running


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'deep' / 'er' / 'paiju.sqlite3'}")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def journal(store: Store) -> AsyncIterator[Journal]:
    journal = Journal(store)
    journal.start()
    yield journal
    await journal.stop()


def row(table: str, seq: int) -> JournalRow:
    return JournalRow(table, seq, 1, 0, '{"step":"cleared"}')


async def test_steps_of_many_tables_share_commits(journal: Journal, store: Store) -> None:
    await asyncio.gather(*(journal.append(row(f"t{n}", 0)) for n in range(100)))
    assert journal.rows == 100
    assert journal.commits <= 3
    for n in range(100):
        assert len(await store.steps_of_last_round(f"t{n}")) == 1


async def test_a_step_is_on_the_disk_when_append_returns(journal: Journal, store: Store) -> None:
    await journal.append(row("t", 0))
    other = Store(str(store.url))
    assert len(await other.steps_of_last_round("t")) == 1
    await other.close()


async def test_a_second_writer_of_a_table_is_fenced(journal: Journal, store: Store) -> None:
    await store.append([row("mine", 0), row("mine", 1)])
    results = await asyncio.gather(
        journal.append(row("mine", 1)),
        journal.append(row("other", 0)),
        journal.append(row("third", 0)),
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
        await journal.append(row("t", 0))
    assert "cleared" not in str(failed.value), "an error is logged: what was done is not in it"


async def test_stop_writes_what_is_pending(store: Store) -> None:
    journal = Journal(store)
    journal.start()
    pending = [asyncio.create_task(journal.append(row("t", n))) for n in range(5)]
    await asyncio.sleep(0)
    await journal.stop()
    await asyncio.gather(*pending)
    assert len(await store.steps_of_last_round("t")) == 5


async def test_an_act_is_journalled_before_it_is_acknowledged(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server.client() as player:
        await player.ok("play_now", game="pairs", rounds=1)
        await player.sit_down()
        await player.until(lambda: player.ask is not None)
        append = server.house.journal.append
        gate = asyncio.Event()

        async def slow(*rows: JournalRow, **along: Any) -> None:
            await gate.wait()
            await append(*rows, **along)

        monkeypatch.setattr(server.house.journal, "append", slow)
        v = player.v
        act = asyncio.create_task(player.act(rid="slow"))
        for _ in range(3):
            await player.request("ping")
        assert not act.done()
        assert player.v == v
        gate.set()
        assert (await act)["type"] == "ack"
        await player.until(lambda: player.v > v)


def test_the_migrations_make_the_schema_of_the_code(tmp_path: Path) -> None:
    migrated, made = (
        create_engine(f"sqlite:///{tmp_path / name}.sqlite3") for name in ("migrated", "made")
    )
    with migrated.begin() as connection:
        migrate(connection)
        migrate(connection)  # again: nothing is left to do
    METADATA.create_all(made)
    for table in METADATA.tables:
        columns = [
            [(c["name"], str(c["type"]), c["nullable"]) for c in inspect(engine).get_columns(table)]
            for engine in (migrated, made)
        ]
        assert columns[0] == columns[1], table
    for engine in (migrated, made):
        engine.dispose()


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
    with pytest.raises(PaijuError, match=r"paiju\.sqlite3: the database cannot be used"):
        await store.open()
    workers = (thread for thread in threading.enumerate() if "_connection_worker" in thread.name)
    for worker in workers:
        worker.join(timeout=20)
        assert not worker.is_alive(), "the database connection was left open"


@pytest.mark.parametrize("url", ["nonsense", "mysql://u:secret@h/x", "sqlite:///file"])
def test_a_database_url_that_cannot_be_used_is_one_clear_line(url: str) -> None:
    with pytest.raises(PaijuError, match="the database URL cannot be used") as error:
        Store(url)
    assert "secret" not in str(error.value)


async def test_one_server_alone_plays_the_tables_of_a_file(store: Store) -> None:
    other = Store(str(store.url))
    with pytest.raises(PaijuError, match="another paiju server"):
        await other.open()
    await store.close()
    await other.open()
    await other.close()
