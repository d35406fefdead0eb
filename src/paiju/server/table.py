"""One table at play: the only task that writes its match.

Everything that happens to a table comes through one inbox: what its players send, dropped lines,
time that runs out. Each thing is checked and applied, then journalled, and only when the journal
has it is it acknowledged and shown.
"""

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import NamedTuple

from paiju.bots.base import Bot
from paiju.core.errors import BadNotation, IllegalAction
from paiju.core.seat import Seat
from paiju.server.answering import Answers
from paiju.server.cashier import Cashier
from paiju.server.chair import SeatState
from paiju.server.clocks import Alarm, Deadlines
from paiju.server.echo import Echo
from paiju.server.gallery import GATHER, Gallery
from paiju.server.inbox import Command, Forgotten, Inbox, Item, Line, OnlookersCame, TimeIsUp
from paiju.server.journal import Journal
from paiju.server.protocol import Act, Auto, GiveNonce, Leave, Next, Resume, encode
from paiju.server.refusals import Refused, bad_notation, illegal, refused
from paiju.server.rows import JournalRow, Row
from paiju.server.showing import Showing
from paiju.server.stand_in import StandIn
from paiju.server.state import TableState
from paiju.server.steps import (
    Acted,
    AutoSet,
    Cleared,
    Dealt,
    Left,
    LineChanged,
    NextPressed,
    NonceGiven,
    Place,
    Request,
    Step,
    TakenUp,
    write_step,
)
from paiju.server.store import now_ms
from paiju.server.stream import Listener
from paiju.server.tally import TALLY
from paiju.server.telling import Out
from paiju.server.view import view_of


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


