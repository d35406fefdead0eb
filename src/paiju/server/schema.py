"""The tables of the database. A change here comes with a migration in ``migrations/versions``."""

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData()

PLAYERS: Final = Table(
    "players",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),
    Column("login", String(32), nullable=True),
    # The login name as it is compared, and argon2id's own text of the password.
    Column("login_key", String(128), nullable=True, unique=True),
    Column("password", String(128), nullable=True),
    # Whose external bot this is; none for a person.
    Column("owner", String(32), nullable=True, index=True),
    # The node that does what the player asks for; unless it lives, any other may become it.
    Column("home", String(64), nullable=True),
)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), nullable=False, index=True),
    # Only the hash: who reads the database cannot sit down as somebody.
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("agent", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

ROOMS: Final = Table(
    "rooms",
    METADATA,
    Column("code", String(6), primary_key=True),
    Column("state", Text, nullable=False),
    Column("touched", BigInteger, nullable=False),
    # The node at which the room is, and its table; only that one writes them. Empty: a lone one.
    Column("owner", String(64), nullable=False, server_default="", index=True),
)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("room", String(6), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("places", Text, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("finished", BigInteger, nullable=True),
    Column("stake", Integer, nullable=False, server_default="0"),
)

JOURNAL: Final = Table(
    "journal",
    METADATA,
    # The key fences a second writer: two nodes cannot both write a table's step 17. SQLite, which
    # has but one writer, has other columns and another index for it (``stretches.py``).
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("step", Text, nullable=False),
)

# --- play coins: double entry; the postings of a transfer sum to zero -----------------------------

ACCOUNTS: Final = Table(
    "accounts",
    METADATA,
    # player:<id>, house, bots or mint
    Column("id", String(64), primary_key=True),
    # What its postings sum to; of a player never below zero.
    Column("coins", BigInteger, nullable=False),
)

TRANSFERS: Final = Table(
    "transfers",
    METADATA,
    # Says what for: nothing is paid twice.
    Column("key", String(96), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

POSTINGS: Final = Table(
    "postings",
    METADATA,
    Column("transfer", String(96), primary_key=True),
    Column("account", String(64), primary_key=True, index=True),
    Column("coins", BigInteger, nullable=False),
)

# --- finished rounds ------------------------------------------------------------------------------

ROUNDS: Final = Table(
    "rounds",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("stake", Integer, nullable=False),
    Column("termination", String(32), nullable=False),
    Column("names", Text, nullable=False),
    Column("payments", Text, nullable=False),
    Column("record", Text, nullable=False),
)

SITTINGS: Final = Table(
    "sittings",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    # What the player gained; null at a table without a stake.
    Column("coins", BigInteger, nullable=True),
    Index("sittings_of_player", "player", "at"),
)
