"""One line of JSON Lines, read strictly: what is no JSON object is told, never guessed at."""

import json
from collections.abc import Mapping
from typing import Any, Final

from paiju.core.errors import BadRecord

_MOST_SHOWN: Final = 80


def read_object(line: bytes) -> dict[str, Any]:
    """The JSON object that a line of a file holds.

    >>> read_object(b'{"seat": 0, "do": "pass"}')
    {'seat': 0, 'do': 'pass'}
    >>> read_object(b'{"seat": 0, "seat": 1}')
    Traceback (most recent call last):
    ...
    paiju.core.errors.BadRecord: the key 'seat' is given twice

    :raises BadRecord: saying what is wrong and in which column.
    """
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(f"byte {error.start + 1} of the line is no UTF-8 text") from None
    try:
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: {error.msg} (column {error.pos + 1})") from None
    except RecursionError:
        raise BadRecord("not a record: brackets are nested too deeply") from None
    except BadRecord:
        raise
    except ValueError:
        raise BadRecord("a number has too many digits to be anything in a record") from None
    if not isinstance(data, dict):
        raise BadRecord(f'{shown(data)} is no JSON object: a line looks like {{"key": value}}')
    return data


def only_keys(data: Mapping[str, Any], what: str, known: tuple[str, ...]) -> None:
    """Refuse keys that mean nothing, naming those that do.

    :raises BadRecord: naming the first unknown key.
    """
    for key in data:
        if key not in known:
            raise BadRecord(f"{what} has no {shown(key)}; it has {', '.join(known)}")


def shown(value: object) -> str:
    """A value of somebody's file as a message shows it: quoted, and never longer than a line."""
    return shortened(repr(value))


def shortened(text: str, most: int = _MOST_SHOWN) -> str:
    """A text cut to a length that can still be read.

    >>> shortened("one two three", most=9)
    'one two …'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise BadRecord(f"the key {shown(key)} is given twice")
        data[key] = value
    return data


def _no_constant(name: str) -> Any:
    raise BadRecord(f"not JSON: {name} is no number")
