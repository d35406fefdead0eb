"""A mahjong table as JSON: what a client draws after a reload."""

from paiju.core.event import Json
from paiju.core.seat import Viewer
from paiju.mahjong.melds import Meld
from paiju.mahjong.table import HIDDEN, MELD_NAMES, Table
from paiju.mahjong.tiles import counted_tiles, tile_text, tiles_text


def table_json(table: Table, viewer: Viewer) -> dict[str, Json]:
    """The table as ``viewer`` sees it; it must be folded from what the viewer was shown."""
    own = viewer if viewer is not None else 0
    seen = viewer is not None
    bound = seen and table.bound[own] >= 0
    last: Json = None
    if table.last_seat >= 0:
        last = {"seat": table.last_seat, "tile": tile_text(table.last_tile)}
    return {
        "viewer": viewer,
        "dealer": table.dealer,
        "factor": table.factor,
        "raises": list[Json](table.raises),
        "wall": table.wall,
        "turn": table.turn if table.turn >= 0 else None,
        "hand": _hand_text(table.hands[own]) if seen else "",
        "drawn": tile_text(table.drawn[own]) if seen and table.drawn[own] >= 0 else None,
        "sizes": list[Json](table.sizes),
        "melds": [[_meld_json(meld) for meld in melds] for melds in table.melds],
        "bonus": [tiles_text(tiles) for tiles in table.bonus],
        "rivers": [
            [
                {"tile": tile_text(laid.tile), "claimed": laid.claimed, "ready": laid.ready}
                for laid in river
            ]
            for river in table.rivers
        ],
        "ready": list[Json](table.ready),
        "fines": list[Json](table.fines),
        "last": last,
        "bound": table.bound[own] if bound else None,
        "bound_fans": table.bound_fans[own] if bound else None,
        "bound_until": table.bound_until[own] if bound else None,
        "told": (
            {"claimant": table.told.claimant, "claim": table.told.claim} if table.told else None
        ),
        "outcome": None if table.outcome is None else table.outcome.as_dict(),
        "hands": None if table.outcome is None else [_hand_text(hand) for hand in table.hands],
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
