"""How the actions of a game and what a seat sees of it become numbers, and actions again.

Ids of actions live here and nowhere else. A coding that is out never changes: another numbering
or another layout is another version.
"""

from abc import ABC, abstractmethod
from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from paiju.core.action import Action, LegalActions
from paiju.core.errors import BadNotation
from paiju.core.game import Observation
from paiju.env.fields import Field, Layout


class Coding(ABC):
    """The numbering of a game's actions, and the encoder of what a seat sees.

    An encoded observation is a row of ``size`` numbers from 0 to 255, the ``fields`` one after
    the other. It is made from the seat's :class:`~paiju.core.game.Observation` alone. Seats in it
    are told from the observer's chair: itself, the next to play, the one across, the one before.
    """

    def __init__(
        self,
        name: str,
        version: int,
        actions: tuple[Action, ...],
        layout: Layout,
        idle: tuple[Action, ...],
    ) -> None:
        self.name: Final = name
        self.version: Final = version
        self.actions: Final = actions
        """Every action that there can be; an action's place is its id."""
        self.size: Final = layout.size
        self.nothing: Final = bytes(layout.size)
        """An observation in which every number is 0."""
        self._layout: Final = layout
        self._no_action: Final = bytes(len(actions))
        self._idle: Final = tuple([self.id_of(action) for action in idle])
        """What can be legal and yet be nothing to do: see ``mask``."""

    @abstractmethod
    def id_of(self, action: Action) -> int:
        """The number of an action.

        :raises BadNotation: if it has none.
        """

    @abstractmethod
    def encode(self, observation: Observation) -> bytes:
        """What the observer sees, as ``size`` bytes.

        :raises ValueError: if the observer is no seat.
        """

    def mask(self, legal: LegalActions, everything: bool = False) -> bytes:
        """A byte for every action: 1 where it is legal, 0 where it is not.

        Unless ``everything`` is asked for, it leaves out what moves nothing on (asking for a card
        count) and what is only a mistake (诈胡).
        """
        marks = blank(self._no_action)
        at: i64
        for action in legal.listed():
            at = self.id_of(action)
            marks[at] = 1
        if not everything:
            for number in self._idle:
                at = number
                if marks[at] == 1:
                    action = self.actions[number]
                    if action.free or legal.is_mistake(action):
                        marks[at] = 0
        return marks.getvalue()

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parts of an encoded observation."""
        return tuple(self._layout.fields)

    def describe(self) -> str:
        """The fields of an observation as a table in Markdown."""
        return self._layout.described()

    def unknown(self, action: Action) -> BadNotation:
        """That an action has no number."""
        return BadNotation(f"action {str(action)!r} has no number in {self.name} {self.version}")


def blank(zeros: bytes) -> BytesWriter:
    """A row of zeros to write numbers into; compiled code does that without making objects."""
    row = BytesWriter()
    row.write(zeros)
    return row


def count(row: BytesWriter, at: i64) -> None:
    """One more at this place."""
    row[at] = row[at] + 1
