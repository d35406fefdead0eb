"""Adapter: DouZero's Dou Dizhu (three players, one deck, nobody calls)."""

from collections.abc import Callable
from random import Random
from typing import Any

from douzero.env.game import GameEnv
from douzero.env.move_generator import MovesGener

from bench.adapters.samples import card_hands
from bench.adapters.timing import measure, measure_calls

_RANKS = (*range(3, 15), 17, 20, 30)


class Chance:
    """A player that chooses any legal action, and counts."""

    def __init__(self) -> None:
        self.decisions = 0
        self._random = Random(1)

    def act(self, seen: Any) -> Any:
        """Any legal action."""
        self.decisions += 1
        return self._random.choice(seen.legal_actions)


def rounds() -> Callable[[], tuple[int, int]]:
    """Whole games of random legal actions, from a random deal."""
    pack = [rank for rank in _RANKS[:13] for _ in range(4)] + [*_RANKS[13:]]
    random, chance = Random(1), Chance()
    players = dict.fromkeys(("landlord", "landlord_up", "landlord_down"), chance)

    def batch() -> tuple[int, int]:
        chance.decisions = 0
        dealt = random.sample(pack, len(pack))
        game = GameEnv(players)
        game.card_play_init(
            {
                "landlord": sorted(dealt[:20]),
                "landlord_up": sorted(dealt[20:37]),
                "landlord_down": sorted(dealt[37:]),
                "three_landlord_cards": sorted(dealt[17:20]),
            }
        )
        while not game.game_over:
            game.step()
        return 1, chance.decisions

    return batch


def main() -> None:
    """Random play, and all plays of a hand."""
    measure(("rounds doudizhu", "decisions doudizhu"), rounds())
    for size in (25, 33):
        hands = [[_RANKS[rank] for rank in hand] for hand in card_hands(size)]
        measure_calls(f"plays {size}", lambda hand: MovesGener(hand).gen_moves(), hands)


if __name__ == "__main__":
    main()
