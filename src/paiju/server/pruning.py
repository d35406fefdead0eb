"""What nobody will ask for any more is taken out of the database, a little at a time."""

import asyncio
from typing import Final

from sqlalchemy import delete, exists, literal, or_, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from paiju.server.ledger import account_of
from paiju.server.schema import ACCOUNTS, JOURNAL, PLAYERS, SESSIONS, SITTINGS, TABLES
from paiju.server.store import now_ms

_DAY: Final = 24 * 3600 * 1000
GUEST_KEPT: Final = 90 * _DAY
"""A guest who never finished a round nor moved a coin is forgotten when unseen for so many ms.

So is a bot that its owner has dropped.
"""
JOURNAL_KEPT: Final = 7 * _DAY
"""The steps of a finished match are kept for so many ms; its rounds' records stay.

In SQLite's file they are kept as long as those of any match that was begun before it.
"""
GUESTS_AT_ONCE: Final = 500
TABLES_AT_ONCE: Final = 100
"""So much is done in one sweep, in small transactions: the tables at play wait for none long."""
STEPS_AT_ONCE: Final = 2000
"""So many go in one of these."""
_BREATH: Final = 0.02
"""Seconds between two of them, for the steps of tables at play."""

_ENDS: Final = text(
    """
    SELECT coalesce(min(id), 0), coalesce(
        (
            SELECT id FROM journal
            WHERE EXISTS (SELECT 1 FROM tables WHERE tables.id = table_id)
            ORDER BY id LIMIT 1
        ),
        max(id) + 1,
        0
    )
    FROM journal
    """
)
_CUT: Final = text("DELETE FROM journal WHERE id < :upto")


class Pruning:
    """What goes, and when."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def forget_guests(self, here: set[str]) -> None:
        """Forget guests who left nothing behind, but for those who are here or sit somewhere."""
        played = exists().where(SITTINGS.c.player == PLAYERS.c.id)
        has_token = exists().where(SESSIONS.c.player == PLAYERS.c.id)
        paid = exists().where(ACCOUNTS.c.id == literal(account_of("")) + PLAYERS.c.id)
        unseen = (
            select(PLAYERS.c.id)
            .where(
                PLAYERS.c.seen < now_ms() - GUEST_KEPT,
                PLAYERS.c.login_key.is_(None),
                or_(PLAYERS.c.owner.is_(None), ~has_token),
                ~played,
                ~paid,
            )
            .order_by(PLAYERS.c.seen)
            .limit(GUESTS_AT_ONCE)
        )
        async with self._engine.begin() as connection:
            found = (await connection.execute(unseen)).scalars()
            gone = [player for player in found if player not in here]
            await connection.execute(delete(SESSIONS).where(SESSIONS.c.player.in_(gone)))
            await connection.execute(delete(PLAYERS).where(PLAYERS.c.id.in_(gone)))

    async def forget_journals(self) -> None:
        """Forget the steps of matches that were over long ago, and the secrets of their deals."""
        over = (
            select(TABLES.c.id)
            .where(TABLES.c.finished < now_ms() - JOURNAL_KEPT)
            .order_by(TABLES.c.finished)
            .limit(TABLES_AT_ONCE)
        )
        async with self._engine.connect() as connection:
            gone = list((await connection.execute(over)).scalars())
        is_mixed = self._engine.dialect.name == "sqlite"
        for table in gone:
            async with self._engine.begin() as connection:
                if not is_mixed:
                    await connection.execute(delete(JOURNAL).where(JOURNAL.c.table_id == table))
                await connection.execute(delete(TABLES).where(TABLES.c.id == table))
        if is_mixed:
            await self._cut_journal()

    async def _cut_journal(self) -> None:
        """In SQLite's file the steps of all tables lie as they came, and go as they came.

        They are kept from the first one on whose table is not forgotten.
        """
        async with self._engine.connect() as connection:
            first, kept = (await connection.execute(_ENDS)).one()
        for upto in range(first + STEPS_AT_ONCE, kept + STEPS_AT_ONCE, STEPS_AT_ONCE):
            async with self._engine.begin() as connection:
                await connection.execute(_CUT, {"upto": min(upto, kept)})
            await asyncio.sleep(_BREATH)
