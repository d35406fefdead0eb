"""A database of an older server is brought up to date, and all in it are who they were."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, event, text

from paiju.server.players import token_hash
from paiju.server.store import MIGRATIONS, Store, migrate
from tests.server.conftest import running

TOKEN = "the token of the first schema"
OLD_ROOM = {
    "code": "4711",
    "game": "pairs",
    "options": {"threes": 1},
    "rounds": 3,
    "host": "p1",
    "seats": [{"name": "老王", "player": "p1"}, {"name": "阿兰", "player": None}, None, None],
    "table": None,
}


def at(connection: Connection, revision: str) -> None:
    """Bring a database to a certain schema."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def oldest(connection: Connection) -> None:
    """A database as the first schema kept it, with something in every table."""
    at(connection, "0001")
    for statement, row in (
        (
            "INSERT INTO players VALUES (:id, :name, :token_hash, :created)",
            {"id": "p1", "name": "老王", "token_hash": token_hash(TOKEN), "created": 7},
        ),
        (
            "INSERT INTO players VALUES (:id, :name, :token_hash, :created)",
            {"id": "p2", "name": "老李", "token_hash": token_hash("another"), "created": 8},
        ),
        (
            "INSERT INTO rooms VALUES (:code, :state, 9)",
            {"code": "4711", "state": json.dumps(OLD_ROOM)},
        ),
        (
            "INSERT INTO tables VALUES (:id, '4711', 'pairs', '{}', 3, :seed, '[]', 10, 11)",
            {"id": "t1", "seed": "00" * 32},
        ),
        (
            "INSERT INTO journal VALUES ('t1', 0, 1, 10, :step)",
            {"step": '{"step":"cleared"}'},
        ),
    ):
        connection.execute(text(statement), row)


def by_key(connection: Connection) -> None:
    """A database whose journal has a key, with the steps of three tables mixed."""
    at(connection, "0005")
    statement = text("INSERT INTO journal VALUES (:table, :seq, :round, :at, :step)")
    opens = '{"step":"round","round":1,"match":{},"places":[]}'
    for step in range(1500):
        seq = step // 3
        row = {"table": f"t{step % 3}", "seq": seq, "round": 1 + seq // 40, "at": step}
        row["step"] = '{"step":"cleared"}' if seq % 40 else opens
        connection.execute(statement, row)


def folder_of(data: Path, made: Callable[[Connection], None]) -> Path:
    """The folder of a server that stopped when databases were so made."""
    engine = create_engine(f"sqlite:///{data / 'paiju.sqlite3'}")
    with engine.begin() as connection:
        made(connection)
    engine.dispose()
    return data


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The folder of a server that stopped before there were accounts."""
    return folder_of(tmp_path, oldest)


def test_from_the_oldest_schema_nothing_is_lost(old: Path) -> None:
    engine = create_engine(f"sqlite:///{old / 'paiju.sqlite3'}")
    with engine.begin() as connection:
        migrate(connection)
        players = connection.execute(
            text("SELECT id, name, created, seen, login, owner FROM players ORDER BY id")
        ).all()
        assert [tuple(row) for row in players] == [
            ("p1", "老王", 7, 7, None, None),
            ("p2", "老李", 8, 8, None, None),
        ]
        sessions = connection.execute(
            text("SELECT player, token_hash, created FROM sessions ORDER BY player")
        ).all()
        assert [tuple(row) for row in sessions] == [
            ("p1", token_hash(TOKEN), 7),
            ("p2", token_hash("another"), 8),
        ]
        code, state = connection.execute(text("SELECT code, state FROM rooms")).one()
        assert (code, json.loads(state)) == ("004711", {**OLD_ROOM, "code": "004711"})
        assert connection.execute(text("SELECT id, room FROM tables")).one() == ("t1", "004711")
        assert connection.execute(text("SELECT step FROM journal")).scalar_one()
    engine.dispose()


def broken_off(file: Path, after: int) -> bool:
    """Break off the migration of a file after so many changes; false if it has no more."""
    engine, changes = create_engine(f"sqlite:///{file}"), count()

    def killed(_: object, __: object, statement: str, *___: object) -> None:
        if not statement.lstrip().startswith(("SELECT", "PRAGMA")) and next(changes) == after:
            raise OSError

    event.listen(engine, "before_cursor_execute", killed)
    try:
        with engine.begin() as connection:
            migrate(connection)
    except OSError:
        return True
    finally:
        engine.dispose()
    return False


def test_a_migration_that_is_broken_off_anywhere_has_changed_nothing(old: Path) -> None:
    before, file = dump(old / "paiju.sqlite3"), old / "broken.sqlite3"
    for after in count():
        shutil.copy(old / "paiju.sqlite3", file)
        if not broken_off(file, after):
            break
        assert dump(file) == before, after
    assert dump(file) != before


def dump(file: Path) -> list[str]:
    """All that is in a database."""
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


async def test_a_journal_kept_by_key_is_read_by_stretches(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{folder_of(tmp_path, by_key) / 'paiju.sqlite3'}")
    with engine.connect() as connection:
        everything = text("SELECT table_id, seq, round, at, step FROM journal ORDER BY at")
        before = connection.execute(everything).all()
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'paiju.sqlite3'}")
    await store.open()
    with engine.connect() as connection:
        ordered = text("SELECT table_id, seq, round, at, step FROM journal ORDER BY id")
        assert connection.execute(ordered).all() == before
        assert connection.execute(text("PRAGMA integrity_check")).scalar_one() == "ok"
    engine.dispose()
    for table in ("t0", "t1", "t2"):
        last = [step.seq for step in await store.steps_of_last_round(table)]
        assert last == list(range(480, 500))
        early = [step.seq for step in await store.steps_of_last_round(table, begun_by=130)]
        assert early == list(range(40, 500))
    await store.close()


async def test_an_old_token_opens_the_old_room(old: Path) -> None:
    async with running(old) as server, server.client(name="", token=TOKEN) as player:
        assert player.welcome["player"] == {
            "id": "p1", "name": "老王", "login": None, "program": False,
        }  # fmt: skip
        assert (player.welcome["room"], player.welcome["token"]) == ("004711", TOKEN)
        await player.until(lambda: bool(player.room))
        assert [seat and seat["name"] for seat in player.room["seats"]] == [
            "老王", "阿兰", None, None,
        ]  # fmt: skip
        async with server.client("乙") as other:
            await other.ok("join_room", code="004711")
