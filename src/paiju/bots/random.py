"""The bot that knows no better: every legal action is as good as another."""

from random import Random

from paiju.bots.base import Bot
from paiju.core.action import Action
from paiju.core.game import Observation


class RandomBot(Bot):
    """Plays any legal action with the same chance; the yardstick of other bots, and for tests.

    What is free of the turn (asking for a card count) moves nothing on, so it leaves that out.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def act(self, observation: Observation) -> Action:
        """Any legal action, drawn evenly."""
        legal = [action for action in observation.legal.listed() if not action.free]
        if not legal:
            raise ValueError("the observer may do nothing now, so there is nothing to choose")
        return self._random.choice(legal)
