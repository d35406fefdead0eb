"""What happens in a round of mahjong, and who may see what of it."""

from collections.abc import Sequence
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from paiju.core.event import Event, Json, Names, Writers, json_copy
from paiju.core.seat import Seat, Viewer
from paiju.mahjong.melds import Meld
from paiju.mahjong.tiles import Tile, tile_text, tiles_in_order, tiles_text


def _hands_json(hands: Sequence[Sequence[Tile]]) -> Json:
    return [tiles_text(hand) for hand in hands]


def _melds_json(melds: Sequence[Sequence[Meld]]) -> Json:
    return [[meld.text for meld in of_seat] for of_seat in melds]


UNTIL_DRAW: Final = "draw"
UNTIL_GAIN: Final = "gain"


class RoundStarted(Event):
    """A round worth ``factor`` (×1, ×2, ×4) begins with ``wall`` tiles, all of them."""

    type: ClassVar[str] = "round_started"
    fields: ClassVar[Names] = ("dealer", "factor", "wall")
    __slots__ = fields

    def __init__(self, dealer: Seat, factor: int, wall: int) -> None:
        self.dealer: Final = dealer
        self.factor: Final = factor
        self.wall: Final = wall


class Raised(Event):
    """All seats have chosen their raise; the choices are shown together."""

    type: ClassVar[str] = "raised"
    fields: ClassVar[Names] = ("raises",)
    writers: ClassVar[Writers] = {"raises": list}
    __slots__ = fields

    def __init__(self, raises: tuple[int, ...]) -> None:
        self.raises: Final = raises


class Dealt(Event):
    """A seat was dealt its hand; the others see how many tiles."""

    type: ClassVar[str] = "dealt"
    fields: ClassVar[Names] = ("seat", "count", "tiles")
    writers: ClassVar[Writers] = {"tiles": tiles_in_order}
    __slots__ = fields

    def __init__(self, seat: Seat, count: int, tiles: tuple[Tile, ...] | None) -> None:
        self.seat: Final = seat
        self.count: Final = count
        self.tiles: Final = tiles
        """In the order dealt: the dealer's last one is the tile it has drawn."""

    def seen_by(self, viewer: Viewer) -> "Dealt":
        """The tiles are their owner's alone."""
        return self if viewer == self.seat else Dealt(self.seat, self.count, None)


class BonusLaid(Event):
    """A bonus tile (发财, a flower) was laid open; a replacement follows."""

    type: ClassVar[str] = "bonus_laid"
    fields: ClassVar[Names] = ("seat", "tile")
    writers: ClassVar[Writers] = {"tile": tile_text}
    __slots__ = fields

    def __init__(self, seat: Seat, tile: Tile) -> None:
        self.seat: Final = seat
        self.tile: Final = tile


# Compiled, the many draws and discards of a round are no work for the garbage collector.
@mypyc_attr(acyclic=True)
class Drew(Event):
    """A seat drew from the head of the wall, or a replacement from its tail."""

    type: ClassVar[str] = "drew"
    fields: ClassVar[Names] = ("seat", "replacement", "wall", "tile")
    writers: ClassVar[Writers] = {"tile": tile_text}
    __slots__ = (*fields, "_to_others")

    def __init__(self, seat: Seat, replacement: bool, wall: int, tile: Tile | None) -> None:
        self.seat: Final = seat
        self.replacement: Final = replacement
        self.wall: Final = wall
        """Tiles left in the wall after this draw."""
        self.tile: Final = tile
        self._to_others: Drew | None = None

    def seen_by(self, viewer: Viewer) -> "Drew":
        """The tile is its owner's alone; all others see one and the same event."""
        if self.tile is None or viewer == self.seat:
            return self
        if self._to_others is None:
            self._to_others = Drew(self.seat, self.replacement, self.wall, None)
        return self._to_others


class DeclaredReady(Event):
    """A seat declared 报听 (before the first draw, or with the discard that follows)."""

    type: ClassVar[str] = "declared_ready"
    fields: ClassVar[Names] = ("seat",)
    __slots__ = fields

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat


@mypyc_attr(acyclic=True)
class Discarded(Event):
    """A seat discarded a tile."""

    type: ClassVar[str] = "discarded"
    fields: ClassVar[Names] = ("seat", "tile")
    writers: ClassVar[Writers] = {"tile": tile_text}
    opens_claims: ClassVar[bool] = True
    __slots__ = fields

    def __init__(self, seat: Seat, tile: Tile) -> None:
        self.seat: Final = seat
        self.tile: Final = tile


class DealerFollowed(Event):
    """跟庄: all four first discards were of one kind."""

    type: ClassVar[str] = "dealer_followed"
    fields: ClassVar[Names] = ("tile",)
    writers: ClassVar[Writers] = {"tile": tile_text}
    __slots__ = fields

    def __init__(self, tile: Tile) -> None:
        self.tile: Final = tile


