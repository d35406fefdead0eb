"""对子: a small game of our own, complete, so that the server is tested with no mahjong in it.

Forty cards, four each of ten ranks; five in hand. On a turn one draws and discards. Who holds two
of the rank just discarded is asked in secret and may take it: the three lie open, and it discards.
Two threes win, at one point from each other seat, doubled after every drawn round. When the deck
is empty the round is drawn. Once a round each seat may count another's hand, at any time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Final, Self

from paiju.bots.base import Bot
from paiju.core.action import Action, LegalActions
from paiju.core.errors import BadNotation, BadQuestion, IllegalAction, Refusal
from paiju.core.event import Event, Json, Names, Writers
from paiju.core.game import Game, Match, Observation, Round, RoundSetup
from paiju.core.match_state import match_state
from paiju.core.options import Options, choice, whole
from paiju.core.outcome import Outcome
from paiju.core.randomness import Stream
from paiju.core.registry import register
from paiju.core.seat import SEATS, Seat, Viewer, seat_after, seats_from
from paiju.core.text import Text

RANKS: Final = 10
Card = int


@dataclass(frozen=True, slots=True)
class Do(Action):
    """``discard 7``, ``take``, ``pass`` or ``count 2``."""

    verb: str
    number: int = -1

    def __str__(self) -> str:
        return self.verb if self.number < 0 else f"{self.verb} {self.number}"


TAKE, PASS = Do("take"), Do("pass")


@dataclass(frozen=True, slots=True)
class PairsOptions(Options):
    """House rules."""

    threes: int = whole(2, "几副算赢", "threes to win", "P-1", 1, 3)
    counting: bool = choice(True, "可以数牌", "counting hands", "P-2")


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    type: ClassVar[str] = "dealt"
    fields: ClassVar[Names] = ("seat", "cards")
    writers: ClassVar[Writers] = {"cards": list}
    seat: Seat
    cards: tuple[Card, ...] | None

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class Drew(Event):
    type: ClassVar[str] = "drew"
    fields: ClassVar[Names] = ("seat", "left", "card")
    seat: Seat
    left: int
    card: Card | None

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    type: ClassVar[str] = "discarded"
    fields: ClassVar[Names] = ("seat", "card")
    opens_claims: ClassVar[bool] = True
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Declined(Event):
    type: ClassVar[str] = "declined"
    fields: ClassVar[Names] = ("seat", "card")
    seat: Seat
    card: Card

    def seen_by(self, viewer: Viewer) -> Self | None:
        return self if viewer == self.seat else None


@dataclass(frozen=True, slots=True)
class Took(Event):
    type: ClassVar[str] = "took"
    fields: ClassVar[Names] = ("seat", "card")
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Counted(Event):
    type: ClassVar[str] = "counted"
    fields: ClassVar[Names] = ("seat", "other", "cards")
    seat: Seat
    other: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class Ended(Event):
    type: ClassVar[str] = "round_ended"
    fields: ClassVar[Names] = ("winner", "payments")
    writers: ClassVar[Writers] = {"payments": list}
    winner: Seat | None
    payments: tuple[int, ...]


class Moves(LegalActions):
    """A short list."""

    __slots__ = ("_actions",)

    def __init__(self, actions: Sequence[Do]) -> None:
        self._actions = tuple(actions)

    def listed(self) -> Sequence[Action]:
        return self._actions

    def explain(self, action: Action) -> Refusal | None:
        if action in self._actions:
            return None
        return Refusal(Text("不能这样", f"{action} is not allowed now"), "P-3")


class PairsObservation(Observation):
    def __init__(self, round_: "PairsRound", viewer: Viewer) -> None:
        self.viewer = viewer
        self.events = [e for event in round_.events if (e := event.seen_by(viewer)) is not None]
        self.legal = Moves([]) if viewer is None else round_.legal_actions(viewer)
        self._asked = viewer is not None and viewer in round_.to_act
        self._kind = "turn" if round_.turn is not None else "claim"
        self.hand: list[Card] = []
        for event in self.events:
            if isinstance(event, Dealt) and event.seat == viewer:
                self.hand = list(event.cards or ())
            elif isinstance(event, Drew) and event.seat == viewer:
                assert event.card is not None
                self.hand.append(event.card)
            elif isinstance(event, Discarded) and event.seat == viewer:
                self.hand.remove(event.card)
            elif isinstance(event, Took) and event.seat == viewer:
                self.hand.remove(event.card)
                self.hand.remove(event.card)

    @property
    def question(self) -> dict[str, Json] | None:
        return {"kind": self._kind} if self._asked else None

    @property
    def refused(self) -> Sequence[tuple[Action, Refusal]]:
        return ()

    def as_dict(self) -> dict[str, Json]:
        return {
            "viewer": self.viewer,
            "hand": list[Json](sorted(self.hand)),
            "events": [event.as_dict() for event in self.events],
            "question": self.question,
            "legal": [str(action) for action in self.legal],
        }


class PairsRound(Round):
    def __init__(self, setup: RoundSetup) -> None:
        assert isinstance(setup.options, PairsOptions)
        self.setup = setup
        self.options = setup.options
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self.deck = [rank for rank in range(RANKS) for _ in range(4)]
        if setup.seed is not None:
            Stream(setup.seed, "deck").shuffle(self.deck)
        else:
            assert setup.deal is not None
            self.deck = list(setup.deal["deck"])  # type: ignore[arg-type]
        self.whole_deck = list(self.deck)
        self.hands: list[list[Card]] = [[] for _ in range(SEATS)]
        self.threes = [0] * SEATS
        self.open: list[list[Card]] = [[] for _ in range(SEATS)]
        self.river: list[Card] = []
        self.counted = [not self.options.counting] * SEATS
        self.claims: dict[Seat, Do | None] = {}
        self.on_turn: Seat | None = None
        self.discarder = -1
        for seat in seats_from(setup.dealer):
            self.hands[seat] = [self.deck.pop() for _ in range(5)]
            self.events.append(Dealt(seat, tuple(self.hands[seat])))
        self._draw(setup.dealer)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.on_turn is not None:
            return (self.on_turn,)
        return tuple(seat for seat, answer in self.claims.items() if answer is None)

    @property
    def turn(self) -> Seat | None:
        return self.on_turn

    def legal_actions(self, seat: Seat) -> Moves:
        if self.outcome is not None:
            return Moves([])
        counts = [] if self.counted[seat] else [Do("count", o) for o in range(SEATS) if o != seat]
        if seat == self.on_turn:
            return Moves(
                [*(Do("discard", card) for card in sorted(set(self.hands[seat]))), *counts]
            )
        if seat in self.to_act:
            return Moves([TAKE, PASS, *counts])
        return Moves(counts)

    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        legal = self.legal_actions(seat)
        refusal = legal.explain(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        assert isinstance(action, Do)
        before = len(self.events)
        if action.verb == "count":
            self.counted[seat] = True
            self.events.append(Counted(seat, action.number, len(self.hands[action.number])))
        elif action.verb == "discard":
            self._discard(seat, action.number)
        else:
            self._claim(seat, action)
        return self.events[before:]

    def _discard(self, seat: Seat, card: Card) -> None:
        self.hands[seat].remove(card)
        self.river.append(card)
        self.events.append(Discarded(seat, card))
        self.on_turn = None
        self.discarder = seat
        others = (other for other in seats_from(seat) if other != seat)
        self.claims = {o: None for o in others if self.hands[o].count(card) >= 2}
        if not self.claims:
            self._draw(seat_after(seat))

    def _claim(self, seat: Seat, action: Do) -> None:
        card = self.river[-1]
        self.claims[seat] = action
        if action == PASS:
            self.events.append(Declined(seat, card))
        if None in self.claims.values():
            return
        taker = next((s for s, answer in self.claims.items() if answer == TAKE), None)
        self.claims = {}
        if taker is None:
            self._draw(seat_after(self.discarder))
            return
        self.river.pop()
        for _ in range(2):
            self.hands[taker].remove(card)
        self.open[taker] += [card] * 3
        self.threes[taker] += 1
        self.events.append(Took(taker, card))
        if self.threes[taker] == self.options.threes:
            self._end(taker)
        else:
            self.on_turn = taker

    def _draw(self, seat: Seat) -> None:
        if not self.deck:
            self._end(None)
            return
        card = self.deck.pop()
        self.hands[seat].append(card)
        self.events.append(Drew(seat, len(self.deck), card))
        self.on_turn = seat

    def _end(self, winner: Seat | None) -> None:
        self.on_turn = None
        factor = int(str(self.setup.carry["factor"]))
        payments = tuple(
            0 if winner is None else (3 * factor if seat == winner else -factor)
            for seat in range(SEATS)
        )
        winners = () if winner is None else (winner,)
        self.outcome = Outcome("draw" if winner is None else "win", winners, payments, {})
        self.events.append(Ended(winner, payments))

    def observation(self, viewer: Viewer, kept: bool = True) -> PairsObservation:
        return PairsObservation(self, viewer)

    def copy(self) -> Self:
        twin = type(self)(self.setup)
        for event_ in ("events", "deck", "threes", "river", "counted"):
            setattr(twin, event_, list(getattr(self, event_)))
        twin.hands = [list(hand) for hand in self.hands]
        twin.open = [list(cards) for cards in self.open]
        twin.claims = dict(self.claims)
        twin.on_turn, twin.discarder, twin.outcome = self.on_turn, self.discarder, self.outcome
        return twin

    def fixed_deal(self) -> dict[str, Json]:
        return {"deck": list[Json](self.whole_deck)}

    def places(self) -> dict[str, Sequence[int]]:
        places: dict[str, Sequence[int]] = {"deck": self.deck, "river": self.river}
        for seat in range(SEATS):
            places[f"hand {seat}"] = self.hands[seat]
            places[f"open {seat}"] = self.open[seat]
        return places


class PairsMatch(Match):
    def __init__(self, options: PairsOptions, dealer: Seat) -> None:
        self.options = options
        self.dealer = dealer
        self.rounds = 0
        self.totals = [0] * SEATS
        self.factor = 1

    def carry(self) -> dict[str, Json]:
        return {"factor": self.factor}

    def setup(self, seed: bytes) -> RoundSetup:
        return RoundSetup(Pairs.key, self.options, self.dealer, self.carry(), seed)

    def settle(self, finished: Round) -> None:
        assert finished.outcome is not None
        self.totals = [a + b for a, b in zip(self.totals, finished.outcome.payments, strict=True)]
        self.rounds += 1
        self.factor = 1 if finished.outcome.winners else 2 * self.factor
        self.dealer = finished.outcome.winners[0] if finished.outcome.winners else self.dealer

    def player_left(self) -> None:
        self.factor = 1


class Pairs(Game):
    key: ClassVar[str] = "pairs"
    name: ClassVar[Text] = Text("对子", "Pairs")
    options: ClassVar[type[Options]] = PairsOptions
    presets: ClassVar[Mapping[str, Options]] = {
        "default": PairsOptions(),
        "short": PairsOptions(threes=1),
    }
    most_actions: ClassVar[int] = 200

    def new_match(self, options: Options, seed: bytes) -> PairsMatch:
        assert isinstance(options, PairsOptions)
        return PairsMatch(options, Stream(seed, "dealer").below(SEATS))

    def restore_match(self, options: Options, state: Mapping[str, Any]) -> PairsMatch:
        assert isinstance(options, PairsOptions)
        kept = match_state(state)
        match = PairsMatch(options, kept.dealer)
        match.rounds, match.totals = kept.rounds, kept.totals
        match.factor = state["carry"]["factor"]
        return match

    def start(self, setup: RoundSetup) -> PairsRound:
        return PairsRound(setup)

    def parse_action(self, text: str) -> Do:
        verb, _, number = text.partition(" ")
        if verb in ("take", "pass") and not number:
            return Do(verb)
        if verb in ("discard", "count") and number.isdecimal() and len(number) == 1:
            return Do(verb, int(number))
        raise BadNotation(f"{text!r}: an action is discard N, take, pass or count N")

    def determinize(self, observation: Observation, random: Random) -> PairsRound:
        raise NotImplementedError("the server never guesses what is hidden")

    def rotated(self, setup: RoundSetup, steps: int) -> RoundSetup:
        return replace(setup, dealer=seat_after(setup.dealer, steps))

    def idle_action(self, observation: Observation) -> Action:
        assert isinstance(observation, PairsObservation)
        if PASS in observation.legal:
            return PASS
        return Do("discard", observation.hand[-1])

    def advice(self, observation: Observation) -> dict[str, Json]:
        assert isinstance(observation, PairsObservation)
        return {"pairs": len([c for c in set(observation.hand) if observation.hand.count(c) > 1])}

    def score(self, question: Mapping[str, Any]) -> dict[str, Json]:
        raise BadQuestion("pairs is not scored by hand")


PAIRS: Final = Pairs()
register(PAIRS)


class Patient(Bot):
    """Takes nothing: among such players a round lasts until the deck is empty."""

    def act(self, observation: Observation) -> Action:
        return PAIRS.idle_action(observation)


def patient_bot(name: str, game: str, seed: int) -> Patient:
    """A bot for a house to seat."""
    return Patient()
