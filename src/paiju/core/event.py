"""What happens at a table: at once the log, the wire format and all that bots ever learn."""

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, ClassVar, Self, cast

from paiju.core.seat import Viewer
from paiju.core.text import Text

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def shown(write: Callable[[Any], Json], default: object = MISSING) -> Any:
    """Declare a field of an event that is written to JSON by ``write`` (tiles as mpsz text).

    ``None`` stays ``None``: that is how a field looks to a seat that may not see it.
    """
    return (
        field(default=default, metadata={"write": write})
        if default is not MISSING
        else field(metadata={"write": write})
    )


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as seen by somebody who saw all of it.

    :meth:`seen_by` is the only redaction there is: everything that leaves a round for a player,
    a spectator, a log or a bot goes through it.
    """

    type: ClassVar[str] = ""
    opens_claims: ClassVar[bool] = False
    """Whether seats may be asked about this in secret before play goes on.

    A table then shows nothing more for a fixed time, so that the pause does not tell whether
    anybody was asked.
    """

    def seen_by(self, viewer: Viewer) -> Self | None:
        """This event as ``viewer`` may see it: whole, with fields hidden as ``None``, or not."""
        return self

    def as_dict(self) -> dict[str, Json]:
        """The event in JSON terms, its ``type`` first; stable, for records and the wire."""
        data: dict[str, Json] = {"type": self.type}
        for name, write in _writers(type(self)):
            value = getattr(self, name)
            data[name] = value if write is None or value is None else write(value)
        return data


_Writers = tuple[tuple[str, Callable[[Any], Json] | None], ...]
_WRITERS: dict[type[Event], _Writers] = {}


def _writers(kind: type[Event]) -> _Writers:
    known = _WRITERS.get(kind)
    if known is None:
        known = _WRITERS[kind] = tuple(_writer(f) for f in fields(kind))
    return known


def _writer(f: "Field[Any]") -> tuple[str, Callable[[Any], Json] | None]:
    return f.name, cast("Callable[[Any], Json] | None", f.metadata.get("write"))


def text_json(text: Text) -> Json:
    """A bilingual text as JSON: ``{"zh": …, "en": …}``."""
    return {"zh": text.zh, "en": text.en}
