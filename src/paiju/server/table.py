"""One table at play: the only task that writes its match.

Everything that happens to a table comes through one inbox: what its players send, dropped lines,
time that runs out. Each thing is checked and applied, then journalled, and only when the journal
has it is it acknowledged and shown.
"""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from time import monotonic
from typing import Literal, Protocol

import structlog

from paiju.bots.base import Bot
from paiju.core.errors import BadNotation, IllegalAction
from paiju.core.seat import Seat
from paiju.server.chair import SeatState
from paiju.server.inbox import Command, Forgotten, Inbox, Item, Line, TimeIsUp
from paiju.server.journal import Journal
from paiju.server.protocol import Act, Auto, GiveNonce, Leave, Next, Resume, encode
from paiju.server.refusals import Refused, bad_notation, illegal, refused
from paiju.server.state import Out, TableState
from paiju.server.steps import (
    Acted,
    AutoSet,
    Cleared,
    Left,
    LineChanged,
    NextPressed,
    Place,
    Request,
    Step,
    write_step,
)
from paiju.server.store import JournalRow, now_ms
from paiju.server.stream import Listener, numbered
from paiju.server.view import view_of

_log = structlog.get_logger(__name__)


class Answers(Protocol):
    """Who tells a player what became of a request."""

    def done(self, player: str, request: str) -> None:
        """It was done, and is in the journal."""

    def refused(self, player: str, request: str, why: Refused) -> None:
        """It was not done."""

    def lost(self, player: str, request: str) -> None:
        """The table failed over it: it was not done, and may be sent again."""


