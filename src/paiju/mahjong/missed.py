"""Why a seat that was not asked about a tile could not claim it, for those who try.

A seat is asked only for what it may do, so a forbidden claim meets a table that has gone on; yet
who tries it wants to hear of the clause that forbids it.
"""

from paiju.core.action import Action
from paiju.core.errors import Refusal
from paiju.core.seat import Seat, seat_after
from paiju.core.text import Text
from paiju.mahjong.actions import Chow, Hu, Kong, Pung, Ready
from paiju.mahjong.question import Question
from paiju.mahjong.refusals import NOT_NOW
from paiju.mahjong.rules import Rules
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import HIDDEN, tile_name


def missed_claim(rules: Rules, table: Table, seat: Seat, action: Action) -> Refusal | None:
    """Why ``seat`` could not claim the tile laid last with ``action``.

    ``None`` if it could have, if it laid that tile itself, and for what is no claim. The moment
    for 报听 before the first draw is missed in the same way.
    """
    if isinstance(action, Ready) and action.tile is None and table.sides[seat].size % 3 == 1:
        return rules.ready_refusal(table, seat, None)
    if not isinstance(action, Chow | Pung | Kong | Hu) or seat < 0:
        return None
    if isinstance(action, Kong) and action.tile is not None:
        return None
    if table.last_seat >= 0:
        return _refusal(rules, table, seat, action)
    before = _before_the_draw(table)
    refusal = None if before is None else _refusal(rules, before, seat, action)
    if before is None or refusal is None:
        return None
    name, reason = tile_name(before.last_tile), refusal.reason
    told = Text(f"刚才打出的{name.zh}：{reason.zh}", f"The {name.en} discarded before: {reason.en}")
    return Refusal(told, refusal.clause)


def _refusal(rules: Rules, table: Table, seat: Seat, action: Action) -> Refusal | None:
    if seat == table.last_seat:
        return None
    kind = "rob" if table.kong_declared else "claim"
    question = Question(kind, table.last_seat, table.last_tile)
    if isinstance(action, Hu):
        return rules.no_win(table, seat, question, action)
    refusal = rules.refusal(table, seat, question, action)
    return None if refusal is NOT_NOW else refusal


def _before_the_draw(table: Table) -> Table | None:
    """The table when the last discard lay open, if the next seat has since only drawn."""
    turn = table.turn
    if turn < 0 or table.sides[turn].size % 3 != 2 or table.after_kong:
        return None
    river = table.sides[seat_after(turn, 3)].river
    if not river or river[-1].claimed or _has_just_claimed(table, turn):
        return None
    before = table.copy()
    drawer = before.sides[turn]
    if drawer.drawn != HIDDEN:
        drawer.hand[drawer.drawn] -= 1
        drawer.drawn = HIDDEN
    drawer.size -= 1
    before.wall += 1
    before.turn = -1
    before.verdicts = {}
    before.last_seat, before.last_tile = seat_after(turn, 3), river[-1].tile
    return before


def _has_just_claimed(table: Table, seat: Seat) -> bool:
    """Whether the newest meld of a seat holds the newest discard of somebody else."""
    melds = table.sides[seat].melds
    if not melds or melds[-1].source < 0:
        return False
    return table.sides[melds[-1].source].river[-1].claimed
