"""The clocks of a table: since when each prompt is shown, and when it is answered for its seat."""

import asyncio
from random import Random
from time import monotonic
from typing import Final

from paiju.core.seat import Seat
from paiju.server.chair import SeatState
from paiju.server.inbox import Inbox, TimeIsUp
from paiju.server.state import Stage, TableState

_RANDOM: Final = Random()

Prompt = tuple[Seat, int]
"""An open prompt: its seat and number."""


class Clocks:
    """The clocks of one table; ``note`` starts those of what has just been shown."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._asked_at: dict[Prompt, float] = {}
        self._stage: tuple[int, Stage] | None = None
        self._stage_at = 0.0

    def note(self) -> None:
        """Start the clock of every prompt that has just been shown, and of a new stage."""
        now = monotonic()
        known, self._asked_at = self._asked_at, {}
        for seat in self._state.seats:
            if seat.asked is not None:
                key = key_of(seat)
                self._asked_at[key] = known.get(key, now)
        stage = (self._state.number, self._state.stage)
        if stage != self._stage:
            self._stage = stage
            self._stage_at = now

    def restart(self) -> None:
        """Start every clock afresh: nobody could answer meanwhile."""
        self._asked_at.clear()
        self._stage = None
        self.note()

    def restart_stage(self) -> None:
        """Start the clock of the stage afresh."""
        self._stage_at = monotonic()

    def asked_at(self, seat: SeatState) -> float:
        """When the open prompt of a seat was shown."""
        return self._asked_at[key_of(seat)]

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
            since = self.asked_at(seat)
        return round((monotonic() - since) * 1000)

    def bank_left(self, seat: SeatState) -> int:
        """What is left of a seat's time bank, in ms."""
        if seat.asked is None:
            return seat.bank
        over = self.elapsed(seat) - seat.asked.ask.deadline
        return max(0, seat.bank - max(0, over))

    def deadline_left(self, seat: SeatState) -> int | None:
        """What is left of the deadline of a seat's prompt, in ms."""
        if seat.asked is None:
            return None
        return max(0, seat.asked.ask.deadline - self.elapsed(seat))


class Deadlines:
    """When each open prompt of a table is answered for its seat, counted from when it was shown."""

    def __init__(self, state: TableState, clocks: Clocks) -> None:
        self._state = state
        self._clocks = clocks
        self._due: dict[Prompt, float] = {}

    def note(self) -> None:
        """Forget the prompts that are closed, and decide for those that are new."""
        known, self._due = self._due, {}
        for seat in self._state.seats:
            if seat.asked is None:
                continue
            key = key_of(seat)
            if key in known:
                self._due[key] = known[key]
            else:
                self.set(seat)

    def set(self, seat: SeatState) -> None:
        """Decide anew for a seat: another one answers there now."""
        if seat.asked is not None:
            due = self._clocks.asked_at(seat) + self._answer_time(seat) / 1000
            self._due[key_of(seat)] = due

    def restart(self) -> None:
        """Decide anew for all seats."""
        self._due.clear()
        self.note()

    @property
    def next(self) -> float | None:
        """When the first prompt is due, by the monotonic clock."""
        return min(self._due.values(), default=None)

    def late(self) -> list[Prompt]:
        """The prompts that are due, in order."""
        now = monotonic()
        late = [prompt for prompt, due in self._due.items() if due <= now]
        return sorted(late, key=self._due.__getitem__)

    def _answer_time(self, seat: SeatState) -> int:
        assert seat.asked is not None
        if seat.answers_itself:
            return seat.asked.ask.deadline + seat.asked.ask.bank
        # On a claim the pause is there anyway; a thinking bot must not make it longer.
        return _RANDOM.randint(*self._state.pace.think) if seat.asked.public else 0


class Alarm:
    """Rings when something is due; or sooner, by an earlier setting, and then is set once more.

    It knows the table's inbox alone: a table that is over is held by nothing, and is freed.
    """

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def set(self, due: float) -> None:
        """Ring at this time, by the monotonic clock, at the latest."""
        if self._timer is not None:
            if self._at <= due:
                return
            self._timer.cancel()
        self._at = due
        wait = max(0.0, due - monotonic())
        self._timer = asyncio.get_running_loop().call_later(wait, self._rings)

    def cancel(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rings(self) -> None:
        self._timer = None
        self._inbox.put(TimeIsUp())


def key_of(seat: SeatState) -> Prompt:
    """The open prompt of a seat."""
    assert seat.asked is not None
    return seat.seat, seat.asked.ask.prompt
