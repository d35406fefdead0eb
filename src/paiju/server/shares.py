"""Who pays and gets how many coins, when some cannot pay all they owe."""

from collections.abc import Sequence
from typing import NamedTuple

from paiju.core.seat import SEATS, Seat, seats_from


class Shares(NamedTuple):
    """What each seat gains and what the house gets, in coins; together nothing."""

    seats: list[int]
    house: int


def shares(owed: Sequence[int], house: int, purses: Sequence[int | None], dealer: Seat) -> Shares:
    """Pay what is owed, as far as there are coins for it.

    ``owed`` is what each seat should gain (below zero: pay), ``house`` what the house should;
    together nothing. Who has less than it owes (``purses``; ``None`` can pay anything) pays what
    there is. Those who gain, the house among them, then get the same part of what is theirs; the
    coins that do not divide go to those who lose most by rounding down, and among equals in turn
    from the dealer, the house last.

    >>> shares([30, -10, -10, -10], 0, [0, 4, 10, None], 0)
    Shares(seats=[24, -4, -10, -10], house=0)
    >>> shares([20, 10, -30, 0], 0, [0, 0, 10, 0], 1)
    Shares(seats=[7, 3, -10, 0], house=0)
    """
    paid = [
        0 if coins >= 0 else -coins if purse is None else min(-coins, purse)
        for coins, purse in zip(owed, purses, strict=True)
    ]
    pool = sum(paid) + max(0, -house)
    order = [*seats_from(dealer), SEATS]
    due = [max(0, coins) for coins in (*owed, house)]
    got = _divided(pool, due, order)
    return Shares([got[seat] - paid[seat] for seat in range(SEATS)], got[SEATS] - max(0, -house))


def _divided(pool: int, due: Sequence[int], order: Sequence[int]) -> list[int]:
    """``pool`` in proportion to ``due``, in whole coins, by the largest remainder."""
    total = sum(due)
    if total == 0:
        return [0] * len(due)
    parts = [divmod(pool * part, total) for part in due]
    got = [whole for whole, _ in parts]
    left = pool - sum(got)
    by_remainder = sorted(order, key=lambda one: -parts[one][1])
    for one in by_remainder[:left]:
        got[one] += 1
    return got
