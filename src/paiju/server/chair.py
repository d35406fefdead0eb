"""One seat of a table: who sits there, what it is asked, and how others see it."""

from typing import Final

from mypy_extensions import mypyc_attr

from paiju.core.seat import Seat
from paiju.server.protocol import Ask, Chair
from paiju.server.steps import Place
from paiju.server.stream import Stream

NOT_YET: Final = 0.0
"""Before any time of the monotonic clock that is told of a prompt."""


@mypyc_attr(acyclic=True)
class Asked:
    """An open prompt of a seat."""

    __slots__ = ("ask", "due", "public", "since")

    def __init__(self, ask: Ask, public: bool) -> None:
        self.ask: Final = ask
        self.public: Final = public
        """Whether it is the seat's own turn, as everybody can see."""
        self.since = NOT_YET
        """When it was shown, by the monotonic clock;"""
        self.due = NOT_YET
        """and when it is answered for its seat."""

    def same_question(self, other: Ask) -> bool:
        """Whether another ask would ask nothing new."""
        ask = self.ask
        return ask.question == other.question and ask.legal == other.legal


class SeatState:
    """A seat of a running table. A bot's seat has no stream; its player's has one."""

    __slots__ = (
        "asked",
        "auto",
        "bank",
        "bot",
        "connected",
        "deadline",
        "free",
        "left",
        "misses",
        "name",
        "player",
        "program",
        "prompts",
        "public_bank",
        "seat",
        "shown",
        "stream",
    )

    def __init__(self, seat: Seat, place: Place, bank: int, table: str) -> None:
        self.seat = seat
        self.name = place.name
        self.player = place.player
        self.bot = place.player is None
        self.program = place.program
        self.connected = place.connected
        self.left = place.left
        self.auto = place.auto
        """Whether the seat is played for although a person sits there (托管)."""
        self.misses = place.misses
        """How many prompts in a row the person let pass."""
        self.bank = bank
        """What is left of the time bank in this round, in ms."""
        self.public_bank = bank
        """The same as the others know it: without what secret questions took of it."""
        self.deadline: int | None = None
        """What is left of the deadline while the seat does something free of its turn, in ms."""
        self.prompts = place.prompts
        """How many questions the seat has been asked. Its own count: a common one would tell
        the others how many were asked in secret."""
        self.asked: Asked | None = None
        self.free: list[str] = []
        self.stream = Stream(table, place.v) if place.player is not None else None
        self.shown = self.chair()
        """The seat as the others were last shown it."""

    def place(self) -> Place:
        """The seat as the next round's journal keeps it."""
        return Place(
            name=self.name,
            player=self.player,
            connected=self.connected,
            auto=self.auto,
            left=self.left,
            misses=self.misses,
            prompts=self.prompts,
            v=self.stream.v if self.stream else 0,
            program=self.program,
        )

    def chair(self) -> Chair:
        """The seat as its owner sees it now."""
        return Chair(self.name, self.bot, self.connected, self.auto, self.left, self.program)

    @property
    def answers_itself(self) -> bool:
        """Whether a person answers here, and is not on auto-play."""
        return not self.bot and not self.auto

    def become_bot(self) -> None:
        """The player has left for good."""
        self.player = None
        self.stream = None
        self.bot = self.left = True
        self.connected = self.auto = self.program = False
        self.free = []
