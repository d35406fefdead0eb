"""A table once more, some time later: for those who may look over a seat's shoulder.

It is folded from the same steps at the same distances, pauses included, so it tells by its timing
no more than the table did, and by its messages what that seat was sent.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

import structlog

from paiju.core.seat import Seat
from paiju.server.ages import Ages
from paiju.server.answering import Answers
from paiju.server.clocks import Clocks
from paiju.server.gallery import GATHER, Gallery
from paiju.server.inbox import Command
from paiju.server.outbox import Send
from paiju.server.showing import BLUR, Showing, deliver
from paiju.server.state import TableState
from paiju.server.steps import Step
from paiju.server.store import JournalStep

_AGES: Final = Ages()
_log: Final = structlog.get_logger(__name__)

PastSteps: TypeAlias = Callable[[], Awaitable[Sequence[JournalStep]]]


class _Due(NamedTuple):
    at: float
    """When it happens here, by the monotonic clock."""
    step: Step


class Echo:
    """A table ``delay`` ms later. ``run`` is its task, from the first onlooker to the end."""

    def __init__(self, state: TableState, past: PastSteps, delay: int, answers: Answers) -> None:
        self._state = state
        self._past = past
        self.delay = delay
        self._clocks = Clocks(state)
        self._showing = Showing(state)
        self._gallery = Gallery(state, self._clocks, answers, delay)
        self._steps: dict[int, _Due] = {}
        """What is to happen here, by number and in order."""
        self._next = 0
        """What has a lower number has happened."""
        self._news = asyncio.Event()
        self._stopped = False

    def __contains__(self, player: str) -> bool:
        return player in self._gallery

    # --- from outside -------------------------------------------------------------------------

    def feed(self, seq: int, step: Step) -> None:
        """The table has taken a step.

        The journal may have told of it already, and said when it was written: before it was seen.
        """
        if seq >= self._next:
            self._steps[seq] = _Due(monotonic() + self.delay / 1000, step)
            self._news.set()

    def admit(self, player: str, seat: Seat) -> None:
        """Let a player look over a seat's shoulder."""
        self._gallery.admit(player, seat)

    def dismiss(self, player: str) -> None:
        """A player looks on no more."""
        self._gallery.dismiss(player)

    def detach(self, player: str, listener: Send) -> None:
        """A socket is gone."""
        self._gallery.detach(player, listener)

    def come(self, command: Command) -> None:
        """Take the ``resume`` of an onlooker. :raises Refused: for anything else."""
        self._gallery.come(command)
        asyncio.get_running_loop().call_later(GATHER, self._news.set)

    def stop(self) -> None:
        """The table has failed."""
        self._stopped = True
        self._news.set()

    # --- the task -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Follow the table until its match is over here too."""
        try:
            await self._catch_up()
            while not (self._stopped or self._state.over):
                await self._go_on()
        except Exception:
            _log.exception("echo failed", table=self._state.table)

    async def _catch_up(self) -> None:
        """Take what happened long ago at once; what came since then has its time."""
        past = {
            seq: _Due(monotonic() + self.delay / 1000 - _AGES.of(at), step)
            for seq, at, step in await self._past()
        }
        self._next = next(iter(past), 0)
        since = {seq: due for seq, due in self._steps.items() if seq >= self._next}
        self._steps = past | since
        # What may lie in a pause is shown with it: who comes just then is told no more by it.
        settled = monotonic() - self._state.pace.pause * (1 + BLUR) / 1000
        while (step := self._due_by(settled)) is not None:
            deliver(self._state, self._state.apply(step))
        self._clocks.note()

    async def _go_on(self) -> None:
        """Take the next step that is due, serve who waits, or wait for either."""
        now = monotonic()
        if (step := self._due_by(now)) is not None:
            messages = self._state.apply(step)
            self._showing.show(messages)
            if messages:
                await self._showing.show_rest(messages)
            self._clocks.note()
            self._gallery.leave_empty_seats()
            return
        if not self._state.seats:
            self._gallery.acknowledge()
        elif self._gallery.waiting and not self._showing.pausing():
            self._gallery.leave_empty_seats()
            self._gallery.serve()
            return
        times = [due.at for due in self._steps.values()][:1]
        if self._state.seats and self._gallery.waiting:
            times.append(self._showing.no_sooner)
        self._news.clear()
        try:
            async with asyncio.timeout(min(times) - now if times else None):
                await self._news.wait()
        except TimeoutError:
            pass

    def _due_by(self, moment: float) -> Step | None:
        """Take out the next step if it happens by then."""
        seq, due = next(iter(self._steps.items()), (0, None))
        if due is None or due.at > moment:
            return None
        self._next = seq + 1
        del self._steps[seq]
        return due.step
