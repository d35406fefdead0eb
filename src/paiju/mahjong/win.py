"""A win as a judge sees it: the tiles, how the last one came, and who pays."""

from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from paiju.mahjong.melds import Meld
from paiju.mahjong.tiles import Tile

Source: TypeAlias = int
DISCARD: Final[Source] = 0
SELF_DRAW: Final[Source] = 1
ROBBED_KONG: Final[Source] = 2
SOURCE_TEXTS: Final[tuple[str, ...]] = ("discard", "self_draw", "robbed_kong")


_TOLD: Final = (
    *("concealed", "tile", "melds", "bonus", "source"),
    *("last_tile", "after_kong", "first_turn", "ready", "dealer"),
)


@mypyc_attr(acyclic=True)
class Win:
    """The hand of a player who says hu, and everything around it that counts.

    ``concealed`` counts the 34 kinds in hand *without* the winning ``tile``; ``bonus`` are the
    发财 or flowers laid open. ``last_tile``: the tile is the wall's last, drawn or discarded.
    ``after_kong``: self-drawn as a kong's replacement, or discarded right after its discarder's
    kong. ``first_turn``: 天胡 for the dealer's dealt hand, 地胡 on the dealer's first discard.
    ``ready``: the winner had declared 报听.
    """

    __slots__ = _TOLD

    def __init__(
        self,
        concealed: tuple[int, ...],
        tile: Tile,
        melds: tuple[Meld, ...] = (),
        bonus: tuple[Tile, ...] = (),
        source: Source = DISCARD,
        last_tile: bool = False,
        after_kong: bool = False,
        first_turn: bool = False,
        ready: bool = False,
        dealer: bool = False,
    ) -> None:
        self.concealed: Final = concealed
        self.tile: Final = tile
        self.melds: Final = melds
        self.bonus: Final = bonus
        self.source: Final = source
        self.last_tile: Final = last_tile
        self.after_kong: Final = after_kong
        self.first_turn: Final = first_turn
        self.ready: Final = ready
        self.dealer: Final = dealer

    def by(self, source: Source) -> "Win":
        """The same win, had the last tile come like this."""
        return Win(
            self.concealed,
            self.tile,
            self.melds,
            self.bonus,
            source,
            self.last_tile,
            self.after_kong,
            self.first_turn,
            self.ready,
            self.dealer,
        )

    def __repr__(self) -> str:
        told = ", ".join([f"{name}={getattr(self, name)!r}" for name in _TOLD])
        return f"Win({told})"


@mypyc_attr(acyclic=True)
class Payer:
    """What lies before a player who pays, as far as it changes the price."""

    __slots__ = ("bonus", "dealer", "melds", "ready")

    def __init__(
        self,
        melds: tuple[Meld, ...] = (),
        bonus: tuple[Tile, ...] = (),
        ready: bool = False,
        dealer: bool = False,
    ) -> None:
        self.melds: Final = melds
        self.bonus: Final = bonus
        self.ready: Final = ready
        self.dealer: Final = dealer
