"""What one round of 九江麻将 hands on: who deals, and the rounds still owed at ×2 and ×4."""

from collections.abc import Mapping
from typing import Any, Final

from paiju.core.errors import BadRecord
from paiju.core.event import Json
from paiju.core.game import Round, RoundSetup
from paiju.core.match_state import match_state
from paiju.core.seat import Seat, seat_after
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.mahjong.events import DealerFollowed, Won
from paiju.mahjong.match import MahjongMatch
from paiju.mahjong.tiles import RED, WHITE

KEY: Final = "jiujiang-mahjong"
ROUNDS_OWED: Final = 4
"""How many rounds one 黄庄 or 跟庄 doubles (JM-5, JM-6)."""
COUNTERS: Final = ("rounds_at_4", "rounds_at_2")


class JiujiangMatch(MahjongMatch):
    """A match of 九江麻将. ``rounds_at_4`` and ``rounds_at_2`` count rounds owed (JM-7)."""

    key = KEY

    def __init__(self, options: JiujiangOptions, dealer: Seat) -> None:
        super().__init__(options, dealer)
        self.rounds_at_4 = 0
        self.rounds_at_2 = 0
        self._playing = False
        self._left_while_playing = False

    def carry(self) -> dict[str, Json]:
        """The rounds still owed at ×4 and at ×2."""
        return {"rounds_at_4": self.rounds_at_4, "rounds_at_2": self.rounds_at_2}

    def setup(self, seed: bytes) -> RoundSetup:
        """The next round, dealt from ``seed``."""
        self._playing = True
        return super().setup(seed)

    def settle(self, finished: Round) -> None:
        """Totals, the next dealer (JM-3) and the counters (JM-5 to JM-8)."""
        super().settle(finished)
        self._count_rounds(finished)
        self._playing = False

    def next_dealer(self, finished: Round) -> Seat:
        """The winner deals; after several, the seat after the payer; after none, the same."""
        wins = [event for event in finished.events if isinstance(event, Won)]
        if not wins:
            return self.dealer
        if len(wins) == 1:
            return wins[0].seat
        discarder = next((win.payer for win in wins if win.source == "discard"), wins[0].payer)
        assert discarder is not None
        return seat_after(discarder)

    def _count_rounds(self, finished: Round) -> None:
        if self.rounds_at_4 > 0:
            self.rounds_at_4 -= 1
        elif self.rounds_at_2 > 0:
            self.rounds_at_2 -= 1
        for event in finished.events:
            if isinstance(event, DealerFollowed):
                if event.tile in (WHITE, RED):
                    self.rounds_at_4 += ROUNDS_OWED
                else:
                    self.rounds_at_2 += ROUNDS_OWED
        if finished.outcome is not None and finished.outcome.termination == "draw":
            self.rounds_at_2 += ROUNDS_OWED
        if self._left_while_playing:
            self._left_while_playing = False
            self.rounds_at_4 = self.rounds_at_2 = 0

    def player_left(self) -> None:
        """Both counters return to 0 from the next round on (JM-8)."""
        if self._playing:
            self._left_while_playing = True
        else:
            self.rounds_at_4 = self.rounds_at_2 = 0


def rounds_owed(carry: Mapping[str, Json]) -> dict[str, int]:
    """The rounds owed by each of the counters; one that is not named owes none.

    :raises BadRecord: if the carry has an unknown name or is no count of rounds.
    """
    counted = dict.fromkeys(COUNTERS, 0)
    for name, owed in carry.items():
        if name not in counted:
            raise BadRecord(f"carry: {name!r} is not known; it has {', '.join(COUNTERS)}")
        if type(owed) is not int or owed < 0:
            raise BadRecord(f"carry: {name!r} is {owed!r}; it counts rounds, 0 or more")
        counted[name] = owed
    return counted


def factor_of(carry: Mapping[str, Json]) -> int:
    """What the round is worth: ×4 while any are owed at ×4, else ×2, else plain (JM-7).

    :raises BadRecord: if the carry has an unknown name or is no count of rounds.
    """
    owed = rounds_owed(carry)
    if owed["rounds_at_4"]:
        return 4
    return 2 if owed["rounds_at_2"] else 1


def restored(options: JiujiangOptions, state: Mapping[str, Any]) -> JiujiangMatch:
    """The match that ``as_dict`` described. :raises BadRecord: naming the key that is wrong."""
    kept = match_state(state)
    owed = rounds_owed(kept.carry)
    match = JiujiangMatch(options, kept.dealer)
    match.rounds_at_4, match.rounds_at_2 = owed["rounds_at_4"], owed["rounds_at_2"]
    match.restore(kept)
    return match
