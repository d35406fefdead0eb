"""What one seat may do now: one check for listing, explaining and doing."""

from collections.abc import Sequence
from typing import Final

from paiju.cards.combos import beats
from paiju.cards.hands import Hand, counts_in
from paiju.cards.moves import holds, plays
from paiju.core.action import Action, LegalActions
from paiju.core.errors import Refusal
from paiju.core.seat import SEATS, Seat
from paiju.games.jiujiang_doudizhu import refusals as why
from paiju.games.jiujiang_doudizhu.actions import (
    ASKS,
    CALL,
    DECLINE,
    PASS,
    PLAYS,
    SURRENDER,
    Ask,
    Call,
    Decline,
    Pass,
    Play,
    Surrender,
)
from paiju.games.jiujiang_doudizhu.calling import must_call
from paiju.games.jiujiang_doudizhu.table import CALLING, NOBODY, OVER, PLAYING, Table

_OTHERS: Final = tuple([tuple([ask for ask in ASKS if ask.seat != seat]) for seat in range(SEATS)])
"""What each seat can ask, as landlord, of every other."""


class Moves(LegalActions):
    """A snapshot of what a seat may do: call, decline, surrender, pass, ask, then its plays.

    Plays come last, in the order of ``COMBOS``, so that a long list cut short keeps the rest.
    It follows from what the seat itself sees, and is the same whether asked of the true table.
    """

    __slots__ = (
        "_hand",
        "_landlord",
        "_listed",
        "_may_surrender",
        "_on_turn",
        "_phase",
        "_stopped",
        "_target",
        "seat",
    )

    def __init__(self, table: Table, seat: Seat) -> None:
        on_turn = seat == table.turn and seat != NOBODY
        self.seat: Final = seat
        self._phase = table.phase
        self._landlord = table.landlord
        self._stopped = table.stopped
        self._target = table.target
        self._on_turn = on_turn
        self._hand: Hand = table.counts[seat] if on_turn else 0
        self._may_surrender = on_turn and seat == table.landlord and table.plays[seat] == 0
        self._listed: tuple[Action, ...] | None = None

    def listed(self) -> Sequence[Action]:
        """Every allowed action once."""
        if self._listed is None:
            self._listed = tuple(self._all())
        return self._listed

    def _all(self) -> list[Action]:
        if self._phase == CALLING:
            if not self._on_turn:
                return []
            return [CALL, DECLINE] if self._must_call() is None else [CALL]
        found: list[Action] = []
        if self._may_surrender:
            found.append(SURRENDER)
        if self._on_turn and self._target is not None:
            found.append(PASS)
        found += self._asks()
        if self._on_turn:
            found += [PLAYS[combo.index] for combo in plays(self._hand, self._target)]
        return found

    def explain(self, action: Action) -> Refusal | None:
        """Why the action is not allowed now, with its clause, or ``None`` if it is."""
        if self._phase == OVER:
            return why.ROUND_OVER
        if isinstance(action, Ask):
            return self._ask_refusal(action)
        if isinstance(action, Surrender) and self._phase == PLAYING:
            return self._surrender_refusal()
        if not self._on_turn:
            return why.NOT_ASKED
        if isinstance(action, (Call, Decline)):
            if self._phase != CALLING:
                return why.CALLED_ALREADY
            return self._must_call() if isinstance(action, Decline) else None
        if self._phase == CALLING:
            return why.CALL_FIRST
        if isinstance(action, Play):
            return self._play_refusal(action)
        if isinstance(action, Pass):
            return why.LEADER_MUST_PLAY if self._target is None else None
        return why.UNKNOWN

    def _must_call(self) -> Refusal | None:
        return must_call(counts_in(self._hand))

    def _play_refusal(self, play: Play) -> Refusal | None:
        combo = play.combo
        if combo is None or not holds(self._hand, combo):
            return why.not_playable(counts_in(self._hand), play.counts)
        if self._target is not None and not beats(combo, self._target):
            return why.does_not_beat(combo, self._target)
        return None

    def _surrender_refusal(self) -> Refusal | None:
        if self._may_surrender:
            return None
        if self.seat != self._landlord:
            return why.ONLY_THE_LANDLORD
        return why.TOO_LATE_TO_SURRENDER

    def _asks(self) -> tuple[Ask, ...]:
        """Whom the seat may ask, whoever's turn it is (DZ-20)."""
        if self._phase != PLAYING or self.seat == NOBODY:
            return ()
        if self.seat == self._landlord:
            return _OTHERS[self.seat]
        return (ASKS[self._landlord],) if self.seat == self._stopped else ()

    def _ask_refusal(self, ask: Ask) -> Refusal | None:
        for allowed in self._asks():
            if allowed.seat == ask.seat:
                return None
        if self._phase != PLAYING:
            return why.ASK_AFTER_THE_KITTY
        if ask.seat == self.seat:
            return why.NOT_ONESELF
        if ask.seat != self._landlord:
            return why.FARMERS_DO_NOT_ASK
        return why.ASK_WHEN_STOPPED
