"""What SQLite and PostgreSQL can both do, and SQLAlchemy spells for each alone."""

from typing import Any

from sqlalchemy import ColumnElement, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def put(
    connection: AsyncConnection, table: Table, key: str, only: ColumnElement[bool], **values: Any
) -> bool:
    """Insert a row, or change the one that has its ``key``; false if that is none of ``only``."""
    new = _insert(connection, table).values(**values)
    changes = {name: value for name, value in values.items() if name != key}
    result = await connection.execute(
        new.on_conflict_do_update(index_elements=[key], set_=changes, where=only)
    )
    return result.rowcount == 1


async def insert_new(connection: AsyncConnection, table: Table, **values: Any) -> bool:
    """Insert a row unless there is one with its key; whether it was."""
    new = _insert(connection, table).values(**values)
    result = await connection.execute(new.on_conflict_do_nothing())
    return result.rowcount == 1


async def wait_turn(connection: AsyncConnection, number: int) -> None:
    """Let no other transaction that waits for this number run beside this one."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        await connection.execute(select(func.pg_advisory_xact_lock(number)))


def _insert(connection: AsyncConnection, table: Table) -> sqlite.Insert | postgresql.Insert:
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)


def set_up_sqlite(connection: Any) -> None:
    """Make a new connection to a SQLite file one that loses nothing."""
    cursor = connection.cursor()
    # Readers and the writer do not wait for each other, and a commit is on the disk: an
    # acknowledged action outlives a power cut, not only a killed process.
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.close()
