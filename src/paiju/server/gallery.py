"""Who looks on at a table: admitted by the lobby, and sent what a viewer of that place may see."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from paiju.core.seat import Viewer
from paiju.server.answering import Answers
from paiju.server.clocks import Clocks
from paiju.server.inbox import Command
from paiju.server.outbox import Send
from paiju.server.protocol import Resume, encode
from paiju.server.refusals import refused
from paiju.server.state import TableState
from paiju.server.view import stream_of, view_of

GATHER: Final = 0.1
"""Seconds in which those who come are gathered: one view is made for all of them."""


class _Coming(NamedTuple):
    """Somebody who wants to be shown the table."""

    request: str | None
    """None once it has been answered."""
    last: int
    listener: Send


class Gallery:
    """The onlookers of one table, or of its echo ``delay`` ms later.

    Whoever comes waits for :meth:`serve`, which the table calls when nothing is half shown.
    """

    def __init__(self, state: TableState, clocks: Clocks, answers: Answers, delay: int = 0) -> None:
        self._state = state
        self._clocks = clocks
        self._answers = answers
        self._delay = delay
        self._viewers: dict[str, Viewer] = {}
        """Where each onlooker looks from: over a seat's shoulder, or with hands hidden."""
        self._coming: dict[str, _Coming] = {}
        self._listeners: dict[str, Send] = {}

    def __contains__(self, player: str) -> bool:
        return player in self._viewers

    def admit(self, player: str, viewer: Viewer) -> None:
        """Let a player look on."""
        self.dismiss(player)
        self._viewers[player] = viewer

    def dismiss(self, player: str) -> None:
        """A player looks on no more."""
        coming = self._coming.pop(player, None)
        if coming is not None and coming.request is not None:
            self._answers.refused(player, coming.request, refused("no_table"))
        self._stop_sending(player)
        self._viewers.pop(player, None)

    def detach(self, player: str, listener: Send) -> None:
        """A socket is gone: send nothing to it any more."""
        coming = self._coming.get(player)
        if coming is not None and coming.listener == listener:
            del self._coming[player]
        if self._listeners.get(player) == listener:
            self._stop_sending(player)

    def come(self, command: Command) -> None:
        """Take the ``resume`` of an onlooker.

        :raises Refused: for any other request, and while the last one waits still.
        """
        if not isinstance(command.message, Resume):
            raise refused("no_table")
        coming = self._coming.get(command.player)
        if coming is not None and coming.request is not None:
            raise refused("busy")
        message = command.message
        self._coming[command.player] = _Coming(message.id, message.last, command.listener)

    @property
    def waiting(self) -> bool:
        """Whether somebody waits to be served."""
        return bool(self._coming)

    def acknowledge(self) -> None:
        """Tell those who wait that there is nothing to see yet: they are served when there is."""
        for player, coming in self._coming.items():
            if coming.request is not None:
                self._answers.done(player, coming.request)
                self._coming[player] = coming._replace(request=None)

    def serve(self) -> None:
        """Send everybody who waits what it misses, and from here on all that comes."""
        views: dict[Viewer, bytes] = {}
        came, self._coming = self._coming, {}
        for player, coming in came.items():
            viewer = self._viewers[player]
            self._stop_sending(player)
            missed = stream_of(self._state, viewer).missed(coming.last)
            for frame in self._view(viewer, views) if missed is None else missed:
                coming.listener(frame)
            self._send_on(player, coming.listener)
            if coming.request is not None:
                self._answers.done(player, coming.request)

    def leave_empty_seats(self) -> None:
        """Who looked over the shoulder of a player that has left looks on with hands hidden."""
        views: dict[Viewer, bytes] = {}
        for player, viewer in self._viewers.items():
            if viewer is None or self._state.seats[viewer].stream is not None:
                continue
            self._viewers[player] = None
            listener = self._listeners.get(player)
            if listener is not None:
                for frame in self._view(None, views):
                    listener(frame)
                self._send_on(player, listener)

    def _view(self, viewer: Viewer, views: dict[Viewer, bytes]) -> Iterator[bytes]:
        """The view of the table, the same for all who look from the same place."""
        if viewer not in views:
            shoulder = viewer is not None
            view = view_of(self._state, viewer, self._clocks.elapsed, shoulder, self._delay)
            views[viewer] = encode(view)
        yield views[viewer]

    def _send_on(self, player: str, listener: Send) -> None:
        self._listeners[player] = listener
        stream_of(self._state, self._viewers[player]).listen(listener)

    def _stop_sending(self, player: str) -> None:
        listener = self._listeners.pop(player, None)
        viewer = self._viewers.get(player)
        if listener is not None and (viewer is None or self._state.seats[viewer].stream):
            stream_of(self._state, viewer).forget(listener)
