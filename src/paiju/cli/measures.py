"""What is measured of each game: whole rounds, its bots, and the questions its rules answer."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from paiju.bots.base import Bot
from paiju.bots.registry import bot, names
from paiju.cli.measuring import Batch, Measure, calls
from paiju.core.action import Action
from paiju.core.game import Game, Observation, Round
from paiju.core.registry import game
from paiju.core.seat import SEATS
from paiju.games.jiujiang_doudizhu.game import JiujiangDouDizhu
from paiju.mahjong.game import MahjongGame

BOT_ROUNDS: Final = 3
"""Rounds that a bot plays against itself, to be asked the same questions again."""


def measures_of(key: str) -> list[Measure]:
    """Everything there is to measure of one game."""
    rules = game(key)
    found = [Measure(key, ("random rounds", "random decisions"), lambda: _random_rounds(rules))]
    found += [_bot_decisions(rules, name) for name in names(key) if name != "random"]
    if isinstance(rules, MahjongGame):
        from paiju.cli.measures_mahjong import mahjong_measures

        found += mahjong_measures(rules)
    elif isinstance(rules, JiujiangDouDizhu):
        from paiju.cli.measures_cards import card_measures

        found += card_measures(key)
    return found


def new_round(rules: Game, seed: int) -> Round:
    """A round of the written rules; the same seed, the same deal."""
    lot = Random(seed).randbytes(32)
    return rules.start(rules.new_match(rules.presets["default"], lot).setup(lot))


def _random_rounds(rules: Game) -> Batch:
    """Whole rounds through the public door: legal actions listed, events made, the end settled."""
    random = Random(1)

    def batch() -> tuple[int, int]:
        playing = new_round(rules, random.getrandbits(64))
        decisions = 0
        while playing.outcome is None:
            for seat in playing.to_act:
                playing.apply(seat, random.choice(playing.legal_actions(seat).listed()))
                decisions += 1
        return 1, decisions

    return batch


def _bot_decisions(rules: Game, name: str) -> Measure:
    """A bot's decisions alone, on observations of rounds that it played against itself."""

    def questions() -> tuple[Sequence[Observation], Callable[[Observation], Action]]:
        asked: list[Observation] = []
        bots = [bot(name, rules.key, seat) for seat in range(SEATS)]
        for seed in range(BOT_ROUNDS):
            asked += _watched(new_round(rules, seed), bots)
        return asked, bots[0].act

    return calls(rules.key, f"{name} decisions", questions)


def _watched(playing: Round, bots: Sequence[Bot]) -> list[Observation]:
    """Play a round and keep what the bots saw."""
    asked: list[Observation] = []
    while playing.outcome is None:
        for seat in playing.to_act:
            asked.append(playing.observation(seat))
            playing.apply(seat, bots[seat].act(asked[-1]))
    return asked
