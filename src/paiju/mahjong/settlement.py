"""What the settlement of every mahjong tells of a winner, and who pays."""

from paiju.core.event import Json
from paiju.core.seat import SEATS, Seat, seat_after
from paiju.mahjong.rules import WinClaim
from paiju.mahjong.scoring import Verdict, items_json
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import Tile, counted_tiles, tile_text, tiles_text
from paiju.mahjong.win import SELF_DRAW, SOURCE_TEXTS


def payers_of(win: WinClaim) -> list[Seat]:
    """Who pays: the one whose tile it was, or all three others after a self-draw."""
    if win.source != SELF_DRAW:
        return [win.payer]
    return [seat_after(win.seat, steps) for steps in range(1, SEATS)]


def winning_tile(table: Table, win: WinClaim) -> Tile:
    """The tile that is won on, before it moves."""
    return table.sides[win.seat].drawn if win.source == SELF_DRAW else table.last_tile


def winner_json(
    table: Table, win: WinClaim, verdict: Verdict, shares: list[Json], clause: str
) -> dict[str, Json]:
    """A winner as JSON: its hand without the winning tile, its lines, and what each payer pays.

    ``clause`` is the one that says who pays.
    """
    tile = winning_tile(table, win)
    concealed = list(table.sides[win.seat].hand)
    if win.source == SELF_DRAW:
        concealed[tile] -= 1
    return {
        "seat": win.seat,
        "source": SOURCE_TEXTS[win.source],
        "tile": tile_text(tile),
        "hand": tiles_text(counted_tiles(concealed)),
        "items": items_json(verdict.items),
        "points": verdict.points,
        "payers": shares,
        "clause": clause,
    }
