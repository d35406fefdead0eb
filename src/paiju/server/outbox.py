"""What goes out to the sockets: all of a socket's frames of one turn of the loop are one write.

Who has moved gets an answer and what came of it, and one write costs more than all that makes both.
"""

import asyncio
from collections.abc import Callable

from paiju.server.framing import control, header


class Outboxes:
    """The outboxes of all sockets of a node."""

    def __init__(self) -> None:
        self._filled: list[Outbox] = []

    def filled(self, outbox: "Outbox") -> None:
        """Empty this one at the end of this turn of the loop."""
        if not self._filled:
            asyncio.get_running_loop().call_soon(self._empty)
        self._filled.append(outbox)

    def _empty(self) -> None:
        filled, self._filled = self._filled, []
        for outbox in filled:
            outbox.empty()


class Outbox:
    """The frames on their way to one socket, by its connection.

    ``too_slow`` is called if its reader is more than ``most`` bytes behind.
    """

    __slots__ = ("_all", "_most", "_parts", "_too_slow", "_wire")

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

    def close(self) -> None:
        """Send nothing any more, and hold nothing."""
        self._wire = None
        self._too_slow = _nobody_minds

    def send(self, message: bytes) -> None:
        """Send a message as one text frame."""
        self._put(header(len(message)), message)

    def control(self, opcode: int, payload: bytes = b"") -> None:
        """Send a control frame, which says at most 125 bytes."""
        self._put(control(opcode, payload), b"")

    def _put(self, head: bytes, payload: bytes) -> None:
        if not self._parts:
            self._all.filled(self)
        self._parts.append(head)
        self._parts.append(payload)

    def empty(self) -> None:
        """Write the frames that have gathered, all at once."""
        parts, self._parts = self._parts, []
        wire = self._wire
        if wire is None or not parts or wire.is_closing():
            return
        wire.write(b"".join(parts))
        if wire.get_write_buffer_size() > self._most:
            self._too_slow()


def _nobody_minds() -> None:
    pass
