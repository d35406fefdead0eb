"""Questions in JSON Lines, one answer line each: what ``score`` and ``combo`` do alike."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO

from paiju.cli import Exit
from paiju.core.errors import BadQuestion, PaijuError
from paiju.core.event import Json

Answer = Callable[[Mapping[str, Any]], dict[str, Json]]
"""Answers one question. :raises PaijuError: if it cannot be asked."""


def answer_file(file: str, answer: Answer) -> Exit:
    """Answer every line of a file (``-``: standard input) on standard output.

    A line that cannot be read or asked gets ``{"error": …, "line": …}`` in its place, the others
    are still answered, and the exit code says that one was wrong. Answers are UTF-8 everywhere.
    """
    wrong = False
    with _opened(file) as lines:
        for given in answers(lines, answer):
            wrong = wrong or "error" in given
            sys.stdout.buffer.write(json.dumps(given, ensure_ascii=False).encode() + b"\n")
    return Exit.BAD_INPUT if wrong else Exit.OK


def answers(lines: Iterable[bytes], answer: Answer) -> Iterator[dict[str, Json]]:
    """The answer, or the error, for each line that is not blank."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield answer(_question(line))
            except PaijuError as error:
                yield {"error": str(error), "line": number}


def _question(line: bytes) -> Mapping[str, Any]:
    try:
        question = json.loads(line)
    except UnicodeDecodeError as error:
        raise BadQuestion(f"byte {error.start + 1} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadQuestion(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except (RecursionError, ValueError) as error:  # a thousand brackets, a number without end
        raise BadQuestion(f"not JSON that can be read: {error}") from None
    if not isinstance(question, dict):
        raise BadQuestion(f"a question is a JSON object, not {type(question).__name__}")
    return question


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
    else:
        with open(file, "rb") as lines:
            yield lines
