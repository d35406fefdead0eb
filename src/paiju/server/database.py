"""Where the database is, by a URL whose password nobody is shown, and whether it is there."""

import sqlite3
from typing import Final

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from paiju.core.errors import PaijuError

_NO_SERVER: Final = ("08", "57P", "53", "25006")
"""How PostgreSQL numbers what ends a connection or lets none begin, and that it is short of disk or
memory, or only reads (a standby, after a failover)."""
_NO_DISK: Final = (
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR),
    *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY),
)
"""How SQLite numbers that its file cannot be used for the time being."""


def database_url(text: str) -> URL:
    """Read a database's URL.

    :raises PaijuError: if it is none.

    >>> database_url("postgresql+asyncpg://me:secret@home:5432/paiju").host
    'home'
    """
    try:
        url = make_url(text)
    except ArgumentError:
        raise unusable("it is no URL") from None
    except ValueError:
        raise unusable("its port is no number") from None
    if "@" in (url.host or ""):
        raise unusable("an @ in a password is written %40")
    return url


def unusable(why: object) -> PaijuError:
    """That a URL cannot be used, and what one looks like."""
    return PaijuError(
        f"the database URL cannot be used ({why}); it is sqlite+aiosqlite:///<file> or, "
        "with paiju[postgres] installed, postgresql+asyncpg://<user>:<password>@<host>/<name>"
    )


def out_of_use(url: URL, error: BaseException) -> PaijuError:
    """That a database cannot be used, and why."""
    reason = str(getattr(error, "orig", error))
    return PaijuError(
        f"{shown(url)}: 数据库用不了 the database cannot be used ({reason or 'no answer'})"
    )


def shown(url: URL) -> str:
    """A database as it may be named to anybody: the file, or the URL without its secrets.

    >>> shown(database_url("postgresql+asyncpg://me:secret@home/paiju?password=secret"))
    'postgresql+asyncpg://me:***@home/paiju'
    >>> shown(database_url("sqlite+aiosqlite:///data/paiju.sqlite3"))
    'data/paiju.sqlite3'
    """
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    return url.set(query={}).render_as_string()


def is_away(error: BaseException) -> bool:
    """Whether the database has not answered, or can keep nothing now, rather than refused.

    >>> is_away(ConnectionRefusedError()), is_away(ValueError())
    (True, False)
    """
    if isinstance(error, OSError) or getattr(error, "connection_invalidated", False):
        return True
    said = getattr(error, "orig", error)
    state = getattr(said, "sqlstate", None) or ""
    return getattr(said, "sqlite_errorcode", 0) & 0xFF in _NO_DISK or state.startswith(_NO_SERVER)
