"""A deal follows from the server's secret and every nonce, and from nothing else."""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core.fairness import commitment, deal_seed, is_nonce
from scripts import fairness_vectors

NONCES = st.text("0123456789abcdef", min_size=32, max_size=64)
SEATS = st.lists(st.none() | NONCES, min_size=4, max_size=4)
SECRETS = st.binary(min_size=32, max_size=32)


@given(SECRETS, SEATS)
def test_the_seed_is_the_sha_256_of_six_lines(secret: bytes, nonces: list[str | None]) -> None:
    text = "paiju deal\n" + secret.hex() + "\n"
    for nonce in nonces:
        text += ("-" if nonce is None else nonce) + "\n"
    assert deal_seed(secret, nonces) == sha256(text.encode()).digest()
    assert commitment(secret) == sha256(secret).hexdigest()


@given(SECRETS, SECRETS, SEATS, SEATS)
def test_whatever_differs_makes_another_deal(
    secret: bytes, other: bytes, nonces: list[str | None], others: list[str | None]
) -> None:
    same = (secret, nonces) == (other, others)
    assert (deal_seed(secret, nonces) == deal_seed(other, others)) == same


@given(SECRETS, NONCES, st.integers(0, 2))
def test_a_nonce_counts_by_its_seat(secret: bytes, nonce: str, seat: int) -> None:
    here: list[str | None] = [None] * 4
    there: list[str | None] = [None] * 4
    here[seat] = there[seat + 1] = nonce
    assert deal_seed(secret, here) != deal_seed(secret, there)


@pytest.mark.parametrize("text", ["", "0" * 31, "0" * 65, "G" * 32, "A" * 32, "0" * 32 + "\n", "-"])
def test_what_is_no_nonce(text: str) -> None:
    assert not is_nonce(text)
    with pytest.raises(ValueError, match="32 to 64"):
        deal_seed(bytes(32), [text, None, None, None])


def test_the_vectors_of_the_page_are_what_the_server_deals() -> None:
    assert fairness_vectors.OUT.read_text() == fairness_vectors.vectors(), (
        "run scripts/fairness_vectors.py"
    )
    assert fairness_vectors.main(["--check"]) == 0
    for case in json.loads(fairness_vectors.OUT.read_text()):
        assert sha256(bytes.fromhex(case["secret"])).hexdigest() == case["commitment"]
