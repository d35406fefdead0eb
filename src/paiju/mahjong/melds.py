"""Melds: sets of tiles that lie on the table, or a concealed kong beside the hand."""

from typing import Final, TypeAlias

from mypy_extensions import mypyc_attr

from paiju.core.errors import BadNotation
from paiju.core.seat import Seat
from paiju.mahjong.tiles import HAND_KINDS, Tile, is_suited, number, parse_tiles, tiles_text

MeldKind: TypeAlias = int
CHOW: Final[MeldKind] = 0
PUNG: Final[MeldKind] = 1
EXPOSED_KONG: Final[MeldKind] = 2
ADDED_KONG: Final[MeldKind] = 3
CONCEALED_KONG: Final[MeldKind] = 4


@mypyc_attr(acyclic=True)
class Meld:
    """One set of a player's that no longer changes hands.

    ``tile`` is its lowest tile. ``claimed`` is the tile that another seat, ``source``, gave for
    it (-1: nobody did, or it is not known).
    """

    __slots__ = ("claimed", "kind", "source", "tile")

    def __init__(self, kind: MeldKind, tile: Tile, claimed: Tile = -1, source: Seat = -1) -> None:
        self.kind: Final = kind
        self.tile: Final = tile
        self.claimed: Final = claimed
        self.source: Final = source

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Meld) and self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return f"Meld{self._all}"

    @property
    def _all(self) -> tuple[MeldKind, Tile, Tile, Seat]:
        return self.kind, self.tile, self.claimed, self.source

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All its tiles, lowest first."""
        if self.kind == CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.kind >= EXPOSED_KONG else 3)

    @property
    def is_kong(self) -> bool:
        """Whether it has four tiles."""
        return self.kind >= EXPOSED_KONG

    @property
    def is_claimed(self) -> bool:
        """Whether a tile of another seat is in it: all but the concealed kong (暗杠)."""
        return self.kind != CONCEALED_KONG

    @property
    def text(self) -> str:
        """How it is written; an added kong looks like an exposed one.

        >>> Meld(CHOW, 2).text, Meld(ADDED_KONG, 33).text, Meld(CONCEALED_KONG, 33).text
        ('345m', '7777z', '<7777z>')
        """
        text = tiles_text(self.tiles)
        return f"<{text}>" if self.kind == CONCEALED_KONG else text


def parse_meld(text: str) -> Meld:
    """Read one meld; four alike are an exposed kong, in angle brackets a concealed one.

    >>> parse_meld("345m") == Meld(CHOW, 2)
    True
    >>> parse_meld("346m")
    Traceback (most recent call last):
    ...
    paiju.core.errors.BadNotation: '346m' is no meld: melds are 345m, 777z, 7777z and <7777z>

    :raises BadNotation: if it is no chow, pung or kong.
    """
    inner = text.strip()
    concealed = inner.startswith("<") and inner.endswith(">")
    tiles = sorted(parse_tiles(inner[1:-1] if concealed else inner))
    kind = _meld_kind(tiles)
    if concealed and kind == EXPOSED_KONG:
        return Meld(CONCEALED_KONG, tiles[0])
    if concealed or kind < 0:
        raise BadNotation(f"{text!r} is no meld: melds are 345m, 777z, 7777z and <7777z>")
    return Meld(kind, tiles[0])


def _meld_kind(tiles: list[Tile]) -> int:
    """What sorted tiles make when they lie open, -1 if nothing."""
    size = len(tiles)
    if size not in (3, 4) or tiles[0] >= HAND_KINDS:
        return -1
    first = tiles[0]
    if tiles[-1] == first:
        return PUNG if size == 3 else EXPOSED_KONG
    if size == 3 and is_suited(first) and number(first) <= 7:
        return CHOW if tiles == [first, first + 1, first + 2] else -1
    return -1
