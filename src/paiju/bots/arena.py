"""Bots against each other, fairly: every deal is played four times, the bots moved on a seat."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from paiju.bots.base import Bot
from paiju.bots.registry import bot
from paiju.core.game import Game, RoundSetup
from paiju.core.options import Options
from paiju.core.outcome import Outcome
from paiju.core.randomness import derived_seed
from paiju.core.registry import game
from paiju.core.seat import SEATS, seat_after


@dataclass(frozen=True, slots=True)
class Contest:
    """Four bots by name, the game they play, and the seed that every deal follows from."""

    game: str
    options: Options
    bots: tuple[str, ...]
    seed: bytes


@dataclass(slots=True)
class DealResult:
    """What came of one deal, played :data:`SEATS` times; lists by bot, not by seat."""

    wins: list[int] = field(default_factory=lambda: [0] * SEATS)
    points: list[int] = field(default_factory=lambda: [0] * SEATS)
    """Gained in units of the table's stake, over all rounds of the deal."""
    seconds: list[list[float]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    """How long each decision took."""
    draws: int = 0
    """Rounds that nobody won."""


def play_deal(contest: Contest, index: int) -> DealResult:
    """Play the deal with this number, once from every seating."""
    rules = game(contest.game)
    seed = derived_seed(contest.seed, f"deal {index}")
    setup = rules.new_match(contest.options, seed).setup(seed)
    result = DealResult()
    for moved in range(SEATS):
        places = [seat_after(player, moved) for player in range(SEATS)]
        bots: list[Bot | None] = [None] * SEATS
        for player, name in enumerate(contest.bots):
            chance = derived_seed(seed, f"bot {player} at {places[player]}")
            bots[places[player]] = bot(name, contest.game, int.from_bytes(chance, "big"))
        seconds: list[list[float]] = [[] for _ in range(SEATS)]
        outcome = play_round(rules, setup, [one for one in bots if one is not None], seconds)
        result.draws += not outcome.winners
        for player, seat in enumerate(places):
            result.wins[player] += seat in outcome.winners
            result.points[player] += outcome.payments[seat]
            result.seconds[player] += seconds[seat]
    return result


def play_round(
    rules: Game, setup: RoundSetup, bots: Sequence[Bot], seconds: Sequence[list[float]]
) -> Outcome:
    """Play one round to its end, bots by seat, and note how long each decision took."""
    round_ = rules.start(setup)
    while round_.outcome is None:
        for seat in round_.to_act:
            observation = round_.observation(seat)
            started = perf_counter()
            action = bots[seat].act(observation)
            seconds[seat].append(perf_counter() - started)
            round_.apply(seat, action)
    return round_.outcome
