"""One side of a mahjong table: what a seat holds, what lies before it, and what binds it."""

from typing import Final

from mypy_extensions import mypyc_attr

from paiju.mahjong.costs import kinds_in
from paiju.mahjong.events import UNTIL_DRAW, WinDeclined
from paiju.mahjong.melds import PUNG, Meld
from paiju.mahjong.tiles import HAND_KINDS, HIDDEN, KINDS, Tile
from paiju.mahjong.waits import wait_bits, waiting_discards

_UNKNOWN: Final = -1
"""Kinds not yet looked for."""
_SETS: Final = 4
_COPIES: Final = 4


# Compiled, what there is by the hundred is no work for the garbage collector.
@mypyc_attr(acyclic=True)
class RiverTile:
    """A discard as it lies in its owner's river."""

    __slots__ = ("claimed", "ready", "tile")

    def __init__(self, tile: Tile, ready: bool, claimed: bool) -> None:
        self.tile: Final = tile
        self.ready: Final = ready
        """Whether its owner declared 报听 with this discard."""
        self.claimed: Final = claimed
        """Whether it has gone into another seat's meld."""


_LYING: Final[tuple[RiverTile, ...]] = tuple(
    RiverTile(tile, ready, claimed)
    for tile in range(KINDS)
    for ready in (False, True)
    for claimed in (False, True)
)


def river_tile(tile: Tile, ready: bool = False, claimed: bool = False) -> RiverTile:
    """A tile of a river; those that lie alike are one object."""
    return _LYING[4 * tile + (2 if ready else 0) + (1 if claimed else 0)]


UNSEEN: Final = [0] * KINDS
"""The hand of a seat for who cannot see it: one for all such hands, never changed."""


