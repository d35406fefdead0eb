"""How a table shows what happened: in order, and with pauses that tell nothing."""

import asyncio
from random import Random
from time import monotonic
from typing import Final

from paiju.server.state import TableState
from paiju.server.stream import Numbered
from paiju.server.telling import Out

BLUR: Final = 1 / 16
"""By up to this share a pause is longer, at random.

How exactly a pause ends depends on what else the loop did meanwhile, thus on whether somebody was
asked: by a quarter of a millisecond, which a program in the same house could measure.
"""
_RANDOM: Final = Random()


class Showing:
    """Sends the messages of a table to the streams of its viewers."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self.no_sooner = 0.0
        """Until when nothing more is shown, so that the pause tells nothing."""

    def pausing(self) -> bool:
        """Whether a pause is on."""
        return monotonic() < self.no_sooner

    def show(self, outs: list[Out]) -> None:
        """Show what came of a step and take it out of the list, up to what must wait.

        What shows that play went on waits out the pause.
        """
        shown = 0
        for out in outs:
            if out.public and self.pausing():
                break
            deliver(self._state, out)
            if out.opens_pause:
                longer = _RANDOM.triangular(1, 1 + BLUR)
                self.no_sooner = monotonic() + longer * self._state.pace.pause / 1000
            shown += 1
        del outs[:shown]

    async def show_rest(self, outs: list[Out]) -> None:
        """Show what had to wait."""
        while outs:
            await asyncio.sleep(self.no_sooner - monotonic())
            self.show(outs)


def deliver(state: TableState, out: Out) -> None:
    """Put a message into the streams of those who get it."""
    message = Numbered(out.message)
    for seat in out.seats:
        stream = state.seats[seat].stream
        if stream is not None:
            stream.push(message)
    if out.onlookers:
        state.onlookers.push(message)
