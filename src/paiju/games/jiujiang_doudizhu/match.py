"""What one round of 九江斗地主 hands on to the next: who is dealt to first."""

from collections.abc import Mapping
from typing import Any, Final

from paiju.core.event import Json
from paiju.core.game import Match, Round, RoundSetup
from paiju.core.match_state import match_state, nothing_carried
from paiju.core.seat import SEATS, Seat
from paiju.games.jiujiang_doudizhu.options import DouDizhuOptions
from paiju.games.jiujiang_doudizhu.round import DouDizhuRound

KEY: Final = "jiujiang-doudizhu"


class DouDizhuMatch(Match):
    """A match of 九江斗地主: the last landlord deals the next round (DZ-2)."""

    def __init__(self, options: DouDizhuOptions, dealer: Seat) -> None:
        self.options = options
        self.dealer = dealer
        self.rounds = 0
        self.totals = [0] * SEATS

    def carry(self) -> dict[str, Json]:
        """Nothing beside the dealer."""
        return {}

    def setup(self, seed: bytes) -> RoundSetup:
        """The next round, dealt from ``seed``."""
        return RoundSetup(KEY, self.options, self.dealer, self.carry(), seed)

    def settle(self, finished: Round) -> None:
        """Totals, and the landlord as the next dealer."""
        assert isinstance(finished, DouDizhuRound) and finished.outcome is not None
        self.rounds += 1
        self.totals = [
            had + gained for had, gained in zip(self.totals, finished.outcome.payments, strict=True)
        ]
        self.dealer = finished.table.landlord

    def player_left(self) -> None:
        """Nothing in this game hangs on who plays."""


def restored(options: DouDizhuOptions, state: Mapping[str, Any]) -> DouDizhuMatch:
    """The match that ``as_dict`` described. :raises BadRecord: naming the key that is wrong."""
    kept = match_state(state)
    nothing_carried(kept.carry)
    match = DouDizhuMatch(options, kept.dealer)
    match.rounds, match.totals = kept.rounds, kept.totals
    return match