class ClaimTold(Event):
    """A seat that can win is told that another chose to pung or kong the tile."""

    type: ClassVar[str] = "claim_told"
    fields: ClassVar[Names] = ("seat", "claimant", "claim")
    __slots__ = fields

    def __init__(self, seat: Seat, claimant: Seat, claim: str) -> None:
        self.seat: Final = seat
        self.claimant: Final = claimant
        self.claim: Final = claim

    def seen_by(self, viewer: Viewer) -> "ClaimTold | None":
        """Nobody else learns of the claim before it is carried out."""
        return self if viewer == self.seat else None


class WinDeclined(Event):
    """A seat let a win go by and knows that it is bound now; what the win was worth."""

    type: ClassVar[str] = "win_declined"
    fields: ClassVar[Names] = ("seat", "points", "tile", "fans", "until")
    writers: ClassVar[Writers] = {"tile": tile_text}
    __slots__ = fields

    def __init__(
        self, seat: Seat, points: int, tile: Tile, fans: int = 0, until: str = UNTIL_DRAW
    ) -> None:
        self.seat: Final = seat
        self.points: Final = points
        self.tile: Final = tile
        self.fans: Final = fans
        """The 番 of what it declined, where a game counts them."""
        self.until: Final = until
        """What frees the seat: its next ``draw``, or any ``gain`` of a tile (动牌)."""

    def seen_by(self, viewer: Viewer) -> "WinDeclined | None":
        """A declined win is nobody else's business."""
        return self if viewer == self.seat else None


class KongDeclared(Event):
    """A seat lays the fourth tile to its pung; it may yet be robbed."""

    type: ClassVar[str] = "kong_declared"
    fields: ClassVar[Names] = ("seat", "tile")
    writers: ClassVar[Writers] = {"tile": tile_text}
    opens_claims: ClassVar[bool] = True
    __slots__ = fields

    def __init__(self, seat: Seat, tile: Tile) -> None:
        self.seat: Final = seat
        self.tile: Final = tile


class Melded(Event):
    """A seat laid down a meld: a claim carried out, or a kong of its own."""

    type: ClassVar[str] = "melded"
    fields: ClassVar[Names] = ("seat", "kind", "source", "claimed", "tiles")
    writers: ClassVar[Writers] = {"claimed": tile_text, "tiles": tiles_text}
    __slots__ = fields

    def __init__(
        self,
        seat: Seat,
        kind: str,
        source: Seat | None,
        claimed: Tile | None,
        tiles: tuple[Tile, ...] | None,
    ) -> None:
        self.seat: Final = seat
        self.kind: Final = kind
        self.source: Final = source
        """Who gave the claimed tile (of an added kong: of its pung); none for a concealed kong."""
        self.claimed: Final = claimed
        self.tiles: Final = tiles

    def seen_by(self, viewer: Viewer) -> "Melded":
        """What a concealed kong is made of is shown to others only at the settlement."""
        if viewer == self.seat or self.kind != "concealed_kong":
            return self
        return Melded(self.seat, self.kind, self.source, self.claimed, None)


class FalseWin(Event):
    """诈胡: a seat pressed 胡 without a legal win and pays ``penalty`` to the house."""

    type: ClassVar[str] = "false_win"
    fields: ClassVar[Names] = ("seat", "penalty")
    __slots__ = fields

    def __init__(self, seat: Seat, penalty: int) -> None:
        self.seat: Final = seat
        self.penalty: Final = penalty


class Won(Event):
    """A seat won on a tile: its own draw, or another's discard or kong."""

    type: ClassVar[str] = "won"
    fields: ClassVar[Names] = ("seat", "source", "payer", "tile")
    writers: ClassVar[Writers] = {"tile": tile_text}
    __slots__ = fields

    def __init__(self, seat: Seat, source: str, payer: Seat | None, tile: Tile) -> None:
        self.seat: Final = seat
        self.source: Final = source
        self.payer: Final = payer
        self.tile: Final = tile


class RoundEnded(Event):
    """The settlement: who pays what for what, and every hand laid open."""

    type: ClassVar[str] = "round_ended"
    fields: ClassVar[Names] = (
        "termination",
        "payments",
        "winners",
        "house",
        "items",
        "hands",
        "melds",
    )
    writers: ClassVar[Writers] = {
        "payments": list,
        "winners": list,
        "items": json_copy,
        "hands": _hands_json,
        "melds": _melds_json,
    }
    __slots__ = fields

    def __init__(
        self,
        termination: str,
        payments: tuple[int, ...],
        winners: tuple[Seat, ...],
        house: int,
        items: dict[str, Json],
        hands: tuple[tuple[Tile, ...], ...],
        melds: tuple[tuple[Meld, ...], ...],
    ) -> None:
        self.termination: Final = termination
        self.payments: Final = payments
        self.winners: Final = winners
        self.house: Final = house
        self.items: Final = items
        self.hands: Final = hands
        self.melds: Final = melds
