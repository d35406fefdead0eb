"""The bot that plays 九江斗地主 as a decent person does."""

from typing import Final

from paiju.bots.base import Bot
from paiju.bots.doudizhu.following import follow
from paiju.bots.doudizhu.leading import lead
from paiju.bots.doudizhu.view import View, burden
from paiju.core.action import Action
from paiju.core.game import Observation
from paiju.games.jiujiang_doudizhu.actions import CALL, DECLINE, PASS, PLAYS, SURRENDER
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.table import CALLING, PLAYING

CALLS_UP_TO: Final = 1.0
"""It takes the landlord's seat with a hand of 25 that is no greater burden than this."""
SURRENDERS_FROM: Final = 5.0
"""It gives up with a hand of 33 that is such a burden."""


class DouDizhuBasic(Bot):
    """Splits its hand into the fewest plays and counts which of them stand.

    It keeps nothing in mind between two questions: the same observation, the same answer.
    """

    def act(self, observation: Observation) -> Action:
        """Call, play or pass; it never asks, since it counts along."""
        assert isinstance(observation, DouDizhuObservation)
        table = observation.table
        if observation.viewer is None or table.turn != observation.viewer:
            raise ValueError("the observer is not asked, so there is nothing to choose")
        view = View(observation)
        if table.phase == CALLING:
            weak = burden(view, view.hand) > CALLS_UP_TO
            return DECLINE if weak and DECLINE in observation.legal else CALL
        assert table.phase == PLAYING
        if view.target is not None:
            answer = follow(view)
            return PASS if answer is None else PLAYS[answer.index]
        if SURRENDER in observation.legal and burden(view, view.hand) >= SURRENDERS_FROM:
            return SURRENDER
        return PLAYS[lead(view).index]
