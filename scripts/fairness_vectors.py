"""Write web/src/fair/vectors.json: deals by the server's own code, for the page's check of them.

`--check` writes nothing and fails if the file on disk differs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from paiju.core.fairness import commitment, deal_seed
from paiju.core.randomness import Stream
from paiju.core.registry import game
from paiju.core.seat import SEATS

OUT: Final = Path(__file__).resolve().parent.parent / "web" / "src" / "fair" / "vectors.json"

GAMES: Final = ("jintan-mahjong", "jiujiang-doudizhu", "jiujiang-mahjong")
_LABELS: Final = ("wall", "cards")
_WORDS: Final = 12
"""More than one block of the stream."""
_BOUNDS: Final = (2, 3, 136, (1 << 31) + 1)
"""The last passes over every other word."""


def vectors() -> str:
    """The whole text of the file."""
    nonces = [_digest(f"nonce {seat}") for seat in range(SEATS)]
    given: list[list[str | None]] = [
        [None] * SEATS,
        [*nonces],
        [nonces[0][:32], None, nonces[2][:33], None],
        [None, nonces[1], None, None],
    ]
    cases = [_case(bytes.fromhex(_digest(f"secret {n}")), some) for n, some in enumerate(given)]
    return "[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n"


def _case(secret: bytes, nonces: Sequence[str | None]) -> dict[str, object]:
    seed = deal_seed(secret, nonces)
    return {
        "secret": secret.hex(),
        "commitment": commitment(secret),
        "nonces": list(nonces),
        "seed": seed.hex(),
        "words": {label: _words(seed, label) for label in _LABELS},
        "below": {str(bound): _below(seed, bound) for bound in _BOUNDS},
        "deals": {key: [_deal(key, seed, dealer) for dealer in range(SEATS)] for key in GAMES},
    }


def _words(seed: bytes, label: str) -> list[int]:
    stream = Stream(seed, label)
    return [stream.word() for _ in range(_WORDS)]


def _below(seed: bytes, bound: int) -> list[int]:
    stream = Stream(seed, _LABELS[0])
    return [stream.below(bound) for _ in range(_WORDS)]


def _deal(key: str, seed: bytes, dealer: int) -> dict[str, object]:
    """The deal as the header of a record fixes it: hands, and wall or kitty, in the order dealt."""
    rules = game(key)
    match = rules.new_match(rules.presets["default"], seed)
    match.dealer = dealer
    return {"dealer": dealer, "deal": rules.start(match.setup(seed)).fixed_deal()}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def main(arguments: Sequence[str]) -> int:
    """Write the file, or check it."""
    text = vectors()
    if arguments == ["--check"]:
        if OUT.is_file() and OUT.read_text() == text:
            return 0
        print(f"{OUT} is behind: run scripts/fairness_vectors.py", file=sys.stderr)
        return 1
    OUT.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
