"""What comes of a step for the viewers of a table: each message, and who gets it."""

from typing import Final

from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from paiju.core.event import Event
from paiju.core.seat import Seat
from paiju.server.chair import SeatState
from paiju.server.protocol import SeatChanged, TableEvent, TableMessage
from paiju.server.stream import Message


@mypyc_attr(acyclic=True)
class _Shown:
    """An event as some viewers see it."""

    __slots__ = ("event", "onlookers", "seats")

    def __init__(self, event: Event) -> None:
        self.event: Final = event
        self.seats = 0
        """Who does, a bit for each."""
        self.onlookers = False


class Telling:
    """Gathers the messages of one step. ``seats`` is the table's own list of its seats."""

    def __init__(self, seats: list[SeatState]) -> None:
        self._seats = seats
        self._told: list[Message] = []

    def begin(self) -> list[Message]:
        """Gather in a new list from here on, and return it."""
        self._told = []
        return self._told

    @property
    def count(self) -> int:
        """How many messages have been gathered."""
        return len(self._told)

    def people(self) -> list[Seat]:
        """The seats of people who have not left."""
        return [seat.seat for seat in self._seats if not seat.bot]

    def _people(self) -> int:
        """The same, a bit for each."""
        people = 0
        for seat in self._seats:
            if not seat.bot:
                people |= 1 << seat.seat
        return people

    def everybody(self, message: TableMessage, public: bool = False) -> None:
        """Tell all seats and onlookers the same."""
        self._told.append(Message(message, self._people(), public, onlookers=True))

    def others(self, seat: Seat, message: TableMessage, public: bool = False) -> None:
        """Tell all but one seat."""
        others = self._people() & ~(1 << seat)
        self._told.append(Message(message, others, public, onlookers=True))

    def seat(self, seat: Seat, message: TableMessage, public: bool = False, after: int = 0) -> None:
        """Tell one seat alone."""
        self._told.append(Message(message, 1 << seat, public, after=after))

    def event(self, event: Event) -> None:
        """Tell each viewer an event as that viewer may see it; who sees the same, together."""
        shown: list[_Shown] = []
        for seat in self._seats:
            if not seat.bot:
                seen = event.seen_by(seat.seat)
                if seen is not None:
                    _alike(shown, seen).seats |= 1 << seat.seat
        seen = event.seen_by(None)
        if seen is not None:
            _alike(shown, seen).onlookers = True
        last = len(shown) - 1
        for index, one in enumerate(shown):
            message = TableEvent(event=one.event.as_dict())
            # The pause begins when all have been shown the event, each in its own way.
            pauses = event.opens_claims and index == last
            is_public = seen is not None
            self._told.append(Message(message, one.seats, is_public, pauses, one.onlookers))

    def chair(self, seat: SeatState, public: bool = False) -> None:
        """Show everybody a seat as it is now."""
        seat.shown = seat.chair()
        self.everybody(SeatChanged(seat=seat.seat, chair=seat.shown), public)

    def own_chair(self, seat: SeatState) -> None:
        """Show a seat to its owner alone.

        That it fell to auto-play, or woke from it, on a claim would tell the others that it was
        asked: they are shown it at its next own turn.
        """
        self.seat(seat.seat, SeatChanged(seat=seat.seat, chair=seat.chair()))

    def line(self, seat: SeatState, up: bool) -> None:
        """Show that a line dropped or came back, and to the others no more than that."""
        seat.connected = up
        seat.shown = replace(seat.shown, connected=up)
        changed = SeatChanged(seat=seat.seat, chair=seat.shown)
        self.others(seat.seat, changed)
        self.own_chair(seat)

    def pause_after_public(self, first: int) -> None:
        """Begin a pause with the last public message from ``first`` on."""
        for index in range(len(self._told) - 1, first - 1, -1):
            if self._told[index].public:
                self._told[index].opens_pause = True
                return


def _alike(shown: list[_Shown], seen: Event) -> _Shown:
    """Where those belong who see an event like this."""
    for one in shown:
        if one.event is seen:
            return one
    for one in shown:
        if one.event == seen:
            return one
    shown.append(_Shown(seen))
    return shown[-1]
