"""What goes out to the sockets: all of a socket's frames of one turn of the loop are one write.

Who has moved gets an answer and what came of it, and one write costs more than all that makes both.
So in a turn that brings very many something, only those are written to at once who are asked; for
the others what comes in the next moment goes along.
"""

import asyncio
from collections.abc import Callable
from random import SystemRandom
from typing import Final, Protocol

import structlog

from paiju.server.framing import control, header

BUSY = 200
"""A turn that brings no more sockets something is not busy: to write to all takes about 1 ms."""
WAIT = 0.1
"""Seconds for which a frame may wait in a busy turn: few enough for who only looks."""
_RANDOM: Final = SystemRandom()

_log = structlog.get_logger(__name__)


class Send(Protocol):
    """The way of a message to a socket."""

    def __call__(self, message: bytes, can_wait: bool = False, /) -> None:
        """Send a message; one that ``can_wait`` may be held at a busy node, for what follows it."""


class Outboxes:
    """The outboxes of all sockets of a node."""

    def __init__(self) -> None:
        self._filled: list[Outbox] = []
        """Those that something has come for in this turn."""
        self._waiting: list[Outbox] = []
        """Those that were left for later; some have been emptied meanwhile."""

    def filled(self, outbox: "Outbox") -> None:
        """Look at this one when this turn of the loop ends; it is told once a turn."""
        if not self._filled:
            asyncio.get_running_loop().call_soon(self._look)
        self._filled.append(outbox)

    def _look(self) -> None:
        filled, self._filled = self._filled, []
        is_busy = _is_busy(len(filled))
        due: list[Outbox] = []
        for outbox in filled:
            outbox.is_told = False
            if not (is_busy and outbox.can_wait):
                due.append(outbox)
            elif not outbox.waits:
                outbox.waits = True
                if not self._waiting:
                    asyncio.get_running_loop().call_later(WAIT, self._wait_no_longer)
                self._waiting.append(outbox)
        _empty(due)

    def _wait_no_longer(self) -> None:
        waiting, self._waiting = self._waiting, []
        for outbox in waiting:
            outbox.waits = False
        _empty(waiting)


def _is_busy(sockets: int) -> bool:
    """Whether a turn that brings so many sockets something is busy.

    Where that begins is drawn by lot each time: at a fixed number, one socket more in a turn, that
    of a seat asked in secret (JM-15), would show in when a crowd of others is written to.
    """
    return sockets > BUSY and sockets > BUSY * _RANDOM.uniform(1, 1.25)


def _empty(outboxes: list["Outbox"]) -> None:
    for outbox in outboxes:
        try:
            outbox.empty()
        except Exception:
            _log.exception("writing failed")  # for one socket: the others do not wait for it


class Outbox:
    """The frames on their way to one socket, by its connection.

    ``too_slow`` is called if its reader is more than ``most`` bytes behind.
    """

    __slots__ = (
        "_all",
        "_most",
        "_parts",
        "_too_slow",
        "_wire",
        "can_wait",
        "is_told",
        "waits",
    )

    def __init__(
        self,
        outboxes: Outboxes,
        wire: asyncio.Transport,
        most: int,
        too_slow: Callable[[], None],
    ) -> None:
        self._all = outboxes
        self._wire: asyncio.Transport | None = wire
        self._most = most
        self._too_slow = too_slow
        self._parts: list[bytes] = []
        self.can_wait = True
        """Whether all that is in here may wait for more."""
        self.is_told = False
        """Whether the others know that something has come in this turn;"""
        self.waits = False
        """and whether it is among those that wait."""

    def close(self) -> None:
        """Send nothing any more, and hold nothing."""
        self._wire = None
        self._too_slow = _nobody_minds
        self._parts.clear()

    def send(self, message: bytes, can_wait: bool = False, /) -> None:
        """Send a message as one text frame."""
        self._put(header(len(message)), message, can_wait)

    def control(self, opcode: int, payload: bytes = b"") -> None:
        """Send a control frame, which says at most 125 bytes."""
        self._put(control(opcode, payload), b"", False)

    def _put(self, head: bytes, payload: bytes, can_wait: bool) -> None:
        if not self.is_told:
            self.is_told = True
            self._all.filled(self)
        if not can_wait:
            self.can_wait = False
        self._parts.append(head)
        self._parts.append(payload)

    def empty(self) -> None:
        """Write the frames that have gathered, all at once."""
        wire, frames = self._wire, b"".join(self._parts)
        self._parts.clear()
        self.can_wait = True
        if wire is None or not frames or wire.is_closing():
            return
        wire.write(frames)
        if wire.get_write_buffer_size() > self._most:
            self._too_slow()


def _nobody_minds() -> None:
    pass
