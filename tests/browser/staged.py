"""Games on a fixed deal, and bots that follow a script: so that a test knows what comes.

The house of a test is handed these instead of the registered ones; a running server cannot be.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from paiju.bots.base import Bot
from paiju.core.action import Action
from paiju.core.event import Json
from paiju.core.game import Game, Match, Observation, Round, RoundSetup
from paiju.core.options import Options
from paiju.core.registry import game
from paiju.core.seat import Seat


class Moment(NamedTuple):
    """A round in the middle: its setup on a fixed deal, and what has been played of it."""

    setup: RoundSetup
    played: Sequence[tuple[Seat, Action]] = ()

    def go_to(self) -> Round:
        """The round at this moment."""
        round_ = game(self.setup.game).start(self.setup)
        for seat, action in self.played:
            round_.apply(seat, action)
        return round_


def staged(moment: Moment) -> Game:
    """A registered game whose first round begins at this moment, later ones with its dealer too."""
    it = game(moment.setup.game)
    dealer = moment.setup.dealer
    deal: Mapping[str, Json] = moment.setup.deal or {}

    class Staged(Game):
        """All but the deal is the game's own; compiled, a game has no subclasses of ours."""

        key = it.key
        name = it.name
        options = it.options
        presets = it.presets
        most_actions = it.most_actions

        def new_match(self, options: Options, seed: bytes) -> Match:
            match = it.new_match(options, seed)
            match.dealer = dealer
            return match

        def restore_match(self, options: Options, state: Mapping[str, Any]) -> Match:
            return it.restore_match(options, state)

        def start(self, setup: RoundSetup) -> Round:
            if setup.dealer != dealer:
                return it.start(setup)
            round_ = it.start(setup.with_deal(deal))
            # The server shows the seed that it would have dealt from, not that it did not.
            round_.setup = setup
            for seat, action in moment.played:
                round_.apply(seat, action)
            return round_

        def parse_action(self, text: str) -> Action:
            return it.parse_action(text)

        def determinize(self, observation: Observation, random: Random) -> Round:
            return it.determinize(observation, random)

        def rotated(self, setup: RoundSetup, steps: int) -> RoundSetup:
            return it.rotated(setup, steps)

        def idle_action(self, observation: Observation) -> Action:
            return it.idle_action(observation)

        def advice(self, observation: Observation) -> dict[str, Json]:
            return it.advice(observation)

        def score(self, question: Mapping[str, Any]) -> dict[str, Json]:
            return it.score(question)

    return Staged()


def find(
    key: str, bot: Bot, wanted: Callable[[Round], bool], seed: int = 0, dealer: Seat = 0
) -> Moment:
    """The first moment like this in the bot's rounds, dealt from one seed after another."""
    it = game(key)
    for number in range(seed, seed + 2000):
        match = it.new_match(it.presets["default"], bytes(32))
        match.dealer = dealer
        setup = match.setup(number.to_bytes(32, "big"))
        setup = setup.with_deal(it.start(setup).fixed_deal())
        round_ = it.start(setup)
        played: list[tuple[Seat, Action]] = []
        while round_.to_act:
            if wanted(round_):
                return Moment(setup, played)
            # The others first: so a moment is found at which seat 0 alone is still asked.
            seat = max(round_.to_act)
            action = bot.act(round_.observation(seat))
            round_.apply(seat, action)
            played.append((seat, action))
    raise AssertionError(f"{key}: no such moment in 2000 rounds from seed {seed}")


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
