"""A round of mahjong as a state machine: the wall, whose answer is due, and what follows."""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Self

from paiju.core.action import Action
from paiju.core.errors import IllegalAction, PaijuError
from paiju.core.event import Event, Json
from paiju.core.game import Round, RoundSetup
from paiju.core.outcome import Outcome
from paiju.core.seat import SEATS, Seat, Viewer, seat_after, seats_after, seats_from
from paiju.core.sights import Sights
from paiju.mahjong.actions import PASS, Chow, Discard, Hu, Kong, Pung, Raise, Ready
from paiju.mahjong.deal import Deal, dealt
from paiju.mahjong.events import (
    BonusLaid,
    Dealt,
    DeclaredReady,
    Discarded,
    Drew,
    FalseWin,
    KongDeclared,
    Melded,
    Raised,
    RoundEnded,
    RoundStarted,
    WinDeclined,
    Won,
)
from paiju.mahjong.imagine import imagine
from paiju.mahjong.melds import ADDED_KONG, CHOW, CONCEALED_KONG, EXPOSED_KONG, PUNG
from paiju.mahjong.moves import Moves
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.question import RAISE_QUESTION, READY_QUESTION, WIN, Prompts, Question
from paiju.mahjong.refusals import NOT_ASKED
from paiju.mahjong.rules import Rules, WinClaim
from paiju.mahjong.settlement import winning_tile
from paiju.mahjong.table import MELD_NAMES, Table
from paiju.mahjong.tiles import Tile, counted_tiles
from paiju.mahjong.wall import Wall
from paiju.mahjong.win import SELF_DRAW, SOURCE_TEXTS, Source


