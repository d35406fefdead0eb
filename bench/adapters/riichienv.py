"""Adapter: RiichiEnv, a riichi mahjong in Rust."""

from collections.abc import Callable
from random import Random

from riichienv import Conditions, HandEvaluator, RiichiEnv, calculate_shanten

from bench.adapters.samples import numbered, random_hands, winning_hands
from bench.adapters.timing import measure, measure_calls


def rounds(*, encoded: bool) -> Callable[[], tuple[int, int]]:
    """Single rounds of random legal actions, without its log."""
    env = RiichiEnv(seed=1, skip_mjai_logging=True)
    random = Random(1)

    def batch() -> tuple[int, int]:
        seen = env.reset()
        decisions = 0
        while not env.done():
            chosen = {}
            for player, observation in seen.items():
                if encoded:
                    observation.encode()
                chosen[player] = random.choice(observation.legal_actions())
            decisions += len(chosen)
            seen = env.step(chosen)
        return 1, decisions

    return batch


def main() -> None:
    """Random play with and without observations, the judge, the distance."""
    measure(("rounds", "decisions"), rounds(encoded=False))
    measure(("env rounds", "env mahjong"), rounds(encoded=True))
    for kind, hands in (("random", random_hands()), ("winning", winning_hands())):
        measure_calls(f"distance {kind}", calculate_shanten, [numbered(hand) for hand in hands])
    drawn = Conditions(tsumo=True)
    wins = [(numbered(hand)[:13], numbered(hand)[13]) for hand in winning_hands()]
    measure_calls(
        "judge", lambda win: HandEvaluator(win[0]).calc(win[1], [], conditions=drawn), wins
    )


if __name__ == "__main__":
    main()