@mypyc_attr(acyclic=True)
class Side:
    """The tiles of one seat, as somebody sees them, and what the rules remember of it."""

    __slots__ = (
        "_winning",
        "bonus",
        "bound",
        "bound_fans",
        "bound_until",
        "declined",
        "drawn",
        "fine",
        "hand",
        "last_pair",
        "melds",
        "ready",
        "river",
        "shed",
        "size",
    )

    def __init__(self, hand: list[int], river: list[RiverTile]) -> None:
        self.hand = hand
        """42 counts by kind, :data:`UNSEEN` for a viewer who cannot see them."""
        self.size = 0
        """How many tiles that is, seen or not."""
        self.drawn: Tile = HIDDEN
        """The tile just gained by drawing, as long as it is the seat's turn."""
        self.melds: tuple[Meld, ...] = ()
        self.bonus: tuple[Tile, ...] = ()
        self.river = river
        self.ready = False
        """Whether it declared 报听."""
        self.shed: Tile = HIDDEN
        """What it has discarded since it last gained a tile (动牌)."""
        self.bound = -1
        """The most points of a win that it declined and is still bound by; -1 if none."""
        self.bound_fans = 0
        """The most 番 of such a win."""
        self.bound_until = UNTIL_DRAW
        self.declined: tuple[Tile, ...] = ()
        """The tiles of those wins."""
        self.last_pair = False
        """Whether, of four tiles, it claimed for a meld what it could have won on (JT-12)."""
        self.fine = 0
        """What it owes to the house for 诈胡."""
        self._winning = _UNKNOWN
        """The kinds, a bit for each, that make the hand without the drawn tile whole."""

    # --- what the rules ask of it -------------------------------------------------------------

    @property
    def sets_to_form(self) -> int:
        """How many sets the hand must still make beside its pair."""
        return _SETS - len(self.melds)

    @property
    def claimed_pungs(self) -> int:
        """The kinds, a bit for each, of which it has a claimed pung."""
        kinds = 0
        for meld in self.melds:
            if meld.kind == PUNG:
                kinds |= 1 << meld.tile
        return kinds

    def completes(self, tile: Tile) -> bool:
        """Whether a tile, the one drawn or another's, makes the waiting hand whole."""
        if self._winning == _UNKNOWN:
            counts = self.hand
            if self.drawn != HIDDEN:
                counts = list(counts)
                counts[self.drawn] -= 1
            sets = self.sets_to_form
            self._winning = wait_bits(counts, sets, sets == _SETS)
        return self._winning >> tile & 1 == 1

    def waits(self, without: Tile = HIDDEN) -> list[Tile]:
        """The kinds that a hand of 3n + 1 tiles waits for, once it has parted with a tile.

        Those of which the seat holds all four, melds included, are none of them (JM-28).
        """
        counts, held = self.hand[:HAND_KINDS], self.held()
        if without != HIDDEN:
            counts[without] -= 1
            held[without] -= 1
        sets = self.sets_to_form
        kinds = kinds_in(wait_bits(counts, sets, sets == _SETS))
        return [tile for tile in kinds if held[tile] < _COPIES]

    def waiting_discards(self) -> int:
        """The kinds, a bit for each, whose discard leaves a hand of 3n + 2 tiles waiting."""
        sets = self.sets_to_form
        return waiting_discards(self.hand, sets, sets == _SETS)

    def held(self) -> list[int]:
        """Counts by kind of all that the seat holds, in hand and melds (seen ones)."""
        counts = list(self.hand)
        self.add_melds(counts)
        return counts

    def add_melds(self, counts: list[int]) -> None:
        """Count the tiles of its melds (seen ones) too."""
        for meld in self.melds:
            if meld.tile != HIDDEN:
                for tile in meld.tiles:
                    counts[tile] += 1

    # --- what happens to it -------------------------------------------------------------------

    def hold(self, counts: list[int], size: int) -> None:
        """Take up a whole new hand."""
        self.hand, self.size = counts, size
        self._winning = _UNKNOWN

    def draw(self, tile: Tile) -> bool:
        """Draw a tile, HIDDEN if it is not seen; whether the hand is now one to discard from."""
        self.size += 1
        if self.hand is not UNSEEN:
            self.hand[tile] += 1
        begins_turn = self.size % 3 == 2
        if begins_turn:
            self.drawn = tile
        else:
            self._winning = _UNKNOWN
        self.gain()
        self.free()
        return begins_turn

    def discard(self, tile: Tile) -> None:
        """Lay a tile of the hand into the river."""
        if tile != self.drawn:
            self._winning = _UNKNOWN
        self._take(tile, 1)
        self.river.append(river_tile(tile, self.ready and not self.river))
        self.drawn = HIDDEN
        spared = self.last_pair and self.hand[tile] > 0
        self.shed = HIDDEN if spared else tile

    def lose(self, tile: Tile, count: int) -> None:
        """Part with tiles of the waiting hand."""
        self._take(tile, count)
        self._winning = _UNKNOWN

    def lay_bonus(self, tile: Tile) -> None:
        """Lay a bonus tile open."""
        self.lose(tile, 1)
        self.bonus = (*self.bonus, tile)
        self.drawn = HIDDEN

    def lay_meld(self, meld: Meld) -> None:
        """Lay down a new meld, its tiles taken from the hand already."""
        self.melds = (*self.melds, meld)

    def gain(self) -> None:
        """It drew or claimed (动牌): what it could not win on before is forgotten."""
        self.shed = HIDDEN
        self.last_pair = False
        if self.bound_until != UNTIL_DRAW:
            self.free()

    def decline(self, event: WinDeclined) -> None:
        """Let a win go by."""
        self.bound = max(self.bound, event.points)
        self.bound_fans = max(self.bound_fans, event.fans)
        self.bound_until = event.until
        self.declined = (*self.declined, event.tile)

    def free(self) -> None:
        """It is bound no more by the wins that it declined."""
        self.bound = -1
        self.bound_fans = 0
        self.declined = ()

    def claimed_from(self) -> None:
        """The newest tile of its river has gone into another seat's meld."""
        laid = self.river[-1]
        self.river[-1] = river_tile(laid.tile, laid.ready, claimed=True)

    def _take(self, tile: Tile, count: int) -> None:
        """Take so many tiles out of the hand, seen or not."""
        self.size -= count
        if self.hand is not UNSEEN:
            self.hand[tile] -= count

    def copy(self) -> "Side":
        """An independent side in the same state."""
        hand = UNSEEN if self.hand is UNSEEN else list(self.hand)
        twin = Side(hand, list(self.river))
        twin.size, twin.drawn = self.size, self.drawn
        twin.melds, twin.bonus, twin.ready = self.melds, self.bonus, self.ready
        twin.shed, twin.last_pair, twin.fine = self.shed, self.last_pair, self.fine
        twin.bound, twin.bound_fans = self.bound, self.bound_fans
        twin.bound_until, twin.declined = self.bound_until, self.declined
        twin._winning = self._winning
        return twin
