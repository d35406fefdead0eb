"""Rounds played at random, by players of many tempers, on deals where much can happen."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from paiju.core.action import Action
from paiju.core.event import Json
from paiju.core.game import Game, Round, RoundSetup
from paiju.core.options import Options, OptionSpec
from paiju.core.registry import games
from paiju.core.seat import SEATS, Seat
from paiju.mahjong.game import MahjongGame
from paiju.mahjong.tiles import parse_tiles, tiles_in_order
from paiju.record import Record, Step
from tests.golden.scenes import scenes

GAMES = list(games().values())
VIEWERS = (*range(SEATS), None)


def house_rules(game: Game) -> st.SearchStrategy[Options]:
    """The options of a game: its presets, and any mixture of values."""
    mixed = st.fixed_dictionaries(
        {}, optional={spec.name: _values(spec) for spec in game.options.described()}
    ).map(game.options.parse)
    return st.sampled_from(list(game.presets.values())) | mixed


def _values(spec: OptionSpec) -> st.SearchStrategy[Any]:
    if spec.values:
        return st.sampled_from(spec.values)
    # Near its low end an option lets rounds go on; its high end must do no harm.
    near = [spec.low + spec.step * i for i in range(4) if spec.low + spec.step * i <= spec.high]
    return st.sampled_from([spec.default, *near, spec.high])


class Walk:
    """One round on its way, and how it came there."""

    def __init__(self, game: Game, options: Options, seed: int) -> None:
        self.game = game
        self.random = Random(seed)
        setup = game.new_match(options, self.random.randbytes(32)).setup(self.random.randbytes(32))
        if self.random.random() < 0.6:
            setup = rich(game, setup, self.random)
        self._script: list[Step] = []
        if scenes(game) and self.random.random() < 0.3:
            # Follow a playthrough to somewhere, for what chance alone hardly ever brings about.
            scene = self.random.choice(scenes(game))
            setup = scene.setup
            left_out = min(len(scene.steps) - 1, int(self.random.expovariate(0.2)))
            self._script = list(scene.steps[: len(scene.steps) - left_out])
        self.setup = setup
        self.round: Round = game.start(setup)
        self.steps: list[Step] = []
        self.tried: dict[Action, None] = {}
        """Actions that were legal at some time for somebody: worth trying at any other."""
        self._temper: dict[str, float] = {}

    def choose(self, round_: Round) -> tuple[Seat, Action]:
        """Somebody's next action: by kinds of action first, so that rare ones are not rare."""
        seats = list(round_.to_act)
        if self.random.random() < 0.1:
            seats = [seat for seat in range(SEATS) if len(round_.legal_actions(seat))]
        seat = self.random.choice(seats)
        legal = round_.legal_actions(seat).listed()
        if self.random.random() < 0.4 and seat in round_.to_act:
            return seat, self.game.idle_action(round_.observation(seat))
        verbs = list(dict.fromkeys(str(action).split()[0] for action in legal))
        (verb,) = self.random.choices(verbs, [self._eagerness(verb) for verb in verbs])
        return seat, self.random.choice([a for a in legal if str(a).split()[0] == verb])

    def _eagerness(self, verb: str) -> float:
        return self._temper.setdefault(verb, self.random.choice([0.2, 1, 1, 6]))

    def go(self, most: int | None = None) -> Iterator[Step]:
        """Play on, telling each step before it is taken, to the end or for so many steps."""
        while self.round.outcome is None and (most is None or most > 0):
            scripted = self._script[len(self.steps) : len(self.steps) + 1]
            seat, action = scripted[0][:2] if scripted else self.choose(self.round)
            self.tried.update(dict.fromkeys(self.round.legal_actions(seat).listed()[:30]))
            step = Step(seat, action)
            yield step
            self.round.apply(seat, action)
            self.steps.append(step)
            most = None if most is None else most - 1

    def to_the_end(self) -> "Walk":
        """Play on until the round is over."""
        for _ in self.go():
            pass
        return self

    @property
    def record(self) -> Record:
        """What has been played so far."""
        return Record(self.setup, tuple(self.steps))


def played_out(game: Game, round_: Round, random: Random) -> None:
    """Play any round to its end, so that what is wrong inside it comes to light."""
    left = game.most_actions
    while round_.outcome is None:
        seat = random.choice(round_.to_act)
        round_.apply(seat, random.choice(round_.legal_actions(seat).listed()))
        left -= 1
        assert left >= 0


def events_json(round_: Round) -> list[dict[str, Json]]:
    """All that happened, as a record's replay prints it."""
    return [event.as_dict() for event in round_.events]


def seen_json(round_: Round, viewer: Seat | None) -> list[dict[str, Json]]:
    """All that a viewer was shown."""
    seen = [event.seen_by(viewer) for event in round_.events]
    return [event.as_dict() for event in seen if event is not None]


def position(round_: Round) -> tuple[Any, ...]:
    """Everything that can be asked of a round."""
    return (
        events_json(round_),
        round_.to_act,
        round_.turn,
        round_.outcome,
        round_.places(),
        [round_.observation(viewer).as_dict() for viewer in VIEWERS],
        [list(round_.legal_actions(seat).listed()) for seat in range(SEATS)],
    )


def rich(game: Game, setup: RoundSetup, random: Random) -> RoundSetup:
    """The round on a deal with many alike together, so that claims, kongs and wins are common."""
    if not isinstance(game, MahjongGame):
        return setup
    deal = game.start(setup).fixed_deal()
    hands, wall = deal["hands"], deal["wall"]
    assert isinstance(hands, list) and isinstance(wall, str)
    sizes = [len(parse_tiles(str(hand))) for hand in hands]
    tiles = [tile for hand in hands for tile in parse_tiles(str(hand))] + parse_tiles(wall)
    kinds = sorted(set(tiles))
    if random.random() < 0.7:
        random.shuffle(kinds)
    spread = random.choice([2, 6, 12, 25])
    place = {tile: random.gauss(4 * kinds.index(tile), 1) for tile in kinds}
    tiles.sort(key=lambda tile: random.gauss(place[tile], spread))
    dealt: list[Json] = []
    for size in sizes:
        dealt.append(tiles_in_order(tiles[:size]))
        del tiles[:size]
    if random.random() < 0.5:
        random.shuffle(tiles)
    return setup.with_deal({"hands": dealt, "wall": tiles_in_order(tiles), "tail": ""})
