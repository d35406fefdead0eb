"""What every bot is: something that answers an observation with an action."""

from abc import ABC, abstractmethod

from paiju.core.action import Action
from paiju.core.game import Observation


class Bot(ABC):
    """A player of one seat.

    It sees an :class:`~paiju.core.game.Observation` and nothing else: neither the round, nor a
    clock, nor what other bots think. The same seed and the same observations give the same
    actions, on every machine.
    """

    @abstractmethod
    def act(self, observation: Observation) -> Action:
        """Answer what the observer is asked, with one of ``observation.legal``.

        :raises ValueError: if the observer may do nothing now.
        """
