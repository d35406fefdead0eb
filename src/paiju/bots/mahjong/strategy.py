"""What one mahjong pays for: all that the bot must know of a game beside its rules."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from paiju.bots.mahjong.targets import TARGETS, Target
from paiju.mahjong.melds import Meld
from paiju.mahjong.win import SELF_DRAW, Source


class Holding(NamedTuple):
    """What a seat holds besides the tiles in its hand, as far as it is worth something."""

    melds: tuple[Meld, ...]
    bonus: int
    """Bonus tiles laid open."""
    ready: bool
    """Whether it has declared 报听, or is about to."""

    @property
    def is_concealed(self) -> bool:
        """门清: nothing was claimed."""
        return not any(meld.is_claimed for meld in self.melds)


class Prospect(NamedTuple):
    """What a hand would be worth, were it finished as planned."""

    points: float
    """What each payer would pay, on a discard."""
    drawn_points: float
    """What each of the three would pay, if it is self-drawn."""
    off_discard: float
    """How sure it is (0 to 1) that the rules let it win on a discard at all."""


class Strategy(ABC):
    """One mahjong as a player reckons with it; amounts are at base score and factor 1."""

    targets: tuple[Target, ...] = TARGETS
    """What the game pays for, the plain hand first."""
    keeps_closed: bool = True
    """Whether the game pays for a hand that has claimed nothing."""
    chows: bool = False
    """Whether a chow may be claimed at any time, from the seat before."""

    @abstractmethod
    def prospect(self, target: Target, kept: list[int], holding: Holding) -> Prospect | None:
        """What the target would pay, ``None`` if this game pays nothing for it in particular.

        ``kept`` counts the tiles in hand that belong to the target.
        """

    @property
    @abstractmethod
    def declared_price(self) -> float:
        """What paying a seat that declared 报听 costs, by and large."""

    def amount(self, points: float) -> float:
        """Points of the game in units of the bot."""
        return points

    def gain(self, points: int, source: Source) -> float:
        """What a win of so many points brings in: three pay for a self-draw."""
        return self.amount(points) * (3 if source == SELF_DRAW else 1)
