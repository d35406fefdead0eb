"""The answers that one mahjong seat may give, with a reason for each that it may not."""

from paiju.core.action import Action, LegalActions
from paiju.core.errors import Refusal
from paiju.core.seat import Seat
from paiju.mahjong.missed import missed_claim
from paiju.mahjong.question import Question
from paiju.mahjong.refusals import NOT_ASKED
from paiju.mahjong.rules import Rules
from paiju.mahjong.table import Table


class Moves(LegalActions):
    """What one seat may answer to the question put to it."""

    __slots__ = ("_actions", "_question", "_rules", "_seat", "_table")

    def __init__(
        self,
        rules: Rules,
        table: Table,
        seat: Seat,
        question: Question | None,
    ) -> None:
        self._rules = rules
        self._table = table
        self._seat = seat
        self._question = question
        self._actions: tuple[Action, ...] | None = None

    def listed(self) -> tuple[Action, ...]:
        """Every allowed answer: hu, kong, pung, chow, ready, discards by tile, pass."""
        if self._actions is None:
            question = self._question
            self._actions = (
                () if question is None else self._rules.legal(self._table, self._seat, question)
            )
        return self._actions

    def is_mistake(self, action: Action) -> bool:
        """Whether the answer is 诈胡."""
        question = self._question
        return question is not None and self._rules.is_false_win(
            self._table, self._seat, question, action
        )

    def explain(self, action: Action) -> Refusal | None:
        """Why this answer is not allowed, with the clause."""
        refusal: Refusal | None = NOT_ASKED
        if self._question is not None:
            refusal = self._rules.refusal(self._table, self._seat, self._question, action)
        if refusal is not None and refusal.clause is None:
            missed = missed_claim(self._rules, self._table, self._seat, action)
            if missed is not None and missed.clause is not None:
                return missed
        return refusal
