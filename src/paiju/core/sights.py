"""What each onlooker of a round has seen: folds of the events that were shown to it."""

from collections.abc import Callable, Sequence
from typing import Generic, Self, TypeVar

from mypy_extensions import mypyc_attr

from paiju.core.event import Event
from paiju.core.seat import Viewer


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Foldable:
    """A table that events add up to, whole ones or as they were shown to somebody."""

    def apply(self, event: Event) -> None:
        """Take in one more event; only the fold itself may do that."""
        raise NotImplementedError

    def copy(self) -> Self:
        """An independent table in the same state."""
        raise NotImplementedError


TableT = TypeVar("TableT", bound=Foldable)


class Sights(Generic[TableT]):
    """The running folds of the events shown to each viewer who has looked.

    ``blank`` makes the table that nothing has happened at yet.
    """

    def __init__(self, blank: Callable[[], TableT]) -> None:
        self._blank = blank
        self._folds: dict[Viewer, _Fold[TableT]] = {}

    def of(self, viewer: Viewer, events: list[Event], kept: bool) -> tuple[TableT, Sequence[Event]]:
        """The table as the viewer sees it now, and the events it was shown.

        ``kept``, they are a snapshot: the table is lent, it stays as it is and nobody else may
        change it. Else both move on with the next look, and nothing is copied.
        """
        fold = self._folds.get(viewer)
        if fold is None:
            fold = self._folds[viewer] = _Fold(viewer, self._blank())
        fold.catch_up(events)
        if not kept:
            return fold.table, fold.seen
        fold.lent = True
        return fold.table, tuple(fold.seen)

    def copy(self) -> "Sights[TableT]":
        """Independent folds at the same point."""
        twin = Sights(self._blank)
        twin._folds = {viewer: fold.copy() for viewer, fold in self._folds.items()}
        return twin


class _Fold(Generic[TableT]):
    """What one viewer was shown so far, and the table it adds up to."""

    def __init__(self, viewer: Viewer, table: TableT) -> None:
        self.viewer = viewer
        self.table = table
        self.lent = False
        """Whether somebody else holds the table as it is now."""
        self.seen: list[Event] = []
        self._taken = 0

    def catch_up(self, events: list[Event]) -> None:
        """Take in what has happened since, as far as the viewer may see it."""
        if self.lent and self._taken < len(events):
            self.table = self.table.copy()
            self.lent = False
        for index in range(self._taken, len(events)):
            event = events[index].seen_by(self.viewer)
            if event is not None:
                self.seen.append(event)
                self.table.apply(event)
        self._taken = len(events)

    def copy(self) -> "_Fold[TableT]":
        """An independent fold at the same point."""
        twin = _Fold(self.viewer, self.table)
        twin.lent = self.lent = True
        twin.seen = list(self.seen)
        twin._taken = self._taken
        return twin
