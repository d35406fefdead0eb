"""A table as the fold of its journal: match, round, seats, and what each viewer is told.

Nothing in here waits, reads a clock or draws a number: the same steps give the same messages with
the same ``v``. The table (``table.py``) decides which step comes when.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, cast

from msgspec.structs import replace

from paiju.core import fairness
from paiju.core.event import Event
from paiju.core.game import Game, Match, Round
from paiju.core.options import Options, Value
from paiju.core.randomness import derived_seed
from paiju.core.seat import SEATS, Seat
from paiju.record import record
from paiju.server.asking import Asking
from paiju.server.chair import SeatState
from paiju.server.protocol import (
    Closed,
    Deal,
    MatchInfo,
    Proof,
    Settled,
    Settlement,
    Shuffle,
    Waiting,
)
from paiju.server.settings import Pace
from paiju.server.steps import (
    Acted,
    AutoSet,
    Cleared,
    Dealt,
    Left,
    LineChanged,
    NextPressed,
    NonceGiven,
    Paid,
    Place,
    RoundOpened,
    Step,
)
from paiju.server.stream import Message, Stream
from paiju.server.telling import Telling

MISSES_TO_AUTO = 2

Stage: TypeAlias = Literal["shuffling", "playing", "settled"]


class TableState:
    """One match at one table. ``apply`` takes a step in and says what its viewers are told."""

    def __init__(
        self,
        table: str,
        game: Game,
        options: Options,
        rounds_total: int,
        seed: bytes,
        pace: Pace,
        stake: int = 0,
    ) -> None:
        self.table = table
        self.game = game
        self.options = options
        self.house_rules = cast("dict[str, Value]", options.as_dict())
        self.rounds_total = rounds_total
        self.seed = seed
        self.pace = pace
        self.stake = stake
        """Coins that a point is worth."""
        self.match: Match = game.new_match(options, derived_seed(seed, "match"))
        self.number = 0
        """Which round is dealt, played or was settled last, from 1 on."""
        self.nonces: list[str | None] = [None] * SEATS
        """What the seats have given for the deal."""
        self.round: Round | None = None
        """The round from its deal until the next one is shuffled for."""
        self.acts: list[record.Step] = []
        """What has been done in the round."""
        self.payers: list[str | None] = [None] * SEATS
        """Who pays for each seat: its player when the round was dealt, none for a bot.

        Who leaves pays to the end of the round.
        """
        self.seats: list[SeatState] = []
        self.onlookers = Stream(table, keeps=False)
        """What those are sent who look on without a seat."""
        self.settlement: Settlement | None = None
        """How things stand, from the end of a round until the next one is shuffled for."""
        self.over = False
        self._somebody_left = False
        self._tell = Telling(self.seats)
        self._asking = Asking(game, pace, self.seats, self._tell)

    # --- what the journal keeps ---------------------------------------------------------------

    def opening(self, places: Sequence[Place] | None = None) -> RoundOpened:
        """The step that begins the next round; ``places`` only for the first one."""
        seats = list(places) if places is not None else [seat.place() for seat in self.seats]
        return RoundOpened(self.number + 1, dict(self.match.as_dict()), seats, self.onlookers.v)

    def apply(self, step: Step) -> list[Message]:
        """Take one step.

        :raises IllegalAction, BadNotation: for an act that cannot be; nothing has changed then.
        """
        messages = self._tell.begin()
        match step:
            case RoundOpened():
                self._open_round(step)
            case NonceGiven(seat=seat, nonce=nonce):
                self.nonces[seat] = nonce
            case Dealt():
                self._deal()
            case Acted():
                self._act(step)
            case Paid():
                self._settle(step)
            case LineChanged():
                self._tell.line(self.seats[step.seat], step.up)
            case AutoSet():
                self._set_auto(self.seats[step.seat], step.on)
            case NextPressed():
                self._not_waiting(step.seat)
            case Left():
                self._leave(self.seats[step.seat])
            case Cleared():
                self.over = True
                totals = list(self.match.totals)
                self._tell.everybody(Closed(totals=totals), public=True)
        return messages

    # --- how far it is ------------------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        """What the table is at."""
        if self.round is None:
            return "shuffling"
        return "playing" if self.settlement is None else "settled"

    def awaits_nonce(self, seat: Seat, number: int) -> bool:
        """Whether a nonce is the seat's first for the deal that is being prepared."""
        return self.stage == "shuffling" and number == self.number and self.nonces[seat] is None

    @property
    def unpaid(self) -> bool:
        """Whether the round has ended and :class:`Paid` must follow."""
        return self.stage == "playing" and self.round is not None and bool(self.round.outcome)

    # --- the deal -----------------------------------------------------------------------------

    def _open_round(self, step: RoundOpened) -> None:
        self.number = step.round
        self.match = self.game.restore_match(self.options, step.match)
        if not self.seats:
            bank = self.pace.bank
            self.seats += [
                SeatState(seat, place, bank, self.table) for seat, place in enumerate(step.places)
            ]
            self.onlookers.v = step.onlookers
        for seat in self.seats:
            seat.bank = seat.public_bank = self.pace.bank
        self.settlement = None
        self.round = None
        self.nonces = [None] * SEATS
        self.acts = []
        self._asking.turn_opened = False
        shuffle = Shuffle(match=self.match_info(), wait=self.pace.shuffle)
        self._tell.everybody(shuffle, public=True)

    def _deal(self) -> None:
        self.payers = [seat.player for seat in self.seats]
        seed = fairness.deal_seed(self.secret, self.nonces)
        self.round = self.game.start(self.match.setup(seed))
        self._tell.everybody(Deal(match=self.match_info()), public=True)
        self._went_on(self.round.events)

    @property
    def secret(self) -> bytes:
        """The server's share in the chance of this round's deal, until the round is settled."""
        return derived_seed(self.seed, f"round {self.number}")

    @property
    def proof(self) -> fairness.Proof:
        """That the round was dealt fairly: for when it is over."""
        return fairness.Proof(self.secret, fairness.commitment(self.secret), tuple(self.nonces))

    def match_info(self) -> MatchInfo:
        """Where the match stands; the nonces are told all at once, with the deal."""
        return MatchInfo(
            rounds_total=self.rounds_total,
            round=self.number,
            dealer=self.match.dealer if self.round is None else self.round.setup.dealer,
            totals=list(self.match.totals),
            commitment=fairness.commitment(self.secret),
            nonces=[None] * SEATS if self.round is None else list(self.nonces),
            stake=self.stake,
        )

    # --- the round ----------------------------------------------------------------------------

    def _act(self, step: Acted) -> None:
        assert self.round is not None
        action = self.game.parse_action(step.do)
        seat = self.seats[step.seat]
        events = self.round.apply(step.seat, action)
        self.acts.append(record.Step(step.seat, action))
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
            self._tell.own_chair(seat)
        if seat.asked is not None:
            self._asking.close(seat)
        self._went_on(events)
        seat.deadline = None

    def _went_on(self, events: Sequence[Event]) -> None:
        """Tell what happened, then ask whoever is asked now."""
        assert self.round is not None
        self._asking.close_overtaken(self.round)
        first = self._tell.count
        for event in events:
            self._tell.event(event)
        if not self._asking.turn_opened:
            # Whatever opens a round may be followed by secret questions (报听): pause after it.
            self._tell.pause_after_public(first)
        if self.round.outcome is None:
            self._asking.ask(self.round)

    def record(self) -> record.Record:
        """The finished round, with the proof of its deal."""
        assert self.round is not None
        return record.Record(self.round.setup, tuple(self.acts), proof=self.proof)

    def _settle(self, step: Paid) -> None:
        assert self.round is not None
        assert self.round.setup.seed is not None
        self.match.settle(self.round)
        if self._somebody_left:
            # Leaving counts from the next round on: what this one would hand on is gone (JM-8).
            self.match.player_left()
            self._somebody_left = False
        for seat in self.seats:
            seat.free = []
            if seat.chair() != seat.shown:
                self._tell.chair(seat, public=True)
        secret, commitment, nonces = self.proof
        self.settlement = Settlement(
            round=self.number,
            rounds_total=self.rounds_total,
            totals=list(self.match.totals),
            match_over=self.number >= self.rounds_total or bool(step.broke),
            waiting=self.people(),
            next_in=self.pace.settlement,
            proof=Proof(secret.hex(), commitment, list(nonces), self.round.setup.seed.hex()),
            coins=step.coins,
            broke=step.broke,
        )
        self._tell.everybody(Settled(settled=self.settlement), public=True)

    # --- the people ---------------------------------------------------------------------------

    def people(self) -> list[Seat]:
        """The seats of people who have not left."""
        return self._tell.people()

    def seat_of(self, player: str) -> Seat | None:
        """Where a player sits."""
        for seat in self.seats:
            if seat.player == player:
                return seat.seat
        return None

    def _set_auto(self, seat: SeatState, on: bool) -> None:
        seat.auto = on
        seat.misses = 0
        self._tell.chair(seat)

    def _leave(self, seat: SeatState) -> None:
        self._not_waiting(seat.seat)
        seat.become_bot()
        if self.stage == "playing":
            self._somebody_left = True
        else:
            self.match.player_left()
        self._tell.chair(seat)

    def _not_waiting(self, seat: Seat) -> None:
        now = self.settlement
        if now is not None and seat in now.waiting:
            waiting = [other for other in now.waiting if other != seat]
            self.settlement = replace(now, waiting=waiting)
            self._tell.everybody(Waiting(waiting=waiting))
