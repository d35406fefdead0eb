"""What every game is to the programs around it: a Game that makes Matches, made of Rounds."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Self

from mypy_extensions import mypyc_attr

from paiju.core.action import Action, LegalActions
from paiju.core.errors import Refusal
from paiju.core.event import Event, Json
from paiju.core.options import Options
from paiju.core.outcome import Outcome
from paiju.core.seat import Seat, Viewer
from paiju.core.text import Text


@dataclass(frozen=True, slots=True)
class RoundSetup:
    """All that a round follows from, besides what its players do: the header of its record.

    Exactly one of ``seed`` (32 bytes) and ``deal`` (the fixed deal of a record's header, in JSON
    terms) is given. ``carry`` is what the match hands on, by the names of the game's match class.
    """

    game: str
    options: Options
    dealer: Seat
    carry: Mapping[str, Json]
    seed: bytes | None = None
    deal: Mapping[str, Json] | None = None

    def with_deal(self, deal: Mapping[str, Json]) -> "RoundSetup":
        """The same round on a fixed deal instead of a seed."""
        return replace(self, seed=None, deal=deal)

    def without_deal(self) -> "RoundSetup":
        """What everybody knows of it: no seed, no deal."""
        return replace(self, seed=None, deal=None)


@mypyc_attr(allow_interpreted_subclasses=True)
class Observation(ABC):
    """All that one seat (or a spectator) may know: what it saw, and what it may do now."""

    viewer: Viewer
    legal: LegalActions
    """What the viewer may do now; empty for a spectator and for a seat that is not asked."""

    @property
    @abstractmethod
    def question(self) -> dict[str, Json] | None:
        """What the viewer is asked, as JSON: ``kind``, and the seat and tile it is about if any.

        ``None`` while it is not asked anything (a free action may still be legal).
        """

    @property
    def asked_after(self) -> int:
        """How many questions about the same thing others may have answered before, in secret.

        Each of them has its time in the pause that follows (0 to 2), asked or not: by the moment of
        its own question a seat does not learn whether another was asked and has passed.
        """
        return 0

    @property
    @abstractmethod
    def refused(self) -> Sequence[tuple[Action, Refusal]]:
        """What a player would try now and may not (a tile kept by a clause), with the reason."""

    @abstractmethod
    def as_dict(self) -> dict[str, Json]:
        """The whole view as JSON, legal actions as text: what a client draws after a reload."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Round(ABC):
    """One deal from the shuffle to the settlement, as a state machine.

    The same setup and the same actions give the same events, byte for byte, everywhere.
    """

    setup: RoundSetup
    events: list[Event]
    outcome: Outcome | None

    @property
    @abstractmethod
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that must answer before play goes on; empty exactly when it is over.

        Several seats in a claim window. An action that is free of the turn (asking for a card
        count) is in the legal actions of its seat although the seat is not here.
        """

    @property
    def turn(self) -> Seat | None:
        """The seat that is asked on its own turn, as everybody can see; it alone has a clock.

        ``None`` while others may be asked for a claim, or all are asked at once: who is asked
        then, and how long it takes, is nobody else's business.
        """
        return None

    @abstractmethod
    def legal_actions(self, seat: Seat) -> LegalActions:
        """Everything that ``seat`` may do now; empty if it is not asked.

        The list stays as it is; what ``explain`` and ``in`` say holds until the next ``apply``.
        """

    @abstractmethod
    def apply(self, seat: Seat, action: Action) -> Sequence[Event]:
        """Do ``action`` for ``seat`` and return what happened, unredacted.

        :raises IllegalAction: with reason and clause; the round is then as it was before.
        """

    @abstractmethod
    def observation(self, viewer: Viewer, kept: bool = True) -> Observation:
        """What ``viewer`` may know, folded from the events it has seen and nothing else.

        Who reads it at once and does not keep it saves a copy: with ``kept=False`` it holds until
        the next ``apply``, and what it shows after that is anything.
        """

    @abstractmethod
    def copy(self) -> Self:
        """An independent round in the same position; cheap, for search."""

    @abstractmethod
    def fixed_deal(self) -> dict[str, Json]:
        """The deal of this round as the ``deal`` of a record's header, naming every tile or card.

        A round from the same setup with this deal instead of its seed goes the same way.
        """

    @abstractmethod
    def places(self) -> dict[str, Sequence[int]]:
        """Where every physical tile or card is now, by the name of the place.

        All places together are always the game's whole set: nothing appears, nothing is lost.
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class Match(ABC):
    """What one round hands on to the next: the dealer, factors owed, totals."""

    options: Options
    dealer: Seat
    rounds: int
    """How many rounds have been settled."""
    totals: list[int]
    """What each seat has gained so far, in units of the table's stake."""

    @abstractmethod
    def carry(self) -> dict[str, Json]:
        """What the next round must know of those before it, beside the dealer."""

    @abstractmethod
    def setup(self, seed: bytes) -> RoundSetup:
        """The setup of the next round, dealt from ``seed`` (32 bytes)."""

    @abstractmethod
    def settle(self, finished: Round) -> None:
        """Take a finished round into the totals and decide who deals next."""

    @abstractmethod
    def player_left(self) -> None:
        """A player has left the table for good (a dropped connection is not leaving)."""

    def as_dict(self) -> dict[str, Json]:
        """The state of the match as JSON; ``Game.restore_match`` reads it back."""
        return {
            "dealer": self.dealer,
            "carry": self.carry(),
            "rounds": self.rounds,
            "totals": list(self.totals),
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """One game by its exact local rules: the door to everything about it."""

    key: ClassVar[str]
    """The registry key and the name in records: ``jiujiang-mahjong``."""
    name: ClassVar[Text]
    options: ClassVar[type[Options]]
    presets: ClassVar[Mapping[str, Options]]
    """Named sets of house rules; ``default`` is the written rules."""
    most_actions: ClassVar[int]
    """No round takes more actions than this, however it is played."""

    @abstractmethod
    def new_match(self, options: Options, seed: bytes) -> Match:
        """A match about to begin; what is drawn by lot follows from ``seed`` (32 bytes)."""

    @abstractmethod
    def restore_match(self, options: Options, state: Mapping[str, Any]) -> Match:
        """The match that ``Match.as_dict`` described.

        :raises BadRecord: naming the key that is missing or cannot be.
        """

    @abstractmethod
    def start(self, setup: RoundSetup) -> Round:
        """The round of ``setup``, at its first question to a player.

        :raises BadDeal, BadRecord: if a fixed deal or the carry cannot be.
        """

    @abstractmethod
    def parse_action(self, text: str) -> Action:
        """Read one action in the notation of records. :raises BadNotation: saying what is off."""

    @abstractmethod
    def determinize(self, observation: Observation, random: Random) -> Round:
        """A round that might be the true one: what the viewer cannot see is drawn at random.

        Its observation for the same viewer equals ``observation``.
        """

    @abstractmethod
    def rotated(self, setup: RoundSetup, steps: int) -> RoundSetup:
        """The same fixed deal with every seat moved ``steps`` places counter-clockwise."""

    @abstractmethod
    def idle_action(self, observation: Observation) -> Action:
        """What is done for a seat that gives no answer in time: the least that can be done."""

    @abstractmethod
    def advice(self, observation: Observation) -> dict[str, Json]:
        """What a helpful neighbour would point out, from the seat's own view only, as JSON."""

    @abstractmethod
    def score(self, question: Mapping[str, Any]) -> dict[str, Json]:
        """Judge one finished round of ``paiju score``.

        :raises BadQuestion: if the question is about something that cannot be.
        """
