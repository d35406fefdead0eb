"""What a hand promises: the best of all that it can become, by chance and by price."""

from dataclasses import replace
from typing import Final

from paiju.bots.mahjong.chances import CLAIMS, MOST_LACK, finish, passed
from paiju.bots.mahjong.strategy import Holding, Prospect, Strategy
from paiju.bots.mahjong.targets import ALL_SUITS, PAIRS, TARGETS, Target
from paiju.bots.mahjong.view import View
from paiju.mahjong.costs import hand_lack
from paiju.mahjong.melds import Meld
from paiju.mahjong.shapes import waits
from paiju.mahjong.win import DISCARD, SELF_DRAW, Win

WON: Final = 10.0
"""What it is worth, beside the payment, that the round ends in one's own favour."""
_FARTHER: Final = 3
"""A target this many tiles farther off than the nearest is still thought of."""
_BESIDE: Final = 0.1
"""What the other targets of a hand add to the best one: something may come of them too."""
_FAR: Final = 0.001
"""Where nothing can be hoped for, the nearer hand is still the better one."""
_CLAIM_WEIGHT: Final = 1 + CLAIMS
_CLOSED_CLAIM_WEIGHT: Final = 1 + CLAIMS / 3
"""A pung that costs 门清 is taken only now and then."""


class Appraiser:
    """Puts a price on the hands that a player can bring about with its next action."""

    def __init__(self, view: View, strategy: Strategy) -> None:
        self._view = view
        self._strategy = strategy
        self._near: list[Target] = []

    def think_of(self, counts: list[int], melds: tuple[Meld, ...]) -> None:
        """Choose the targets worth a thought, from the hand before anything is done."""
        lacks = [
            (target, target.lack(target.within(counts), melds))
            for target in TARGETS
            if target.is_open_to(melds)
        ]
        nearest = min(lack for _, lack in lacks)
        self._near = [target for target, lack in lacks if lack <= nearest + _FARTHER]

    def value(
        self, counts: list[int], melds: tuple[Meld, ...], ready: bool, draws: int = 0
    ) -> float:
        """What a hand of 13 tiles, melds counted as three, will bring in, on the average.

        ``draws`` are replacements to come, beside the draw of each turn. Amounts are points of
        one payer at factor 1, and :data:`WON` for the win itself.
        """
        view = self._view
        holding = Holding(melds, len(view.table.bonus[view.seat]), ready)
        turns = view.turns + draws
        values = [self._waiting(counts, holding, turns)]
        if not ready:
            values += [
                self._hoped(target, counts, holding, turns)
                for target in self._near
                if target.is_open_to(melds)
            ]
        best = max(values)
        lack = hand_lack(counts, 4 - len(melds))
        return best + _BESIDE * (sum(values) - best) - _FAR * lack

    def _waiting(self, counts: list[int], holding: Holding, turns: int) -> float:
        """The value of a hand that waits for a win, each win judged."""
        view = self._view
        sets = 4 - len(holding.melds)
        kinds = [tile for tile in waits(counts, sets, sets == 4) if view.unseen[tile] > 0]
        weight = 0.0
        gain = 0.0
        for tile in kinds:
            drawn, discarded = self._gains(counts, tile, holding)
            if drawn > 0:
                weight += view.unseen[tile]
                gain += view.unseen[tile] * (WON + drawn)
            if discarded > 0:
                weight += view.unseen[tile] * CLAIMS
                gain += view.unseen[tile] * CLAIMS * (WON + discarded)
        if weight == 0:
            return 0.0
        step = passed(weight, view.hidden)
        return gain / weight * finish(0, False, 1, step, turns, 1.0)

    def _gains(self, counts: list[int], tile: int, holding: Holding) -> tuple[int, int]:
        """What a win on this tile brings in when drawn and when discarded; 0 if it is none."""
        view = self._view
        win = Win(
            concealed=tuple(counts),
            tile=tile,
            melds=holding.melds,
            bonus=tuple(view.table.bonus[view.seat]),
            source=SELF_DRAW,
            ready=holding.ready,
            dealer=view.seat == view.table.dealer,
        )
        drawn = view.rules.judge(win)
        discarded = view.rules.judge(replace(win, source=DISCARD))
        return (
            self._strategy.gain(drawn.points, SELF_DRAW) if drawn.legal else 0,
            self._strategy.gain(discarded.points, DISCARD) if discarded.legal else 0,
        )

    def _hoped(self, target: Target, counts: list[int], holding: Holding, turns: int) -> float:
        """The value of a target that is not waited for yet."""
        kept = target.within(counts)
        lack = target.lack(kept, holding.melds)
        if lack < 2 or lack > MOST_LACK:
            return 0.0
        prospect = self._strategy.prospect(target, kept, holding)
        if prospect is None:
            return 0.0
        view = self._view
        claim = _CLOSED_CLAIM_WEIGHT if holding.is_concealed else _CLAIM_WEIGHT
        weight = 0.0
        for tile in target.helpful(kept, holding.melds, lack):
            claimable = kept[tile] >= 2 and target.shape != PAIRS
            weight += view.unseen[tile] * (claim if claimable else 1)
        step = passed(weight, view.hidden)
        narrow = target.suit != ALL_SUITS
        chance = finish(target.shape, narrow, lack, step, turns, prospect.off_discard)
        return chance * (WON + self._mean_gain(prospect))

    def _mean_gain(self, prospect: Prospect) -> float:
        off = CLAIMS * prospect.off_discard
        drawn = 3 * prospect.drawn_points
        return (drawn + off * prospect.points) / (1 + off)
