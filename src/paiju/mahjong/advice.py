"""What a helpful neighbour sees in a hand: what it waits for, how many are left, their worth."""

from typing import Final

from paiju.core.event import Json
from paiju.core.seat import Seat
from paiju.mahjong.actions import Discard
from paiju.mahjong.events import Discarded
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.rules import Rules
from paiju.mahjong.scoring import Verdict
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
    side = table.sides[seat]
    if side.size % 3 == 1:
        return {"waits": waits_json(rules, table, seat), "discards": {}}
    discards: dict[str, Json] = {}
    waiting = side.waiting_discards()
    for action in observation.legal.listed() if waiting else ():
        if isinstance(action, Discard) and waiting >> action.tile & 1:
            after = table.copy()
            after.apply(Discarded(seat, action.tile))
            found = waits_json(rules, after, seat)
            if found:
                discards[tile_text(action.tile)] = found
    return {"waits": [], "discards": discards}


def waits_json(rules: Rules, table: Table, seat: Seat) -> list[Json]:
    """What the seat's hand waits for, with worth and what is left."""
    side = table.sides[seat]
    found: list[Json] = []
    waited = side.waits()
    if not waited:
        return found
    concealed, seen = tuple(side.hand[:HAND_KINDS]), table.seen(seat)
    for tile in waited:
        win = Win(
            concealed=concealed,
            tile=tile,
            melds=side.melds,
            bonus=side.bonus,
            source=DISCARD,
            ready=side.ready,
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
