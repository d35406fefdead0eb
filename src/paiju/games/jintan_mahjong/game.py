"""金坛麻将 as a game among the others."""

from collections.abc import Mapping
from typing import Any

from paiju.core.event import Json
from paiju.core.game import Observation, RoundSetup
from paiju.core.match_state import nothing_carried
from paiju.core.options import Options
from paiju.core.randomness import Stream
from paiju.core.seat import SEATS
from paiju.core.text import Text
from paiju.games.jintan_mahjong.finished import score_line
from paiju.games.jintan_mahjong.match import KEY, JintanMatch, restored
from paiju.games.jintan_mahjong.options import PRESETS, JintanOptions
from paiju.games.jintan_mahjong.round import JintanRound
from paiju.games.jintan_mahjong.rules import JintanRules
from paiju.games.jintan_mahjong.standing import standing
from paiju.mahjong.game import MahjongGame
from paiju.mahjong.observation import MahjongObservation


class JintanMahjong(MahjongGame):
    """金坛麻将: 144 tiles, 花 that are added and 番 that double, up to a cap."""

    key = KEY
    name = Text("金坛麻将", "Jintan mahjong")
    options = JintanOptions
    presets = PRESETS

    @property
    def round_type(self) -> type[JintanRound]:
        """Rounds in which all claims are asked at once."""
        return JintanRound

    def new_match(self, options: Options, seed: bytes) -> JintanMatch:
        """A match whose first dealer is drawn by lot (JT-5)."""
        assert isinstance(options, JintanOptions)
        return JintanMatch(options, Stream(seed, "dealer").below(SEATS))

    def restore_match(self, options: Options, state: Mapping[str, Any]) -> JintanMatch:
        """The match that ``Match.as_dict`` described."""
        assert isinstance(options, JintanOptions)
        return restored(options, state)

    def start(self, setup: RoundSetup) -> JintanRound:
        """One round, at its first question."""
        assert isinstance(setup.options, JintanOptions)
        nothing_carried(setup.carry)
        return JintanRound.begun(JintanRules(setup.options), setup, 1)

    def advice(self, observation: Observation) -> dict[str, Json]:
        """What the hand waits for, and the 花 and 番 it has so far."""
        assert isinstance(observation, MahjongObservation)
        return {**super().advice(observation), **standing(observation)}

    def score(self, question: Mapping[str, Any]) -> dict[str, Json]:
        """Judge one finished hand of ``paiju score``."""
        return score_line(question)
