"""Bots against each other, fairly: every deal is played four times, the bots moved on a seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from time import thread_time

from paiju.bots.base import Bot
from paiju.bots.registry import bot
from paiju.core.game import Game, RoundSetup
from paiju.core.options import Options
from paiju.core.outcome import Outcome
from paiju.core.randomness import derived_seed
from paiju.core.registry import game
from paiju.core.seat import SEATS, seat_after

_CONFIDENT = 1.96
"""Standard errors to either side in which the truth lies 95 times in 100."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Four bots by name, the game they play, and the seed (32 bytes) of all deals."""

    game: str
    options: Options
    bots: tuple[str, ...]
    seed: bytes


@dataclass(slots=True)
class DealResult:
    """What came of one deal, played from all four seatings; lists are by bot, not by seat."""

    wins: list[int] = field(default_factory=lambda: [0] * SEATS)
    points: list[int] = field(default_factory=lambda: [0] * SEATS)
    """Gained in units of the table's stake, over all rounds of the deal."""
    seconds: list[list[float]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    """How long the processor worked on each decision."""
    draws: int = 0
    """Rounds that nobody won."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot fared; ``±`` values are the half-widths of 95 % confidence intervals.

    They are reckoned over deals, since the four rounds of one deal are not independent.
    """

    bot: str
    win_share: float
    win_share_error: float
    points: float
    """Gained in a round, on the average."""
    points_error: float
    decisions: int
    ms: float
    """Milliseconds of processor time a decision, on the average."""
    ms_p99: float
    """Milliseconds within which 99 of 100 decisions were made."""


def play_deal(contest: Contest, index: int) -> DealResult:
    """Play the deal with this number, once from every seating.

    It follows from the contest and the number alone, whoever plays it and in whatever order.
    """
    rules = game(contest.game)
    seed = derived_seed(contest.seed, f"deal {index}")
    setup = rules.new_match(contest.options, seed).setup(seed)
    result = DealResult()
    for moved in range(SEATS):
        players = [(seat - moved) % SEATS for seat in range(SEATS)]
        bots = [
            bot(contest.bots[player], contest.game, _bot_seed(seed, seat))
            for seat, player in enumerate(players)
        ]
        outcome = play_round(rules, setup, bots, [result.seconds[player] for player in players])
        result.draws += not outcome.winners
        for player in range(SEATS):
            seat = seat_after(player, moved)
            result.wins[player] += seat in outcome.winners
            result.points[player] += outcome.payments[seat]
    return result


def play_round(
    rules: Game, setup: RoundSetup, bots: Sequence[Bot], seconds: Sequence[list[float]]
) -> Outcome:
    """Play one round to its end; ``bots``, and how long their decisions took, are by seat."""
    playing = rules.start(setup)
    while playing.outcome is None:
        for seat in playing.to_act:
            observation = playing.observation(seat)
            started = thread_time()
            action = bots[seat].act(observation)
            seconds[seat].append(thread_time() - started)
            playing.apply(seat, action)
    return playing.outcome


def standings(contest: Contest, results: Sequence[DealResult]) -> list[Standing]:
    """How each of the four bots fared over all these deals (two at least)."""
    found: list[Standing] = []
    for player, name in enumerate(contest.bots):
        share, share_error = _mean(result.wins[player] / SEATS for result in results)
        points, points_error = _mean(result.points[player] / SEATS for result in results)
        took = sorted(time for result in results for time in result.seconds[player])
        found.append(
            Standing(
                bot=name,
                win_share=share,
                win_share_error=share_error,
                points=points,
                points_error=points_error,
                decisions=len(took),
                ms=1000 * sum(took) / max(1, len(took)),
                ms_p99=1000 * took[len(took) * 99 // 100] if took else 0.0,
            )
        )
    return found


def _bot_seed(deal_seed: bytes, seat: int) -> int:
    return int.from_bytes(derived_seed(deal_seed, f"bot at {seat}"), "big")


def _mean(values: Iterable[float]) -> tuple[float, float]:
    """The mean of two values or more, and how far off it may be."""
    listed = list(values)
    count = len(listed)
    mean = sum(listed) / count
    variance = sum((value - mean) ** 2 for value in listed) / (count - 1)
    return mean, _CONFIDENT * sqrt(variance / count)
