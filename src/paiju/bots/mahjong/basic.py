"""The bot that plays as a decent person does."""

from collections.abc import Callable
from typing import Final

from paiju.bots.base import Bot
from paiju.bots.mahjong.appraisal import WON, Outlook
from paiju.bots.mahjong.danger import Danger
from paiju.bots.mahjong.strategy import Strategy
from paiju.bots.mahjong.view import View
from paiju.core.action import Action
from paiju.core.game import Observation
from paiju.core.options import Options
from paiju.mahjong.actions import Chow, Discard, Hu, Kong, Pass, Pung, Raise, Ready
from paiju.mahjong.events import Melded
from paiju.mahjong.melds import ADDED_KONG, CHOW, CONCEALED_KONG, EXPOSED_KONG, PUNG, Meld
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.table import MELD_NAMES
from paiju.mahjong.tiles import HAND_KINDS, Tile

_BIRD_IN_HAND: Final = 1.5
"""A win is let go only for a hope worth so many times as much."""


class BasicBot(Bot):
    """Weighs every legal action by what the hand then promises, and by what it may cost.

    It keeps nothing in mind between two questions: the same observation, the same answer.
    """

    def __init__(self, strategy: Callable[[Options], Strategy]) -> None:
        self._strategy = strategy

    def act(self, observation: Observation) -> Action:
        """The action of the highest worth; of equal ones the first in the order of the rules."""
        assert isinstance(observation, MahjongObservation)
        legal = observation.legal.sound()
        if not legal:
            raise ValueError("the observer may do nothing now, so there is nothing to choose")
        if len(legal) == 1:
            return legal[0]
        if isinstance(legal[0], Raise):
            return Raise(0)
        weighing = _Weighing(observation, self._strategy(observation.setup.options))
        best = legal[0]
        most = weighing.worth(best)
        for action in legal[1:]:
            worth = weighing.worth(action)
            if worth > most:
                best, most = action, worth
        return best


class _Weighing:
    """One decision: what each answer to one question is worth."""

    def __init__(self, observation: MahjongObservation, strategy: Strategy) -> None:
        assert observation.asked is not None
        self._view = View(observation)
        self._asked = observation.asked
        self._strategy = strategy
        self._danger = Danger(self._view)
        self._declared = self._view.side.ready
        self._as_it_is = self._outlook(self._view.melds, self._declared)

    def worth(self, action: Action) -> float:
        """What an answer brings in, less what it may cost, in points of one payer."""
        hand, melds = self._view.hand, self._view.melds
        tile, source = self._asked.tile, self._asked.seat
        if isinstance(action, Hu):
            return self._win(action)
        if isinstance(action, Discard):
            return self._discard(self._as_it_is, hand, action.tile)
        if isinstance(action, Ready):
            declared = self._outlook(melds, True)
            if action.tile is None:
                return declared.value(hand)
            return self._discard(declared, hand, action.tile)
        if isinstance(action, Kong):
            return self._kong(hand, melds, tile if action.tile is None else action.tile)
        if isinstance(action, Pung):
            return self._best_discard(Meld(PUNG, tile, tile, source))
        if isinstance(action, Chow):
            lowest = min(tile, action.first)
            return self._best_discard(Meld(CHOW, lowest, tile, source))
        assert isinstance(action, Pass)
        return self._as_it_is.value(hand)

    def _outlook(self, melds: tuple[Meld, ...], ready: bool, draws: int = 0) -> Outlook:
        return Outlook(self._view, self._strategy, self._view.hand, melds, ready, draws)

    def _win(self, action: Hu) -> float:
        """A win in hand, weighed against hopes."""
        rules, table, seat = self._view.rules, self._view.table, self._view.seat
        for hu, source in rules.hu_sources(table, seat, self._asked):
            if hu == action:
                verdict = rules.verdict(table, seat, self._asked.tile, source)
                return _BIRD_IN_HAND * (WON + self._strategy.gain(verdict.points, source))
        raise AssertionError(f"{action} is legal but no way to win")

    def _discard(self, outlook: Outlook, hand: list[int], tile: Tile) -> float:
        hand[tile] -= 1
        hoped = outlook.value(hand)
        hand[tile] += 1
        risk = self._danger.of(tile)
        return (1 - risk) * hoped - risk * self._strategy.declared_price

    def _best_discard(self, claimed: Meld) -> float:
        """The worth of a hand that has just claimed this and must discard what the rules let it."""
        view = self._view
        seat, rules, table = view.seat, view.rules, view.table.copy()
        name = MELD_NAMES[claimed.kind]
        table.apply(Melded(seat, name, claimed.source, claimed.claimed, claimed.tiles))
        hand = table.sides[seat].hand[:HAND_KINDS]
        outlook = self._outlook((*view.melds, claimed), False)
        return max(
            self._discard(outlook, hand, tile)
            for tile in range(HAND_KINDS)
            if hand[tile] and rules.discard_refusal(table, seat, tile) is None
        )

    def _kong(self, hand: list[int], melds: tuple[Meld, ...], tile: Tile) -> float:
        if self._asked.kind != "turn":
            hand[tile] -= 3
            after = (*melds, Meld(EXPOSED_KONG, tile, tile, self._asked.seat))
        elif hand[tile] == 4:
            hand[tile] -= 4
            after = (*melds, Meld(CONCEALED_KONG, tile))
        else:
            hand[tile] -= 1
            after = tuple(
                Meld(ADDED_KONG, tile, meld.claimed, meld.source)
                if meld.kind == PUNG and meld.tile == tile
                else meld
                for meld in melds
            )
        return self._outlook(after, self._declared, draws=1).value(hand)
