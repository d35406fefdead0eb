"""The clocks of a table: since when each prompt is shown, and when it is answered for its seat."""

import asyncio
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Final

from paiju.server.chair import NOT_YET, Asked, SeatState
from paiju.server.state import Stage, TableState

EARLY: Final = 0.002
"""Seconds by which a timer may ring before its time: uvloop counts in whole ms.

Another one was set for the rest then, and another, ten in the mean: it took longer than a step.
"""
_RANDOM: Final = Random()


class Clocks:
    """The clocks of one table; ``note`` starts those of what has just been shown."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._stage: tuple[int, Stage] | None = None
        self._stage_at = NOT_YET

    def note(self) -> None:
        """Start the clock of every prompt that has just been shown, and of a new stage."""
        now = monotonic()
        for seat in self._state.seats:
            if seat.asked is not None and seat.asked.since == NOT_YET:
                seat.asked.since = now
                self._started(seat)
        stage = (self._state.number, self._state.stage)
        if stage != self._stage:
            self._stage = stage
            self._stage_at = now

    def _started(self, seat: SeatState) -> None:
        """The clock of a seat's prompt has just been started."""

    def restart_stage(self) -> None:
        """Start the clock of the stage afresh."""
        self._stage_at = monotonic()

    def stage_ends(self, after: int) -> float:
        """When the stage has lasted so many ms."""
        return self._stage_at + after / 1000

    def elapsed(self, seat: SeatState | None) -> int:
        """How long a seat's prompt has been open, or (``None``) the stage has lasted, in ms."""
        if seat is None:
            since = self._stage_at
        elif seat.asked is None:
            return 0
        else:
            since = seat.asked.since
        return round((monotonic() - since) * 1000)

    def left(self, seat: SeatState) -> tuple[int, int | None]:
        """What is left of a seat's time bank, and of the deadline of its prompt, in ms."""
        if seat.asked is None:
            return seat.bank, None
        over = self.elapsed(seat) - seat.asked.ask.deadline
        return max(0, seat.bank - max(0, over)), max(0, -over)


class Deadlines(Clocks):
    """The clocks of a table at play, and when each prompt is answered for its seat."""

    def _started(self, seat: SeatState) -> None:
        self.set(seat)

    def set(self, seat: SeatState) -> None:
        """Decide anew for a seat: another one answers there now."""
        if seat.asked is not None:
            seat.asked.due = seat.asked.since + self._answer_time(seat) / 1000

    @property
    def next(self) -> float | None:
        """When the first prompt is due, by the monotonic clock."""
        first: float | None = None
        for seat in self._state.seats:
            if seat.asked is not None and (first is None or seat.asked.due < first):
                first = seat.asked.due
        return first

    def late(self) -> list[tuple[SeatState, Asked]]:
        """The prompts that are due, in order, and whose they are."""
        now = monotonic()
        late = [
            (seat, seat.asked)
            for seat in self._state.seats
            if seat.asked is not None and seat.asked.due <= now
        ]
        return sorted(late, key=_due)

    def _answer_time(self, seat: SeatState) -> int:
        assert seat.asked is not None
        if seat.answers_itself:
            return seat.asked.ask.deadline + seat.asked.ask.bank
        # On a claim the pause is there anyway; a thinking bot must not make it longer.
        return _RANDOM.randint(*self._state.pace.think) if seat.asked.public else 0


def _due(late: tuple[SeatState, Asked]) -> float:
    return late[1].due


class Alarm:
    """Rings when something is due; or sooner, by an earlier setting, and then is set once more.

    It holds what rings only while it is set: a table that is over is held by nothing, and is freed.
    """

    def __init__(self) -> None:
        self._at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def set(self, due: float, ring: Callable[[], None]) -> None:
        """Ring at this time, by the monotonic clock, at the latest."""
        if self._timer is not None:
            if self._at <= due:
                return
            self._timer.cancel()
        self._at = due
        wait = due - monotonic()
        wait = wait + EARLY if wait > 0 else 0.0
        self._timer = asyncio.get_running_loop().call_later(wait, ring)

    def rang(self) -> None:
        """It may be set anew."""
        self._timer = None

    def cancel(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
