"""Adapter: RLCard, its mahjong (nothing is scored there) and its Dou Dizhu of one deck."""

from collections.abc import Callable
from random import Random

import rlcard
from rlcard.games.doudizhu.judger import DoudizhuJudger

from bench.adapters.samples import card_hands
from bench.adapters.timing import measure, measure_calls

_RANKS = "3456789TJQKA2BR"


def steps(game: str) -> Callable[[], tuple[int, int]]:
    """Whole games in its environment: every state comes with its observation."""
    env = rlcard.make(game, config={"seed": 1})
    random = Random(1)

    def batch() -> tuple[int, int]:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        env.get_payoffs()
        return 1, decisions

    return batch


def raw(game: str) -> Callable[[], tuple[int, int]]:
    """The same games without the environment around them."""
    table = rlcard.make(game, config={"seed": 1}).game
    random = Random(1)

    def batch() -> tuple[int, int]:
        state, _ = table.init_game()
        decisions = 0
        while not table.is_over():
            legal = table.get_legal_actions(state) if game == "mahjong" else state["actions"]
            state, _ = table.step(random.choice(legal))
            decisions += 1
        return 1, decisions

    return batch


def main() -> None:
    """Random play with and without observations, and all plays of a hand."""
    measure(("rounds", "decisions"), raw("mahjong"))
    measure(("rounds doudizhu", "decisions doudizhu"), raw("doudizhu"))
    measure(("env rounds", "env mahjong"), steps("mahjong"))
    measure(("env rounds doudizhu", "env doudizhu"), steps("doudizhu"))
    for size in (25, 33):
        hands = ["".join(_RANKS[rank] for rank in hand) for hand in card_hands(size)]
        measure_calls(f"plays {size}", DoudizhuJudger.playable_cards_from_hand, hands)


if __name__ == "__main__":
    main()
