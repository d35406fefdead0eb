"""What one round of 金坛麻将 hands on: who deals (JT-5)."""

from collections.abc import Mapping
from typing import Any, Final

from paiju.core.errors import BadRecord
from paiju.core.event import Json
from paiju.core.game import Round
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


def nothing_carried(carry: Mapping[str, Json]) -> None:
    """Check a record's carry: no round of this game hangs on those before it.

    :raises BadRecord: if it names anything.
    """
    for name in carry:
        raise BadRecord(f"carry: {name!r} is not known; 金坛麻将 carries nothing over")


def restored(options: JintanOptions, state: Mapping[str, Any]) -> JintanMatch:
    """The match that ``as_dict`` described."""
    match = JintanMatch(options, state["dealer"])
    nothing_carried(state["carry"])
    match.restore(state)
    return match
