"""Whether and what to play on another's play."""

from typing import Final

from paiju.bots.doudizhu.view import View, burden, losers
from paiju.cards.cards import RANK_NAMES
from paiju.cards.combos import Combo
from paiju.cards.splits import worth_trying

_LOW: Final = RANK_NAMES.index("J")
"""What the gatekeeper lets nobody slip by, and what a friend's low play is topped with at most."""
_FEW: Final = 12
"""A foe with so few cards left is stopped at any price; before, bombs are kept."""
_STOPS: Final = 0.6
_STOPS_AT_ANY_PRICE: Final = 2.0
_BOMBS_EARLY: Final = -0.5
"""What stopping a foe is worth by itself, in leads."""
_WINS: Final = 100.0
"""More than anything else is worth: the rest goes out after this."""


def follow(view: View) -> Combo | None:
    """The play to lay on the target, or ``None`` to pass."""
    assert view.target is not None
    options = worth_trying(view.hand, view.target)
    if not options:
        return None
    before = burden(view, view.hand)
    best: Combo | None = None
    most = 0.0
    for option in options:
        if option.size == view.size:
            return option
        worth = _worth(view, option, before)
        if worth > most:
            best, most = option, worth
    return best


def _worth(view: View, option: Combo, before: float) -> float:
    """What a play is worth beside passing, in leads gained."""
    rest = view.without(option)
    standing = view.is_unbeatable(option) if option.is_bomb else view.stands(option)
    if standing and len(losers(view, rest)) <= 1:
        return _WINS - option.is_bomb
    worth = before - burden(view, rest) + 0.5 * standing - 0.02 * option.rank
    if view.is_friend(view.top):
        return worth + _on_a_friend(view, option)
    return worth + _on_a_foe(view, option)


def _on_a_foe(view: View, option: Combo) -> float:
    """How much more, or less, it is worth to stop the foe that is winning the trick."""
    left = view.left[view.top]
    if left <= _FEW:
        return _STOPS_AT_ANY_PRICE
    return _BOMBS_EARLY if option.is_bomb else _STOPS


def _on_a_friend(view: View, option: Combo) -> float:
    """A friend's play is left alone, unless it is low and the landlord has yet to answer."""
    assert view.target is not None
    if option.is_bomb or view.landlord_passed or view.left[view.top] <= 2:
        return -_WINS
    if view.stands(view.target):
        return -_WINS
    if view.is_gatekeeper and view.target.rank < _LOW:
        return 0.5 if option.rank >= _LOW else 0.0
    return -0.3 if option.rank <= _LOW else -_WINS
