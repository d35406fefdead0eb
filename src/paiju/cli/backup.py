"""``paiju backup``: a copy of all games, accounts and coins, while the server plays on."""

from __future__ import annotations

import sys
from pathlib import Path

from paiju.core.errors import PaijuError
from paiju.server.backup import Kept, back_up
from paiju.server.settings import Settings, from_environment


def run(file: Path, /, *, data: Path | None = None, database_url: str | None = None) -> None:
    """Copy all games and accounts into a file, while the server runs.  备份

    Parameters
    ----------
    file
        Where to put the copy; there must be no file of this name yet.
    data
        The folder that keeps the games (./paiju-data).
    database_url
        The database, if it is another than the file in the data folder.
    """
    kept = back_up(database_file(data, database_url), file)
    print(f"已备份 backed up  {file}  ({described(kept)})", file=sys.stderr)


def database_file(data: Path | None, url: str | None) -> Path:
    """The SQLite file that flags and environment name.

    :raises PaijuError: saying what to use instead, if the database is of another kind.
    """
    environment = from_environment()
    folder = data or Path(environment.get("data", "paiju-data"))
    settings = Settings(data=folder, database_url=url or environment.get("database_url"))
    file = settings.database_file
    if file is None:
        raise PaijuError(
            "只备份 SQLite 文件 this copies SQLite files only; PostgreSQL has its own tools: "
            "pg_dump --format=custom --file=paiju.dump DATABASE, and pg_restore"
        )
    return file


def described(kept: Kept) -> str:
    """What is in a database, in a few words."""
    return (
        f"{kept.players} 人 players, {kept.rooms} 房间 rooms, {kept.tables} 牌桌 tables, "
        f"schema {kept.revision}"
    )
