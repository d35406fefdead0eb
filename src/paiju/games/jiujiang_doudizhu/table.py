"""A table of 九江斗地主 as somebody sees it: what the events seen so far add up to.

The same fold serves the round itself (which sees all events whole), every player, a late joiner
and a spectator; so nobody can know more than the events that were shown to it.
"""

from collections.abc import Sequence
from typing import Final, Self, TypeAlias, final

from mypy_extensions import mypyc_attr

from paiju.cards.cards import RANK_OF, RANKS
from paiju.cards.combos import Combo
from paiju.cards.hands import Hand, count_of, hand_of, one_of
from paiju.core.event import Event
from paiju.core.outcome import Outcome
from paiju.core.seat import SEATS, Seat, seat_after
from paiju.core.sights import Foldable
from paiju.games.jiujiang_doudizhu.deal import HAND_SIZE, KITTY_SIZE
from paiju.games.jiujiang_doudizhu.events import (
    Asked,
    Called,
    CutShown,
    Dealt,
    Declined,
    KittyTaken,
    Passed,
    Played,
    RoundEnded,
    RoundStarted,
    TrickEnded,
)
from paiju.games.jiujiang_doudizhu.scoring import BASE

NOBODY: Final[Seat] = -1
NO_CARD: Final = -1

CALLING: Final = 0
PLAYING: Final = 1
OVER: Final = 2
PHASE_NAMES: Final = ("calling", "playing", "over")

CALLED: Final = 1
DECLINED: Final = 0
NOT_ASKED_YET: Final = -1

Piles: TypeAlias = tuple[tuple[int, ...], ...]
"""Cards by rank."""
NO_PILES: Final[Piles] = ((),) * RANKS


def piles_of(cards: Sequence[int]) -> Piles:
    """Cards by rank, each rank in the order given."""
    piles: list[list[int]] = [[] for _ in range(RANKS)]
    for card in cards:
        piles[RANK_OF[card]].append(card)
    return tuple([tuple(pile) for pile in piles])


