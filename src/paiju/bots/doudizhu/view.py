"""A table of 九江斗地主 as a player thinks of it: own hand, cards still out, friends and foes."""

from typing import Final

from paiju.cards.cards import Counts
from paiju.cards.combos import SMALLEST_BOMB, Combo
from paiju.cards.hands import WHOLE_PACK, Hand, counts_in
from paiju.cards.moves import plays
from paiju.cards.splits import split
from paiju.core.seat import SEATS, Seat
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.scoring import gatekeeper_of
from paiju.games.jiujiang_doudizhu.table import NOBODY

_LEAD_BY_BOMB: Final = 1.0
_LEAD_BY_BIGGER_BOMB: Final = 0.2
_LEAD_BY_STANDING: Final = 1.6
_STANDS_EACH: Final = 0.7
"""The chance that a foe does not beat a combination with the next higher rank of it."""


class View:
    """What one player knows by looking and by having counted along."""

    def __init__(self, observation: DouDizhuObservation) -> None:
        assert observation.viewer is not None
        table = observation.table
        self.table = table
        self.seat: Seat = observation.viewer
        self.hand: list[int] = counts_in(table.counts[self.seat])
        self.size = sum(self.hand)
        self.landlord: Seat = table.landlord
        self.is_landlord = self.seat == self.landlord
        self.target: Combo | None = table.target
        self.top: Seat = table.top
        self.left: list[int] = table.left
        """How many cards each seat holds, by counting its plays."""
        self.unseen: Hand = WHOLE_PACK - table.counts[self.seat] - sum(table.played)
        """Cards by rank that others hold, or the kitty."""
        self.foes: list[Seat] = [seat for seat in range(SEATS) if self.is_foe(seat)]
        self.fewest_of_foes = min((self.left[seat] for seat in self.foes), default=0)
        self.most_of_foes = max((self.left[seat] for seat in self.foes), default=0)

    @property
    def is_gatekeeper(self) -> bool:
        """Whether the landlord plays right after this seat."""
        return self.seat == gatekeeper_of(self.landlord)

    @property
    def landlord_passed(self) -> bool:
        """Whether the landlord has let the play on the table go by."""
        return 0 < (self.landlord - self.top) % SEATS <= self.table.passes

    def is_foe(self, seat: Seat) -> bool:
        """Whether the seat plays against this one; while there is no landlord, all do."""
        alone = self.is_landlord or self.landlord == NOBODY
        return seat != self.seat and (alone or seat == self.landlord)

    def is_friend(self, seat: Seat) -> bool:
        """Whether the seat wins together with this one."""
        return seat != self.seat and not self.is_foe(seat)

    def stands(self, combo: Combo) -> bool:
        """Whether no foe can beat the combination but by a bomb, as far as one can know."""
        return self.higher_ranks(combo) == 0

    def higher_ranks(self, combo: Combo) -> int:
        """On how many ranks the same combination could beat this one, bombs left aside."""
        if combo.size > self.most_of_foes:
            return 0
        higher = plays(self.unseen, combo)
        return len({other.rank for other in higher if not other.is_bomb})

    def is_unbeatable(self, combo: Combo) -> bool:
        """Whether no foe can beat the combination at all, as far as one can know."""
        return all(higher.size > self.most_of_foes for higher in plays(self.unseen, combo))

    def without(self, combo: Combo) -> list[int]:
        """The own hand once the combination has been played."""
        return [held - used for held, used in zip(self.hand, combo.counts, strict=True)]


def burden(view: View, hand: Counts) -> float:
    """How many times a hand must yet be given the lead to be rid of its cards; less is better.

    Combinations that are sure to be beaten each need a lead; those that stand bring one, and so
    do bombs.
    """
    total = 0.0
    for part in split(hand):
        if part.is_bomb:
            total -= _LEAD_BY_BOMB + _LEAD_BY_BIGGER_BOMB * (part.size - SMALLEST_BOMB)
        else:
            total += 1.0 - _LEAD_BY_STANDING * _STANDS_EACH ** view.higher_ranks(part)
    return total


def losers(view: View, hand: Counts) -> list[Combo]:
    """The parts of a hand's split that can be beaten by the like, and so each need a lead."""
    return [part for part in split(hand) if not part.is_bomb and not view.stands(part)]
