"""What a helpful neighbour sees in a hand: what it waits for, how many are left, their worth."""

from dataclasses import replace

from paiju.core.event import Json
from paiju.core.seat import Seat
from paiju.mahjong.actions import Discard
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.rules import Rules
from paiju.mahjong.shapes import waits
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import HAND_KINDS, Tile, tile_text
from paiju.mahjong.win import DISCARD, SELF_DRAW, Win


def advice(observation: MahjongObservation) -> dict[str, Json]:
    """The waits of the hand, and those it would have after each discard, as JSON.

    Each wait: ``tile``, ``left`` (not yet seen by this seat), ``points`` on a discard and
    ``self_draw`` (``None`` where such a win would not be allowed).
    """
    seat = observation.viewer
    table, rules = observation.table, observation.rules
    if seat is None or table.outcome is not None:
        return {"waits": [], "discards": {}}
    if table.sizes[seat] % 3 == 1:
        return {"waits": waits_json(rules, table, seat, None), "discards": {}}
    discards: dict[str, Json] = {}
    for action in observation.legal.listed():
        if isinstance(action, Discard):
            found = waits_json(rules, table, seat, action.tile)
            if found:
                discards[tile_text(action.tile)] = found
    return {"waits": [], "discards": discards}


def waits_json(rules: Rules, table: Table, seat: Seat, without: Tile | None) -> list[Json]:
    """What the seat's hand waits for after discarding ``without``, with worth and what is left."""
    counts = table.hands[seat][:HAND_KINDS]
    held = table.held(seat)[:HAND_KINDS]
    if without is not None:
        counts[without] -= 1
        held[without] -= 1
    sets = table.sets_to_form(seat)
    seen = table.seen(seat)
    found: list[Json] = []
    for tile in waits(counts, sets, sets == 4, held):
        win = Win(
            concealed=tuple(counts),
            tile=tile,
            melds=tuple(table.melds[seat]),
            bonus=tuple(table.bonus[seat]),
            source=DISCARD,
            ready=table.ready[seat],
            dealer=seat == table.dealer,
        )
        found.append(
            {
                "tile": tile_text(tile),
                "left": max(0, rules.tiles.copies[tile] - seen[tile]),
                "points": _worth(rules, win),
                "self_draw": _worth(rules, replace(win, source=SELF_DRAW)),
            }
        )
    return found


def _worth(rules: Rules, win: Win) -> int | None:
    verdict = rules.judge(win)
    return verdict.points if verdict.legal else None
