"""What a discard may cost: a seat that declared 报听 waits for something."""

from typing import Final

from paiju.bots.mahjong.view import View
from paiju.core.seat import SEATS, Seat
from paiju.mahjong.events import DeclaredReady, Discarded, KongDeclared
from paiju.mahjong.tiles import HAND_KINDS, SUITED_KINDS, Tile, number

_WAITED_FOR: Final = 2.3
"""Kinds that a declared hand waits for, by and large."""


class Danger:
    """The chance that a discard is won by a declared seat, for each kind."""

    def __init__(self, view: View) -> None:
        self._chances: list[list[float]] = []
        for seat in range(SEATS):
            if seat != view.seat and view.table.sides[seat].ready:
                self._chances.append(_chances(view, seat))

    def of(self, tile: Tile) -> float:
        """How likely this discard deals in, summed over the declared seats."""
        return sum(chances[tile] for chances in self._chances)


def _chances(view: View, seat: Seat) -> list[float]:
    """What the seat may wait for: any kind that has not passed it since it declared."""
    safe = _passed_since(view, seat)
    hand = view.hand
    ways = [0] * HAND_KINDS
    for tile in range(HAND_KINDS):
        # A kind of which all can be seen may still be waited for, with the one in this hand.
        if tile not in safe and view.unseen[tile] + hand[tile] > 0:
            ways[tile] = _ways(tile)
    most = _WAITED_FOR / max(1, sum(ways))
    return [min(1.0, most * ways[tile]) for tile in range(HAND_KINDS)]


def _ways(tile: Tile) -> int:
    """In how many ways a kind can be waited for: alike, and in up to three runs."""
    if tile >= SUITED_KINDS:
        return 1
    return 1 + min(3, number(tile), 10 - number(tile))


def _passed_since(view: View, seat: Seat) -> set[Tile]:
    """The kinds in its river, and those that others let go since it declared and it did not win."""
    safe = {laid.tile for laid in view.table.sides[seat].river}
    declared = False
    for event in view.events:
        if isinstance(event, DeclaredReady) and event.seat == seat:
            declared = True
        elif declared and isinstance(event, Discarded | KongDeclared):
            safe.add(event.tile)
    return safe
