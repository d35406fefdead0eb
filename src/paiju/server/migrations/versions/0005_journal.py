"""SQLite keeps the steps in the order they came; by their key, each table's had its own page."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Write the journal anew, with an index for its key; other databases do so anyway."""
    if op.get_bind().dialect.name != "sqlite":
        return
    op.rename_table("journal", "journal_by_key")
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("step", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO journal SELECT table_id, seq, round, at, step FROM journal_by_key")
    op.drop_table("journal_by_key")
