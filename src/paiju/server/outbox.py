"""What goes out to the sockets: all of a socket's frames of one turn of the loop are one write.

Who has moved gets an answer and what came of it, and one write costs more than all that makes both.
So while very many have something to get, only those are written to at once who are asked something;
for the others a few turns are one write.
"""

import asyncio
from collections.abc import Callable

from paiju.server.framing import control, header

BUSY = 256
"""With more sockets than that to write to in one turn, a node is busy."""
WAIT = 0.05
"""Seconds for which what can wait does so then: less than anybody sees."""


class Outboxes:
    """The outboxes of all sockets of a node."""

    def __init__(self) -> None:
        self._filled: list[Outbox] = []
        """Those that are looked at when this turn of the loop ends."""
        self._waiting: list[Outbox] = []
        self._until: asyncio.TimerHandle | None = None
        """When these wait no longer."""

    def filled(self, outbox: "Outbox") -> None:
        """Empty this one at the end of this turn of the loop, or when it has waited."""
        if not self._filled:
            asyncio.get_running_loop().call_soon(self._look)
        self._filled.append(outbox)

    def _look(self) -> None:
        filled, self._filled = self._filled, []
        if len(self._waiting) + len(filled) <= BUSY:
            self._empty_waiting()
        else:
            self._waiting += [outbox for outbox in filled if outbox.can_wait]
            filled = [outbox for outbox in filled if not outbox.can_wait]
            if self._until is None:
                self._until = asyncio.get_running_loop().call_later(WAIT, self._wait_no_longer)
        for outbox in filled:
            outbox.empty()

    def _wait_no_longer(self) -> None:
        self._until = None
        self._empty_waiting()

    def _empty_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for outbox in waiting:
            outbox.empty()


class Outbox:
    """The frames on their way to one socket, by its connection.

    ``too_slow`` is called if its reader is more than ``most`` bytes behind.
    """

    __slots__ = ("_all", "_most", "_parts", "_too_slow", "_wire", "can_wait")

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

    def close(self) -> None:
        """Send nothing any more, and hold nothing."""
        self._wire = None
        self._too_slow = _nobody_minds

    def send(self, message: bytes, can_wait: bool = False, /) -> None:
        """Send a message as one text frame; if it can wait, not before its time in a busy turn."""
        self._put(header(len(message)), message, can_wait)

    def control(self, opcode: int, payload: bytes = b"") -> None:
        """Send a control frame, which says at most 125 bytes."""
        self._put(control(opcode, payload), b"", False)

    def _put(self, head: bytes, payload: bytes, can_wait: bool) -> None:
        if not self._parts or (self.can_wait and not can_wait):
            self._all.filled(self)
            self.can_wait = can_wait
        self._parts.append(head)
        self._parts.append(payload)

    def empty(self) -> None:
        """Write the frames that have gathered, all at once."""
        wire, frames = self._wire, b"".join(self._parts)
        self._parts.clear()
        if wire is None or not frames or wire.is_closing():
            return
        wire.write(frames)
        if wire.get_write_buffer_size() > self._most:
            self._too_slow()


def _nobody_minds() -> None:
    pass
