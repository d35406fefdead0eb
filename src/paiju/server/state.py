"""A table as the fold of its journal: match, round, seats, and what each viewer is told.

Nothing in here waits, reads a clock or draws a number: the same steps give the same messages with
the same ``v``. The task of the table (``table.py``) decides which step comes when.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import NamedTuple, cast

from msgspec.structs import replace

from paiju.core.event import Event
from paiju.core.game import Game, Match, Observation, Round
from paiju.core.options import Options, Value
from paiju.core.randomness import derived_seed
from paiju.core.seat import Seat
from paiju.server.chair import Asked, SeatState
from paiju.server.protocol import (
    MOST_LEGAL_LISTED,
    Answered,
    Ask,
    Clock,
    Closed,
    Deal,
    Free,
    MatchInfo,
    Prompt,
    Proof,
    RefusedAction,
    SeatChanged,
    Settled,
    Settlement,
    TableEvent,
    TableMessage,
    Turn,
    Waiting,
    words,
)
from paiju.server.settings import Pace
from paiju.server.steps import (
    Acted,
    AutoSet,
    Cleared,
    Left,
    LineChanged,
    NextPressed,
    Place,
    RoundOpened,
    Step,
)

MISSES_TO_AUTO = 2


class Out(NamedTuple):
    """One message on its way to the seats that get it."""

    message: TableMessage
    seats: tuple[Seat, ...]
    public: bool = False
    """Whether it shows that play went on: it must wait out a pause."""
    opens_pause: bool = False
    """Whether the fixed pause begins with it."""


class TableState:
    """One match at one table. ``apply`` takes a step in and says what its viewers are told."""

    def __init__(
        self, table: str, game: Game, options: Options, rounds_total: int, seed: bytes, pace: Pace
    ) -> None:
        self.table = table
        self.game = game
        self.options = options
        self.house_rules = cast("dict[str, Value]", options.as_dict())
        self.rounds_total = rounds_total
        self.seed = seed
        self.pace = pace
        self.match: Match = game.new_match(options, derived_seed(seed, "match"))
        self.number = 0
        """Which round is played or was settled last, from 1 on."""
        self.round: Round | None = None
        self.seats: list[SeatState] = []
        self.settlement: Settlement | None = None
        """How things stand, from the end of a round until the next one is dealt."""
        self.over = False
        self._somebody_left = False
        self._turn_opened = False
        self._out: list[Out] = []

    # --- what the journal keeps ---------------------------------------------------------------

    def opening(self, places: Sequence[Place] | None = None) -> RoundOpened:
        """The step that deals the next round; ``places`` only for the first one."""
        seats = list(places) if places is not None else [seat.place() for seat in self.seats]
        return RoundOpened(self.number + 1, dict(self.match.as_dict()), seats)

    def apply(self, step: Step) -> list[Out]:
        """Take one step.

        :raises IllegalAction, BadNotation: for an act that cannot be; nothing has changed then.
        """
        self._out = []
        match step:
            case RoundOpened():
                self._open_round(step)
            case Acted():
                self._act(step)
            case LineChanged():
                self._change_line(step.seat, step.up)
            case AutoSet():
                self._set_auto(step.seat, step.on)
                self._show(step.seat)
            case NextPressed():
                self._not_waiting(step.seat)
            case Left():
                self._leave(step.seat)
            case Cleared():
                self.over = True
                self._tell(Closed(table=self.table, totals=list(self.match.totals)), public=True)
        return self._out

    # --- a round ------------------------------------------------------------------------------

    def _open_round(self, step: RoundOpened) -> None:
        self.number = step.round
        self.match = self.game.restore_match(self.options, step.match)
        if not self.seats:
            self.seats = [
                SeatState(seat, place, self.pace.bank) for seat, place in enumerate(step.places)
            ]
        for seat in self.seats:
            seat.bank = seat.public_bank = self.pace.bank
        self.settlement = None
        self._turn_opened = False
        self.round = self.game.start(self.match.setup(self.round_seed))
        self._tell(Deal(table=self.table, match=self.match_info()), public=True)
        self._went_on(self.round.events)

    @property
    def round_seed(self) -> bytes:
        """The secret that this round is dealt from, until it is settled."""
        return derived_seed(self.seed, f"round {self.number}")

    @property
    def commitment(self) -> str:
        """What is told of the seed before the deal: its SHA-256."""
        return sha256(self.round_seed).hexdigest()

    def match_info(self) -> MatchInfo:
        """Where the match stands."""
        return MatchInfo(
            self.rounds_total,
            self.number,
            self.match.dealer if self.round is None else self.round.setup.dealer,
            list(self.match.totals),
            self.commitment,
            [None] * len(self.seats),
            0,
        )

    def _act(self, step: Acted) -> None:
        assert self.round is not None
        action = self.game.parse_action(step.do)
        seat = self.seats[step.seat]
        events = self.round.apply(step.seat, action)
        if seat.asked is not None and seat.asked.public:
            seat.public_bank -= seat.bank - step.bank
        seat.bank = step.bank
        if action.free:
            seat.deadline = step.deadline
        if step.by == "player":
            seat.misses = 0
            seat.auto = False
        elif step.by == "time":
            seat.misses += 1
            seat.auto = seat.misses >= MISSES_TO_AUTO
        if step.by in ("player", "time") and seat.chair() != seat.shown:
            self._show_owner(step.seat)
        if seat.asked is not None:
            self._close(seat)
        self._went_on(events)
        seat.deadline = None

    def _went_on(self, events: Sequence[Event]) -> None:
        """Tell what happened, then ask whoever is asked now."""
        assert self.round is not None
        for seat in self.seats:
            if seat.asked is not None and seat.seat not in self.round.to_act:
                self._close(seat)
        first = len(self._out)
        for event in events:
            self._tell_event(event)
        if not self._turn_opened:
            self._pause_after_public(first)
        if self.round.outcome is not None:
            self._settle()
            return
        self._ask()

    def _pause_after_public(self, first: int) -> None:
        """Whatever opens a round may be followed by secret questions (报听): pause after it."""
        for index in range(len(self._out) - 1, first - 1, -1):
            if self._out[index].public:
                self._out[index] = self._out[index]._replace(opens_pause=True)
                return

    def _tell_event(self, event: Event) -> None:
        shown: list[tuple[Event, list[Seat]]] = []
        for seat in self.people():
            seen = event.seen_by(seat)
            if seen is None:
                continue
            alike = next((seats for other, seats in shown if other == seen), None)
            if alike is None:
                shown.append((seen, [seat]))
            else:
                alike.append(seat)
        public = event.seen_by(None) is not None
        for seen, seats in shown:
            message = TableEvent(table=self.table, event=seen.as_dict())
            self._out.append(Out(message, tuple(seats), public, event.opens_claims))

    def _settle(self) -> None:
        assert self.round is not None
        self.match.settle(self.round)
        if self._somebody_left:
            # Leaving counts from the next round on: what this one would hand on is gone (JM-8).
            self.match.player_left()
            self._somebody_left = False
        for seat in self.seats:
            seat.free = []
            if seat.chair() != seat.shown:
                self._show(seat.seat, public=True)
        self.settlement = Settlement(
            round=self.number,
            rounds_total=self.rounds_total,
            totals=list(self.match.totals),
            match_over=self.number >= self.rounds_total,
            waiting=list(self.people()),
            next_in=self.pace.settlement,
            proof=Proof(
                self.round_seed.hex(),
                self.commitment,
                [None] * len(self.seats),
                self.round_seed.hex(),
            ),
            coins=None,
            broke=[],
        )
        self._tell(Settled(table=self.table, settled=self.settlement), public=True)

    # --- asking -------------------------------------------------------------------------------

    def _ask(self) -> None:
        assert self.round is not None
        turn = self.round.turn
        for seat in self.seats:
            if seat.seat in self.round.to_act:
                self._ask_seat(seat, public=seat.seat == turn)
            elif seat.stream is not None:
                self._tell_free(seat)

    def _ask_seat(self, seat: SeatState, public: bool) -> None:
        assert self.round is not None
        ask = self._ask_of(seat, self.round.observation(seat.seat), public)
        if seat.asked is not None:
            if seat.asked.same_question(ask):
                return
            self._close(seat)
        seat.prompts += 1
        seat.asked = Asked(ask, public)
        seat.free = []
        if public:
            self._turn_opened = True
            if seat.chair() != seat.shown:
                self._show(seat.seat, public=True)
        if seat.stream is not None:
            prompt = Prompt(table=self.table, ask=ask)
            self._out.append(Out(prompt, (seat.seat,), public))
        if public:
            turn = Turn(seat=seat.seat, deadline=ask.deadline, bank=seat.public_bank)
            others = tuple(other for other in self.people() if other != seat.seat)
            self._out.append(Out(Clock(table=self.table, turn=turn), others, public=True))

    def _ask_of(self, seat: SeatState, observation: Observation, public: bool) -> Ask:
        deadline = self.pace.turn if public else self.pace.claim
        if seat.deadline is not None:
            deadline = seat.deadline
        number, bank = seat.prompts + 1, seat.bank
        if seat.stream is None:
            # A bot looks at its observation itself.
            return Ask(
                prompt=number,
                deadline=deadline,
                bank=bank,
                legal=[],
                more=False,
                question=observation.question,
                refused=[],
                advice={},
            )
        listed = [str(action) for action in islice(observation.legal, MOST_LEGAL_LISTED + 1)]
        return Ask(
            prompt=number,
            deadline=deadline,
            bank=bank,
            legal=listed[:MOST_LEGAL_LISTED],
            more=len(listed) > MOST_LEGAL_LISTED,
            question=observation.question,
            refused=[
                RefusedAction(str(action), words(refusal.reason), refusal.clause)
                for action, refusal in observation.refused
            ],
            advice=dict(self.game.advice(observation)),
        )

    def _tell_free(self, seat: SeatState) -> None:
        assert self.round is not None
        free = [str(action) for action in self.round.legal_actions(seat.seat)]
        if free != seat.free:
            seat.free = free
            self._out.append(Out(Free(table=self.table, legal=free), (seat.seat,)))

    def _close(self, seat: SeatState) -> None:
        assert seat.asked is not None
        if seat.stream is not None:
            closed = Answered(table=self.table, prompt=seat.asked.ask.prompt)
            self._out.append(Out(closed, (seat.seat,)))
        seat.asked = None

    # --- the people ---------------------------------------------------------------------------

    def people(self) -> Iterator[Seat]:
        """The seats of people who have not left."""
        return (seat.seat for seat in self.seats if not seat.bot)

    def seat_of(self, player: str) -> Seat | None:
        """Where a player sits."""
        return next((seat.seat for seat in self.seats if seat.player == player), None)

    def _change_line(self, seat: Seat, up: bool) -> None:
        """Show that a line dropped or came back, and to the others no more than that."""
        own = self.seats[seat]
        own.connected = up
        own.shown = replace(own.shown, connected=up)
        others = tuple(other for other in self.people() if other != seat)
        changed = SeatChanged(table=self.table, seat=seat, chair=own.shown)
        self._out.append(Out(changed, others))
        self._show_owner(seat)

    def _set_auto(self, seat: Seat, on: bool) -> None:
        self.seats[seat].auto = on
        self.seats[seat].misses = 0

    def _leave(self, seat: Seat) -> None:
        self._not_waiting(seat)
        self.seats[seat].become_bot()
        if self.settlement is None:
            self._somebody_left = True
        else:
            self.match.player_left()
        self._show(seat)

    def _not_waiting(self, seat: Seat) -> None:
        now = self.settlement
        if now is not None and seat in now.waiting:
            waiting = [other for other in now.waiting if other != seat]
            self.settlement = replace(now, waiting=waiting)
            self._tell(Waiting(table=self.table, waiting=waiting))

    def _show(self, seat: Seat, public: bool = False) -> None:
        """Show everybody a seat as it is now."""
        chair = self.seats[seat].shown = self.seats[seat].chair()
        self._tell(SeatChanged(table=self.table, seat=seat, chair=chair), public)

    def _show_owner(self, seat: Seat) -> None:
        """Show a seat to its owner alone.

        That it fell to auto-play, or woke from it, on a claim would tell the others that it was
        asked: they are shown it at its next own turn.
        """
        chair = self.seats[seat].chair()
        self._out.append(Out(SeatChanged(table=self.table, seat=seat, chair=chair), (seat,)))

    def _tell(self, message: TableMessage, public: bool = False) -> None:
        self._out.append(Out(message, tuple(self.people()), public))
