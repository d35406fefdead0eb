"""Play coins and the history of rounds; a table's stake."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add them; nobody has played for coins yet, and no finished round was kept."""
    op.add_column("tables", sa.Column("stake", sa.Integer, nullable=False, server_default="0"))
    _make_ledger()
    _make_history()


def _make_ledger() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("coins", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "transfers",
        sa.Column("key", sa.String(96), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "postings",
        sa.Column("transfer", sa.String(96), primary_key=True),
        sa.Column("account", sa.String(64), primary_key=True, index=True),
        sa.Column("coins", sa.BigInteger, nullable=False),
    )


def _make_history() -> None:
    op.create_table(
        "rounds",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("stake", sa.Integer, nullable=False),
        sa.Column("termination", sa.String(32), nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("payments", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_table(
        "sittings",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("coins", sa.BigInteger, nullable=True),
    )
    op.create_index("sittings_of_player", "sittings", ["player", "at"])


def downgrade() -> None:
    """Drop them, and with them what everybody has won."""
    for table in ("sittings", "rounds", "postings", "transfers", "accounts"):
        op.drop_table(table)
    op.drop_column("tables", "stake")
