"""SQLite finds a table's steps stretch by stretch: by their key, most had a page of their own."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Write SQLite's journal anew, in the order it was written (``stretches.py`` tells why)."""
    if op.get_bind().dialect.name != "sqlite":
        return
    op.rename_table("journal", "journal_by_key")
    op.execute(
        """
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY,
            table_id VARCHAR(32) NOT NULL,
            seq INTEGER NOT NULL,
            round INTEGER NOT NULL,
            at BIGINT NOT NULL,
            step TEXT NOT NULL,
            stretch INTEGER GENERATED ALWAYS AS (id >> 9) VIRTUAL
        )
        """
    )
    op.execute(
        """
        INSERT INTO journal (table_id, seq, round, at, step)
        SELECT table_id, seq, round, at, step FROM journal_by_key ORDER BY rowid
        """
    )
    op.drop_table("journal_by_key")
    op.execute("CREATE UNIQUE INDEX journal_by_stretch ON journal (stretch, table_id, seq)")
