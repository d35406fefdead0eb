"""The full view of a table: what a client draws when it comes, or comes back after long."""

from collections.abc import Callable

from msgspec.structs import replace

from paiju.core.seat import Seat
from paiju.server.chair import SeatState
from paiju.server.protocol import Turn, View
from paiju.server.state import TableState
from paiju.server.stream import aged_ask, aged_turn


def view_of(state: TableState, you: Seat, elapsed: Callable[[SeatState | None], int]) -> View:
    """All that a seat may know now; it stands for every message up to its ``v``.

    ``elapsed`` tells for how many ms a seat's prompt, or (``None``) the settlement, has been open.
    """
    assert state.round is not None
    own = state.seats[you]
    assert own.stream is not None
    settled = state.settlement
    if settled is not None:
        settled = replace(settled, next_in=max(0, settled.next_in - elapsed(None)))
    return View(
        v=own.stream.v,
        table=state.table,
        you=you,
        shoulder=None,
        delay=0,
        game=state.game.key,
        options=state.house_rules,
        match=state.match_info(),
        seats=[seat.chair() if seat is own else seat.shown for seat in state.seats],
        round=state.round.observation(you).as_dict(),
        ask=aged_ask(own.asked.ask, elapsed(own)) if own.asked else None,
        free=own.free,
        turn=_turn_of_others(state, own, elapsed),
        settled=settled,
    )


def _turn_of_others(
    state: TableState, own: SeatState, elapsed: Callable[[SeatState | None], int]
) -> Turn | None:
    for seat in state.seats:
        if seat is not own and seat.asked is not None and seat.asked.public:
            ask = seat.asked.ask
            turn = Turn(seat=seat.seat, deadline=ask.deadline, bank=seat.public_bank)
            return aged_turn(turn, elapsed(seat))
    return None
