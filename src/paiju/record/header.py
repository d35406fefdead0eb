"""The first line of a record: which game, by which house rules, on which deal."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from paiju.core.errors import BadRecord, PaijuError
from paiju.core.event import Json
from paiju.core.fairness import Proof, is_nonce
from paiju.core.game import RoundSetup
from paiju.core.randomness import SEED_BYTES, parse_seed
from paiju.core.registry import game
from paiju.core.seat import SEATS
from paiju.record.lines import only_keys, shown

VERSION: Final = 1
"""The form of records that this version writes, and the only one there has been."""

_KEYS: Final = (
    "paiju",
    "game",
    "options",
    "seed",
    "proof",
    "deal",
    "dealer",
    "carry",
    "auto_pass",
)
_PROOF_KEYS: Final = ("secret", "commitment", "nonces")
_HEX: Final = f"{2 * SEED_BYTES} hexadecimal digits, in small letters"


class Header(NamedTuple):
    """What the first line of a record says."""

    setup: RoundSetup
    auto_pass: bool
    """Whether seats that are asked for a claim and have no line of their own pass."""
    proof: Proof | None
    """What the server showed of the fairness of the deal; whether it is true is not looked at."""


def header_json(
    setup: RoundSetup, auto_pass: bool = False, proof: Proof | None = None
) -> dict[str, Json]:
    """The header of a round's record, in the order in which it is written."""
    data: dict[str, Json] = {
        "paiju": VERSION,
        "game": setup.game,
        "options": setup.options.as_dict(),
    }
    if setup.seed is not None:
        data["seed"] = setup.seed.hex()
        if proof is not None:
            data["proof"] = _proof_json(proof)
    else:
        data["deal"] = dict(setup.deal or {})
    data["dealer"] = setup.dealer
    data["carry"] = dict(setup.carry)
    if auto_pass:
        data["auto_pass"] = True
    return data


def read_header(data: Mapping[str, Any]) -> Header:
    """Read what :func:`header_json` wrote, or what a person wrote by hand.

    ``options``, ``dealer``, ``carry``, ``auto_pass`` and ``proof`` may be left out; then the
    written rules are played, seat 0 deals, nothing is carried over, every answer has its line and
    nothing is said of the deal's fairness.

    :raises BadRecord: naming the key, its value and what would be right.
    """
    if "paiju" not in data:
        raise BadRecord('a record begins with its header, like {"paiju": 1, "game": …}')
    if not _is_whole(data["paiju"]) or data["paiju"] != VERSION:
        raise BadRecord(f"'paiju' is {shown(data['paiju'])}; records of form {VERSION} can be read")
    only_keys(data, "a header", _KEYS)
    key = data.get("game")
    if not isinstance(key, str):
        raise _wrong("game", data, 'a text, like "jiujiang-mahjong"')
    options = _mapping("options", data)
    dealer = data.get("dealer", 0)
    if not _is_whole(dealer) or not 0 <= dealer < SEATS:
        raise _wrong("dealer", data, f"a seat from 0 to {SEATS - 1}")
    auto_pass = data.get("auto_pass", False)
    if not isinstance(auto_pass, bool):
        raise _wrong("auto_pass", data, "true or false")
    try:
        house = game(key).options.parse(options)
    except PaijuError as error:
        raise BadRecord(str(error)) from None
    seed, deal = _seed_or_deal(data)
    setup = RoundSetup(key, house, dealer, _mapping("carry", data), seed, deal)
    return Header(setup, auto_pass, _proof(data))


def _seed_or_deal(data: Mapping[str, Any]) -> tuple[bytes | None, Mapping[str, Json] | None]:
    if "seed" in data and "deal" in data:
        raise BadRecord("both 'seed' and 'deal' are given; a round is dealt from one of them")
    if "deal" in data:
        return None, _mapping("deal", data)
    if "seed" not in data:
        raise BadRecord(
            f"neither 'seed' ({2 * SEED_BYTES} hexadecimal digits) nor 'deal' is given; "
            "a round is dealt from one of them"
        )
    if not isinstance(data["seed"], str):
        raise _wrong("seed", data, f"a text of {2 * SEED_BYTES} hexadecimal digits")
    return parse_seed(data["seed"]), None


def _proof_json(proof: Proof) -> dict[str, Json]:
    return {
        "secret": proof.secret.hex(),
        "commitment": proof.commitment,
        "nonces": list[Json](proof.nonces),
    }


def _proof(data: Mapping[str, Any]) -> Proof | None:
    if "proof" not in data:
        return None
    if "deal" in data:
        raise BadRecord("'proof' is given with 'deal'; it proves how a 'seed' came about")
    proof = _mapping("proof", data)
    only_keys(proof, "a proof", _PROOF_KEYS)
    for key in ("secret", "commitment"):
        if not _is_digest(proof.get(key)):
            raise _wrong(key, proof, f"a text of {_HEX}")
    listed = proof.get("nonces")
    if not isinstance(listed, list) or len(listed) != SEATS:
        raise _wrong("nonces", proof, f"a list of {SEATS}, by seat")
    nonces = tuple(_nonce(seat, nonce) for seat, nonce in enumerate(listed))
    return Proof(parse_seed(str(proof["secret"])), str(proof["commitment"]), nonces)


def _nonce(seat: int, nonce: object) -> str | None:
    if nonce is None or (isinstance(nonce, str) and is_nonce(nonce)):
        return nonce
    raise BadRecord(
        f"the nonce of seat {seat} is {shown(nonce)}; it must be null or 32 to 64 hexadecimal "
        "digits, in small letters"
    )


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and len(value) == 2 * SEED_BYTES and is_nonce(value)


def _mapping(key: str, data: Mapping[str, Any]) -> Mapping[str, Json]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise _wrong(key, data, 'an object, like {"name": value}')
    return value


def _is_whole(value: object) -> bool:
    return type(value) is int


def _wrong(key: str, data: Mapping[str, Any], right: str) -> BadRecord:
    if key not in data:
        return BadRecord(f"{key!r} is missing; it must be {right}")
    return BadRecord(f"{key!r} is {shown(data[key])}; it must be {right}")