class Table:
    """A running match. ``run`` is its task; everything else only puts things into the inbox."""

    def __init__(
        self,
        state: TableState,
        journal: Journal,
        answers: Answers,
        bots: Callable[[Seat], Bot],
        on_left: Callable[[str], Awaitable[None]],
        places: list[Place],
    ) -> None:
        self.id = state.table
        self.state = state
        self._journal = journal
        self._answers = answers
        self._new_bot = bots
        self._bots: dict[Seat, Bot] = {}
        self._on_left = on_left
        self._places = places
        self.next_seq = 0
        """The number of the next step in the journal."""
        self._inbox = Inbox()
        self._timer: asyncio.TimerHandle | None = None
        self._no_sooner = 0.0
        """Until when nothing more is shown, so that the pause tells nothing."""
        self._asked_at: dict[tuple[Seat, int], float] = {}
        self._due: dict[tuple[Seat, int], float] = {}
        """When an open prompt is answered for its seat, by seat and number."""
        self._settled_at = 0.0
        self._random = Random()

    # --- from outside -------------------------------------------------------------------------

    def put(self, command: Command) -> None:
        """Take a request.

        :raises Refused: as ``busy`` if too much is waiting.
        """
        self._inbox.request(command)

    def line(self, player: str, up: bool) -> None:
        """A player's connection dropped or came back."""
        self._inbox.put(Line(player, up))

    def forgotten(self) -> None:
        """Nobody has been here for very long: clear the table, unless somebody just comes."""
        self._inbox.put(Forgotten())

    def detach(self, player: str, listener: Listener) -> None:
        """A socket is gone: send nothing to it any more."""
        for seat in self.state.seats:
            if seat.player == player and seat.stream and seat.stream.listener == listener:
                seat.stream.listener = None

    # --- the task -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Play the match to its end.

        :raises JournalFailed: if a step could not be kept; the table must be rebuilt.
        """
        try:
            if self.state.number == 0:
                await self._take(self.state.opening(self._places))
            else:
                self._resume_clocks()
            while not self.state.over:
                if not any(True for _ in self.state.people()):
                    await self._take(Cleared())
                    break
                self._set_timer()
                await self._handle(await self._inbox.next(self._pausing, self._is_answer))
        except BaseException:
            self._empty_inbox(self._answers.lost)
            raise
        finally:
            if self._timer is not None:
                self._timer.cancel()
        self._empty_inbox(lambda player, it: self._answers.refused(player, it, refused("no_table")))

    async def _handle(self, item: Item) -> None:
        match item:
            case TimeIsUp():
                await self._time_is_up()
            case Line(player, up):
                seat = self.state.seat_of(player)
                if seat is not None and self.state.seats[seat].connected != up:
                    if not self._somebody_is_there():
                        self._settled_at = monotonic()
                    await self._take(LineChanged(seat, up))
            case Forgotten():
                if not self._somebody_is_there():
                    await self._take(Cleared())
            case Command(player, message, _):
                try:
                    await self._obey(item)
                except Refused as why:
                    self._answers.refused(player, message.id, why)
                except BaseException:
                    self._answers.lost(player, message.id)
                    raise

    def _empty_inbox(self, tell: Callable[[str, str], None]) -> None:
        for player, message, _ in self._inbox.emptied():
            tell(player, message.id)

    async def _obey(self, command: Command) -> None:
        seat = self.state.seat_of(command.player)
        if seat is None:
            raise refused("no_table")
        request = Request(command.player, command.message.id)
        match command.message:
            case Resume(last=last):
                self._send_missed(self.state.seats[seat], last, command.listener)
                self._answers.done(command.player, command.message.id)
            case Act() as act:
                self._check_prompt(seat, act)
                own = self.state.seats[seat]
                bank, deadline = self._bank_left(own), self._deadline_left(own)
                await self._take(Acted(seat, act.do, "player", bank, request, deadline))
            case Auto(on=on):
                await self._take(AutoSet(seat, on, request))
                self._set_due(self.state.seats[seat])
            case GiveNonce():
                raise refused("not_shuffling")
            case Next():
                if self.state.settlement is None:
                    raise refused("not_settled")
                await self._take(NextPressed(seat, request))
                await self._go_on_if_all_are_ready()
            case Leave():
                await self._take(Left(seat, request))
                await self._on_left(command.player)
                self._set_due(self.state.seats[seat])
                await self._go_on_if_all_are_ready()

    def _pausing(self) -> bool:
        return monotonic() < self._no_sooner

    def _is_answer(self, command: Command) -> bool:
        """Whether a request answers the open prompt of its own seat."""
        seat, message = self.state.seat_of(command.player), command.message
        if seat is None or not isinstance(message, Act):
            return False
        asked = self.state.seats[seat].asked
        return asked is not None and asked.ask.prompt == message.prompt

    def _check_prompt(self, seat: Seat, act: Act) -> None:
        own = self.state.seats[seat]
        if self.state.round is None or self.state.settlement is not None:
            raise refused("not_asked" if act.prompt is None else "stale_prompt")
        if act.prompt is None:
            if own.asked is not None or not own.free:
                raise refused("not_asked")
        elif own.asked is None or act.prompt != own.asked.ask.prompt:
            raise refused("stale_prompt" if act.prompt <= own.prompts else "not_asked")

    # --- a step: apply, journal, acknowledge, show --------------------------------------------

    async def _take(self, step: Step) -> None:
        try:
            outs = self.state.apply(step)
        except IllegalAction as error:
            raise illegal(error) from None
        except BadNotation as error:
            raise bad_notation(str(error)) from None
        row = JournalRow(self.id, self.next_seq, self.state.number, now_ms(), write_step(step))
        self.next_seq += 1
        await self._journal.append(row)
        request: Request | None = getattr(step, "request", None)
        if request is not None:
            self._answers.done(request.player, request.id)
        await self._show(outs)

    async def _show(self, outs: list[Out]) -> None:
        for out in outs:
            if out.public:
                wait = self._no_sooner - monotonic()
                if wait > 0:
                    await asyncio.sleep(wait)
            message = numbered(out.message)
            for seat in out.seats:
                stream = self.state.seats[seat].stream
                if stream is not None:
                    stream.push(message)
            if out.opens_pause:
                self._no_sooner = monotonic() + self.state.pace.pause / 1000
        self._note_times()

    def _send_missed(self, seat: SeatState, last: int, listener: Listener) -> None:
        assert seat.stream is not None
        missed = seat.stream.missed(last)
        if missed is None:
            listener(encode(view_of(self.state, seat.seat, self._elapsed)))
        else:
            for frame in missed:
                listener(frame)
        seat.stream.listener = listener

    # --- time ---------------------------------------------------------------------------------

    def _note_times(self) -> None:
        """Start the clock of every prompt that has just been shown, and of a settlement."""
        now = monotonic()
        open_prompts: dict[tuple[Seat, int], float] = {}
        for seat in self.state.seats:
            if seat.asked is not None:
                key = (seat.seat, seat.asked.ask.prompt)
                open_prompts[key] = self._asked_at.get(key, now)
        self._due = {key: due for key, due in self._due.items() if key in open_prompts}
        self._asked_at = open_prompts
        for seat in self.state.seats:
            if seat.asked is not None and (seat.seat, seat.asked.ask.prompt) not in self._due:
                self._set_due(seat)
        if self.state.settlement is None:
            self._settled_at = 0.0
        elif not self._settled_at:
            self._settled_at = now

    def _set_due(self, seat: SeatState) -> None:
        """Decide when a prompt is answered for its seat, counted from when it was shown."""
        if seat.asked is not None:
            key = (seat.seat, seat.asked.ask.prompt)
            self._due[key] = self._asked_at[key] + self._answer_time(seat) / 1000

    def _answer_time(self, seat: SeatState) -> int:
        assert seat.asked is not None
        if seat.answers_itself:
            return seat.asked.ask.deadline + seat.asked.ask.bank
        # On a claim the pause is there anyway; a thinking bot must not make it longer.
        return self._random.randint(*self.state.pace.think) if seat.asked.public else 0

    def _elapsed(self, seat: SeatState | None) -> int:
        """How long a seat's prompt has been open, or (``None``) the settlement, in ms."""
        if seat is None:
            since = self._settled_at
        elif seat.asked is None:
            return 0
        else:
            since = self._asked_at[seat.seat, seat.asked.ask.prompt]
        return round((monotonic() - since) * 1000)

    def _bank_left(self, seat: SeatState) -> int:
        if seat.asked is None:
            return seat.bank
        over = self._elapsed(seat) - seat.asked.ask.deadline
        return max(0, seat.bank - max(0, over))

    def _deadline_left(self, seat: SeatState) -> int | None:
        if seat.asked is None:
            return None
        return max(0, seat.asked.ask.deadline - self._elapsed(seat))

    def _resume_clocks(self) -> None:
        """After a restart: nobody could answer meanwhile, so every clock starts afresh."""
        self._asked_at.clear()
        self._due.clear()
        self._note_times()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = min(self._due.values(), default=None)
        if self._goes_on_by_itself():
            due = self._settled_at + self.state.pace.settlement / 1000
        if self._pausing():
            due = min(self._no_sooner, due or self._no_sooner)
        if due is not None:
            wait = due - monotonic()
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0, wait), self._inbox.put, TimeIsUp())

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
            is_due = self._elapsed(None) >= self.state.pace.settlement
            if is_due and self._goes_on_by_itself():
                await self._go_on()
            return
        now = monotonic()
        late = [key for key, due in self._due.items() if due <= now]
        for seat, prompt in sorted(late, key=self._due.__getitem__):
            asked = self.state.seats[seat].asked
            if asked is not None and asked.ask.prompt == prompt:
                await self._answer_for(self.state.seats[seat])

    # --- playing for a seat -------------------------------------------------------------------

    async def _answer_for(self, seat: SeatState) -> None:
        assert self.state.round is not None
        by: Literal["bot", "auto", "time"]
        by = "bot" if seat.bot else "auto" if seat.auto else "time"
        do = await self._bot_action(seat) if by == "bot" else self._idle_action(seat)
        bank = self._bank_left(seat) if by == "time" else seat.bank
        await self._take(Acted(seat.seat, do, by, bank))

    def _idle_action(self, seat: SeatState) -> str:
        assert self.state.round is not None
        observation = self.state.round.observation(seat.seat)
        return str(self.state.game.idle_action(observation))

    async def _bot_action(self, seat: SeatState) -> str:
        """What the seat's bot does: it sees the seat's observation and nothing else."""
        assert self.state.round is not None
        observation = self.state.round.observation(seat.seat)
        bot = self._bots.get(seat.seat)
        if bot is None:
            bot = self._bots[seat.seat] = self._new_bot(seat.seat)
        try:
            # In a thread: other tables play on while this one thinks (8 tables of basic bots: the
            # loop's 99th percentile of delay is 16 ms instead of 50, at 1.5 times the pace). This
            # task waits for it, so nothing changes under the bot's eyes.
            action = await asyncio.to_thread(bot.act, observation)
            refusal = observation.legal.explain(action)
            if refusal is None:
                return str(action)
            _log.error("bot acted against the rules", do=str(action), clause=refusal.clause)
        except Exception:
            _log.exception("bot failed", table=self.id, seat=seat.seat)
        return self._idle_action(seat)

    async def _go_on_if_all_are_ready(self) -> None:
        if self.state.settlement is not None and not self.state.settlement.waiting:
            await self._go_on()

    async def _go_on(self) -> None:
        assert self.state.settlement is not None
        if self.state.settlement.match_over:
            await self._take(Cleared())
        else:
            await self._take(self.state.opening())
