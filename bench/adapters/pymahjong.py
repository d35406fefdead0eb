"""Adapter: PyMahjong, a riichi mahjong in C++."""

from collections.abc import Callable
from random import Random

import pymahjong

from bench.adapters.timing import measure


def rounds(*, encoded: bool) -> Callable[[], tuple[int, int]]:
    """Single rounds of random legal actions."""
    env = pymahjong.MahjongEnv()
    random = Random(1)

    def batch() -> tuple[int, int]:
        env.reset(oya=random.randrange(4), game_wind="east")
        decisions = 0
        while not env.is_over():
            player = env.get_curr_player_id()
            legal = env.get_valid_actions()
            if encoded:
                env.get_obs(player)
            env.step(player, random.choice(legal))
            decisions += 1
        env.get_payoffs()
        return 1, decisions

    return batch


def main() -> None:
    """Random play with and without observations."""
    measure(("rounds", "decisions"), rounds(encoded=False))
    measure(("env rounds", "env mahjong"), rounds(encoded=True))


if __name__ == "__main__":
    main()
