"""Backups: made in the middle of a match, whole, and brought back with nothing lost."""

import asyncio
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from paiju.cli import Exit, main
from paiju.server.backup import back_up, check, restore
from tests.server.client import Client
from tests.server.conftest import running


def paiju(*arguments: object) -> int:
    """Run the command."""
    return main([str(argument) for argument in arguments])


async def play_and_back_up(data: Path, copy: Path) -> Client:
    """A player in the middle of a match that goes on after the backup; then the server stops."""
    async with running(data) as server:
        player = server.client("老王")
        await player.connect()
        await player.ok("play_now", game="pairs", rounds=8)
        await player.sit_down()
        await player.play(until=lambda: player.settled is not None)
        assert await asyncio.to_thread(paiju, "backup", copy, "--data", data) == Exit.OK
        await player.play(until=lambda: (player.settled or {}).get("round", 0) == 3)
        await player.drop()
    return player


async def test_a_backup_of_a_running_server_is_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    player = await play_and_back_up(data, copy)
    assert "1 人 players, 1 房间 rooms, 1 牌桌 tables" in capsys.readouterr().err
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(os.listdir(tmp_path)) == ["copy.sqlite3", "data"]
    assert await asyncio.to_thread(paiju, "restore", copy, "--data", data) == Exit.OK
    said = capsys.readouterr().err
    (aside,) = data.glob("paiju-before-*.sqlite3")
    assert str(aside) in said
    async with running(data) as server, server.client("老王", player.token) as again:
        assert again.welcome["table"] == player.table
        await again.resume(last=0)
        assert again.view["match"]["round"] < 3, "it is as it was when it was copied"
        await again.play(until=lambda: (again.settled or {}).get("round", 0) == 3)
    assert check(aside).players == 1
    shutil.copy(aside, tmp_path / "later.sqlite3")
    assert await asyncio.to_thread(paiju, "restore", aside, "--data", data) == Exit.OK
    async with running(data) as server, server.client("老王", player.token) as again:
        await again.resume(last=0)
        assert again.view["match"]["round"] == 3, "what was put aside is whole, too"


async def test_a_stopped_server_is_backed_up_and_restored_to_a_new_folder(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as server, server.client("老王") as player:
        code = (await player.ok("create_room", game="pairs", rounds=1))["code"]
    copy, new = tmp_path / "copy.sqlite3", tmp_path / "new" / "folder"
    assert paiju("backup", copy, "--data", tmp_path / "data") == Exit.OK
    assert paiju("restore", copy, "--data", new) == Exit.OK
    assert sorted(p.name for p in new.iterdir()) == ["paiju.lock", "paiju.sqlite3"]
    async with running(new) as server, server.client("老王", player.token) as again:
        assert again.welcome["room"] == code


async def test_a_running_server_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    async with running(data) as server, server.client("老王") as player:
        await asyncio.to_thread(paiju, "backup", copy, "--data", data)
        capsys.readouterr()
        assert await asyncio.to_thread(paiju, "restore", copy, "--data", data) == Exit.BAD_INPUT
        assert "another paiju server is playing" in capsys.readouterr().err
        await player.ok("play_now", game="pairs", rounds=1)
        await player.sit_down()
        await player.play()
    assert not list(data.glob("*before*"))
    assert not list(data.glob("*unfinished*"))


@pytest.fixture
async def whole(tmp_path: Path) -> Path:
    """A backup."""
    async with running(tmp_path / "data") as server, server.client() as player:
        await player.ok("create_room", game="pairs", rounds=1)
    copy = tmp_path / "whole.sqlite3"
    back_up(tmp_path / "data" / "paiju.sqlite3", copy)
    return copy


def spoil(copy: Path, how: str) -> None:
    """Make a backup useless."""
    if how == "cut off":
        os.truncate(copy, copy.stat().st_size // 2)
    elif how == "overwritten":
        with copy.open("r+b") as file:
            file.seek(copy.stat().st_size // 2)
            file.write(os.urandom(copy.stat().st_size // 2))
    elif how == "noise":
        copy.write_bytes(os.urandom(5000))
    elif how == "empty":
        copy.write_bytes(b"")
    else:
        with closing(sqlite3.connect(copy)) as connection, connection:
            statement = {
                "newer": "UPDATE alembic_version SET version_num = '9999'",
                "of others": "DROP TABLE players",
            }[how]
            connection.execute(statement)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("cut off", "damaged"),
        ("overwritten", "damaged"),
        ("noise", "no database of paiju's"),
        ("empty", "no database of paiju's"),
        ("newer", "made by a newer paiju (schema '9999')"),
        ("of others", "no database of paiju's"),
    ],
)
def test_what_is_not_whole_is_not_restored(
    whole: Path, tmp_path: Path, how: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(whole, how)
    database = tmp_path / "data" / "paiju.sqlite3"
    before = database.read_bytes()
    assert paiju("restore", whole, "--data", tmp_path / "data") == Exit.BAD_INPUT
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1
    assert database.read_bytes() == before
    assert not list((tmp_path / "data").glob("*before*"))


def test_a_damaged_database_is_put_aside_with_all_that_belongs_to_it(
    whole: Path, tmp_path: Path
) -> None:
    database, aside = tmp_path / "data" / "paiju.sqlite3", tmp_path / "data" / "aside.sqlite3"
    spoil(database, "noise")
    wal = database.with_name("paiju.sqlite3-wal")
    wal.write_bytes(b"of the damaged one")
    assert restore(whole, database, aside).players == 1
    assert not wal.exists()
    assert aside.with_name("aside.sqlite3-wal").read_bytes() == b"of the damaged one"
    assert check(database).rooms == 1


def test_an_older_backup_is_brought_up_to_date_when_it_is_served(tmp_path: Path) -> None:
    from sqlalchemy import create_engine

    from tests.server.test_migrations import TOKEN, oldest

    engine = create_engine(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    with engine.begin() as connection:
        oldest(connection)
    engine.dispose()
    assert paiju("restore", tmp_path / "old.sqlite3", "--data", tmp_path / "data") == Exit.OK

    async def back() -> str | None:
        async with running(tmp_path / "data") as server, server.client("", TOKEN) as player:
            return str(player.welcome["room"])

    assert asyncio.run(back()) == "004711"


def test_what_cannot_be_is_one_clear_line(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    url = "postgresql+asyncpg://me:secret@db/paiju"
    for arguments, said in (
        (("backup", whole, "--data", data), "there is a file of this name"),
        (("backup", tmp_path / "b", "--data", tmp_path / "none"), "there is no such database"),
        (("backup", tmp_path / "b", "--database-url", url), "pg_dump"),
        (
            ("backup", tmp_path / "no" / "b", "--data", data),
            "no: 没有这个文件夹 there is no such folder",
        ),
        (("restore", whole, "--database-url", url), "pg_restore"),
        (("restore", tmp_path / "none", "--data", data), "there is no such file"),
    ):
        assert paiju(*arguments) == Exit.BAD_INPUT
        errors = capsys.readouterr().err
        assert said in errors
        assert "secret" not in errors
        assert errors.count("\n") == 1
    assert check(data / "paiju.sqlite3").players == 1
