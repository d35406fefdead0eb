"""What comes of a step for the viewers of a table: each message, and who gets it."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from paiju.core.event import Event
from paiju.core.seat import Seat, Viewer
from paiju.server.chair import SeatState
from paiju.server.protocol import SeatChanged, TableEvent, TableMessage


class Out(NamedTuple):
    """One message on its way to the seats that get it."""

    message: TableMessage
    seats: tuple[Seat, ...]
    public: bool = False
    """Whether it shows that play went on: it must wait out a pause."""
    opens_pause: bool = False
    """Whether the fixed pause begins with it."""
    onlookers: bool = False
    """Whether those who look on get it too, who see what everybody may see."""


class Telling:
    """Gathers the messages of one step. ``seats`` is the table's own list of its seats."""

    def __init__(self, table: str, seats: list[SeatState]) -> None:
        self.table = table
        self._seats = seats
        self._outs: list[Out] = []

    def begin(self) -> list[Out]:
        """Gather in a new list from here on, and return it."""
        self._outs = []
        return self._outs

    @property
    def count(self) -> int:
        """How many messages have been gathered."""
        return len(self._outs)

    def people(self) -> Iterator[Seat]:
        """The seats of people who have not left."""
        return (seat.seat for seat in self._seats if not seat.bot)

    def everybody(self, message: TableMessage, public: bool = False) -> None:
        """Tell all seats and onlookers the same."""
        self._outs.append(Out(message, tuple(self.people()), public, onlookers=True))

    def others(self, seat: Seat, message: TableMessage, public: bool = False) -> None:
        """Tell all but one seat."""
        others = tuple(other for other in self.people() if other != seat)
        self._outs.append(Out(message, others, public, onlookers=True))

    def seat(self, seat: Seat, message: TableMessage, public: bool = False) -> None:
        """Tell one seat alone."""
        self._outs.append(Out(message, (seat,), public))

    def event(self, event: Event) -> None:
        """Tell each viewer an event as that viewer may see it; who sees the same, together."""
        shown: list[tuple[Event, list[Viewer]]] = []
        for viewer in (*self.people(), None):
            seen = event.seen_by(viewer)
            if seen is None:
                continue
            alike = next((viewers for other, viewers in shown if other == seen), None)
            if alike is None:
                shown.append((seen, [viewer]))
            else:
                alike.append(viewer)
        public = any(None in viewers for _, viewers in shown)
        for seen, viewers in shown:
            message = TableEvent(table=self.table, event=seen.as_dict())
            seats = tuple(viewer for viewer in viewers if viewer is not None)
            # The pause begins when all have been shown the event, each in its own way.
            pauses = event.opens_claims and seen is shown[-1][0]
            self._outs.append(Out(message, seats, public, pauses, None in viewers))

    def chair(self, seat: SeatState, public: bool = False) -> None:
        """Show everybody a seat as it is now."""
        seat.shown = seat.chair()
        self.everybody(SeatChanged(table=self.table, seat=seat.seat, chair=seat.shown), public)

    def own_chair(self, seat: SeatState) -> None:
        """Show a seat to its owner alone.

        That it fell to auto-play, or woke from it, on a claim would tell the others that it was
        asked: they are shown it at its next own turn.
        """
        self.seat(seat.seat, SeatChanged(table=self.table, seat=seat.seat, chair=seat.chair()))

    def line(self, seat: SeatState, up: bool) -> None:
        """Show that a line dropped or came back, and to the others no more than that."""
        seat.connected = up
        seat.shown = replace(seat.shown, connected=up)
        changed = SeatChanged(table=self.table, seat=seat.seat, chair=seat.shown)
        self.others(seat.seat, changed)
        self.own_chair(seat)

    def pause_after_public(self, first: int) -> None:
        """Begin a pause with the last public message from ``first`` on."""
        for index in range(len(self._outs) - 1, first - 1, -1):
            if self._outs[index].public:
                self._outs[index] = self._outs[index]._replace(opens_pause=True)
                return
