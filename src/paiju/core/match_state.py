"""What was written down of a match between two rounds, read back."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from paiju.core.errors import BadRecord
from paiju.core.event import Json
from paiju.core.seat import SEATS, Seat


class MatchState(NamedTuple):
    """A match as ``Match.as_dict`` described it; what ``carry`` means, its game knows."""

    dealer: Seat
    carry: Mapping[str, Json]
    rounds: int
    totals: list[int]


def match_state(state: Mapping[str, Any]) -> MatchState:
    """Read what ``Match.as_dict`` wrote.

    >>> match_state({"dealer": 4, "carry": {}, "rounds": 0, "totals": [0, 0, 0, 0]})
    Traceback (most recent call last):
    ...
    paiju.core.errors.BadRecord: match: 'dealer' is 4; it must be a seat from 0 to 3

    :raises BadRecord: naming the key, its value and what would be right.
    """
    dealer, carry = state.get("dealer"), state.get("carry")
    rounds, totals = state.get("rounds"), state.get("totals")
    if type(dealer) is not int or not 0 <= dealer < SEATS:
        raise _wrong("dealer", state, f"a seat from 0 to {SEATS - 1}")
    if not isinstance(carry, dict):
        raise _wrong("carry", state, "an object, empty if nothing is carried over")
    if type(rounds) is not int or rounds < 0:
        raise _wrong("rounds", state, "the number of rounds settled, 0 or more")
    if not isinstance(totals, list) or len(totals) != SEATS:
        raise _wrong("totals", state, f"a list of {SEATS} whole numbers, by seat")
    for total in totals:
        if type(total) is not int:
            raise _wrong("totals", state, f"a list of {SEATS} whole numbers, by seat")
    return MatchState(dealer, carry, rounds, list(totals))


def nothing_carried(carry: Mapping[str, Json]) -> None:
    """Check the carry of a game in which no round hangs on those before it but for its dealer.

    :raises BadRecord: if it names anything.
    """
    for name in carry:
        raise BadRecord(f"carry: {name!r} is not known; this game carries only 'dealer'")


def _wrong(key: str, state: Mapping[str, Any], right: str) -> BadRecord:
    if key not in state:
        return BadRecord(f"match: {key!r} is missing; it must be {right}")
    return BadRecord(f"match: {key!r} is {state[key]!r}; it must be {right}")
