"""The four seats of a table, counter-clockwise: 0 → 1 → 2 → 3."""

from typing import Final, TypeAlias

Seat: TypeAlias = int
Viewer: TypeAlias = int | None
"""Who looks on: a seat, or ``None`` for a spectator, who sees what everybody may see."""

SEATS: Final = 4


def seat_after(seat: Seat, steps: int = 1) -> Seat:
    """The seat that plays ``steps`` turns after this one (下家 is one step, 上家 three).

    >>> seat_after(3), seat_after(0, 3)
    (0, 3)
    """
    return (seat + steps) % SEATS


_ORDERS: Final[tuple[tuple[Seat, ...], ...]] = tuple(
    tuple((first + step) % SEATS for step in range(SEATS)) for first in range(SEATS)
)
_OTHERS: Final[tuple[tuple[Seat, ...], ...]] = tuple(order[1:] for order in _ORDERS)


def seats_from(first: Seat) -> tuple[Seat, ...]:
    """All four seats in turn order, beginning with ``first``.

    >>> seats_from(2)
    (2, 3, 0, 1)
    """
    return _ORDERS[first]


def seats_after(seat: Seat) -> tuple[Seat, ...]:
    """The three others in turn order.

    >>> seats_after(2)
    (3, 0, 1)
    """
    return _OTHERS[seat]
