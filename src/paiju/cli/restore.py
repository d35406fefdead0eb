"""``paiju restore``: what ``paiju backup`` has kept is brought back."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from paiju.cli.backup import database_file, described
from paiju.server.backup import restore


def run(file: Path, /, *, data: Path | None = None, database_url: str | None = None) -> None:
    """Bring back what a backup has kept, while no server runs.  恢复备份

    The database that was there is kept beside it, under a name with the time.

    Parameters
    ----------
    file
        What ``paiju backup`` wrote.
    data
        The folder that keeps the games (./paiju-data).
    database_url
        The database, if it is another than the file in the data folder.
    """
    database = database_file(data, database_url)
    now = datetime.now().astimezone()
    aside = database.with_name(f"{database.stem}-before-{now:%Y%m%d-%H%M%S}{database.suffix}")
    had_one = database.exists()
    kept = restore(file, database, aside)
    print(f"已恢复 restored  {database}  ({described(kept)})", file=sys.stderr)
    if had_one:
        print(f"原来的在 what was there is kept in  {aside}", file=sys.stderr)