@final
@mypyc_attr(acyclic=True)
class Table(Foldable):
    """Hands, calls, the trick and what the round is worth; lists by seat.

    Others have no cards for a viewer who cannot see them.
    """

    def __init__(self) -> None:
        self.phase = CALLING
        self.dealer: Seat = 0
        self.cut = NO_CARD
        self.first_caller: Seat = NOBODY
        self.calls: list[int] = [NOT_ASKED_YET] * SEATS
        self.landlord: Seat = NOBODY
        self.gatekeeper: Seat = NOBODY
        """守门员; nobody before there is a landlord, and where all farmers stake the same."""
        self.forced = False
        """Whether the landlord is the fourth seat, after three declined (DZ-6)."""
        self.kitty: tuple[int, ...] | None = None
        self.turn: Seat = NOBODY
        """The seat that must call or play now."""
        self.piles: list[Piles] = [NO_PILES] * SEATS
        """What each seat got, by rank: the kitty first, then in the order dealt.

        Plays take the first of a rank, so that a seat still holds the last ones.
        """
        self.counts: list[Hand] = [0] * SEATS
        """How many cards of each rank it still holds."""
        self.left: list[int] = [HAND_SIZE] * SEATS
        """How many cards each seat has left: what anybody who counts along knows."""
        self.played: list[Hand] = [0] * SEATS
        """What each seat has played so far."""
        self.plays: list[int] = [0] * SEATS
        """How often each seat has played cards."""
        self.target: Combo | None = None
        """What must be beaten; nothing if the seat to play leads."""
        self.top: Seat = NOBODY
        """Who played it."""
        self.passes = 0
        """How many have passed on it in succession."""
        self.shown: list[tuple[int, ...] | None] = [None] * SEATS
        """What each seat has last done in this trick: cards, none (a pass), or nothing yet."""
        self.base = BASE
        self.bombs: list[Combo] = []
        self.raises: list[Played] = []
        """The bombs that added to the base, with what each added for what (DZ-23, DZ-24)."""
        self.shots = 0
        self.shooting = False
        """Whether a bomb played now still counts as 朝天开枪 (DZ-24)."""
        self.stopped: Seat = NOBODY
        """打停: the farmer on whose play the landlord passed, until anybody's next play (DZ-20)."""
        self.answers: list[Asked | None] = [None] * SEATS
        """The last answer about each seat's cards, until that seat plays again."""
        self.outcome: Outcome | None = None

    # --- what the events do -------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Take in one more event, whole or as it was shown to the viewer."""
        if isinstance(event, Played):
            self._played(event)
        elif isinstance(event, Passed):
            self._passed(event.seat)
        elif isinstance(event, TrickEnded):
            self._trick_ended(event.seat)
        elif isinstance(event, Asked):
            self.answers[event.target] = event
        elif isinstance(event, Dealt):
            if event.cards is not None:
                self.piles[event.seat] = piles_of(event.cards)
                self.counts[event.seat] = hand_of(event.cards)
        elif isinstance(event, RoundStarted):
            self.dealer = event.dealer
        elif isinstance(event, CutShown):
            self.cut, self.first_caller, self.turn = event.card, event.seat, event.seat
        elif isinstance(event, Called):
            self.calls[event.seat] = CALLED
        elif isinstance(event, Declined):
            self.calls[event.seat] = DECLINED
            self.turn = seat_after(event.seat)
        elif isinstance(event, KittyTaken):
            self._kitty_taken(event)
        elif isinstance(event, RoundEnded):
            self._ended(event)

    def _kitty_taken(self, event: KittyTaken) -> None:
        seat = event.seat
        self.landlord, self.forced, self.kitty = seat, event.forced, event.cards
        self.gatekeeper = NOBODY if event.gatekeeper is None else event.gatekeeper
        self.phase, self.turn = PLAYING, seat
        self.left[seat] += KITTY_SIZE
        self.shooting = seat == self.first_caller
        if event.cards is not None and self.counts[seat]:
            # In front: cards of the kitty that all have seen are played before unseen ones, and
            # so tell nothing about these.
            self.piles[seat] = piles_of([*event.cards, *self.hand(seat)])
            self.counts[seat] += hand_of(event.cards)

    def _played(self, event: Played) -> None:
        seat, combo = event.seat, event.combo
        if self.counts[seat]:
            self.counts[seat] -= combo.hand
        self.left[seat] -= combo.size
        self.played[seat] += combo.hand
        self.plays[seat] += 1
        if self.target is None:
            self.shown = [None] * SEATS
        self.shown[seat] = event.cards
        self.target, self.top, self.passes = combo, seat, 0
        self.base = event.base
        self.shooting = self.shooting and combo.is_bomb
        if combo.is_bomb:
            self.bombs.append(combo)
            self.shots += self.shooting
            if event.bomb_points or event.shot_points:
                self.raises.append(event)
        self.stopped = NOBODY
        self.answers[seat] = None
        self.turn = seat_after(seat)

    def _passed(self, seat: Seat) -> None:
        self.shown[seat] = ()
        self.passes += 1
        if seat == self.landlord:
            self.stopped = self.top
        self.turn = seat_after(seat)

    def _trick_ended(self, seat: Seat) -> None:
        self.target, self.top, self.passes = None, NOBODY, 0
        self.turn = seat

    def _ended(self, event: RoundEnded) -> None:
        self.piles = [piles_of(hand) for hand in event.hands]
        self.counts = [hand_of(hand) for hand in event.hands]
        self.phase, self.turn, self.stopped, self.shooting = OVER, NOBODY, NOBODY, False
        self.outcome = Outcome(event.termination, event.winners, event.payments, event.items)

    # --- what the rules ask of it -------------------------------------------------------------

    @property
    def farmer_plays(self) -> int:
        """How often farmers have played cards (DZ-26)."""
        return sum(self.plays) - self.plays[self.landlord]

    def hand(self, seat: Seat) -> list[int]:
        """The cards a seat still holds, by rank, each rank in the order in which it is played."""
        held = self.counts[seat]
        return [
            card
            for rank, pile in enumerate(self.piles[seat])
            for card in pile[len(pile) - count_of(held, rank) :]
        ]

    def chosen(self, seat: Seat, combo: Combo) -> tuple[int, ...]:
        """The cards that a play of this combination lays down, in its order.

        The first of each rank: which suits that gives tells others nothing about those kept.
        """
        piles, held = self.piles[seat], self.counts[seat]
        taken: list[int] = []
        for rank in combo.ranks:
            taken.append(piles[rank][-count_of(held, rank)])
            held -= one_of(rank)
        return tuple(taken)

    def copy(self) -> Self:
        """An independent table in the same state."""
        twin = Table()
        twin.phase, twin.dealer, twin.cut = self.phase, self.dealer, self.cut
        twin.first_caller, twin.landlord, twin.forced = (
            self.first_caller,
            self.landlord,
            self.forced,
        )
        twin.gatekeeper = self.gatekeeper
        twin.calls = list(self.calls)
        twin.kitty, twin.turn = self.kitty, self.turn
        twin.piles = list(self.piles)
        twin.counts, twin.left = list(self.counts), list(self.left)
        twin.played = list(self.played)
        twin.plays = list(self.plays)
        twin.target, twin.top, twin.passes = self.target, self.top, self.passes
        twin.shown = list(self.shown)
        twin.base, twin.shots, twin.shooting = self.base, self.shots, self.shooting
        twin.bombs, twin.raises = list(self.bombs), list(self.raises)
        twin.stopped = self.stopped
        twin.answers = list(self.answers)
        twin.outcome = self.outcome
        return twin