class MahjongRound(Round):
    """One deal of a mahjong. Subclasses say in which order claims are asked and decided."""

    def __init__(
        self, rules: Rules, setup: RoundSetup, deal: Deal, table: Table, wall: Wall
    ) -> None:
        self.rules = rules
        self.setup = setup
        self.deal = deal
        self.table = table
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self._wall = wall
        self._prompts = Prompts()
        self._sights = Sights(Table)
        self._known: RoundSetup | None = None

    @classmethod
    def begun(cls, rules: Rules, setup: RoundSetup, factor: int) -> Self:
        """The round of ``setup``, worth ``factor``, at its first question.

        :raises BadDeal: if a fixed deal cannot lie on a table.
        """
        deal = dealt(rules.tiles, setup)
        begun = cls(rules, setup, deal, Table(), Wall(deal.wall))
        begun._begin(factor)
        return begun

    # --- what the world sees ------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats whose answer is due."""
        return self._prompts.due

    @property
    def turn(self) -> Seat | None:
        """The seat that has drawn, melded or been dealt last and must discard."""
        seat = self.table.turn
        question = self._prompts.asked[seat] if seat >= 0 else None
        return seat if question is not None and question.kind == "turn" else None

    def legal_actions(self, seat: Seat) -> Moves:
        """What the seat may answer now; empty if it is not asked."""
        moves = Moves(self.rules, self.table, seat, self._prompts.asked[seat])
        moves.listed()
        return moves

    def observation(self, viewer: Viewer, kept: bool = True) -> MahjongObservation:
        """What the viewer may know, folded from the events it was shown."""
        table, seen = self._sights.of(viewer, self.events, kept)
        if self._known is None:
            self._known = self.setup.without_deal()
        question = None if viewer is None else self._prompts.asked[viewer]
        return MahjongObservation(viewer, self.rules, self._known, seen, table, question)

    def fixed_deal(self) -> dict[str, Json]:
        """The hands as dealt and the whole wall."""
        return self.deal.as_dict()

    def places(self) -> dict[str, Sequence[int]]:
        """Every tile of the set: hands, melds, bonus tiles, rivers, a robbed tile, the wall."""
        found: dict[str, Sequence[int]] = {"wall": self._wall.tiles, **self.table.places()}
        if not any(side.size for side in self.table.sides):
            found["undealt"] = [tile for hand in self.deal.hands for tile in hand]
        return found

    def copy(self) -> Self:
        """An independent round in the same position; the immutable parts are shared."""
        table, wall = self.table.copy(), self._wall.copy()
        twin = type(self)(self.rules, self.setup, self.deal, table, wall)
        twin.events = list(self.events)
        twin.outcome = self.outcome
        twin._known = self._known
        twin._prompts = self._prompts.copy()
        twin._sights = self._sights.copy()
        self._copy_claims(twin)
        return twin

    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        """Answer for a seat; returns the events that follow, unredacted.

        :raises IllegalAction: with the clause; nothing has changed then.
        """
        if not 0 <= seat < SEATS:
            raise IllegalAction(NOT_ASKED)
        question = self._prompts.asked[seat]
        if question is None or self.rules.refusal(self.table, seat, question, action) is not None:
            raise IllegalAction(self.legal_actions(seat).explain(action) or NOT_ASKED)
        before = len(self.events)
        self._answer(seat, question, action)
        return self.events[before:]

    @classmethod
    def imagined(cls, observation: MahjongObservation, random: Random) -> Self:
        """A round that might be the true one, at the question put to the observer.

        Its observation for that seat equals ``observation``. Other seats that would be asked at
        the same moment are taken not to have answered yet.
        """
        seat, question = observation.viewer, observation.asked
        if seat is None or question is None:
            raise PaijuError("only a seat that is asked something can imagine the round from there")
        rules = observation.rules
        world = imagine(rules, observation, random)
        setup = observation.setup.with_deal(world.deal.as_dict())
        twin = cls(rules, setup, world.deal, world.table(), world.wall())
        twin.events = world.events
        twin._resume_claims(seat, question)
        if question.kind in ("raise", "ready", "rob"):
            for other in range(SEATS):
                if other not in (seat, question.seat):
                    twin._ask(other, question)
        twin._ask(seat, question)
        return twin

    # --- asking and answering -----------------------------------------------------------------

    @abstractmethod
    def _open_claims(self) -> None:
        """A tile has been discarded: ask whoever may claim it, or go on."""

    @abstractmethod
    def _claims_answered(self) -> None:
        """All seats asked about a discard have answered: carry out, ask the next, or go on."""

    @abstractmethod
    def _resume_claims(self, seat: Seat, question: Question) -> None:
        """Take up the claims at the question put to ``seat``, asking the others it goes to."""

    @abstractmethod
    def _copy_claims(self, twin: Self) -> None:
        """Give the copy the state of the claims."""

    def _after_discard(self, seat: Seat) -> None:
        """What else a discard brings about, before anybody is asked for it."""

    def _ask(self, seat: Seat, question: Question) -> bool:
        """Put a question to a seat that has something to answer."""
        if question.kind != "turn" and not self.rules.answers(self.table, seat, question):
            return False
        self._prompts.put(seat, question)
        return True

    def _answer(self, seat: Seat, question: Question, action: Action) -> None:
        if self.rules.is_false_win(self.table, seat, question, action):
            self._emit(FalseWin(seat, self.rules.false_win_penalty))
            if question.kind == "turn":
                return
            action = PASS
        if question.kind == "turn":
            self._prompts.close(seat)
            self._play(seat, action)
            return
        self._prompts.take(seat, action)
        if question.kind in ("claim", "rob") and not isinstance(action, Hu):
            self._note_declined(seat, question)
        if not self._prompts.due:
            self._all_answered(question)

    def _note_declined(self, seat: Seat, question: Question) -> None:
        """Tell a seat that let a win go by what it is bound to from now on."""
        best = self.rules.best_offer(self.table, seat, question)
        if best is not None:
            until = self.rules.declined_until
            self._emit(WinDeclined(seat, best.hand_points, question.tile, best.fans, until))

    def _all_answered(self, question: Question) -> None:
        if question.kind == "raise":
            raises = [a.amount if isinstance(a, Raise) else 0 for a in self._prompts.answers]
            self._prompts.clear()
            self._emit(Raised(tuple(raises)))
            self._deal_hands()
        elif question.kind == "ready":
            for seat in seats_from(self.setup.dealer):
                if isinstance(self._prompts.answers[seat], Ready):
                    self._emit(DeclaredReady(seat))
            self._prompts.clear()
            self._begin_turn(self.setup.dealer)
        elif question.kind == "rob":
            wins = self._winners()
            self._prompts.clear()
            if wins:
                self._win(wins)
            else:
                self._add_kong(self.table.last_seat, self.table.last_tile)
        else:
            self._claims_answered()

    def _winners(self) -> list[WinClaim]:
        """The seats that answered hu, in turn order, with how they win and who pays."""
        wins = []
        for seat in seats_from(self.table.last_seat):
            answer, question = self._prompts.answers[seat], self._prompts.answered[seat]
            if isinstance(answer, Hu) and question is not None:
                for hu, source in self.rules.hu_sources(self.table, seat, question):
                    if hu == answer:
                        wins.append(WinClaim(seat, source, self._payer(source)))
        return wins

    def _payer(self, source: Source) -> Seat:
        """Who pays for a win on the tile that lies open."""
        return self.table.last_seat

    # --- one's own turn -----------------------------------------------------------------------

    def _begin_turn(self, seat: Seat) -> None:
        self._prompts.put_turn(seat, self.table.sides[seat].drawn)

    def _play(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Hu):
            self._win([WinClaim(seat, SELF_DRAW, -1)])
        elif isinstance(action, Kong):
            assert action.tile is not None
            self._own_kong(seat, action.tile)
        else:
            assert isinstance(action, (Discard, Ready)) and action.tile is not None
            if isinstance(action, Ready):
                self._emit(DeclaredReady(seat))
            self._emit(Discarded(seat, action.tile))
            self._after_discard(seat)
            self._open_claims()

    def _own_kong(self, seat: Seat, tile: Tile) -> None:
        if not self.table.sides[seat].claimed_pungs >> tile & 1:
            self._emit(Melded(seat, MELD_NAMES[CONCEALED_KONG], None, None, (tile,) * 4))
            self._draw(seat, replacement=True)
            return
        self._emit(KongDeclared(seat, tile))
        question = Question("rob", seat, tile, offers=WIN)
        for other in seats_after(seat):
            self._ask(other, question)
        if not self._prompts.due:
            self._add_kong(seat, tile)

    def _add_kong(self, seat: Seat, tile: Tile) -> None:
        pung = next(m for m in self.table.sides[seat].melds if m.kind == PUNG and m.tile == tile)
        self._emit(Melded(seat, MELD_NAMES[ADDED_KONG], pung.source, pung.claimed, (tile,) * 4))
        self._draw(seat, replacement=True)

    # --- claims carried out -------------------------------------------------------------------

    def _meld_claimed(self, seat: Seat, action: Action) -> None:
        """Carry out a pung, kong or chow of the last discard."""
        source, tile = self.table.last_seat, self.table.last_tile
        kind = EXPOSED_KONG
        tiles: tuple[Tile, ...] = (tile,) * 4
        if isinstance(action, Chow):
            kind, tiles = CHOW, tuple(sorted((tile, action.first, action.second)))
        elif isinstance(action, Pung):
            kind, tiles = PUNG, (tile,) * 3
        self._emit(Melded(seat, MELD_NAMES[kind], source, tile, tiles))
        if kind == EXPOSED_KONG:
            self._draw(seat, replacement=True)
        else:
            self._begin_turn(seat)

    def _next_seat_draws(self) -> None:
        """Nobody wanted the discard: the next seat draws from the head of the wall."""
        self._draw(seat_after(self.table.last_seat), replacement=False)

    # --- the deal -----------------------------------------------------------------------------

    def _begin(self, factor: int) -> None:
        self._emit(RoundStarted(self.setup.dealer, factor, self.rules.tiles.size))
        if self.rules.asks_raises:
            for seat in range(SEATS):
                self._ask(seat, RAISE_QUESTION)
        else:
            self._deal_hands()

    def _deal_hands(self) -> None:
        seats = seats_from(self.setup.dealer)
        for seat in seats:
            hand = self.deal.hands[seat]
            self._emit(Dealt(seat, len(hand), tuple(hand)))
        for seat in seats:
            if not self._replace_dealt(seat):
                return
        if self.rules.asks_ready:
            for seat in seats[1:]:
                self._ask(seat, READY_QUESTION)
        if not self._prompts.due:
            self._begin_turn(self.setup.dealer)

    def _replace_dealt(self, seat: Seat) -> bool:
        """Lay open and replace the bonus tiles of a dealt hand; false if the round is over."""
        while True:
            hand = self.table.sides[seat].hand
            laid = next((tile for tile in self.rules.tiles.bonus if hand[tile]), None)
            if laid is None:
                return True
            if not self._lay_bonus(seat, laid):
                return False
            if not self._take_tile(seat, replacement=True):
                return False

    def _lay_bonus(self, seat: Seat, tile: Tile) -> bool:
        """Lay a bonus tile open; false if that ends the round."""
        self._emit(BonusLaid(seat, tile))
        ended = self.rules.bonus_outcome(self.table, seat)
        if ended is not None:
            self._end(ended)
        return ended is None

    # --- the wall -----------------------------------------------------------------------------

    def _draw(self, seat: Seat, replacement: bool) -> None:
        """Draw for a seat, replacing bonus tiles as they come, and begin its turn."""
        while self._take_tile(seat, replacement):
            tile = self.table.sides[seat].drawn
            if not self.rules.tiles.is_bonus[tile]:
                self._begin_turn(seat)
                return
            if not self._lay_bonus(seat, tile):
                return
            replacement = True

    def _take_tile(self, seat: Seat, replacement: bool) -> bool:
        """Move one tile from the wall to a hand; false if there is none and the round ends."""
        if self._wall.left == 0:
            self._end(self.rules.drawn_round(self.table))
            return False
        tile = self._wall.replace() if replacement else self._wall.draw()
        self._emit(Drew(seat, replacement, self._wall.left, tile))
        return True

    # --- the end ------------------------------------------------------------------------------

    def _win(self, wins: Sequence[WinClaim]) -> None:
        outcome = self.rules.settle(self.table, wins)
        for win in wins:
            tile = winning_tile(self.table, win)
            payer = None if win.source == SELF_DRAW else win.payer
            self._emit(Won(win.seat, SOURCE_TEXTS[win.source], payer, tile))
        self._end(outcome)

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self._emit(
            RoundEnded(
                outcome.termination,
                outcome.payments,
                outcome.winners,
                outcome.house,
                outcome.items,
                tuple([tuple(counted_tiles(side.hand)) for side in self.table.sides]),
                tuple([side.melds for side in self.table.sides]),
            )
        )

    def _emit(self, event: Event) -> None:
        self.events.append(event)
        self.table.apply(event)
