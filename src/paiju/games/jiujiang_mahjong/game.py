"""九江麻将 as a game among the others."""

from collections.abc import Mapping
from typing import Any

from paiju.core.event import Json
from paiju.core.game import RoundSetup
from paiju.core.options import Options
from paiju.core.randomness import Stream
from paiju.core.seat import SEATS
from paiju.core.text import Text
from paiju.games.jiujiang_mahjong.finished import score_line
from paiju.games.jiujiang_mahjong.match import KEY, JiujiangMatch, factor_of, restored
from paiju.games.jiujiang_mahjong.options import PRESETS, JiujiangOptions
from paiju.games.jiujiang_mahjong.round import JiujiangRound
from paiju.games.jiujiang_mahjong.rules import JiujiangRules
from paiju.mahjong.game import MahjongGame


class JiujiangMahjong(MahjongGame):
    """九江麻将 (见花十炮): 120 tiles, scored in 炮 that are added."""

    key = KEY
    name = Text("九江麻将", "Jiujiang mahjong")
    options = JiujiangOptions
    presets = PRESETS

    @property
    def round_type(self) -> type[JiujiangRound]:
        """Rounds that ask for claims in the order of JM-15."""
        return JiujiangRound

    def new_match(self, options: Options, seed: bytes) -> JiujiangMatch:
        """A match whose first dealer is drawn by lot (JM-3)."""
        assert isinstance(options, JiujiangOptions)
        return JiujiangMatch(options, Stream(seed, "dealer").below(SEATS))

    def restore_match(self, options: Options, state: Mapping[str, Any]) -> JiujiangMatch:
        """The match that ``Match.as_dict`` described."""
        assert isinstance(options, JiujiangOptions)
        return restored(options, state)

    def start(self, setup: RoundSetup) -> JiujiangRound:
        """One round, at its first question."""
        assert isinstance(setup.options, JiujiangOptions)
        return JiujiangRound.begun(JiujiangRules(setup.options), setup, factor_of(setup.carry))

    def score(self, question: Mapping[str, Any]) -> dict[str, Json]:
        """Judge one finished hand of ``paiju score``."""
        return score_line(question)
