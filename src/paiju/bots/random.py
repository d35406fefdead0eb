"""The bot that knows no better: every legal action is as good as another."""

from random import Random

from paiju.bots.base import Bot
from paiju.core.action import Action
from paiju.core.game import Observation


class RandomBot(Bot):
    """Plays any legal action with the same chance; the yardstick of other bots, and for tests.

    It leaves out what moves nothing on (asking for a card count) and what is only a mistake (诈胡).
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def act(self, observation: Observation) -> Action:
        """Any legal action, drawn evenly."""
        legal = observation.legal.sound()
        if not legal:
            raise ValueError("the observer may do nothing now, so there is nothing to choose")
        return self._random.choice(legal)
