"""The tables of the database. A change here comes with a migration in ``migrations/versions``."""

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData()

PLAYERS: Final = Table(
    "players",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    # Only the hash: who reads the database cannot sit down as somebody.
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)

ROOMS: Final = Table(
    "rooms",
    METADATA,
    Column("code", String(4), primary_key=True),
    Column("state", Text, nullable=False),
    Column("touched", BigInteger, nullable=False),
)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("room", String(4), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("places", Text, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("finished", BigInteger, nullable=True),
)

JOURNAL: Final = Table(
    "journal",
    METADATA,
    # The key fences a second writer: two nodes cannot both write a table's step 17.
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("step", Text, nullable=False),
    sqlite_with_rowid=False,
)
