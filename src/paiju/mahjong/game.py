"""What the mahjongs share as games: notation, rotation, idling, imagining."""

from abc import abstractmethod
from random import Random

from paiju.core.action import Action
from paiju.core.errors import PaijuError
from paiju.core.event import Json
from paiju.core.game import Game, Observation, RoundSetup
from paiju.core.seat import SEATS
from paiju.mahjong.actions import PASS, Discard, Raise, parse_action
from paiju.mahjong.advice import advice
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.round import MahjongRound


class MahjongGame(Game):
    """A mahjong: its rounds are :class:`MahjongRound`, its views tables of tiles."""

    most_actions = 1500

    @property
    @abstractmethod
    def round_type(self) -> type[MahjongRound]:
        """The class of this game's rounds."""

    def parse_action(self, text: str) -> Action:
        """Read one mahjong action."""
        return parse_action(text)

    def determinize(self, observation: Observation, random: Random) -> MahjongRound:
        """A round that might be the true one, at the question put to the observer."""
        assert isinstance(observation, MahjongObservation)
        return self.round_type.imagined(observation, random)

    def rotated(self, setup: RoundSetup, steps: int) -> RoundSetup:
        """The same tiles for seats ``steps`` places further on; only of a fixed deal."""
        if setup.deal is None:
            raise PaijuError("only a fixed deal can be rotated: use setup.with_deal(...)")
        hands = setup.deal["hands"]
        assert isinstance(hands, list)
        moved: list[Json] = [hands[(seat - steps) % SEATS] for seat in range(SEATS)]
        dealer = (setup.dealer + steps) % SEATS
        return RoundSetup(
            setup.game, setup.options, dealer, setup.carry, deal={**setup.deal, "hands": moved}
        )

    def idle_action(self, observation: Observation) -> Action:
        """Pass, raise nothing, discard the tile just drawn; a forced kong if there is no other."""
        assert isinstance(observation, MahjongObservation)
        legal = observation.legal.listed()
        for action in (PASS, Raise(0)):
            if action in legal:
                return action
        seat = observation.viewer
        assert seat is not None
        drawn = Discard(observation.table.sides[seat].drawn)
        return drawn if drawn in legal else legal[-1]

    def advice(self, observation: Observation) -> dict[str, Json]:
        """What the hand waits for, now and after each discard."""
        assert isinstance(observation, MahjongObservation)
        return advice(observation)
