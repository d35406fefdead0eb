"""What happens in a round of mahjong, and who may see what of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from paiju.core.event import Event, Json, shown
from paiju.core.seat import Seat, Viewer
from paiju.mahjong.melds import Meld
from paiju.mahjong.tiles import Tile, tile_text, tiles_in_order, tiles_text


def _hands_json(hands: Sequence[Sequence[Tile]]) -> Json:
    return [tiles_text(hand) for hand in hands]


def _melds_json(melds: Sequence[Sequence[Meld]]) -> Json:
    return [[meld.text for meld in of_seat] for of_seat in melds]


UNTIL_DRAW: Final = "draw"
UNTIL_GAIN: Final = "gain"


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round worth ``factor`` (×1, ×2, ×4) begins with ``wall`` tiles, all of them."""

    type: ClassVar[str] = "round_started"
    dealer: Seat
    factor: int
    wall: int


@dataclass(frozen=True, slots=True)
class Raised(Event):
    """All seats have chosen their raise; the choices are shown together."""

    type: ClassVar[str] = "raised"
    raises: tuple[int, ...] = shown(write=list)


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat was dealt its hand; the others see how many tiles."""

    type: ClassVar[str] = "dealt"
    seat: Seat
    count: int
    tiles: tuple[Tile, ...] | None = shown(write=tiles_in_order)
    """In the order dealt: the dealer's last one is the tile it has drawn."""

    def seen_by(self, viewer: Viewer) -> Self:
        """The tiles are their owner's alone."""
        return self if viewer == self.seat else replace(self, tiles=None)


@dataclass(frozen=True, slots=True)
class BonusLaid(Event):
    """A bonus tile (发财, a flower) was laid open; a replacement follows."""

    type: ClassVar[str] = "bonus_laid"
    seat: Seat
    tile: Tile = shown(write=tile_text)


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew from the head of the wall, or a replacement from its tail."""

    type: ClassVar[str] = "drew"
    seat: Seat
    replacement: bool
    wall: int
    """Tiles left in the wall after this draw."""
    tile: Tile | None = shown(write=tile_text)

    def seen_by(self, viewer: Viewer) -> Self:
        """The tile is its owner's alone."""
        return self if viewer == self.seat else replace(self, tile=None)


@dataclass(frozen=True, slots=True)
class DeclaredReady(Event):
    """A seat declared 报听 (before the first draw, or with the discard that follows)."""

    type: ClassVar[str] = "declared_ready"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A seat discarded a tile."""

    type: ClassVar[str] = "discarded"
    opens_claims: ClassVar[bool] = True
    seat: Seat
    tile: Tile = shown(write=tile_text)


@dataclass(frozen=True, slots=True)
class DealerFollowed(Event):
    """跟庄: all four first discards were of one kind."""

    type: ClassVar[str] = "dealer_followed"
    tile: Tile = shown(write=tile_text)


@dataclass(frozen=True, slots=True)
class ClaimTold(Event):
    """A seat that can win is told that another chose to pung or kong the tile."""

    type: ClassVar[str] = "claim_told"
    seat: Seat
    claimant: Seat
    claim: str

    def seen_by(self, viewer: Viewer) -> Self | None:
        """Nobody else learns of the claim before it is carried out."""
        return self if viewer == self.seat else None


@dataclass(frozen=True, slots=True)
class WinDeclined(Event):
    """A seat let a win go by and knows that it is bound now; what the win was worth."""

    type: ClassVar[str] = "win_declined"
    seat: Seat
    points: int
    tile: Tile = shown(write=tile_text)
    fans: int = 0
    """The 番 of what it declined, where a game counts them."""
    until: str = UNTIL_DRAW
    """What frees the seat: its next ``draw``, or any ``gain`` of a tile (动牌)."""

    def seen_by(self, viewer: Viewer) -> Self | None:
        """A declined win is nobody else's business."""
        return self if viewer == self.seat else None


@dataclass(frozen=True, slots=True)
class KongDeclared(Event):
    """A seat lays the fourth tile to its pung; it may yet be robbed."""

    type: ClassVar[str] = "kong_declared"
    opens_claims: ClassVar[bool] = True
    seat: Seat
    tile: Tile = shown(write=tile_text)


@dataclass(frozen=True, slots=True)
class Melded(Event):
    """A seat laid down a meld: a claim carried out, or a kong of its own."""

    type: ClassVar[str] = "melded"
    seat: Seat
    kind: str
    source: Seat | None
    """Who gave the claimed tile (of an added kong: of its pung); none for a concealed kong."""
    claimed: Tile | None = shown(write=tile_text)
    tiles: tuple[Tile, ...] | None = shown(write=tiles_text)

    def seen_by(self, viewer: Viewer) -> Self:
        """What a concealed kong is made of is shown to others only at the settlement."""
        if viewer == self.seat or self.kind != "concealed_kong":
            return self
        return replace(self, tiles=None)


@dataclass(frozen=True, slots=True)
class FalseWin(Event):
    """诈胡: a seat pressed 胡 without a legal win and pays ``penalty`` to the house."""

    type: ClassVar[str] = "false_win"
    seat: Seat
    penalty: int


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A seat won on a tile: its own draw, or another's discard or kong."""

    type: ClassVar[str] = "won"
    seat: Seat
    source: str
    payer: Seat | None
    tile: Tile = shown(write=tile_text)


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The settlement: who pays what for what, and every hand laid open."""

    type: ClassVar[str] = "round_ended"
    termination: str
    payments: tuple[int, ...] = shown(write=list)
    winners: tuple[Seat, ...] = shown(write=list)
    house: int = shown(write=int)
    items: dict[str, Json] = shown(write=dict)
    hands: tuple[tuple[Tile, ...], ...] = shown(write=_hands_json)
    melds: tuple[tuple[Meld, ...], ...] = shown(write=_melds_json)
