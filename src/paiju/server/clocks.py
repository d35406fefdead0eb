"""The clocks of a table: since when each prompt is shown, and when it is answered for its seat."""

from random import Random
from time import monotonic

from paiju.core.seat import Seat
from paiju.server.chair import SeatState
from paiju.server.state import Stage, TableState

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
        asked = (seat for seat in self._state.seats if seat.asked is not None)
        keys = [key_of(seat) for seat in asked]
        self._asked_at = {key: self._asked_at.get(key, now) for key in keys}
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
        self._random = Random()

    def note(self) -> None:
        """Forget the prompts that are closed, and decide for those that are new."""
        asked = [seat for seat in self._state.seats if seat.asked is not None]
        known, self._due = self._due, {}
        for seat in asked:
            if key_of(seat) in known:
                self._due[key_of(seat)] = known[key_of(seat)]
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
        return self._random.randint(*self._state.pace.think) if seat.asked.public else 0


def key_of(seat: SeatState) -> Prompt:
    """The open prompt of a seat."""
    assert seat.asked is not None
    return seat.seat, seat.asked.ask.prompt
