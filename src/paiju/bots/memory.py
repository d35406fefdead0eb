"""What a seat was told of a round over the wire, put together to what it may know."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from paiju.core.event import Event
from paiju.core.game import Observation

Kinds: TypeAlias = Mapping[str, type[Event]]
"""Events by their type on the wire."""
Readers: TypeAlias = Mapping[Callable[[Any], Any], Callable[[Any], Any]]
"""How to read back what a writer of an event's field wrote."""


class Memory(ABC):
    """One round, from one seat, as a program far away learns of it: event by event.

    An observation is the fold of the events that were shown to its viewer, so whoever heard them
    from the deal on knows all that the seat knows. Bots of ours play by it as at the table.
    """

    @abstractmethod
    def note(self, event: Mapping[str, Any]) -> None:
        """Take in the next event as it came over the wire."""

    @abstractmethod
    def observation(self, ask: Mapping[str, Any]) -> Observation:
        """What the seat may know while it is asked this (``ask`` of a prompt)."""


def kinds_of(classes: Sequence[type[Event]]) -> Kinds:
    """These events by their type."""
    return {kind.type: kind for kind in classes}


def read_event(data: Mapping[str, Any], kinds: Kinds, readers: Readers) -> Event | None:
    """An event as ``Event.as_dict`` wrote it; ``None`` if it is of no kind that is asked for."""
    kind = kinds.get(str(data["type"]))
    if kind is None:
        return None
    told = {}
    for name in kind.fields:
        read = readers.get(kind.writers[name]) if name in kind.writers else None
        told[name] = data[name] if read is None or data[name] is None else read(data[name])
    return kind(**told)
