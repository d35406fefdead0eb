"""A deal that nobody alone decides: the server's secret and a nonce from every player.

Before the deal the server shows the ``commitment`` to its secret; only then do the players give
their nonces, and the deal follows from all of them. After the round the secret is shown, and
anybody can follow the deal from it. Written with no more than SHA-256, so that it can be done
again in any language; ``docs/fairness.md`` does it in ten lines.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

NONE: Final = "-"
"""What stands for a seat that gave no nonce."""

_HEADING: Final = "paiju deal"
_NONCE: Final = re.compile("[0-9a-f]{32,64}")


class Proof(NamedTuple):
    """What a record says of the fairness of its deal, as the server showed it after the round."""

    secret: bytes
    commitment: str
    nonces: tuple[str | None, ...]
    """By seat, as they were given; ``None`` for a seat that gave none (a bot)."""


def commitment(secret: bytes) -> str:
    """What is shown of a secret before the deal: its SHA-256, in hexadecimal digits.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return sha256(secret).hexdigest()


def deal_seed(secret: bytes, nonces: Sequence[str | None]) -> bytes:
    """The seed (32 bytes) that a round is dealt from.

    It is the SHA-256 of the text of six lines: ``paiju deal``, the secret in hexadecimal digits,
    and each seat's nonce or ``-``, every line with its end. No two givings make the same text.

    >>> deal_seed(bytes(32), ["ab" * 16, None, None, None]).hex()[:16]
    '0bae431235d8f012'

    :raises ValueError: for a nonce that is none.
    """
    for nonce in nonces:
        if nonce is not None and not is_nonce(nonce):
            raise ValueError(f"{nonce!r}: a nonce is 32 to 64 hexadecimal digits, in small letters")
    lines = [_HEADING, secret.hex(), *(nonce or NONE for nonce in nonces)]
    return sha256("".join(line + "\n" for line in lines).encode()).digest()


def is_nonce(text: str) -> bool:
    """Whether a text may be a player's nonce: 32 to 64 hexadecimal digits, in small letters."""
    return _NONCE.fullmatch(text) is not None
