"""What the seats of a table are asked, and what they may do without being asked."""

from paiju.core.game import Game, Observation, Round
from paiju.server.chair import Asked, SeatState
from paiju.server.protocol import (
    MOST_LEGAL_LISTED,
    Answered,
    Ask,
    Clock,
    Free,
    Prompt,
    RefusedAction,
    Turn,
    words,
)
from paiju.server.settings import Pace
from paiju.server.telling import Telling


class Asking:
    """Opens and closes the prompts of a table. ``seats`` is the table's own list of its seats."""

    def __init__(self, game: Game, pace: Pace, seats: list[SeatState], tell: Telling) -> None:
        self._game = game
        self._pace = pace
        self._seats = seats
        self._tell = tell
        self.turn_opened = False
        """Whether anybody has had an own turn in this round."""

    def close_overtaken(self, round_: Round) -> None:
        """Close the prompts of seats that are no longer asked."""
        due = round_.to_act
        for seat in self._seats:
            if seat.asked is not None and seat.seat not in due:
                self.close(seat)

    def close(self, seat: SeatState) -> None:
        """Close a seat's prompt."""
        assert seat.asked is not None
        if seat.stream is not None:
            number = seat.asked.ask.prompt
            self._tell.seat(seat.seat, Answered(prompt=number))
        seat.asked = None

    def ask(self, round_: Round) -> None:
        """Ask whoever is to act now, and tell the others what they may do meanwhile."""
        turn, due = round_.turn, round_.to_act
        for seat in self._seats:
            if seat.seat in due:
                self._ask_seat(round_, seat, public=seat.seat == turn)
            elif seat.stream is not None:
                self._tell_free(round_, seat)

    def _ask_seat(self, round_: Round, seat: SeatState, public: bool) -> None:
        observation = round_.observation(seat.seat, kept=False)
        ask = self._ask_of(seat, observation, public)
        if seat.asked is not None:
            if seat.asked.same_question(ask):
                return
            self.close(seat)
        seat.prompts += 1
        seat.asked = Asked(ask, public)
        seat.free = []
        if public:
            self.turn_opened = True
            if seat.chair() != seat.shown:
                self._tell.chair(seat, public=True)
        if seat.stream is not None:
            self._tell.seat(seat.seat, Prompt(ask=ask), public, observation.asked_after)
        if public:
            turn = Turn(seat=seat.seat, deadline=ask.deadline, bank=seat.public_bank)
            self._tell.others(seat.seat, Clock(turn=turn), public=True)

    def _ask_of(self, seat: SeatState, observation: Observation, public: bool) -> Ask:
        deadline = self._pace.turn if public else self._pace.claim
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
        listed = [str(action) for action in observation.legal.listed()[: MOST_LEGAL_LISTED + 1]]
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
            advice=self._game.advice(observation),
        )

    def _tell_free(self, round_: Round, seat: SeatState) -> None:
        free = [str(action) for action in round_.legal_actions(seat.seat).listed()]
        if free != seat.free:
            seat.free = free
            self._tell.seat(seat.seat, Free(legal=free))
