"""Who pays and gets how much, whatever is owed and whatever there is."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from paiju.core.seat import SEATS
from paiju.server.shares import shares

COINS = st.integers(-5_000, 5_000)
PURSES = st.lists(st.none() | st.integers(0, 3_000), min_size=4, max_size=4)
DEALERS = st.integers(0, 3)


@st.composite
def debts(draw: st.DrawFn) -> tuple[list[int], int]:
    """What four seats gain, and what is left of it for the house, which never pays."""
    owed = draw(st.lists(COINS, min_size=4, max_size=4))
    if sum(owed) > 0:
        owed = [-coins for coins in owed]
    return owed, -sum(owed)


@given(debts(), PURSES, DEALERS)
def test_nothing_is_lost_and_nobody_pays_what_is_not_there(
    owed: tuple[list[int], int], purses: list[int | None], dealer: int
) -> None:
    seats, house = owed
    got = shares(seats, house, purses, dealer)
    assert sum(got.seats) + got.house == 0
    assert 0 <= got.house <= house
    for seat in range(SEATS):
        due, purse = seats[seat], purses[seat]
        if due >= 0:
            assert 0 <= got.seats[seat] <= due
        else:
            able = -due if purse is None else min(-due, purse)
            assert got.seats[seat] == -able


@given(debts(), PURSES, DEALERS)
def test_who_gains_gets_the_same_part_of_it_to_within_a_coin(
    owed: tuple[list[int], int], purses: list[int | None], dealer: int
) -> None:
    seats, house = owed
    got = shares(seats, house, purses, dealer)
    due, have = [*seats, house], [*got.seats, got.house]
    winners = [one for one in range(SEATS + 1) if due[one] > 0]
    if winners:
        part = Fraction(sum(have[one] for one in winners), sum(due[one] for one in winners))
        assert all(abs(have[one] - part * due[one]) < 1 for one in winners)


@given(debts(), DEALERS)
def test_who_can_pay_pays_all(owed: tuple[list[int], int], dealer: int) -> None:
    seats, house = owed
    assert shares(seats, house, [None] * 4, dealer) == (seats, house)
    assert shares(seats, house, [10_000] * 4, dealer) == (seats, house)


def test_odd_coins_go_in_turn_from_the_dealer_and_the_house_comes_last() -> None:
    assert shares([10, 10, -30, 10], 0, [0, 0, 10, 0], 0).seats == [4, 3, -10, 3]
    assert shares([10, 10, -30, 10], 0, [0, 0, 10, 0], 3).seats == [3, 3, -10, 4]
    assert shares([10, 10, -30, 10], 0, [0, 0, 11, 0], 3).seats == [4, 3, -11, 4]
    assert shares([10, -20, 0, 0], 10, [0, 5, 0, 0], 1) == ([3, -5, 0, 0], 2)


def test_a_line_that_the_house_pays_is_paid_in_full() -> None:
    assert shares([30, -10, 0, 0], -20, [0, 4, 0, 0], 0) == ([24, -4, 0, 0], -20)
