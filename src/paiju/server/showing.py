"""How a table shows what happened: in order, and with pauses that tell nothing."""

import asyncio
from random import SystemRandom
from time import monotonic
from typing import Final

from paiju.server.clocks import EARLY
from paiju.server.state import TableState
from paiju.server.stream import Message

BLUR: Final = 1 / 16
"""By up to this share a pause is longer, at random.

How exactly a pause ends depends on what else the loop did meanwhile, thus on whether somebody was
asked: by a quarter of a millisecond, which a program in the same house could measure.
"""
MOMENTS: Final = 3
"""So many kinds of question a pause has room for, one after the other (JM-15)."""
_RANDOM: Final = SystemRandom()


class Showing:
    """Sends the messages of a table to the streams of its viewers."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._opened = 0.0
        """When the last pause began."""
        self.no_sooner = 0.0
        """Until when nothing more is shown, so that the pause tells nothing."""

    def pausing(self) -> bool:
        """Whether a pause is on."""
        return monotonic() < self.no_sooner

    def show(self, messages: list[Message]) -> None:
        """Show what came of a step and take it out of the list, up to what must wait.

        What shows that play went on waits out the pause. A question that others may have been asked
        before waits for its own moment in it.
        """
        pause, told, first = self._state.pace.pause, 0, 0
        waits = self.pausing()
        for message in messages:
            if waits and monotonic() < self._moment(message):
                break
            told += 1
            if message.opens_pause and pause > 0:
                # Apart from the question it brings: who is asked only after another has passed
                # gets that by itself, and must not see from it that another was asked (JM-15).
                deliver(self._state, messages[first:told])
                first, waits = told, True
                self._opened = monotonic()
                self.no_sooner = self._opened + _RANDOM.triangular(1, 1 + BLUR) * pause / 1000
        deliver(self._state, messages[first:told])
        del messages[:told]

    async def show_rest(self, messages: list[Message]) -> None:
        """Show what had to wait."""
        while messages:
            await asyncio.sleep(self._moment(messages[0]) - monotonic() + EARLY)
            self.show(messages)

    def _moment(self, message: Message) -> float:
        """When a message may be shown, by the pause that is on."""
        if message.public:
            return self.no_sooner
        return self._opened + (self.no_sooner - self._opened) * message.after / MOMENTS


def deliver(state: TableState, messages: list[Message]) -> None:
    """Put messages into the streams of those who get them, for each viewer all at once."""
    if not messages:
        return
    now = monotonic()
    for message in messages:
        message.sent = now
    for chair in state.seats:
        if chair.stream is not None:
            chair.stream.tell([it for it in messages if it.goes_to(chair.seat)])
    state.onlookers.tell([it for it in messages if it.onlookers])
