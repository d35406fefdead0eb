"""How a table shows what happened: in order, and with pauses that tell nothing."""

import asyncio
from time import monotonic

from paiju.server.state import TableState
from paiju.server.stream import Numbered
from paiju.server.telling import Out


class Showing:
    """Sends the messages of a table to the streams of its viewers."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self.no_sooner = 0.0
        """Until when nothing more is shown, so that the pause tells nothing."""

    def pausing(self) -> bool:
        """Whether a pause is on."""
        return monotonic() < self.no_sooner

    async def show(self, outs: list[Out]) -> None:
        """Show what came of a step; what shows that play went on waits out the pause."""
        for out in outs:
            if out.public:
                wait = self.no_sooner - monotonic()
                if wait > 0:
                    await asyncio.sleep(wait)
            deliver(self._state, out)
            if out.opens_pause:
                self.no_sooner = monotonic() + self._state.pace.pause / 1000
        # Compiled, a coroutine that is through holds what it had until its caller awaits again.
        outs.clear()


def deliver(state: TableState, out: Out) -> None:
    """Put a message into the streams of those who get it."""
    message = Numbered(out.message)
    for seat in out.seats:
        stream = state.seats[seat].stream
        if stream is not None:
            stream.push(message)
    if out.onlookers:
        state.onlookers.push(message)
