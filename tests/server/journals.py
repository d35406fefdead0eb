"""The journal's writer as a test has it: to wait for."""

import asyncio
from collections.abc import Sequence

from paiju.server.journal import Journal, JournalFailed
from paiju.server.rows import Row
from paiju.server.store import Along


def append(
    journal: Journal, rows: Sequence[Row], along: Along | None = None
) -> asyncio.Future[None]:
    """Is done when the steps are kept."""
    done = asyncio.get_running_loop().create_future()

    def then(failed: JournalFailed | None) -> None:
        if failed is None:
            done.set_result(None)
        else:
            done.set_exception(failed)

    journal.append(rows, then, along)
    return done
