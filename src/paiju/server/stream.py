"""What one viewer is sent of a table: numbered without a gap, and kept for a while."""

from time import monotonic
from typing import Final, TypeAlias

from msgspec import json
from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from paiju.core.seat import Seat
from paiju.server.outbox import Send
from paiju.server.protocol import (
    Ask,
    Clock,
    Prompt,
    Settled,
    Shuffle,
    TableMessage,
    Told,
    Turn,
    encode,
)

KEPT: Final = 48
"""How many messages a viewer may have missed and still catch up; more are as long as a view."""

Aging: TypeAlias = Prompt | Clock | Settled
"""What has clocks, which run on while it waits to be sent again."""
QUESTIONS: Final = frozenset({Prompt, Settled, Shuffle})
"""What a viewer is to answer."""

_MORE: Final = 16
"""So many more may gather before they are dropped all at once: one by one takes longer."""


@mypyc_attr(acyclic=True)
class Message:
    """A message of a table, for all who see the same of it.

    It is encoded once, and not at all if nobody gets it.
    """

    __slots__ = (
        *("_encoded", "after", "asks", "kind", "message", "onlookers", "opens_pause", "public"),
        *("seats", "sent"),
    )

    def __init__(
        self,
        message: TableMessage,
        seats: int = 0,
        public: bool = False,
        opens_pause: bool = False,
        onlookers: bool = False,
        after: int = 0,
    ) -> None:
        self.message: TableMessage | None = message
        """What it says, until it is encoded."""
        self.kind: Final = type(message)
        self.asks: Final = self.kind in QUESTIONS
        """Whether a viewer is to answer it."""
        self.seats: Final = seats
        """Who gets it, a bit for each."""
        self.onlookers: Final = onlookers
        """Whether those who look on get it too, who see what everybody may see."""
        self.public: Final = public
        """Whether it shows that play went on: it must wait out a pause."""
        self.opens_pause = opens_pause
        """Whether the pause begins with it."""
        self.after: Final = after
        """How many questions may have been answered in secret before this one, in a pause."""
        self.sent = 0.0
        """When, by the monotonic clock."""
        self._encoded = b""

    def goes_to(self, seat: Seat) -> bool:
        """Whether a seat gets it."""
        return self.seats >> seat & 1 == 1

    def encoded(self) -> bytes:
        """The message on the wire."""
        if self.message is not None:
            self._encoded = encode(self.message)
            self.message = None
        return self._encoded

    def later(self, now: float) -> bytes:
        """The message as it reads by now."""
        if not issubclass(self.kind, Aging):
            return self.encoded()
        message = json.decode(self.encoded(), type=self.kind)
        return encode(aged_message(message, round((now - self.sent) * 1000)))


class Stream:
    """The messages of a table to one viewer, from number 1 on; whoever listens is sent each.

    A stream that does not ``keep`` is for who looks on: while nobody listens it only counts.
    """

    __slots__ = ("_head", "_keeps", "_kept", "_listeners", "v")

    def __init__(self, table: str, v: int = 0, keeps: bool = True) -> None:
        self.v = v
        """The number of the last message."""
        self._head = encode(Told(table, 0, [])).removesuffix(b'0,"messages":[]}')
        self._keeps = keeps
        self._listeners: tuple[Send, ...] = ()
        # A list: an empty deque takes 700 bytes, and most streams have little to keep.
        self._kept: list[Message] = []

    def tell(self, messages: list[Message]) -> None:
        """Send what comes next, all in one frame."""
        if not messages:
            return
        first = self.v + 1
        self.v += len(messages)
        if self._listeners:
            frame = self._frame(first, [message.encoded() for message in messages])
            can_wait = not any(message.asks for message in messages)
            for listener in self._listeners:
                listener(frame, can_wait)
        elif not self._keeps:
            self._kept.clear()
            return
        self._kept.extend(messages)
        if len(self._kept) > KEPT + _MORE:
            del self._kept[:-KEPT]

    def _frame(self, first: int, messages: list[bytes]) -> bytes:
        """``Told`` on the wire: it is made of what is encoded already."""
        return b"".join((self._head, b"%d" % first, b',"messages":[', b",".join(messages), b"]}"))

    def listen(self, listener: Send) -> None:
        """Send what comes from here on to one more socket."""
        if listener not in self._listeners:
            self._listeners = (*self._listeners, listener)

    def send_only_to(self, listener: Send) -> None:
        """Send what comes from here on to one socket alone."""
        self._listeners = (listener,)

    def forget(self, listener: Send) -> None:
        """Send nothing to a socket any more."""
        self._listeners = tuple(other for other in self._listeners if other != listener)

    def missed(self, last: int) -> list[bytes] | None:
        """What to send after message ``last``, or ``None`` if not all can be sent again."""
        count = self.v - last
        if last <= 0 or count < 0 or count > min(KEPT, len(self._kept)):
            return None
        if count == 0:
            return []
        now = monotonic()
        return [self._frame(last + 1, [message.later(now) for message in self._kept[-count:]])]


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
