"""What happens at a table: at once the log, the wire format and all that bots ever learn."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

from mypy_extensions import mypyc_attr

from paiju.core.seat import Viewer
from paiju.core.text import Text

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Names: TypeAlias = tuple[str, ...]
Writers: TypeAlias = dict[str, Callable[[Any], Json]]


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Event:  # noqa: PLW1641 - it has no hash, as it says
    """Something that happened, as seen by somebody who saw all of it.

    :meth:`seen_by` is the only redaction there is: everything that leaves a round for a player,
    a spectator, a log or a bot goes through it. Events are equal if all they say is equal; they
    are never changed, and have no hash: what they tell may be a list or an object of JSON.
    """

    __slots__ = ()

    type: ClassVar[str] = ""
    fields: ClassVar[Names] = ()
    """What it tells, by the names of its attributes, in the order of its JSON."""
    writers: ClassVar[Writers] = {}
    """How fields that are not JSON by themselves are written (tiles as mpsz text).

    ``None`` stays ``None``: that is how a field looks to a seat that may not see it.
    """
    opens_claims: ClassVar[bool] = False
    """Whether seats may be asked about this in secret before play goes on.

    A table then shows nothing more for a time that does not hang on whether anybody was.
    """

    def seen_by(self, viewer: Viewer) -> "Event | None":
        """This event as ``viewer`` may see it: whole, with fields hidden as ``None``, or not."""
        return self

    def as_dict(self) -> dict[str, Json]:
        """The event in JSON terms, its ``type`` first; stable, for records and the wire."""
        data: dict[str, Json] = {"type": self.type}
        writers = self.writers
        for name in self.fields:
            value, write = getattr(self, name), writers.get(name)
            data[name] = value if write is None or value is None else write(value)
        return data

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Event) and type(other) is type(self) and _told(other) == _told(self)
        )

    def __repr__(self) -> str:
        told = ", ".join([f"{name}={getattr(self, name)!r}" for name in self.fields])
        return f"{type(self).__name__}({told})"


def _told(event: Event) -> list[object]:
    return [getattr(event, name) for name in event.fields]


def json_copy(value: Json) -> Json:
    """The same JSON in lists and objects of its own, for whoever may change what it is given."""
    if isinstance(value, dict):
        return {name: json_copy(each) for name, each in value.items()}
    if isinstance(value, list):
        return [json_copy(each) for each in value]
    return value


def text_json(text: Text) -> Json:
    """A bilingual text as JSON: ``{"zh": …, "en": …}``."""
    return {"zh": text.zh, "en": text.en}
