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


class Numbered(NamedTuple):
    """A table message, encoded once for all who see the same; only ``v`` is still to be set."""

    message: TableMessage
    head: bytes
    tail: bytes

    def at(self, v: int) -> bytes:
        """The frame for the viewer whose next number is ``v``."""
        return b"%b%d%b" % (self.head, v, self.tail)


def numbered(message: TableMessage) -> Numbered:
    """Encode a message but for its ``v``, which stands right after its tag."""
    head, number, tail = encode(message).partition(_NUMBER)
    return Numbered(message, head + number[:-1], tail)


class _Kept(NamedTuple):
    frame: bytes
    message: TableMessage
    sent: float


class Stream:
    """The messages to one seat, from 1 on; whoever listens now gets each at once."""

    __slots__ = ("_kept", "listener", "v")

    def __init__(self, v: int = 0) -> None:
        self.v = v
        self.listener: Listener | None = None
        self._kept: deque[_Kept] = deque(maxlen=KEPT)

    def push(self, message: Numbered) -> None:
        """Send one more message."""
        self.v += 1
        frame = message.at(self.v)
        self._kept.append(_Kept(frame, message.message, monotonic()))
        if self.listener is not None:
            self.listener(frame)

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
