"""Where the steps of one table are in the journal of all.

PostgreSQL finds them by their key. To keep such a key a file would write a page of it for almost
every step, since each table's last steps are on another. So SQLite numbers all steps as they come,
and its index goes by stretches of 512 of them (``id >> 9``), and only within a stretch by table:
whatever is written goes to the few pages at the end of both. A table is looked up in one stretch
after another, from the newest back.
"""

from typing import Final

from sqlalchemy import ColumnElement, Dialect, text

from paiju.server.schema import JOURNAL

FOREVER: Final = 2**63 - 1
"""Later than any time, in ms since 1970."""
NEVER: Final = -1
"""Before any time."""

_BACK: Final = text(
    """
    stretch IN (
        WITH RECURSIVE back (number) AS (
            SELECT max(stretch) FROM journal
            UNION ALL
            SELECT number - 1 FROM back
            WHERE number > (SELECT min(stretch) FROM journal) AND NOT EXISTS (
                SELECT 1 FROM journal
                WHERE stretch = number AND table_id = :own AND at <= :opened_by
                AND json_extract(step, '$.step') = 'round'
            )
        )
        SELECT number FROM back
    )
    """
)
"""From the newest stretch back to that in which the table's last round was opened by then."""


def steps_of(table: str, dialect: Dialect, opened_by: int = NEVER) -> ColumnElement[bool]:
    """That a row of the journal is a step of this table.

    Those before the last round that was opened by a time (ms since 1970) may be left out.
    """
    own = JOURNAL.c.table_id == table
    if dialect.name != "sqlite":
        return own
    return own & _BACK.bindparams(own=table, opened_by=opened_by)
