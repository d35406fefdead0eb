"""Adapter: PyMahjongGB, the official Chinese rules in C++."""

from MahjongGB import MahjongFanCalculator, MahjongShanten

from bench.adapters.samples import random_hands, winning_hands
from bench.adapters.timing import measure_calls

_NAMES = [f"{suit}{number}" for suit in "WBT" for number in range(1, 10)]
_NAMES += ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]


def named(hand: list[int]) -> tuple[str, ...]:
    """The tiles by its names."""
    return tuple(_NAMES[tile] for tile in hand)


def main() -> None:
    """The judge, on self-drawn wins, and the distance of 13 tiles."""
    measure_calls(
        "judge",
        lambda hand: MahjongFanCalculator(
            (), hand[:13], hand[13], 0, True, False, False, False, 0, 0
        ),
        [named(hand) for hand in winning_hands()],
    )
    for kind, hands in (("random", random_hands()), ("winning", winning_hands())):
        names = [named(hand)[:13] for hand in hands]
        measure_calls(f"distance {kind}", lambda hand: MahjongShanten((), hand), names)


if __name__ == "__main__":
    main()
