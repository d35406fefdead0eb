"""九江斗地主 as a game among the others."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from paiju.core.action import Action
from paiju.core.errors import PaijuError
from paiju.core.event import Json
from paiju.core.game import Game, Observation, RoundSetup
from paiju.core.options import Options
from paiju.core.randomness import Stream
from paiju.core.seat import SEATS, seat_after
from paiju.core.text import Text
from paiju.games.jiujiang_doudizhu.actions import DECLINE, PASS, Play, parse_action
from paiju.games.jiujiang_doudizhu.advice import advice
from paiju.games.jiujiang_doudizhu.deal import Deal
from paiju.games.jiujiang_doudizhu.finished import score_line
from paiju.games.jiujiang_doudizhu.imagined import imagined
from paiju.games.jiujiang_doudizhu.match import KEY, DouDizhuMatch, restored
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.options import PRESETS, DouDizhuOptions
from paiju.games.jiujiang_doudizhu.round import DouDizhuRound

_MOST_PLAYS: Final = 33 + 3 * 24
"""Card by card, until the landlord is out and the farmers hold one each."""
_MOST_CALLS: Final = 4


class JiujiangDouDizhu(Game):
    """九江斗地主: four players, two decks, one landlord against three farmers."""

    key = KEY
    name = Text("九江斗地主", "Jiujiang Dou Dizhu")
    options = DouDizhuOptions
    presets = PRESETS
    most_actions = _MOST_CALLS + _MOST_PLAYS * SEATS

    def new_match(self, options: Options, seed: bytes) -> DouDizhuMatch:
        """A match whose first dealer is drawn by lot (DZ-2)."""
        assert isinstance(options, DouDizhuOptions)
        return DouDizhuMatch(options, Stream(seed, "dealer").below(SEATS))

    def restore_match(self, options: Options, state: Mapping[str, Any]) -> DouDizhuMatch:
        """The match that ``Match.as_dict`` described."""
        assert isinstance(options, DouDizhuOptions)
        return restored(options, state)

    def start(self, setup: RoundSetup) -> DouDizhuRound:
        """One round, at the first caller's choice."""
        return DouDizhuRound.begin(setup)

    def parse_action(self, text: str) -> Action:
        """Read one action of 九江斗地主."""
        return parse_action(text)

    def determinize(self, observation: Observation, random: Random) -> DouDizhuRound:
        """A round that might be the true one, at the point the observer sees."""
        assert isinstance(observation, DouDizhuObservation)
        return imagined(observation, random)

    def rotated(self, setup: RoundSetup, steps: int) -> RoundSetup:
        """The same cards for seats ``steps`` places further on; only of a fixed deal."""
        if setup.deal is None:
            raise PaijuError("only a fixed deal can be rotated: use setup.with_deal(...)")
        deal = DouDizhuRound.begin(setup).deal
        hands = [deal.hands[(seat - steps) % SEATS] for seat in range(SEATS)]
        moved = Deal(hands, deal.kitty, seat_after(deal.first_caller, steps), deal.cut)
        dealer = seat_after(setup.dealer, steps)
        return RoundSetup(setup.game, setup.options, dealer, setup.carry, deal=moved.as_dict())

    def idle_action(self, observation: Observation) -> Action:
        """Decline, pass, or lead the lowest card; call where declining is refused."""
        assert isinstance(observation, DouDizhuObservation)
        legal = observation.legal
        for action in (DECLINE, PASS):
            if action in legal:
                return action
        listed = legal.listed()
        return next((action for action in listed if isinstance(action, Play)), listed[0])

    def advice(self, observation: Observation) -> dict[str, Json]:
        """The plays worth trying, those that cost the hand least first."""
        assert isinstance(observation, DouDizhuObservation)
        return advice(observation)

    def score(self, question: Mapping[str, Any]) -> dict[str, Json]:
        """Judge one finished round of ``paiju score``."""
        return score_line(question)
