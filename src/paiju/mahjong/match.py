"""What the matches of all mahjongs keep: whose deal it is, rounds played, totals."""

from abc import abstractmethod
from typing import ClassVar

from paiju.core.event import Json
from paiju.core.game import Match, Round, RoundSetup
from paiju.core.match_state import MatchState
from paiju.core.options import Options
from paiju.core.seat import SEATS, Seat


class MahjongMatch(Match):
    """A match of one mahjong; what it hands on beside the dealer is its own."""

    key: ClassVar[str]

    def __init__(self, options: Options, dealer: Seat) -> None:
        self.options = options
        self.dealer = dealer
        self.rounds = 0
        self.totals = [0] * SEATS

    @abstractmethod
    def next_dealer(self, finished: Round) -> Seat:
        """Who deals after this round."""

    def carry(self) -> dict[str, Json]:
        """Nothing beside the dealer."""
        return {}

    def setup(self, seed: bytes) -> RoundSetup:
        """The next round, dealt from ``seed``."""
        return RoundSetup(self.key, self.options, self.dealer, self.carry(), seed)

    def settle(self, finished: Round) -> None:
        """Take a finished round into the totals and decide who deals next."""
        outcome = finished.outcome
        assert outcome is not None
        self.rounds += 1
        self.totals = [a + b for a, b in zip(self.totals, outcome.payments, strict=True)]
        self.dealer = self.next_dealer(finished)

    def player_left(self) -> None:
        """Nothing hangs on who plays."""

    def restore(self, kept: MatchState) -> None:
        """Take over rounds and totals of a match that ``as_dict`` described."""
        self.rounds, self.totals = kept.rounds, kept.totals
