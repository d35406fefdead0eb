"""``paiju verify``: whether kept rounds were dealt fairly and played by the rules."""

from collections.abc import Iterator
from typing import Annotated, Final

from cyclopts import Parameter

from paiju.cli import Exit
from paiju.cli.replay import load
from paiju.core.errors import BadRecord, PaijuError
from paiju.core.fairness import is_nonce
from paiju.core.randomness import SEED_BYTES
from paiju.core.seat import SEATS, Seat
from paiju.core.text import Text
from paiju.record.fairness import Check, checks
from paiju.words import Language, in_language

_FAIR: Final = Text("公平", "fair")
_UNFAIR: Final = Text("有假", "not fair")
_HOLDS: Final = {True: "✓", False: "✗"}


def run(
    *files: Annotated[str, Parameter(allow_leading_hyphen=True)],
    commitment: str | None = None,
    nonce: Annotated[list[str] | None, Parameter(negative="")] = None,
    lang: Language = "zh",
) -> Exit:
    """Check that a deal was fair.  验证发牌公平

    Every check is named, with what was found where it does not hold: then the exit status is 2.

    Parameters
    ----------
    files
        Records as the page and the server give them, or - for standard input.
    commitment
        The commitment that you were shown before the deal (64 hexadecimal digits).
    nonce
        A nonce that you know was given, like 2=9f86d0…: the seat, and 32 to 64 digits.
    lang
        The language of the checks: zh or en.
    """
    if not files:
        raise PaijuError("要验哪一局 name a record to verify: paiju verify round.jsonl")
    given = dict(_given(text) for text in nonce or [])
    if (commitment is not None or given) and len(files) > 1:
        raise PaijuError(
            "--commitment, --nonce: 只管一局 they are of one round: name one record with them"
        )
    if commitment is not None and not (is_nonce(commitment) and len(commitment) == 2 * SEED_BYTES):
        digits = 2 * SEED_BYTES
        raise PaijuError(
            f"--commitment {commitment}: 要 {digits} 位十六进制 it is {digits} hexadecimal digits"
        )
    fair = True
    for file in files:
        found = list(_checks(file, commitment, given))
        fair = fair and all(check.holds for check in found)
        _tell(file, found, lang)
    return Exit.OK if fair else Exit.ILLEGAL


def _checks(file: str, commitment: str | None, given: dict[Seat, str]) -> Iterator[Check]:
    record = load(file)
    try:
        yield from checks(record, commitment, given)
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None


def _tell(file: str, found: list[Check], lang: Language) -> None:
    fair = _FAIR if all(check.holds for check in found) else _UNFAIR
    print(f"{file}: {in_language(fair, lang)}")
    for check in found:
        line = f"  {_HOLDS[check.holds]} {in_language(check.what, lang)}"
        if check.found is not None:
            line += f" — {in_language(check.found, lang)}"
        print(line)


def _given(text: str) -> tuple[Seat, str]:
    seat, _, nonce = text.partition("=")
    if not (seat.isdecimal() and seat.isascii() and int(seat) < SEATS and is_nonce(nonce)):
        raise PaijuError(
            f"--nonce {text}: 要写成 座位=数 it is a seat from 0 to {SEATS - 1}, =, "
            "and 32 to 64 hexadecimal digits in small letters"
        )
    return int(seat), nonce
