"""The full view of a table: what a client draws when it comes, or comes back after long."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from paiju.core.seat import Viewer
from paiju.server.chair import SeatState
from paiju.server.protocol import Turn, View
from paiju.server.state import TableState
from paiju.server.stream import Stream, aged_ask, aged_turn

Elapsed: TypeAlias = Callable[[SeatState | None], int]
"""For how many ms a seat's prompt, or (``None``) the stage of the table, has lasted."""


def stream_of(state: TableState, viewer: Viewer) -> Stream:
    """What a viewer is sent; ``None`` looks on without a seat."""
    if viewer is None:
        return state.onlookers
    stream = state.seats[viewer].stream
    assert stream is not None
    return stream


def view_of(
    state: TableState, viewer: Viewer, elapsed: Elapsed, shoulder: bool = False, delay: int = 0
) -> View:
    """All that a viewer may know now; it stands for every message up to its ``v``.

    ``shoulder``: for somebody who looks over the seat's shoulder, ``delay`` ms late.
    """
    own = None if viewer is None else state.seats[viewer]
    settled = state.settlement
    if settled is not None:
        settled = replace(settled, next_in=max(0, settled.next_in - elapsed(None)))
    return View(
        v=stream_of(state, viewer).v,
        table=state.table,
        you=None if shoulder else viewer,
        shoulder=viewer if shoulder else None,
        delay=delay,
        game=state.game.key,
        options=state.house_rules,
        match=state.match_info(),
        seats=[seat.chair() if seat is own else seat.shown for seat in state.seats],
        round=state.round.observation(viewer, kept=False).as_dict() if state.round else None,
        ask=aged_ask(own.asked.ask, elapsed(own)) if own and own.asked else None,
        free=own.free if own else [],
        turn=_turn_of_others(state, own, elapsed),
        settled=settled,
    )


def _turn_of_others(state: TableState, own: SeatState | None, elapsed: Elapsed) -> Turn | None:
    for seat in state.seats:
        if seat is not own and seat.asked is not None and seat.asked.public:
            ask = seat.asked.ask
            turn = Turn(seat=seat.seat, deadline=ask.deadline, bank=seat.public_bank)
            return aged_turn(turn, elapsed(seat))
    return None
