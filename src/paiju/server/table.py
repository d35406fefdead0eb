"""One table at play: nothing else writes its match.

Everything that happens to a table comes through one inbox: what its players send, dropped lines,
time that runs out. Each thing is looked at in its turn, and the step it comes to is taken
(``course.py``).
"""

import asyncio
from functools import partial

from paiju.core.seat import Seat
from paiju.server.chair import Asked, SeatState
from paiju.server.clocks import Alarm
from paiju.server.course import Backing, Course
from paiju.server.gallery import GATHER, Gallery
from paiju.server.inbox import CameOrWent, Command, Forgotten, Inbox, Item, OnlookersCame, TimeIsUp
from paiju.server.outbox import Send
from paiju.server.protocol import Act, Auto, GiveNonce, Leave, Next, Resume, encode
from paiju.server.refusals import Refused, refused
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
)
from paiju.server.tally import TALLY
from paiju.server.view import view_of


class Table(Course):
    """A running match. What comes is done as it comes, unless it is busy; ``run`` is its task."""

    def __init__(self, state: TableState, backing: Backing, places: list[Place]) -> None:
        super().__init__(state, backing)
        self._places = places
        self._inbox = Inbox()
        self._alarm = Alarm()
        self._stand_in = StandIn(state, backing.new_bot)
        self._gallery = Gallery(state, self._clocks, backing.answers)
        self._obeyed: Command | None = None
        """The request that is being done."""
        self._late: list[tuple[SeatState, Asked]] = []
        """The prompts whose time was up when that was looked at last."""
        self._resumed_in = 0
        """In which round it came back after a restart: all will come back, if they can."""

    # --- from outside -------------------------------------------------------------------------

    def put(self, command: Command) -> None:
        """Take a request; it comes to nothing if the table has failed.

        :raises Refused: as ``busy`` if too much of the player's is waiting.
        """
        if self._has_failed:
            self._answers.lost(command.player, command.message.id)
        elif self._echo is not None and command.player in self._echo:
            self._echo.come(command)
        elif command.player in self._gallery:
            first = not self._gallery.waiting
            self._gallery.come(command)
            if first:
                asyncio.get_running_loop().call_later(GATHER, self._come, OnlookersCame())
        else:
            self._inbox.request(command)
            self.go_on()

    @property
    def waiting(self) -> int:
        """How much waits to be done here."""
        return len(self._inbox)

    def line(self, player: str, up: bool) -> None:
        """A player's connection dropped or came back."""
        self._come(CameOrWent(player, up))

    def forgotten(self) -> None:
        """Nobody has been here for very long: clear the table, unless somebody just comes."""
        self._come(Forgotten())

    def detach(self, player: str, listener: Send) -> None:
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
            await self.run_errands(self._first_step())
        except BaseException:
            if self._obeyed is not None:
                self._answers.lost(self._obeyed.player, self._obeyed.message.id)
            for command in self._inbox.emptied():
                if self.state.seats and self.state.seat_of(command.player) is None:
                    # Who has left is in no room by which its socket would be closed.
                    self._answers.refused(command.player, command.message.id, refused("no_table"))
                else:
                    self._answers.lost(command.player, command.message.id)
            if self._echo is not None:
                self._echo.stop()
            raise
        finally:
            self._alarm.cancel()
        for command in self._inbox.emptied():
            self._answers.refused(command.player, command.message.id, refused("no_table"))
        self._gallery.serve()

    def _first_step(self) -> Step | None:
        """Shuffle for the first round, or go on where the table stopped."""
        if self.state.number == 0:
            return self.state.opening(self._places)
        if self.state.over:
            return None
        self._resumed_in = self.state.number
        return TakenUp(self._house.node)

    # --- one thing after the other ------------------------------------------------------------

    def _come(self, item: Item) -> None:
        self._inbox.put(item)
        self.go_on()

    def go_on(self) -> None:
        """Do one thing after the other, until something must be waited for."""
        try:
            while not self._is_busy:
                self._obeyed = None
                # Once for both: between two looks at the clock the pause may end, and no alarm ring
                # for what was held back.
                pausing = self._showing.pausing()
                if self.state.over:
                    self.give_errand(None)
                elif (step := self._step_of_its_own()) is not None:
                    self.take(step)
                elif self._late:
                    self._answer_for(*self._late.pop(0))
                elif (item := self._inbox.next(pausing, self._is_answer)) is None:
                    self._set_alarm(pausing)
                    return
                elif isinstance(item, Command):
                    self._obey(item)
                else:
                    self._handle(item)
        except Exception as error:
            self.fail(error)

    def _step_of_its_own(self) -> Step | None:
        """The step that the table takes now whatever comes."""
        if self._is_abandoned():
            return Cleared()
        if self._may_deal():
            return Dealt()
        settlement = self.state.settlement
        return self._onward() if settlement is not None and not settlement.waiting else None

    def _obey(self, command: Command) -> None:
        self._obeyed = command
        try:
            step = self._asked_for(command)
            if step is not None:
                self.take(step)
        except Refused as why:
            self._answers.refused(command.player, command.message.id, why)

    def _handle(self, item: Item) -> None:
        match item:
            case TimeIsUp():
                self._time_is_up()
            case OnlookersCame():
                self._gallery.serve()
            case CameOrWent(player, up):
                seat = self.state.seat_of(player)
                if seat is not None and self.state.seats[seat].connected != up:
                    if not self._somebody_is_there():
                        self._clocks.restart_stage()
                    self.take(LineChanged(seat, up))
            case Forgotten():
                if not self._somebody_is_there():
                    self.take(Cleared())

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

    def _send_missed(self, seat: SeatState, last: int, listener: Send) -> None:
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

    def _set_alarm(self, pausing: bool) -> None:
        due = self._clocks.next
        if self.state.stage == "shuffling":
            due = self._clocks.stage_ends(self.state.pace.shuffle)
        elif self._goes_on_by_itself():
            due = self._clocks.stage_ends(self.state.pace.settlement)
        if pausing:
            no_sooner = self._showing.no_sooner
            due = min(no_sooner, due or no_sooner)
        if due is not None:
            self._alarm.set(due, self._time_comes)

    def _time_comes(self) -> None:
        self._alarm.rang()
        self._come(TimeIsUp())

    def _goes_on_by_itself(self) -> bool:
        """Whether a settlement ends at its time: a round is dealt for somebody, not for nobody.

        A table that all have dropped from plays its round to the end and waits there. Else it went
        on for hours for nobody, and tables enough would take the machine from those who are here.
        """
        now = self.state.settlement
        return now is not None and (now.match_over or self._somebody_is_there())

    def _somebody_is_there(self) -> bool:
        return any(self.state.seats[seat].connected for seat in self.state.people())

    def _time_is_up(self) -> None:
        if self.state.settlement is None:
            self._late = self._clocks.late()
            return
        is_due = self._clocks.elapsed(None) >= self.state.pace.settlement
        if is_due and self._goes_on_by_itself():
            self.take(self._onward())

    def _answer_for(self, seat: SeatState, asked: Asked) -> None:
        """Answer a prompt whose time is up, unless it has been answered meanwhile."""
        if seat.asked is not asked:
            return
        if seat.bot:
            self.give_errand(partial(self._let_bot_act, seat))
        elif seat.auto:
            self.take(Acted(seat.seat, self._stand_in.idle_action(seat), "auto", seat.bank))
        else:
            bank, _ = self._clocks.left(seat)
            self.take(Acted(seat.seat, self._stand_in.idle_action(seat), "time", bank))

    async def _let_bot_act(self, seat: SeatState) -> None:
        do = await self._stand_in.bot_action(seat)
        self.take(Acted(seat.seat, do, "bot", seat.bank))

    # --- from round to round ------------------------------------------------------------------

    def _onward(self) -> Step:
        """What follows a settlement."""
        assert self.state.settlement is not None
        return Cleared() if self.state.settlement.match_over else self.state.opening()
