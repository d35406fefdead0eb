"""过牌: the discards that would turn a chow into an exchange of tiles (JT-14, JT-15)."""

from typing import Final

from paiju.core.seat import Seat
from paiju.mahjong.hand import SETS
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import Tile, number

LAST_MELD: Final = SETS - 1
"""How many melds lie there when four tiles are left in hand, and the place of the next one."""
_HIGHEST: Final = 9


def closed_by(lowest: Tile, claimed: Tile) -> tuple[Tile, ...]:
    """The kinds closed after a chow: the one claimed, and the one at the other open end.

    >>> closed_by(0, claimed=0), closed_by(0, claimed=2)
    ((0, 3), (2,))
    """
    if claimed == lowest and number(lowest) + 3 <= _HIGHEST:
        return (claimed, lowest + 3)
    if claimed == lowest + 2 and number(lowest) > 1:
        return (claimed, lowest - 1)
    return (claimed,)


def closed_discards(table: Table, seat: Seat) -> tuple[Tile, ...]:
    """The kinds that the seat may not discard this turn.

    A chow out of four tiles closes nothing (JT-15): such a chow is the fourth meld.
    """
    if seat != table.turn or table.turn_chow < 0 or table.turn_chow == LAST_MELD:
        return ()
    chow = table.sides[seat].melds[table.turn_chow]
    return closed_by(chow.tile, chow.claimed)
