"""A mahjong table as JSON: what a client draws after a reload."""

from paiju.core.event import Json
from paiju.core.seat import Viewer
from paiju.mahjong.melds import Meld
from paiju.mahjong.table import MELD_NAMES, Table
from paiju.mahjong.tiles import HIDDEN, counted_tiles, tile_text, tiles_text


def table_json(table: Table, viewer: Viewer) -> dict[str, Json]:
    """The table as ``viewer`` sees it; it must be folded from what the viewer was shown."""
    own = None if viewer is None else table.sides[viewer]
    bound = own if own is not None and own.bound >= 0 else None
    last: Json = None
    if table.last_seat >= 0:
        last = {"seat": table.last_seat, "tile": tile_text(table.last_tile)}
    return {
        "viewer": viewer,
        "dealer": table.dealer,
        "factor": table.factor,
        "raises": list(table.raises),
        "wall": table.wall,
        "turn": table.turn if table.turn >= 0 else None,
        "hand": _hand_text(own.hand) if own else "",
        "drawn": tile_text(own.drawn) if own and own.drawn >= 0 else None,
        "sizes": [side.size for side in table.sides],
        "melds": [[_meld_json(meld) for meld in side.melds] for side in table.sides],
        "bonus": [tiles_text(side.bonus) for side in table.sides],
        "rivers": [
            [
                {"tile": tile_text(laid.tile), "claimed": laid.claimed, "ready": laid.ready}
                for laid in side.river
            ]
            for side in table.sides
        ],
        "ready": [side.ready for side in table.sides],
        "fines": [side.fine for side in table.sides],
        "last": last,
        "bound": bound.bound if bound else None,
        "bound_fans": bound.bound_fans if bound else None,
        "bound_until": bound.bound_until if bound else None,
        "told": (
            {"claimant": table.told.claimant, "claim": table.told.claim} if table.told else None
        ),
        "outcome": None if table.outcome is None else table.outcome.as_dict(),
        "hands": None if table.outcome is None else [_hand_text(side.hand) for side in table.sides],
    }


def _hand_text(hand: list[int]) -> str:
    return tiles_text(counted_tiles(hand))


def _meld_json(meld: Meld) -> Json:
    """One meld as JSON; the tiles of a hidden concealed kong are ``None``."""
    hidden = meld.tile == HIDDEN
    return {
        "kind": MELD_NAMES[meld.kind],
        "tiles": None if hidden else tiles_text(meld.tiles),
        "claimed": tile_text(meld.claimed) if meld.claimed >= 0 else None,
        "source": meld.source if meld.source >= 0 else None,
    }