class Table:
    """A running match. ``run`` is its task; everything else only puts things into the inbox."""

    def __init__(self, state: TableState, backing: Backing, places: list[Place]) -> None:
        self.id = state.table
        self.state = state
        self._house = backing
        self._journal = backing.journal
        self._answers = backing.answers
        self._places = places
        self.next_seq = 0
        """The number of the next step in the journal."""
        self._inbox = Inbox()
        self._clocks = Deadlines(state)
        self._showing = Showing(state)
        self._stand_in = StandIn(state, backing.new_bot)
        self._gallery = Gallery(state, self._clocks, backing.answers)
        self._echo: Echo | None = None
        self._alarm = Alarm(self._inbox)
        self._failed = False
        self._resumed_in = 0
        """In which round it came back after a restart: all will come back, if they can."""

    # --- from outside -------------------------------------------------------------------------

    def put(self, command: Command) -> None:
        """Take a request; it comes to nothing if the table has failed.

        :raises Refused: as ``busy`` if too much of the player's is waiting.
        """
        if self._failed:
            self._answers.lost(command.player, command.message.id)
        elif self._echo is not None and command.player in self._echo:
            self._echo.come(command)
        elif command.player in self._gallery:
            first = not self._gallery.waiting
            self._gallery.come(command)
            if first:
                asyncio.get_running_loop().call_later(GATHER, self._inbox.put, OnlookersCame())
        else:
            self._inbox.request(command)

    @property
    def waiting(self) -> int:
        """How much waits to be done here."""
        return len(self._inbox)

    def line(self, player: str, up: bool) -> None:
        """A player's connection dropped or came back."""
        self._inbox.put(Line(player, up))

    def forgotten(self) -> None:
        """Nobody has been here for very long: clear the table, unless somebody just comes."""
        self._inbox.put(Forgotten())

    def detach(self, player: str, listener: Listener) -> None:
        """A socket is gone: send nothing to it any more."""
        for seat in self.state.seats:
            if seat.player == player and seat.stream is not None:
                seat.stream.forget(listener)
        self._gallery.detach(player, listener)
        if self._echo is not None:
            self._echo.detach(player, listener)

    def watch(self, player: str, seat: Seat | None) -> int:
        """Let a player look on, whom ``resume`` then shows the table; by how many ms it is late.

        :raises Refused: as ``not_watchable`` for a seat at which no person plays.
        """
        if seat is not None and (not self.state.seats or self.state.seats[seat].bot):
            raise refused("not_watchable")
        self.unwatch(player)
        if seat is None:
            self._gallery.admit(player, None)
            return 0
        if self._echo is None:
            self._echo = self._house.new_echo()
        self._echo.admit(player, seat)
        return self._echo.delay

    def unwatch(self, player: str) -> None:
        """A player looks on no more."""
        self._gallery.dismiss(player)
        if self._echo is not None:
            self._echo.dismiss(player)

    # --- the task -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Play the match to its end.

        :raises JournalFailed: if a step could not be kept; the table must be rebuilt.
        """
        try:
            await self._begin()
            while not self.state.over:
                step = self._step_of_its_own()
                if step is not None:
                    await self._take(step)
                    continue
                self._set_alarm()
                while (item := self._inbox.next(self._showing.pausing, self._is_answer)) is None:
                    await self._inbox.news()
                if not isinstance(item, Command):
                    await self._handle(item)
                    continue
                try:
                    step = self._asked_for(item)
                    if step is not None:
                        await self._take(step)
                except Refused as why:
                    self._answers.refused(item.player, item.message.id, why)
                except BaseException:
                    self._answers.lost(item.player, item.message.id)
                    raise
        except BaseException:
            self._failed = True
            for command in self._inbox.emptied():
                self._answers.lost(command.player, command.message.id)
            self._gallery.tell_lost()
            if self._echo is not None:
                self._echo.stop()
            raise
        finally:
            self._alarm.cancel()
        for command in self._inbox.emptied():
            self._answers.refused(command.player, command.message.id, refused("no_table"))
        self._gallery.serve()

    async def _begin(self) -> None:
        """Shuffle for the first round, or go on where the table stopped."""
        if self.state.number == 0:
            await self._take(self.state.opening(self._places))
        elif not self.state.over:
            await self._take(TakenUp(self._house.node))
            # Nobody could answer meanwhile: every clock starts afresh.
            self._resumed_in = self.state.number
            self._clocks.restart()

    def _step_of_its_own(self) -> Step | None:
        """The step that the table takes now whatever comes."""
        if self._is_abandoned():
            return Cleared()
        if self._may_deal():
            return Dealt()
        settlement = self.state.settlement
        return self._onward() if settlement is not None and not settlement.waiting else None

    async def _handle(self, item: Item) -> None:
        match item:
            case TimeIsUp():
                await self._time_is_up()
            case OnlookersCame():
                self._gallery.serve()
            case Line(player, up):
                seat = self.state.seat_of(player)
                if seat is not None and self.state.seats[seat].connected != up:
                    if not self._somebody_is_there():
                        self._clocks.restart_stage()
                    await self._take(LineChanged(seat, up))
            case Forgotten():
                if not self._somebody_is_there():
                    await self._take(Cleared())

    def _is_abandoned(self) -> bool:
        """Whether all have left; but who left a round for coins pays at its end, so it has one."""
        is_owed = self.state.stage == "playing" and self.state.stake > 0
        return not is_owed and not self.state.people()

    def _asked_for(self, command: Command) -> Step | None:
        """The step that a request asks for, if any. :raises Refused: if it cannot be now."""
        seat = self.state.seat_of(command.player)
        if seat is None:
            raise refused("no_table")
        own = self.state.seats[seat]
        request = Request(command.player, command.message.id)
        match command.message:
            case Resume(last=last):
                self._send_missed(own, last, command.listener)
                self._answers.done(command.player, command.message.id)
                return None
            case GiveNonce(round=number, nonce=nonce):
                if not self.state.awaits_nonce(seat, number):
                    raise refused("not_shuffling")
                return NonceGiven(seat, nonce, request)
            case Act() as act:
                self._check_prompt(own, act)
                bank, deadline = self._clocks.left(own)
                return Acted(seat, act.do, "player", bank, request, deadline)
            case Auto(on=on):
                return AutoSet(seat, on, request)
            case Next():
                if self.state.settlement is None:
                    raise refused("not_settled")
                return NextPressed(seat, request)
            case Leave():
                return Left(seat, request)

    def _is_answer(self, command: Command) -> bool:
        """Whether a request answers the open prompt of its own seat."""
        seat, message = self.state.seat_of(command.player), command.message
        if seat is None or not isinstance(message, Act):
            return False
        asked = self.state.seats[seat].asked
        return asked is not None and asked.ask.prompt == message.prompt

    def _check_prompt(self, own: SeatState, act: Act) -> None:
        if self.state.stage != "playing":
            raise refused("not_asked" if act.prompt is None else "stale_prompt")
        if act.prompt is None:
            if own.asked is not None or not own.free:
                raise refused("not_asked")
        elif own.asked is None or act.prompt != own.asked.ask.prompt:
            raise refused("stale_prompt" if act.prompt <= own.prompts else "not_asked")

    # --- the shuffle --------------------------------------------------------------------------

    def _may_deal(self) -> bool:
        """Whether everybody who is here has given a nonce, or the time for it is over."""
        if self.state.stage != "shuffling":
            return False
        everybody = self._resumed_in == self.state.number
        here = [s for s in self.state.people() if everybody or self.state.seats[s].connected]
        if here and None not in (self.state.nonces[seat] for seat in here):
            return True
        return self._clocks.elapsed(None) >= self.state.pace.shuffle

    # --- a step: apply, journal, acknowledge, show --------------------------------------------

    async def _take(self, step: Step) -> None:
        outs, steps, closing = self._applied(step), [step], None
        rows: list[Row] = [self._row(step)]
        if self.state.unpaid:
            closing = await self._house.cashier.close(self.state)
            outs += self.state.apply(closing.paid)
            steps.append(closing.paid)
            rows += [self._row(closing.paid), *closing.rows]
        await self._journal.append(rows, along=closing and closing.along)
        if self._echo is not None:
            for seq, one in enumerate(steps, self.next_seq - len(steps)):
                self._echo.feed(seq, one)
        request: Request | None = getattr(step, "request", None)
        if request is not None:
            if isinstance(step, Left):
                # Before it hears that: then it may go elsewhere at once.
                await self._house.on_left(request.player)
            self._answers.done(request.player, request.id)
        self._showing.show(outs)
        if outs:
            await self._showing.show_rest(outs)
        match step:
            case AutoSet(seat=seat) | Left(seat=seat):
                self._clocks.set(self.state.seats[seat])
        self._clocks.note()
        if closing is not None:
            for player, coins in closing.purses.items():
                self._answers.paid(player, coins)

    def _row(self, step: Step) -> JournalRow:
        """The step as the journal keeps it, with the next number."""
        seq, self.next_seq = self.next_seq, self.next_seq + 1
        return JournalRow(self.id, seq, self.state.number, now_ms(), write_step(step))

    def _applied(self, step: Step) -> list[Out]:
        began = perf_counter()
        try:
            return self.state.apply(step)
        except IllegalAction as error:
            raise illegal(error) from None
        except BadNotation as unread:
            raise bad_notation(str(unread)) from None
        finally:
            TALLY.applied.add(perf_counter() - began)

    def _send_missed(self, seat: SeatState, last: int, listener: Listener) -> None:
        assert seat.stream is not None
        missed = seat.stream.missed(last)
        if missed is None:
            TALLY.views += 1
            listener(encode(view_of(self.state, seat.seat, self._clocks.elapsed)))
        else:
            TALLY.catch_ups += 1
            for frame in missed:
                listener(frame)
        seat.stream.send_only_to(listener)

    # --- time ---------------------------------------------------------------------------------

    def _set_alarm(self) -> None:
        due = self._clocks.next
        if self.state.stage == "shuffling":
            due = self._clocks.stage_ends(self.state.pace.shuffle)
        elif self._goes_on_by_itself():
            due = self._clocks.stage_ends(self.state.pace.settlement)
        if self._showing.pausing():
            no_sooner = self._showing.no_sooner
            due = min(no_sooner, due or no_sooner)
        if due is not None:
            self._alarm.set(due)

    def _goes_on_by_itself(self) -> bool:
        """Whether a settlement ends at its time: a round is dealt for somebody, not for nobody.

        A table that all have dropped from plays its round to the end and waits there. Else it went
        on for hours for nobody, and tables enough would take the machine from those who are here.
        """
        now = self.state.settlement
        return now is not None and (now.match_over or self._somebody_is_there())

    def _somebody_is_there(self) -> bool:
        return any(self.state.seats[seat].connected for seat in self.state.people())

    async def _time_is_up(self) -> None:
        if self.state.settlement is not None:
            is_due = self._clocks.elapsed(None) >= self.state.pace.settlement
            if is_due and self._goes_on_by_itself():
                await self._take(self._onward())
            return
        for seat, asked in self._clocks.late():
            if seat.asked is asked:
                await self._answer_for(seat)

    async def _answer_for(self, seat: SeatState) -> None:
        by, do = await self._stand_in.act(seat)
        bank = self._clocks.left(seat)[0] if by == "time" else seat.bank
        await self._take(Acted(seat.seat, do, by, bank))

    # --- from round to round ------------------------------------------------------------------

    def _onward(self) -> Step:
        """What follows a settlement."""
        assert self.state.settlement is not None
        return Cleared() if self.state.settlement.match_over else self.state.opening()
