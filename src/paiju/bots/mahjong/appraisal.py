"""What a hand promises: the best of all that it can become, by chance and by price."""

from typing import Final

from paiju.bots.mahjong.chances import CLAIMS, MOST_LACK, OFFERED, finish, passed, soon
from paiju.bots.mahjong.strategy import Holding, Prospect, Strategy
from paiju.bots.mahjong.targets import ALL_SUITS, PAIRS, PLAIN, PUNGS, Target
from paiju.bots.mahjong.view import View
from paiju.mahjong.costs import hand_lack
from paiju.mahjong.melds import Meld
from paiju.mahjong.shapes import waits
from paiju.mahjong.tiles import SUITED_KINDS, Tile, number
from paiju.mahjong.win import DISCARD, SELF_DRAW, Win

WON: Final = 15.0
"""What it is worth, beside the payment, that the round ends in one's own favour."""
_FARTHER: Final = 3
"""A target this many tiles farther off than the nearest is still thought of."""
_BESIDE: Final = 0.1
"""What the other targets of a hand add to the best one: something may come of them too."""
_FAR: Final = 0.001
"""Where nothing can be hoped for, the nearer hand is still the better one."""
_CLAIM_WEIGHT: Final = 1 + CLAIMS
_CHOW_WEIGHT: Final = 1 + OFFERED
"""A chow is claimed from one seat alone."""
_CLOSED_CLAIM_WEIGHT: Final = 1 + CLAIMS / 3
"""A pung that costs 门清 is taken only now and then."""


class Outlook:
    """What a seat may hope for with these melds, whatever it keeps in its hand.

    ``counts`` is its hand before anything is thrown away, ``draws`` the replacements to come
    beside the draw of each turn. Amounts are points of one payer at factor 1, and :data:`WON` for
    the win itself.
    """

    def __init__(
        self,
        view: View,
        strategy: Strategy,
        counts: list[int],
        melds: tuple[Meld, ...],
        ready: bool,
        draws: int = 0,
    ) -> None:
        self._view = view
        self._strategy = strategy
        self._turns = view.turns + draws
        self._holding = Holding(melds, len(view.side.bonus), ready)
        self._near = [] if ready else _near(strategy.targets, counts, melds)
        self._known: list[dict[bytes, float]] = [{} for _ in self._near]

    def value(self, counts: list[int]) -> float:
        """What a hand of 13 tiles, melds counted as three, will bring in, on the average."""
        values = [self._waiting(counts)]
        for target, known in zip(self._near, self._known, strict=True):
            kept = target.within(counts)
            key = bytes(kept)
            value = known.get(key)
            if value is None:
                value = known[key] = self._hoped(target, kept)
            values.append(value)
        best = max(values)
        lack = hand_lack(counts, 4 - len(self._holding.melds))
        return best + _BESIDE * (sum(values) - best) - _FAR * lack

    def _waiting(self, counts: list[int]) -> float:
        """The value of a hand that waits for a win, each win judged."""
        view = self._view
        sets = 4 - len(self._holding.melds)
        weight = 0.0
        gain = 0.0
        for tile in waits(counts, sets, sets == 4):
            unseen = view.unseen[tile]
            if unseen == 0:
                continue
            drawn, discarded = self._gains(counts, tile)
            if drawn > 0:
                weight += unseen
                gain += unseen * (WON + drawn)
            if discarded > 0:
                weight += unseen * CLAIMS
                gain += unseen * CLAIMS * (WON + discarded)
        if weight == 0:
            return 0.0
        step = passed(weight, view.hidden)
        return gain / weight * finish(PLAIN, False, 1, step, self._turns, 1.0)

    def _gains(self, counts: list[int], tile: Tile) -> tuple[float, float]:
        """What a win on this tile brings in when drawn and when discarded; 0 if it is none."""
        view = self._view
        win = Win(
            concealed=tuple(counts),
            tile=tile,
            melds=self._holding.melds,
            bonus=view.side.bonus,
            source=SELF_DRAW,
            ready=self._holding.ready,
            dealer=view.seat == view.table.dealer,
        )
        drawn = view.rules.judge(win)
        discarded = view.rules.judge(win.by(DISCARD))
        return (
            self._strategy.gain(drawn.points, SELF_DRAW) if drawn.legal else 0,
            self._strategy.gain(discarded.points, DISCARD) if discarded.legal else 0,
        )

    def _hoped(self, target: Target, kept: list[int]) -> float:
        """The value of a target that is not waited for yet."""
        holding = self._holding
        lack = target.lack(kept, holding.melds)
        if lack < 2 or lack > MOST_LACK:
            return 0.0
        prospect = self._strategy.prospect(target, kept, holding)
        if prospect is None:
            return 0.0
        unseen = self._view.unseen
        closed = holding.is_concealed and self._strategy.keeps_closed
        pung = _CLOSED_CLAIM_WEIGHT if closed else _CLAIM_WEIGHT
        chows = self._strategy.chows and target.shape not in (PUNGS, PAIRS)
        weight = 0.0
        for tile in target.helpful(kept, holding.melds, lack):
            if kept[tile] >= 2 and target.shape != PAIRS:
                weight += unseen[tile] * pung
            elif chows and in_a_row(kept, tile):
                weight += unseen[tile] * _CHOW_WEIGHT
            else:
                weight += unseen[tile]
        narrow = target.suit != ALL_SUITS
        step = soon(target.shape, narrow, lack, weight, self._view.hidden)
        chance = finish(target.shape, narrow, lack, step, self._turns, prospect.off_discard)
        return chance * (WON + _mean_gain(prospect))


def _near(targets: tuple[Target, ...], counts: list[int], melds: tuple[Meld, ...]) -> list[Target]:
    """The targets worth a thought."""
    lacks = [
        (target, target.lack(target.within(counts), melds))
        for target in targets
        if target.is_open_to(melds)
    ]
    nearest = min(lack for _, lack in lacks)
    return [target for target, lack in lacks if lack <= nearest + _FARTHER]


def in_a_row(kept: list[int], tile: Tile) -> bool:
    """Whether a hand holds two tiles that make a chow of this one.

    >>> hand = [0] * 34
    >>> hand[3] = hand[4] = 1
    >>> in_a_row(hand, 2), in_a_row(hand, 5), in_a_row(hand, 6)
    (True, True, False)
    """
    if tile >= SUITED_KINDS:
        return False
    place = number(tile)
    low = place >= 3 and kept[tile - 1] and kept[tile - 2]
    middle = 2 <= place <= 8 and kept[tile - 1] and kept[tile + 1]
    high = place <= 7 and kept[tile + 1] and kept[tile + 2]
    return bool(low or middle or high)


def _mean_gain(prospect: Prospect) -> float:
    off = CLAIMS * prospect.off_discard
    return (3 * prospect.drawn_points + off * prospect.points) / (1 + off)
