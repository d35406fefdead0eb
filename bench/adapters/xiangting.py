"""Adapter: xiangting, the distance in Rust."""

from xiangting import PlayerCount, calculate_replacement_number

from bench.adapters.samples import counts, random_hands, winning_hands
from bench.adapters.timing import measure_calls


def main() -> None:
    """The distance."""
    for kind, hands in (("random", random_hands()), ("winning", winning_hands())):
        measure_calls(
            f"distance {kind}",
            lambda hand: calculate_replacement_number(hand, PlayerCount.FOUR),
            [counts(hand) for hand in hands],
        )


if __name__ == "__main__":
    main()
