"""提示: the plays a helpful neighbour would point at, from the seat's own view only.

Counts of cards are no part of it, and nothing here reminds anybody to ask (DZ-20).
"""

from paiju.cards.cards import BIG_JOKER, SMALL_JOKER
from paiju.cards.combos import Combo
from paiju.cards.hands import Hand, counts_in
from paiju.cards.splits import bombs_of, cost_of, worth_trying
from paiju.core.event import Json
from paiju.games.jiujiang_doudizhu.actions import PLAYS
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.table import PLAYING


def advice(observation: DouDizhuObservation) -> dict[str, Json]:
    """``hints``: plays as text, those first that cost the hand least.

    What ends the hand comes first, what spends jokers after what spends none, and what spends a
    bomb last. Empty where there is nothing to play, or it is not the viewer's turn.
    """
    seat, table = observation.viewer, observation.table
    if seat is None or table.turn != seat or table.phase != PLAYING:
        return {"hints": []}
    hand = table.counts[seat]
    hints = worth_trying(counts_in(hand), table.target)
    bombs = bombs_of(hand)
    hints.sort(key=lambda combo: _price(hand, bombs, combo))
    return {"hints": [str(PLAYS[combo.index]) for combo in hints]}


def _price(hand: Hand, bombs: int, combo: Combo) -> tuple[bool, bool, int, int, int]:
    """What a play costs a hand, the dearest first: its end, a bomb, jokers, its shape, the rank.

    ``bombs``: how many the hand has.
    """
    rest = hand - combo.hand
    return (
        rest != 0,
        combo.is_bomb or bombs_of(rest) < bombs,
        combo.counts[SMALL_JOKER] + 2 * combo.counts[BIG_JOKER],
        cost_of(rest),
        combo.rank,
    )
