"""What an environment plays through before it is reset: a match of one round or more."""

from hashlib import sha256
from operator import index
from typing import Any

from paiju.core.action import Action
from paiju.core.game import Game, Round
from paiju.core.options import Options
from paiju.core.randomness import derived_seed

Payments = tuple[int, ...]


def whole_number(number: Any, what: str) -> int:
    """A whole number of Python's or numpy's as Python's, and nothing that is only nearly one.

    >>> whole_number(1.5, "a seed")
    Traceback (most recent call last):
    ...
    TypeError: a seed is a whole number, not 1.5

    :raises TypeError: naming what it should have been.
    """
    if not isinstance(number, bool):
        try:
            return index(number)
        except TypeError:
            pass
    raise TypeError(f"{what} is a whole number, not {number!r}")


def episode_seed(seed: int, number: int) -> bytes:
    """The secret of an episode, 32 bytes: it follows from the seed of the environment."""
    return sha256(f"paiju episode {seed} {number}".encode()).digest()


class Episode:
    """A match of ``rounds`` rounds, played action by action.

    The same seed and the same actions give the same episode on every machine.
    """

    def __init__(self, game: Game, options: Options, rounds: int, seed: bytes) -> None:
        self.game = game
        self.rounds = rounds
        self.seed = seed
        self.match = game.new_match(options, derived_seed(seed, "match"))
        self.round: Round = self._next_round()
        self.over = False

    def _next_round(self) -> Round:
        seed = derived_seed(self.seed, f"round {self.match.rounds}")
        return self.game.start(self.match.setup(seed))

    def step(self, seat: int, action: Action) -> Payments | None:
        """Do what a seat chose; returns what each seat gained, if that ended a round.

        :raises IllegalAction: with the clause; nothing has changed then.
        """
        playing = self.round
        playing.apply(seat, action)
        outcome = playing.outcome
        if outcome is None:
            return None
        self.match.settle(playing)
        if self.match.rounds < self.rounds:
            self.round = self._next_round()
        else:
            self.over = True
        return outcome.payments
