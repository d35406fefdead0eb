"""The journal's writer: one commit at a time, with all steps that came up meanwhile.

A commit costs a few milliseconds whatever is in it. So the tables of a node share them: while one
is under way the next steps gather, and a step counts only when its commit is done.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextvars import Context
from math import inf
from time import monotonic, perf_counter
from typing import Final, TypeAlias

import structlog
from mypy_extensions import mypyc_attr
from sqlalchemy.exc import IntegrityError

from paiju.server.database import is_away
from paiju.server.rows import JournalRow, Row
from paiju.server.store import Along, Store
from paiju.server.tally import TALLY

MOST_AT_ONCE: Final = 1000
"""So many steps share a commit."""

_log = structlog.get_logger(__name__)


class JournalFailed(Exception):
    """A step could not be kept: its table in memory is ahead of the journal and must be dropped."""


class Fenced(JournalFailed):
    """Another writer has written this table's step: the table is no longer ours."""


class InDoubt(JournalFailed):
    """The database went away meanwhile: only when it is back will it tell what it has kept."""


Then: TypeAlias = Callable[[JournalFailed | None], None]
"""Is told that all is committed, or why it is not; it raises nothing."""


@mypyc_attr(acyclic=True)
class _Pending:
    __slots__ = ("along", "rows", "then")

    def __init__(self, rows: Sequence[Row], then: Then, along: Along | None) -> None:
        self.rows: Final = rows
        self.then: Final = then
        self.along: Final = along


class Journal:
    """Appends steps; many tables call :meth:`append` at once and share the commits."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: list[_Pending] = []
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop
        self.commits = 0
        self.rows = 0
        self.kept_at = self.failed_at = -inf
        """When the database last took something, and when it last could not."""

    @property
    def waiting(self) -> int:
        """How many steps are in no commit yet."""
        return len(self._pending)

    def start(self) -> None:
        """Begin to write."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """Write what is pending, then stop."""
        if self._task is not None:
            await self._task

    def append(self, rows: Sequence[Row], then: Then, along: Along | None = None) -> None:
        """Keep the next steps of one table, and what goes along, and tell ``then`` of it.

        It is told ``Fenced`` if another writer has written one of them.
        """
        self._pending.append(_Pending(rows, then, along))
        if self._task is None:
            # In a context of its own: what it logs is not of the table whose step came first.
            writing = self._write_on()
            self._task = self._loop.create_task(writing, name="journal", context=Context())

    async def _write_on(self) -> None:
        try:
            while self._pending:
                batch = self._pending[:MOST_AT_ONCE]
                self._pending = self._pending[MOST_AT_ONCE:]
                await self._write(batch)
        finally:
            self._task = None

    async def _write(self, batch: list[_Pending]) -> None:
        """One transaction for all; if it is refused, one for each, to find whose step it was."""
        failed = await self._try(batch)
        if failed is None or len(batch) == 1 or isinstance(failed, InDoubt):
            # In doubt all may be kept: who wrote them again would be fenced off by oneself.
            _tell(batch, failed)
            return
        for one in batch:
            _tell([one], await self._try([one]))

    async def _try(self, batch: list[_Pending]) -> JournalFailed | None:
        rows = [row for one in batch for row in one.rows]
        along = [one.along for one in batch if one.along is not None]
        began = perf_counter()
        try:
            await self._store.append(rows, along)
        except IntegrityError as error:
            return Fenced(str(error.orig))
        except sqlite3.IntegrityError as error:
            return Fenced(str(error))
        except Exception as error:
            # Whatever it is, the writer must live on: all tables wait for it.
            TALLY.commit_failures += 1
            _log.error("journal failed", error=str(error), rows=len(rows))
            if not is_away(error):
                return JournalFailed(str(error))
            self.failed_at = monotonic()
            return InDoubt(str(error))
        self.kept_at = monotonic()
        TALLY.committed.add(perf_counter() - began)
        self.commits += 1
        self.rows += sum(isinstance(row, JournalRow) for row in rows)
        return None


def _tell(batch: list[_Pending], failed: JournalFailed | None) -> None:
    for one in batch:
        one.then(failed)
