"""Adapter: OpenSpiel's dou_dizhu in C++ (three players, one deck)."""

from collections.abc import Callable
from random import Random

import pyspiel

from bench.adapters.timing import measure


def rounds(*, encoded: bool) -> Callable[[], tuple[int, int]]:
    """Whole games of random legal actions; its deal is made of equal chances."""
    game = pyspiel.load_game("dou_dizhu")
    random = Random(1)

    def batch() -> tuple[int, int]:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
                continue
            if encoded:
                state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
        state.returns()
        return 1, decisions

    return batch


def main() -> None:
    """Random play with and without observations."""
    measure(("rounds doudizhu", "decisions doudizhu"), rounds(encoded=False))
    measure(("env rounds doudizhu", "env doudizhu"), rounds(encoded=True))


if __name__ == "__main__":
    main()
