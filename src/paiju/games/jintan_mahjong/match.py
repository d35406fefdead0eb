"""What one round of 金坛麻将 hands on: who deals (JT-5)."""

from collections.abc import Mapping
from typing import Any, Final

from paiju.core.game import Round
from paiju.core.match_state import match_state, nothing_carried
from paiju.core.seat import Seat, seat_after
from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.mahjong.match import MahjongMatch

KEY: Final = "jintan-mahjong"


class JintanMatch(MahjongMatch):
    """A match of 金坛麻将: the dealer deals until others win without it."""

    key = KEY

    def next_dealer(self, finished: Round) -> Seat:
        """The same dealer after a win of its own or a draw, else the next seat (JT-5)."""
        assert finished.outcome is not None
        winners = finished.outcome.winners
        return self.dealer if not winners or self.dealer in winners else seat_after(self.dealer)


def restored(options: JintanOptions, state: Mapping[str, Any]) -> JintanMatch:
    """The match that ``as_dict`` described. :raises BadRecord: naming the key that is wrong."""
    kept = match_state(state)
    nothing_carried(kept.carry)
    match = JintanMatch(options, kept.dealer)
    match.restore(kept)
    return match
