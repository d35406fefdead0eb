"""What comes to a table from outside, one thing after the other, and what a pause holds back."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from paiju.server.outbox import Send
from paiju.server.protocol import Leave, TableRequest
from paiju.server.refusals import refused

MOST_WAITING: Final = 16
"""So many requests of one player may wait: by a flood of them it takes nobody's turn."""


class Command:
    """A request of a player to its table; ``listener`` is the socket it came from."""

    __slots__ = ("listener", "message", "player")

    def __init__(self, player: str, message: TableRequest | Leave, listener: Send) -> None:
        self.player: Final = player
        self.message: Final = message
        self.listener: Final = listener


class CameOrWent(NamedTuple):
    """A player's connection dropped (``up`` false) or came back."""

    player: str
    up: bool


class TimeIsUp(NamedTuple):
    """It is time to look at the clocks."""


class OnlookersCame(NamedTuple):
    """Somebody who looks on waits to be shown the table."""


class Forgotten(NamedTuple):
    """Nobody has been here for so long that nobody is waited for any more."""


Item: TypeAlias = Command | CameOrWent | TimeIsUp | OnlookersCame | Forgotten


class Inbox:
    """The queue of a table.

    In a pause the table either waits for a secret answer or, if nobody was asked, for the pause's
    end. Whoever sent a request then could tell by its answer's delay which it is. So until the end
    of the pause everything is held back but answers to open prompts, in both cases.
    """

    def __init__(self) -> None:
        # Lists: they are short, and an empty deque takes 700 bytes of every table.
        self._came: list[Item] = []
        self._held: list[Item] = []

    def __len__(self) -> int:
        return len(self._came) + len(self._held)

    def put(self, item: Item) -> None:
        """Take what comes from the table's own side."""
        self._came.append(item)

    def request(self, command: Command) -> None:
        """Take a request.

        :raises Refused: as ``busy`` if too many of the player's are waiting.
        """
        if len(self) >= MOST_WAITING:
            waiting = [it for it in (*self._held, *self._came) if _asks(it, command.player)]
            if len(waiting) >= MOST_WAITING:
                raise refused("busy")
        self.put(command)

    def next(self, pausing: bool, answers: Callable[[Command], bool]) -> Item | None:
        """The next thing to do, if there is one.

        When a pause ends a :class:`TimeIsUp` must be put in.
        """
        while True:
            if self._held and not pausing:
                return self._held.pop(0)
            if not self._came:
                return None
            item = self._came.pop(0)
            if isinstance(item, TimeIsUp) or not (self._held or pausing):
                return item
            if isinstance(item, Command) and answers(item) and not self._holds(item.player):
                return item
            self._held.append(item)

    def _holds(self, player: str) -> bool:
        """Whether something of a player is held back: what it sends after it stays behind it."""
        return any(
            isinstance(item, Command | CameOrWent) and item.player == player for item in self._held
        )

    def emptied(self) -> Iterator[Command]:
        """Take out the requests that nobody will come to any more."""
        waiting = [*self._held, *self._came]
        self._held.clear()
        self._came.clear()
        return (item for item in waiting if isinstance(item, Command))


def _asks(item: Item, player: str) -> bool:
    """Whether this is a request of a player."""
    return isinstance(item, Command) and item.player == player
