"""提示: the plays a helpful neighbour would point at, from the seat's own view only.

Counts of cards are no part of it, and nothing here reminds anybody to ask (DZ-20).
"""

from paiju.cards.hands import counts_in
from paiju.cards.splits import cost_of, worth_trying
from paiju.core.event import Json
from paiju.games.jiujiang_doudizhu.actions import PLAYS
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.table import PLAYING


def advice(observation: DouDizhuObservation) -> dict[str, Json]:
    """``hints``: plays as text, those first that leave the hand in the best shape.

    Bombs come last. Empty where there is nothing to play, or it is not the viewer's turn.
    """
    seat, table = observation.viewer, observation.table
    if seat is None or table.turn != seat or table.phase != PLAYING:
        return {"hints": []}
    hand = table.counts[seat]
    hints = worth_trying(counts_in(hand), table.target)
    hints.sort(key=lambda combo: (combo.is_bomb, cost_of(hand - combo.hand), combo.rank))
    return {"hints": [str(PLAYS[combo.index]) for combo in hints]}
