"""What a node does beside answering its sockets: one task for each table and chore."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from contextvars import Context
from typing import Any


class Tasks:
    """The tasks that run, by name."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[None]] = {}

    def __iter__(self) -> Iterator[asyncio.Task[None]]:
        return iter(list(self._running.values()))

    def run(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Do something until it is through, under a name that nothing else has now."""
        # In a context of its own: what it logs is not of whoever's request began it.
        task = asyncio.create_task(work, name=name, context=Context())
        self._running[name] = task
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        if self._running.get(task.get_name()) is task:
            del self._running[task.get_name()]

    async def stop_all(self) -> None:
        """End everything where it is."""
        await self.stop(*self._running)

    async def stop(self, *names: str) -> None:
        """End these where they are."""
        found = [self._running[name] for name in names if name in self._running]
        for task in found:
            task.cancel()
        for task in found:
            with suppress(asyncio.CancelledError):
                await task
