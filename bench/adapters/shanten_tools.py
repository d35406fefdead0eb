"""Adapter: shanten-tools, the distance in Rust."""

import numpy as np
import shanten_tools

from bench.adapters.samples import counts, random_hands, winning_hands
from bench.adapters.timing import measure_calls


def main() -> None:
    """The distance."""
    for kind, hands in (("random", random_hands()), ("winning", winning_hands())):
        arrays = [np.array(counts(hand), dtype=np.uint8) for hand in hands]
        measure_calls(f"distance {kind}", shanten_tools.shanten, arrays)


if __name__ == "__main__":
    main()
