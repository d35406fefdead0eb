"""What one viewer is sent of a table: numbered without a gap, and kept for a while."""

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final, TypeAlias

from msgspec import json
from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from paiju.server.protocol import (
    Ask,
    Clock,
    Prompt,
    Settled,
    TableMessage,
    Turn,
    encode,
)

KEPT: Final = 128
"""How many messages a viewer may have missed and still catch up one by one."""

Listener: TypeAlias = Callable[[bytes], None]
Aging: TypeAlias = Prompt | Clock | Settled
"""What has clocks, which run on while it waits to be sent again."""

_NUMBER: Final = b'"v":0'
_HEADS: Final[dict[bytes, bytes]] = {}
"""What stands before the number, which is the same in all messages of a kind."""
_DIGITS: Final = [b"%d" % number for number in range(4096)]
"""The numbers that a match gets to, as they are written: formatting takes four times as long."""


@mypyc_attr(acyclic=True)
class Numbered:
    """A table message for viewers who see the same of it; only ``v`` differs.

    It is encoded once, and not at all if nobody gets it.
    """

    __slots__ = ("_head", "_message", "_tail", "kind", "sent")

    def __init__(self, message: TableMessage) -> None:
        self.kind = type(message)
        self.sent = 0.0
        """When it was sent first, by the monotonic clock."""
        self._message: TableMessage | None = message
        self._head = b""
        self._tail = b""

    def at(self, v: int) -> bytes:
        """The frame for the viewer whose next number is ``v``."""
        if self._message is not None:
            # The number stands right after the tag, before all that may look like it.
            head, number, self._tail = encode(self._message).partition(_NUMBER)
            head += number[:-1]
            self._head = _HEADS.setdefault(head, head)
            self._message = None
        return self._head + (_DIGITS[v] if v < len(_DIGITS) else b"%d" % v) + self._tail


class Stream:
    """The messages to one viewer, from 1 on; whoever listens now gets each at once.

    A stream that does not ``keep`` is for who looks on: while nobody listens it only counts.
    """

    __slots__ = ("_keeps", "_kept", "_listeners", "v")

    def __init__(self, v: int = 0, keeps: bool = True) -> None:
        self.v = v
        self._keeps = keeps
        self._listeners: tuple[Listener, ...] = ()
        # A list: an empty deque takes 700 bytes, and most streams have little to keep.
        self._kept: list[Numbered] = []

    def push(self, message: Numbered) -> None:
        """Send one more message."""
        self.v += 1
        if not self._listeners:
            if not self._keeps:
                self._kept.clear()
                return
        else:
            frame = message.at(self.v)
            for listener in self._listeners:
                listener(frame)
        if message.sent == 0:
            message.sent = monotonic()
        self._kept.append(message)
        if len(self._kept) > KEPT:
            del self._kept[0]

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
        for v in range(self.v - count + 1, self.v + 1):
            kept = self._kept[v - self.v - 1]
            yield aged_frame(kept.at(v), kept.kind, round((now - kept.sent) * 1000))


def aged_frame(frame: bytes, kind: type[TableMessage], ms: int) -> bytes:
    """A message as it reads ``ms`` later, on the wire."""
    if not issubclass(kind, Aging):
        return frame
    return encode(aged_message(json.decode(frame, type=kind), ms))


def aged_message(message: Aging, ms: int) -> Aging:
    """A message as it reads ``ms`` later: less time is left on its clocks."""
    match message:
        case Prompt():
            return replace(message, ask=aged_ask(message.ask, ms))
        case Clock():
            return replace(message, turn=aged_turn(message.turn, ms))
        case Settled(settled=settled):
            left = max(0, settled.next_in - ms)
            return replace(message, settled=replace(settled, next_in=left))


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
