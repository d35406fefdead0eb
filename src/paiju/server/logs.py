"""What a server writes down of itself: a line an event, for people or as JSON, on stderr.

Whatever is bound with ``structlog.contextvars`` in a task (``table``, ``player``) is in each line
that comes of it. No token, password, hand or seed ever is: tracebacks are without local variables,
and errors of the database without its parameters.
"""

import json
import logging
import sys
from contextlib import suppress
from typing import Any, Final, Literal, TypeAlias, get_args

import structlog
from structlog.typing import Processor

from paiju.core.errors import PaijuError

LogForm: TypeAlias = Literal["text", "json"]
FORMS: Final[tuple[LogForm, ...]] = get_args(LogForm)


def form_named(name: str) -> LogForm:
    """The form of this name.

    :raises PaijuError: naming those there are.
    """
    for form in FORMS:
        if form == name:
            return form
    raise PaijuError(f"没有这种写法 log {name!r} does not exist; the forms are: {', '.join(FORMS)}")


class _Stderr:
    """Lines on whatever stderr is now. That nobody reads them any more stops no table."""

    def msg(self, line: str) -> None:
        """Write a line."""
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)  # noqa: T201

    debug = info = warning = error = critical = exception = msg


class _Handler(logging.Handler):
    """What libraries log, written as we write."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(formatter)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        _Stderr().msg(self.format(record))


def _as_json(fields: Any, **_: Any) -> str:
    return json.dumps(fields, ensure_ascii=False, default=str)


def log_to_stderr(form: LogForm = "text") -> None:
    """Write what happens here, ours from ``info`` on and that of libraries from ``warning``."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        # Plain tracebacks: those with local variables would show hands and seeds.
        structlog.processors.format_exc_info,
    ]
    render: Processor = (
        structlog.processors.JSONRenderer(serializer=_as_json)
        if form == "json"
        else structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"])
    )
    structlog.configure(
        processors=[*shared, render],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: _Stderr(),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render],
    )
    logging.basicConfig(level=logging.WARNING, handlers=[_Handler(formatter)])
