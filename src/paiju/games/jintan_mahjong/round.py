"""The order in which 金坛麻将 asks for claims: everybody at once (JT-6)."""

from typing import Self

from paiju.core.seat import Seat, seats_after
from paiju.mahjong.actions import PASS, Chow
from paiju.mahjong.question import Question, claim_question
from paiju.mahjong.round import MahjongRound


class JintanRound(MahjongRound):
    """One deal of 金坛麻将: all who can claim are asked at once, and a win comes first."""

    def _copy_claims(self, twin: Self) -> None:
        """The prompts say all there is to know of the claims."""

    def _resume_claims(self, seat: Seat, question: Question) -> None:
        if question.kind == "claim":
            for other in seats_after(question.seat):
                if other != seat:
                    self._ask(other, question)

    def _open_claims(self) -> None:
        table = self.table
        question = claim_question(table.last_seat, table.last_tile)
        for seat in seats_after(table.last_seat):
            self._ask(seat, question)
        if not self._prompts.due:
            self._next_seat_draws()

    def _claims_answered(self) -> None:
        """Everybody who wins; else the pung or kong; else the chow; else the next seat draws."""
        wins = self._winners()
        answers = self._prompts.answers
        claims = [
            (seat, action)
            for seat, action in enumerate(answers)
            if action is not None and action is not PASS
        ]
        self._prompts.clear()
        if wins:
            self._win(wins)
        elif claims:
            claims.sort(key=_comes_second)
            seat, action = claims[0]
            self._meld_claimed(seat, action)
        else:
            self._next_seat_draws()


def _comes_second(claim: tuple[Seat, object]) -> bool:
    return isinstance(claim[1], Chow)
