"""What a player at the table can count up before it thinks: tiles unseen, turns to come."""

from paiju.mahjong.melds import Meld
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.tiles import HAND_KINDS

_SEATS = 4


class View:
    """One seat's observation, counted."""

    def __init__(self, observation: MahjongObservation) -> None:
        seat = observation.viewer
        assert seat is not None
        self.seat = seat
        self.rules = observation.rules
        self.table = observation.table
        self.side = observation.table.sides[seat]
        """What is the player's own."""
        self.events = observation.seen
        seen = self.table.seen(seat)
        copies = self.rules.tiles.copies
        self.unseen: list[int] = [copies[tile] - seen[tile] for tile in range(HAND_KINDS)]
        """How many tiles of each kind it has not seen."""
        hands = sum(side.size for side in self.table.sides)
        self.hidden = self.table.wall + hands - self.side.size
        """How many tiles it has not seen, bonus tiles among them."""
        self.turns = (self.table.wall + _SEATS // 2) // _SEATS
        """How many draws of its own are to come, by and large."""

    @property
    def hand(self) -> list[int]:
        """Counts by kind of the tiles in hand, for the player to take apart."""
        return self.side.hand[:HAND_KINDS]

    @property
    def melds(self) -> tuple[Meld, ...]:
        """What lies before the player."""
        return self.side.melds
