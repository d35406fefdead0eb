"""Copies of the SQLite file: made while the server plays, checked, and brought back."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from alembic.config import Config
from alembic.script import ScriptDirectory

from paiju.core.errors import PaijuError
from paiju.server.holding import lock
from paiju.server.store import MIGRATIONS

_COUNTED: Final = ("players", "rooms", "tables")
_BESIDE: Final = ("-wal", "-shm")
"""What SQLite keeps beside a file that is, or was, in use."""


class Kept(NamedTuple):
    """What is in a database file that was checked from its first page to its last."""

    revision: str
    players: int
    rooms: int
    tables: int


def back_up(database: Path, copy: Path) -> Kept:
    """Copy a database as it is at this moment, whoever is using it, and check the copy.

    Nothing stands under the name of the copy before it is whole and on the disk.

    :raises PaijuError: if there is no such database, or the copy cannot be made.
    """
    if not database.is_file():
        raise PaijuError(f"{database}: 没有这个数据库 there is no such database")
    if copy.exists():
        raise PaijuError(f"{copy}: 已有这个文件 there is a file of this name; choose another")
    if not copy.parent.is_dir():
        raise PaijuError(f"{copy.parent}: 没有这个文件夹 there is no such folder; make it first")
    with _whole_or_nothing(copy) as unfinished:
        _copy(database, unfinished)
        return check(unfinished)


def restore(copy: Path, database: Path, aside: Path) -> Kept:
    """Put a copy in the place of a database, which is kept as ``aside``.

    :raises PaijuError: if the copy is not whole, or a server is using the database.
    """
    if not copy.is_file():
        raise PaijuError(f"{copy}: 没有这个文件 there is no such file")
    kept = check(copy)
    database.parent.mkdir(parents=True, exist_ok=True)
    had_one = database.exists()
    with closing(lock(database)), _whole_or_nothing(database) as unfinished:
        _copy(copy, unfinished)
        check(unfinished)
        if had_one:
            # What SQLite keeps beside the file goes first: it must not meet another one.
            for suffix in (*_BESIDE, ""):
                beside = database.with_name(database.name + suffix)
                if beside.exists():
                    beside.replace(aside.with_name(aside.name + suffix))
    return kept


def check(database: Path) -> Kept:
    """Read a database file wholly. :raises PaijuError: unless it is whole and of this paiju."""
    try:
        with closing(_read_only(database)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise PaijuError(f"{database}: 文件坏了 the file is damaged ({verdict})")
            revisions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            counts = [
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in _COUNTED
            ]
    except sqlite3.Error as error:
        raise PaijuError(
            f"{database}: 不是牌局的数据库，或者坏了 no database of paiju's, or damaged ({error})"
        ) from None
    revision = "".join(name for (name,) in revisions)
    if revision not in _known_revisions():
        raise PaijuError(
            f"{database}: 来自更新的版本 it was made by a newer paiju (schema {revision!r}); "
            "use that one, or one still newer"
        )
    return Kept(revision, *counts)


@contextmanager
def _whole_or_nothing(file: Path) -> Iterator[Path]:
    """A name to write under; what stands there at the end gets its own name, on the disk."""
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        # Its owner's alone from the first byte on: it holds the seeds of rounds in play.
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield unfinished
        _to_disk(unfinished)
        unfinished.replace(file)
        _to_disk(file.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    try:
        with closing(_read_only(source)) as whole, closing(sqlite3.connect(target)) as copy:
            whole.backup(copy)
            # One file, with nothing beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise PaijuError(f"{source}: 不能复制 it cannot be copied ({error})") from None


def _read_only(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=10)


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _known_revisions() -> set[str]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
