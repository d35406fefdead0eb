"""Adapter: paiju itself, through its public API; compiled or not, as it is installed."""

from collections.abc import Callable
from random import Random

from bench.adapters.samples import card_hands, counts, random_hands, winning_hands
from bench.adapters.timing import measure, measure_calls
from paiju.cards.hands import hand_of_ranks
from paiju.cards.moves import plays
from paiju.core.game import Round
from paiju.core.registry import game
from paiju.mahjong.round import MahjongRound
from paiju.mahjong.shapes import distance
from paiju.mahjong.win import Win

MAHJONGS = ("jiujiang-mahjong", "jintan-mahjong")
DOUDIZHU = "jiujiang-doudizhu"
TABLES = 64


def new_round(key: str, seed: int) -> Round:
    """A round by the written rules."""
    rules = game(key)
    lot = Random(seed).randbytes(32)
    return rules.start(rules.new_match(rules.presets["default"], lot).setup(lot))


def random_rounds(key: str) -> Callable[[], tuple[int, int]]:
    """Whole rounds: legal actions listed, events returned, the end settled.

    Asking for a card count is done as it comes, but counted as no decision.
    """
    random = Random(1)

    def batch() -> tuple[int, int]:
        playing = new_round(key, random.getrandbits(64))
        decisions = 0
        while playing.outcome is None:
            for seat in playing.to_act:
                action = random.choice(playing.legal_actions(seat).listed())
                playing.apply(seat, action)
                decisions += not action.free
        return 1, decisions

    return batch


def vector_steps(key: str) -> Callable[[], tuple[int]]:
    """Steps of many tables at once, what the seat to act sees encoded and its mask written."""
    import numpy as np

    from paiju.env.vector import VectorEnv

    env = VectorEnv(key, TABLES)
    random = np.random.default_rng(1)

    def batch() -> tuple[int]:
        for _ in range(10):
            env.step(env.sample(random))
        return (10 * TABLES,)

    return batch


def agent_steps(key: str) -> Callable[[], tuple[int]]:
    """Steps of one PettingZoo environment, observed each time."""
    import numpy as np

    from paiju.env.aec import RawEnv

    env = RawEnv(key)
    random = np.random.default_rng(1)

    def batch() -> tuple[int]:
        env.reset(seed=int(random.integers(2**31)))
        steps = 0
        while not any(env.terminations.values()):
            seen, _, _, _, _ = env.last()
            assert seen is not None
            env.step(int(random.choice(seen["action_mask"].nonzero()[0])))
            steps += 1
        return (steps,)

    return batch


def main() -> None:
    """Measure everything that a peer is measured by."""
    for key in MAHJONGS:
        measure((f"rounds {key}", f"decisions {key}"), random_rounds(key))
    measure((f"rounds {DOUDIZHU}", f"decisions {DOUDIZHU}"), random_rounds(DOUDIZHU))
    wins = [Win(tuple(counts(hand[:-1])), hand[-1]) for hand in winning_hands()]
    for key in MAHJONGS:
        playing = new_round(key, 1)
        assert isinstance(playing, MahjongRound)
        measure_calls(f"judge {key}", playing.rules.judge, wins)
    for kind, hands in (("random", random_hands()), ("winning", winning_hands())):
        measure_calls(f"distance {kind}", distance, [bytes(counts(hand)) for hand in hands])
    for size in (25, 33):
        held = [hand_of_ranks(hand) for hand in card_hands(size)]
        measure_calls(f"plays {size}", plays, held)
    for key in (*MAHJONGS, DOUDIZHU):
        measure((f"env {key}",), vector_steps(key))
        measure((f"agent {key}",), agent_steps(key))


if __name__ == "__main__":
    main()
