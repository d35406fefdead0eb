"""Games on a fixed deal, and bots that follow a script: so that a test knows what comes.

The house of a test is handed these instead of the registered ones; a running server cannot be.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from paiju.bots.base import Bot
from paiju.core.action import Action
from paiju.core.game import Game, Match, Observation, Round, RoundSetup
from paiju.core.options import Options
from paiju.core.registry import game
from paiju.core.seat import Seat


def staged(first: RoundSetup) -> Game:
    """A registered game whose first round is this one; so is each later one with its dealer."""
    real = type(game(first.game))
    assert first.deal is not None
    deal = first.deal

    class Staged(real):  # type: ignore[misc, valid-type]
        def new_match(self, options: Options, seed: bytes) -> Match:
            match = cast("Match", super().new_match(options, seed))
            match.dealer = first.dealer
            return match

        def start(self, setup: RoundSetup) -> Round:
            again = setup.dealer == first.dealer
            return cast("Round", super().start(setup.with_deal(deal) if again else setup))

    return cast("Game", Staged())


class Scripted(Bot):
    """Does the next line of its seat's script as soon as it may; else the least it can do."""

    def __init__(self, game: Game, script: Mapping[Seat, Sequence[str]]) -> None:
        self._game = game
        self._left = {seat: list(lines) for seat, lines in script.items()}

    def act(self, observation: Observation) -> Action:
        """The next line of the script, or the idle action."""
        assert observation.viewer is not None
        lines = self._left.get(observation.viewer, [])
        if lines:
            action = self._game.parse_action(lines[0])
            if observation.legal.explain(action) is None:
                lines.pop(0)
                return action
        return self._game.idle_action(observation)


def played_by(bot: Bot) -> Any:
    """A maker of bots that seats the same one everywhere."""
    return lambda _name, _key, _seed: bot
