"""A round of 九江斗地主 as a state machine: calling, playing, settling."""

from collections.abc import Sequence
from typing import Final

from paiju.core.action import Action
from paiju.core.errors import IllegalAction
from paiju.core.event import Event, Json
from paiju.core.game import Round, RoundSetup
from paiju.core.match_state import nothing_carried
from paiju.core.outcome import Outcome
from paiju.core.seat import SEATS, Seat, Viewer, seat_after, seats_from
from paiju.core.sights import Sights
from paiju.games.jiujiang_doudizhu.actions import Ask, Call, Decline, Pass, Play, Surrender
from paiju.games.jiujiang_doudizhu.deal import Deal, fixed_deal, shuffled_deal
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
    Surrendered,
    TrickEnded,
)
from paiju.games.jiujiang_doudizhu.moves import Moves
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.options import DouDizhuOptions
from paiju.games.jiujiang_doudizhu.scoring import bomb_points, gatekeeper_of, settle
from paiju.games.jiujiang_doudizhu.table import NOBODY, NOT_ASKED_YET, Table

TOLD_EXACTLY: Final = 10
"""From this many cards on down, who is asked tells the true count (DZ-21)."""


class DouDizhuRound(Round):
    """One deal of 九江斗地主, from the cut card to the settlement."""

    def __init__(self, setup: RoundSetup, deal: Deal, table: Table, sights: Sights[Table]) -> None:
        """A round in which nothing has happened yet; :meth:`begin` deals the cards."""
        assert isinstance(setup.options, DouDizhuOptions)
        self.setup = setup
        self.options = setup.options
        self.deal = deal
        self.table = table
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self._kitty_left: tuple[int, ...] = deal.kitty
        self._played: list[int] = []
        self._sights = sights
        self._moves: Moves | None = None
        """What was last asked for of legal actions, until anything happens."""

    @classmethod
    def begin(cls, setup: RoundSetup, deal: Deal | None = None) -> "DouDizhuRound":
        """The round of ``setup``; ``deal`` is what its seed or header says, if known.

        :raises BadDeal, BadRecord: if a fixed deal or the carry cannot be.
        """
        nothing_carried(setup.carry)
        if deal is None and setup.seed is not None:
            deal = shuffled_deal(setup.dealer, setup.seed)
        elif deal is None:
            deal = fixed_deal(setup.dealer, setup.deal or {})
        begun = cls(setup, deal, Table(), Sights(Table))
        begun._emit(RoundStarted(setup.dealer))
        for seat in seats_from(setup.dealer):
            begun._emit(Dealt(seat, deal.hands[seat]))
        begun._emit(CutShown(deal.first_caller, deal.cut))
        return begun

    # --- what the world sees ------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The one seat that must call or play; nobody when the round is over."""
        return () if self.table.turn == NOBODY else (self.table.turn,)

    @property
    def turn(self) -> Seat | None:
        """The seat to call or play; everybody can see whose turn it is."""
        return None if self.table.turn == NOBODY else self.table.turn

    def legal_actions(self, seat: Seat) -> Moves:
        """What the seat may do now; asking is among it out of turn too (DZ-20)."""
        if self._moves is None or self._moves.seat != seat:
            self._moves = Moves(self.table, seat)
        return self._moves

    def observation(self, viewer: Viewer, kept: bool = True) -> DouDizhuObservation:
        """What the viewer may know, folded from the events it was shown."""
        table, seen = self._sights.of(viewer, self.events, kept)
        return DouDizhuObservation(viewer, self.setup, seen, table)

    def fixed_deal(self) -> dict[str, Json]:
        """Every hand and the kitty in the order dealt, and the cut card."""
        return self.deal.as_dict()

    def places(self) -> dict[str, Sequence[int]]:
        """Every card: in a hand, in the kitty, or played."""
        found: dict[str, Sequence[int]] = {
            f"hand {seat}": self.table.hand(seat) for seat in range(SEATS)
        }
        found["kitty"] = self._kitty_left
        found["played"] = list(self._played)
        return found

    def copy(self) -> "DouDizhuRound":
        """An independent round in the same position; the immutable parts are shared."""
        twin = DouDizhuRound(self.setup, self.deal, self.table.copy(), self._sights.copy())
        twin.events = list(self.events)
        twin.outcome = self.outcome
        twin._kitty_left = self._kitty_left
        twin._played = list(self._played)
        return twin

    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        """Do what a seat chose; returns the events that follow, unredacted.

        :raises IllegalAction: with the clause; nothing has changed then.
        """
        refusal = self.legal_actions(seat).explain(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        before = len(self.events)
        if isinstance(action, Play):
            self._play(seat, action)
        elif isinstance(action, Pass):
            self._pass(seat)
        elif isinstance(action, Ask):
            self._ask(seat, action.seat)
        elif isinstance(action, Call):
            self._emit(Called(seat))
            self._take_kitty(seat, forced=False)
        elif isinstance(action, Decline):
            self._decline(seat)
        else:
            assert isinstance(action, Surrender)
            self._emit(Surrendered(seat))
            self._end(landlord_won=False, surrendered=True)
        return self.events[before:]

    # --- calling ------------------------------------------------------------------------------

    def _decline(self, seat: Seat) -> None:
        """After three declined, the fourth is landlord without being asked (DZ-6)."""
        self._emit(Declined(seat))
        last = seat_after(seat)
        if self.table.calls.count(NOT_ASKED_YET) == 1:
            self._take_kitty(last, forced=True)

    def _take_kitty(self, seat: Seat, *, forced: bool) -> None:
        self._kitty_left = ()
        gatekeeper = None if self.options.gatekeeper == "off" else gatekeeper_of(seat)
        self._emit(KittyTaken(seat, forced, gatekeeper, self.deal.kitty))

    # --- playing ------------------------------------------------------------------------------

    def _play(self, seat: Seat, play: Play) -> None:
        combo = play.combo
        assert combo is not None
        table = self.table
        bomb = shot = 0
        if combo.is_bomb:
            bomb = bomb_points(combo, self.options)
            shot = self.options.opening_shot_points if table.shooting else 0
        cards = table.chosen(seat, combo)
        self._played += cards
        self._emit(Played(seat, bomb, shot, table.base + bomb + shot, cards, combo))
        if table.left[seat] == 0:
            self._end(landlord_won=seat == table.landlord, surrendered=False)

    def _pass(self, seat: Seat) -> None:
        self._emit(Passed(seat))
        if self.table.passes == SEATS - 1:
            self._emit(TrickEnded(self.table.top))

    def _ask(self, seat: Seat, target: Seat) -> None:
        count = self.table.left[target]
        self._emit(Asked(seat, target, count if count <= TOLD_EXACTLY else None))

    # --- the end ------------------------------------------------------------------------------

    def _end(self, *, landlord_won: bool, surrendered: bool) -> None:
        table = self.table
        landlord = table.landlord
        judged = settle(
            self.options,
            landlord_won=landlord_won,
            surrendered=surrendered,
            bombs=table.bombs,
            shots=table.shots,
            farmer_plays=table.farmer_plays,
        )
        items: dict[str, Json] = {
            "landlord": landlord,
            "gatekeeper": None if table.gatekeeper == NOBODY else table.gatekeeper,
            "base": judged.base,
            "items": [item.as_dict() for item in judged.items],
        }
        winners = tuple([seat for seat in range(SEATS) if (seat == landlord) == landlord_won])
        termination = "surrender" if surrendered else "win"
        hands = tuple([tuple(sorted(table.hand(seat))) for seat in range(SEATS)])
        self._emit(RoundEnded(termination, items, judged.payments(landlord), winners, hands))
        self.outcome = table.outcome

    def _emit(self, event: Event) -> None:
        self.events.append(event)
        self.table.apply(event)
        self._moves = None
