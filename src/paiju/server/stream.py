"""What one viewer is sent of a table: numbered without a gap, and kept for a while."""

from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from paiju.server.protocol import (
    Ask,
    Clock,
    Prompt,
    ServerMessage,
    Settled,
    TableMessage,
    Turn,
    encode,
)

KEPT: Final = 512
"""How many messages a viewer may have missed and still catch up one by one."""

Listener: TypeAlias = Callable[[bytes], None]

_NUMBER: Final = b'"v":0'


class Numbered:
    """A table message for viewers who see the same of it; only ``v`` differs.

    It is encoded once, and not at all if nobody gets it.
    """

    __slots__ = ("_head", "_tail", "message")

    def __init__(self, message: TableMessage) -> None:
        self.message = message
        self._head = b""
        self._tail = b""

    def at(self, v: int) -> bytes:
        """The frame for the viewer whose next number is ``v``."""
        if not self._head:
            # The number stands right after the tag, before all that may look like it.
            head, number, self._tail = encode(self.message).partition(_NUMBER)
            self._head = head + number[:-1]
        return b"%b%d%b" % (self._head, v, self._tail)


class _Kept(NamedTuple):
    frame: bytes
    message: TableMessage
    sent: float


class Stream:
    """The messages to one viewer, from 1 on; whoever listens now gets each at once.

    A stream that does not ``keep`` is for who looks on: while nobody listens it only counts.
    """

    __slots__ = ("_keeps", "_kept", "_listeners", "v")

    def __init__(self, v: int = 0, keeps: bool = True) -> None:
        self.v = v
        self._keeps = keeps
        self._listeners: tuple[Listener, ...] = ()
        self._kept: deque[_Kept] = deque(maxlen=KEPT)

    def push(self, message: Numbered) -> None:
        """Send one more message."""
        self.v += 1
        if not self._keeps and not self._listeners:
            self._kept.clear()
            return
        frame = message.at(self.v)
        self._kept.append(_Kept(frame, message.message, monotonic()))
        for listener in self._listeners:
            listener(frame)

    def listen(self, listener: Listener) -> None:
        """Send what comes from here on to one more socket."""
        if listener not in self._listeners:
            self._listeners = (*self._listeners, listener)

    def send_only_to(self, listener: Listener) -> None:
        """Send what comes from here on to one socket alone."""
        self._listeners = (listener,)

    def forget(self, listener: Listener) -> None:
        """Send nothing to a socket any more."""
        self._listeners = tuple(other for other in self._listeners if other != listener)

    def missed(self, last: int) -> Iterator[bytes] | None:
        """The messages after number ``last``, or ``None`` if they cannot all be sent again."""
        count = self.v - last
        if last <= 0 or count < 0 or count > len(self._kept):
            return None
        return self._again(count)

    def _again(self, count: int) -> Iterator[bytes]:
        now = monotonic()
        for offset in range(count, 0, -1):
            kept = self._kept[-offset]
            aged = aged_message(kept.message, round((now - kept.sent) * 1000))
            if aged is kept.message:
                yield kept.frame
            else:
                yield encode(replace(aged, v=self.v - offset + 1))


def aged_message(message: ServerMessage, ms: int) -> ServerMessage:
    """A message as it reads ``ms`` later: less time is left on its clocks."""
    match message:
        case Prompt():
            return replace(message, ask=aged_ask(message.ask, ms))
        case Clock():
            return replace(message, turn=aged_turn(message.turn, ms))
        case Settled(settled=settled):
            left = max(0, settled.next_in - ms)
            return replace(message, settled=replace(settled, next_in=left))
    return message


def aged_ask(ask: Ask, ms: int) -> Ask:
    """A question ``ms`` later."""
    deadline, bank = _clock_after(ask.deadline, ask.bank, ms)
    return replace(ask, deadline=deadline, bank=bank)


def aged_turn(turn: Turn, ms: int) -> Turn:
    """Another seat's clock ``ms`` later."""
    deadline, bank = _clock_after(turn.deadline, turn.bank, ms)
    return replace(turn, deadline=deadline, bank=bank)


def _clock_after(deadline: int, bank: int, ms: int) -> tuple[int, int]:
    over = max(0, ms - deadline)
    return max(0, deadline - ms), max(0, bank - over)
