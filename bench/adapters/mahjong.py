"""Adapter: the package mahjong, riichi in Python."""

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.shanten import Shanten

from bench.adapters.samples import counts, numbered, random_hands, winning_hands
from bench.adapters.timing import measure_calls


def main() -> None:
    """The judge, on self-drawn wins, and the distance."""
    drawn = HandConfig(is_tsumo=True)
    wins = [numbered(hand) for hand in winning_hands()]
    measure_calls(
        "judge",
        lambda hand: HandCalculator.estimate_hand_value(hand, hand[-1], config=drawn),
        wins,
    )
    for kind, hands in (("random", random_hands()), ("winning", winning_hands())):
        listed = [counts(hand) for hand in hands]
        measure_calls(f"distance {kind}", Shanten.calculate_shanten, listed)


if __name__ == "__main__":
    main()
