"""What to lead with."""

from typing import Final

from paiju.bots.doudizhu.view import View, losers
from paiju.cards.cards import RANK_NAMES
from paiju.cards.combos import PAIR, SINGLE, Combo
from paiju.cards.hands import packed
from paiju.cards.moves import plays
from paiju.cards.splits import split

_KING: Final = RANK_NAMES.index("K")
_RANKS_A_CARD: Final = 1.5
"""How many ranks higher a play may be for each card more that it sheds."""


def lead(view: View) -> Combo:
    """A part of the hand's split: what stands if the rest follows, else what is hardest to keep.

    Low and long plays go first, bombs last. With a foe about to go out, nothing it could go out
    on; with a friend about to go out, what it can.
    """
    parts = split(view.hand)
    beaten = losers(view, view.hand)
    if len(beaten) <= 1 and len(parts) > 1:
        return _first_of_a_finish(view, [part for part in parts if part not in beaten])
    gift = _gift(view)
    if gift is not None:
        return gift
    safe = [part for part in beaten if part.size != view.fewest_of_foes]
    if safe:
        return min(safe, key=_reluctance)
    if not beaten:
        return parts[0]
    return _least_gift(view, parts)


def _first_of_a_finish(view: View, standing: list[Combo]) -> Combo:
    """Plays that stand, bombs last and long ones first; the one that does not stand ends it."""
    return min(standing, key=lambda part: (part.is_bomb, not view.is_unbeatable(part), -part.size))


def _gift(view: View) -> Combo | None:
    """The lowest single or pair for a friend with so few cards left, if the hand has a low one."""
    if view.is_landlord or view.fewest_of_foes <= 2:
        return None
    for kind in (SINGLE, PAIR):
        size = kind + 1
        if any(view.is_friend(seat) and view.left[seat] == size for seat in range(4)):
            low = [
                combo
                for combo in plays(packed(view.hand))
                if combo.kind == kind and combo.rank < _KING
            ]
            if low:
                return low[0]
    return None


def _least_gift(view: View, parts: tuple[Combo, ...]) -> Combo:
    """All that is left could let a foe go out: a bomb, or the highest of it."""
    bombs = [part for part in parts if part.is_bomb]
    if bombs and view.fewest_of_foes < bombs[0].size:
        return bombs[0]
    singles = [combo for combo in plays(packed(view.hand)) if combo.size != view.fewest_of_foes]
    if singles and view.fewest_of_foes == PAIR + 1:
        return singles[0]
    return max(parts, key=lambda part: (not part.is_bomb, part.rank))


def _reluctance(part: Combo) -> float:
    return part.rank - _RANKS_A_CARD * part.size
