"""What a helpful neighbour sees in a hand: what it waits for, how many are left, their worth."""

from typing import Final

from paiju.core.event import Json
from paiju.core.seat import Seat
from paiju.mahjong.actions import Discard
from paiju.mahjong.events import Discarded
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.rules import Rules
from paiju.mahjong.scoring import Verdict
from paiju.mahjong.shapes import can_wait, waits
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import HAND_KINDS, tile_text
from paiju.mahjong.win import DISCARD, SELF_DRAW, Win

NOBODY: Final[Seat] = -1
"""Whoever will discard the tile."""


def advice(observation: MahjongObservation) -> dict[str, Json]:
    """The waits of the hand, and those it would have after each discard, as JSON.

    Each wait: ``tile``, ``left`` (not yet seen by this seat), ``points`` on a discard and
    ``self_draw`` (``None`` where such a win would not be allowed), and ``closed``: the clause
    that keeps the seat from winning on another's tile of this kind for the time being.
    """
    seat = observation.viewer
    table, rules = observation.table, observation.rules
    if seat is None or table.outcome is not None:
        return {"waits": [], "discards": {}}
    if table.sizes[seat] % 3 == 1:
        return {"waits": waits_json(rules, table, seat), "discards": {}}
    discards: dict[str, Json] = {}
    sets = table.sets_to_form(seat)
    if not can_wait(table.hands[seat], sets, sets == 4):
        return {"waits": [], "discards": discards}
    for action in observation.legal.listed():
        if isinstance(action, Discard):
            after = table.copy()
            after.apply(Discarded(seat, action.tile))
            found = waits_json(rules, after, seat)
            if found:
                discards[tile_text(action.tile)] = found
    return {"waits": [], "discards": discards}


def waits_json(rules: Rules, table: Table, seat: Seat) -> list[Json]:
    """What the seat's hand waits for, with worth and what is left."""
    counts = table.hands[seat][:HAND_KINDS]
    sets = table.sets_to_form(seat)
    found: list[Json] = []
    waited = waits(counts, sets, sets == 4, table.held(seat)[:HAND_KINDS])
    if not waited:
        return found
    seen = table.seen(seat)
    for tile in waited:
        win = Win(
            concealed=tuple(counts),
            tile=tile,
            melds=tuple(table.melds[seat]),
            bonus=tuple(table.bonus[seat]),
            source=DISCARD,
            ready=table.ready[seat],
            dealer=seat == table.dealer,
        )
        verdict = rules.judge(win)
        closed = rules.win_refusal(table, seat, NOBODY, tile, verdict, DISCARD)
        found.append(
            {
                "tile": tile_text(tile),
                "left": max(0, rules.tiles.copies[tile] - seen[tile]),
                "points": _worth(verdict),
                "self_draw": _worth(rules.judge(win.by(SELF_DRAW))),
                "closed": None if closed is None else closed.clause,
            }
        )
    return found


def _worth(verdict: Verdict) -> int | None:
    return verdict.points if verdict.legal else None
