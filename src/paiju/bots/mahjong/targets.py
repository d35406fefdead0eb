"""What a hand can be built towards: a shape, within some of the kinds.

The lack of a target is how many tiles a hand still needs to be it, however long that takes; the
target of all shapes and kinds together is the plain hand.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from paiju.mahjong.costs import hand_lack, reducing
from paiju.mahjong.distance import pairs_held
from paiju.mahjong.melds import CHOW, Meld
from paiju.mahjong.tiles import (
    HAND_KINDS,
    RED,
    SUIT_STARTS,
    SUITED_KINDS,
    WHITE,
    Tile,
    suit,
)

Shape: TypeAlias = int
PLAIN: Final[Shape] = 0
"""Any sets and a pair."""
PUNGS: Final[Shape] = 1
"""Pungs or kongs alone, and a pair."""
PAIRS: Final[Shape] = 2
"""Seven pairs."""
STRAIGHT: Final[Shape] = 3
"""123, 456 and 789 of one suit, with any set and pair."""
DRAGONS: Final[Shape] = 4
"""Pungs of 红中 and 白板, with any two sets and pair."""

ALL_SUITS: Final = -1

_PAIRS: Final = 7
_STRAIGHT: Final = 9
_WHOLE: Final = 4


@dataclass(frozen=True, slots=True)
class Target:
    """A shape within one suit (``honours`` says whether with them), or within all kinds.

    ``straight`` is the suit of a straight.
    """

    shape: Shape
    suit: int = ALL_SUITS
    honours: bool = True
    straight: int = ALL_SUITS

    def allows(self, tile: Tile) -> bool:
        """Whether a tile of this kind can stand in the hand."""
        if tile >= SUITED_KINDS:
            return self.honours
        return self.suit in (ALL_SUITS, suit(tile))

    def is_open_to(self, melds: tuple[Meld, ...]) -> bool:
        """Whether the hand can still be made with these melds laid down."""
        if self.shape == PAIRS and melds:
            return False
        if self.shape == STRAIGHT and len(melds) > 1:
            return False
        for meld in melds:
            if self.shape == PUNGS and meld.kind == CHOW:
                return False
            if not self.allows(meld.tile):
                return False
        return self.shape != DRAGONS or _other_sets(melds) <= 2

    def within(self, counts: list[int]) -> list[int]:
        """The tiles of a hand that can stay in it."""
        if self.suit == ALL_SUITS and self.honours:
            return list(counts)
        kept = [0] * HAND_KINDS
        if self.suit == ALL_SUITS:
            kept[:SUITED_KINDS] = counts[:SUITED_KINDS]
        else:
            start = SUIT_STARTS[self.suit]
            kept[start : start + 9] = counts[start : start + 9]
        if self.honours:
            kept[SUITED_KINDS:] = counts[SUITED_KINDS:]
        return kept

    def lack(self, kept: list[int], melds: tuple[Meld, ...]) -> int:
        """How many tiles are missing; ``kept`` is what :meth:`within` left of the hand."""
        sets = _WHOLE - len(melds)
        if self.shape == PLAIN:
            return hand_lack(kept, sets)
        if self.shape == PUNGS:
            return _pungs_lack(kept, sets)
        if self.shape == PAIRS:
            return _PAIRS - pairs_held(kept)
        rest, missing = self._rest(kept, melds)
        return len(missing) + hand_lack(rest, self._rest_sets(melds))

    def helpful(self, kept: list[int], melds: tuple[Meld, ...], lack: int) -> list[Tile]:
        """The kinds of which one more leaves less to lack."""
        sets = _WHOLE - len(melds)
        if self.shape == PLAIN:
            kinds = reducing(kept, sets, lack)
        elif self.shape == PUNGS:
            kinds = _pungs_helpful(kept, sets, lack)
        elif self.shape == PAIRS:
            kinds = [tile for tile in range(HAND_KINDS) if kept[tile] % 2]
        else:
            rest, missing = self._rest(kept, melds)
            sets = self._rest_sets(melds)
            more = reducing(rest, sets, hand_lack(rest, sets))
            kinds = sorted({*missing, *(tile for tile in more if not self._takes(tile, melds))})
        return [tile for tile in kinds if self.allows(tile)]

    def _takes(self, tile: Tile, melds: tuple[Meld, ...]) -> bool:
        """Whether every tile of a kind in hand goes to a pung that the target names."""
        is_named = self.shape == DRAGONS and tile in (RED, WHITE)
        return is_named and not any(meld.tile == tile for meld in melds)

    def _rest_sets(self, melds: tuple[Meld, ...]) -> int:
        """How many sets are free of the target."""
        if self.shape == STRAIGHT:
            return 1 - len(melds)
        return 2 - _other_sets(melds)

    def _rest(self, kept: list[int], melds: tuple[Meld, ...]) -> tuple[list[int], list[Tile]]:
        """The hand without the tiles that the target names, and those of them it lacks."""
        rest = list(kept)
        missing: list[Tile] = []
        if self.shape == STRAIGHT:
            start = SUIT_STARTS[self.straight]
            for tile in range(start, start + _STRAIGHT):
                if rest[tile]:
                    rest[tile] -= 1
                else:
                    missing.append(tile)
            return rest, missing
        for tile in (RED, WHITE):
            if self._takes(tile, melds):
                missing += [tile] * max(0, 3 - rest[tile])
                rest[tile] = 0
        return rest, missing


def _other_sets(melds: tuple[Meld, ...]) -> int:
    """How many melds are not of 红中 or 白板."""
    return sum(meld.tile not in (RED, WHITE) for meld in melds)


def _pungs_lack(kept: list[int], sets: int) -> int:
    """The missing tiles of so many triplets and a pair: the fullest kinds become the triplets."""
    held = sorted(kept, reverse=True)
    lack = max(0, 2 - held[sets])
    for count in held[:sets]:
        if count < 3:
            lack += 3 - count
    return lack


def _pungs_helpful(kept: list[int], sets: int, lack: int) -> list[Tile]:
    kinds: list[Tile] = []
    fewest = 0 if HAND_KINDS - kept.count(0) <= sets else 1  # a hand of few kinds needs a new one
    for tile in range(HAND_KINDS):
        if fewest <= kept[tile] <= 2:
            kept[tile] += 1
            if _pungs_lack(kept, sets) < lack:
                kinds.append(tile)
            kept[tile] -= 1
    return kinds


def _targets() -> tuple[Target, ...]:
    suits = range(3)
    found = [Target(PLAIN), Target(PUNGS), Target(PAIRS), Target(DRAGONS)]
    found += [Target(STRAIGHT, straight=one) for one in suits]
    for one in suits:
        for honours in (True, False):
            found += [Target(shape, one, honours) for shape in (PLAIN, PUNGS, PAIRS)]
            found.append(Target(STRAIGHT, one, honours, straight=one))
        found.append(Target(DRAGONS, one))
    return tuple(found)


TARGETS: Final = _targets()
"""Everything a mahjong might pay for, the plain hand first; a strategy prices them for its game."""
