"""The course of a match: one step after the other, each applied, journalled and then shown.

What can be done at once is done as it comes: to wake a task for it takes longer than to do it. The
one task of a table waits, and does what takes a while.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from time import perf_counter
from typing import NamedTuple, TypeAlias

from mypy_extensions import mypyc_attr

from paiju.bots.base import Bot
from paiju.core.errors import BadNotation, IllegalAction
from paiju.core.seat import Seat
from paiju.server.answering import Answers
from paiju.server.cashier import Cashier, Closing
from paiju.server.clocks import Deadlines
from paiju.server.echo import Echo
from paiju.server.journal import Journal, JournalFailed
from paiju.server.refusals import bad_notation, illegal
from paiju.server.rows import JournalRow, Row
from paiju.server.showing import Showing
from paiju.server.state import TableState
from paiju.server.steps import AutoSet, Left, Request, Step, write_step
from paiju.server.store import now_ms
from paiju.server.stream import Message
from paiju.server.tally import TALLY

Errand: TypeAlias = Callable[[], Awaitable[None]]
"""Something that takes a while, for the task of a table."""


class Backing(NamedTuple):
    """What a table needs of the house."""

    journal: Journal
    cashier: Cashier
    answers: Answers
    new_bot: Callable[[Seat], Bot]
    new_echo: Callable[[], Echo]
    """The table once more, later; its task runs already."""
    on_left: Callable[[str], Awaitable[None]]
    """Is told who has left the table for good."""
    node: str
    """Where it is played."""


@mypyc_attr(acyclic=True)
class _Taken:
    """A step that has been applied and is on its way."""

    __slots__ = ("closing", "messages", "steps")

    def __init__(self, steps: list[Step], messages: list[Message], closing: Closing | None) -> None:
        self.steps = steps
        """The step, and the payment if it has ended a round."""
        self.messages = messages
        """What is still to be told of it."""
        self.closing = closing


class Course:
    """A match that takes its steps. What comes next, a subclass says (``go_on``)."""

    def __init__(self, state: TableState, backing: Backing) -> None:
        self.id = state.table
        self.state = state
        self._house = backing
        self._answers = backing.answers
        self.next_seq = 0
        """The number of the next step in the journal."""
        self._clocks = Deadlines(state)
        self._showing = Showing(state)
        self._echo: Echo | None = None
        self._taken: _Taken
        self._errand: asyncio.Future[Errand | None]
        """What the task is to do next; nothing more when the match is over.

        It is cancelled at once with the task, which hears of that only a turn of the loop later.
        """
        self._is_busy = True
        """Whether a step is being kept and shown, or a bot thinks: nothing else is done then.

        Nor is anything before the task begins, or after its end.
        """
        self._has_failed = False

    def go_on(self) -> None:
        """Do what there is to do, unless something is being done."""
        raise NotImplementedError

    # --- the task -----------------------------------------------------------------------------

    async def run_errands(self, first: Step | None) -> None:
        """Take the first step, and then do what takes a while, until the match is over.

        :raises JournalFailed: if a step could not be kept.
        """
        loop = asyncio.get_running_loop()
        self._errand = loop.create_future()
        try:
            if first is None:
                self._is_busy = False
                self.go_on()
            else:
                self.take(first)
            while (errand := await self._errand) is not None:
                self._errand = loop.create_future()
                await errand()
        except BaseException:
            self._has_failed = self._is_busy = True
            # An error holds all that it came through, and this table: it must not be held by that.
            self._errand = loop.create_future()
            raise

    def give_errand(self, errand: Errand | None) -> None:
        """Let the task do something that takes a while, or end (``None``); all else waits."""
        self._is_busy = True
        if not self._errand.cancelled():
            self._errand.set_result(errand)

    def fail(self, error: Exception) -> None:
        """Let the task end with an error."""
        self._has_failed = self._is_busy = True
        if isinstance(error, StopIteration):
            error = RuntimeError(repr(error))  # a future takes none
        if not self._errand.cancelled():
            self._errand.set_exception(error)

    # --- a step: apply, journal, acknowledge, show --------------------------------------------

    def take(self, step: Step) -> None:
        """Take a step; when everybody has been shown it, the course goes on.

        :raises Refused: if it cannot be; nothing has changed then.
        """
        messages = self._applied(step)
        if self.state.unpaid:
            self.give_errand(partial(self._close, step, messages))
        else:
            self._keep(_Taken([step], messages, None))

    async def _close(self, step: Step, messages: list[Message]) -> None:
        """Reckon what the round brings that a step has ended."""
        closing = await self._house.cashier.close(self.state)
        messages += self._applied(closing.paid)
        self._keep(_Taken([step, closing.paid], messages, closing))

    def _keep(self, taken: _Taken) -> None:
        self._is_busy = True
        self._taken = taken
        rows: list[Row] = [self._row(step) for step in taken.steps]
        if taken.closing is None:
            self._house.journal.append(rows, self._kept)
        else:
            rows += taken.closing.rows
            self._house.journal.append(rows, self._kept, taken.closing.along)

    def _kept(self, failed: JournalFailed | None) -> None:
        """The journal has a step, or could not take it."""
        if self._has_failed:
            return
        if failed is not None:
            self.fail(failed)
            return
        try:
            steps = self._taken.steps
            if self._echo is not None:
                for seq, step in enumerate(steps, self.next_seq - len(steps)):
                    self._echo.feed(seq, step)
            if isinstance(steps[0], Left) and steps[0].request is not None:
                self.give_errand(partial(self._see_off, steps[0].request.player))
            else:
                self._tell()
        except Exception as error:
            self.fail(error)

    async def _see_off(self, player: str) -> None:
        """Let the house know who has left before it hears that: then it may go elsewhere."""
        await self._house.on_left(player)
        self._tell()

    def _tell(self) -> None:
        """Acknowledge a step and show what came of it."""
        request: Request | None = getattr(self._taken.steps[0], "request", None)
        if request is not None:
            self._answers.done(request.player, request.id)
        self._showing.show(self._taken.messages)
        if self._taken.messages:
            self.give_errand(self._tell_rest)
        else:
            self._told()

    async def _tell_rest(self) -> None:
        """Show what had to wait."""
        await self._showing.show_rest(self._taken.messages)
        self._told()

    def _told(self) -> None:
        match self._taken.steps[0]:
            case AutoSet(seat=seat) | Left(seat=seat):
                self._clocks.set(self.state.seats[seat])
        self._clocks.note()
        if self._taken.closing is not None:
            for player, coins in self._taken.closing.purses.items():
                self._answers.paid(player, coins)
        self._is_busy = False
        self.go_on()

    def _row(self, step: Step) -> JournalRow:
        """The step as the journal keeps it, with the next number."""
        seq, self.next_seq = self.next_seq, self.next_seq + 1
        return JournalRow(self.id, seq, self.state.number, now_ms(), write_step(step))

    def _applied(self, step: Step) -> list[Message]:
        began = perf_counter()
        try:
            return self.state.apply(step)
        except IllegalAction as error:
            raise illegal(error) from None
        except BadNotation as unread:
            raise bad_notation(str(unread)) from None
        except StopIteration as fault:
            raise RuntimeError(repr(fault)) from fault  # compiled, an errand would end by it
        finally:
            TALLY.applied.add(perf_counter() - began)
