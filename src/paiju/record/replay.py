"""A record, played again: the same events, or the first line that the rules do not allow."""

from collections.abc import Iterator, Sequence

from paiju.core.action import Action
from paiju.core.errors import BadNotation, PaijuError, Refusal
from paiju.core.event import Event, Json
from paiju.core.game import Round
from paiju.core.registry import game
from paiju.core.seat import Viewer
from paiju.core.text import Text
from paiju.record.record import Record, Step

_OVER = Text("这一局已经结束了", "The round is over before this line")


class IllegalLine(PaijuError):
    """A line of a record that the rules do not allow; what would be legal is in ``legal``."""

    def __init__(self, step: Step, refusal: Refusal, legal: Sequence[Action]) -> None:
        clause = f" ({refusal.clause})" if refusal.clause else ""
        super().__init__(
            f"line {step.line}: seat {step.seat} may not {step.action}: {refusal.reason.en}{clause}"
        )
        self.line = step.line
        self.seat = step.seat
        self.refusal = refusal
        self.legal = tuple(legal)

    def as_dict(self, viewer: Viewer = None) -> dict[str, Json]:
        """What ``paiju replay`` prints of it.

        Why another seat's line is illegal, and what would be legal, tells of its hand: a
        ``viewer`` is told so only of its own lines.
        """
        if viewer not in (None, self.seat):
            hidden = Text("别家的这一行不合规则", "This line of another seat is not legal").both()
            return {
                "error": "illegal",
                "line": self.line,
                "reason": hidden,
                "clause": None,
                "legal": [],
            }
        return {
            "error": "illegal",
            "line": self.line,
            "reason": self.refusal.reason.both(),
            "clause": self.refusal.clause,
            "legal": [str(action) for action in self.legal],
        }


class Replay:
    """A record on its way through its round.

    ``round`` is where it has come to; :meth:`steps` goes on from there, action by action.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._game = game(record.setup.game)
        self.round: Round = self._game.start(record.setup)
        self._answers: list[Step] = []

    @property
    def answers(self) -> Record:
        """What has been played so far with a line for every answer, passes too."""
        return Record(self.record.setup, tuple(self._answers), proof=self.record.proof)

    def run(self, until: int | None = None) -> Round:
        """Play to the end, or up to line ``until`` of the file, and return the round.

        :raises IllegalLine: at the first action that the rules do not allow.
        """
        for _ in self.steps(until):
            pass
        return self.round

    def steps(self, until: int | None = None) -> Iterator[Sequence[Event]]:
        """The events before the first action, then those of each action in turn.

        With ``until`` it stops before that line, with every question still open. Without it a
        record that passes for its seats (``auto_pass``) does so after its last line too.

        :raises IllegalLine: at the first action that the rules do not allow.
        """
        told = 0
        for step in (None, *self.record.steps):
            if step is not None:
                if until is not None and step.line >= until:
                    return
                self._apply(step)
            yield self.round.events[told:]
            told = len(self.round.events)
        if until is None and self.record.auto_pass:
            while (passing := self._next_pass(self.round)) is not None:
                self._answer(self.round, passing)
            if told < len(self.round.events):
                yield self.round.events[told:]

    def _apply(self, step: Step) -> None:
        legal = self.round.legal_actions(step.seat)
        is_legal = step.action in legal
        if is_legal and not (self.record.auto_pass and legal.is_mistake(step.action)):
            self._answer(self.round, step)
            return
        refused = [self.round]
        if self.record.auto_pass:
            # The line may answer a question that is only put when others have passed (JM-15), or
            # the seat itself: hu is not meant as 诈胡 where the next draw wins (JT-17).
            ahead, passes = self.round.copy(), list[Step]()
            while (passing := self._next_pass(ahead)) is not None:
                ahead.apply(passing.seat, passing.action)
                passes.append(passing)
                legal = ahead.legal_actions(step.seat)
                if step.action in legal and not legal.is_mistake(step.action):
                    self.round = ahead
                    self._answers += passes
                    self._answer(ahead, step)
                    return
                if step.seat in ahead.to_act:
                    refused.append(ahead.copy())
        if is_legal:
            self._answer(self.round, step)
            return
        raise _illegal(step, refused)

    def _answer(self, round_: Round, step: Step) -> None:
        round_.apply(step.seat, step.action)
        self._answers.append(step)

    def _next_pass(self, round_: Round) -> Step | None:
        """The pass of a seat that is asked for a claim, not on its own turn, if there is one."""
        for seat in round_.to_act:
            passing = None if seat == round_.turn else self._passing
            if passing is not None and passing in round_.legal_actions(seat):
                return Step(seat, passing)
        return None

    @property
    def _passing(self) -> Action | None:
        try:
            return self._game.parse_action("pass")
        except BadNotation:
            return None


def _illegal(step: Step, places: Sequence[Round]) -> IllegalLine:
    """The error of a line that was legal in none of ``places``, told from where it came closest.

    That is where the seat is asked, and where a clause forbids it; else the last one.
    """
    told: IllegalLine | None = None
    for place in sorted(places, key=lambda place: step.seat not in place.to_act):
        if place.outcome is not None:
            return IllegalLine(step, Refusal(_OVER, None), ())
        legal = place.legal_actions(step.seat)
        refusal = legal.explain(step.action)
        assert refusal is not None
        told = IllegalLine(step, refusal, legal.listed())
        if refusal.clause is not None:
            break
    assert told is not None
    return told
