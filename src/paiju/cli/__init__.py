"""``paiju``: the command line; play, judge, replay, measure and serve.

The contract of a command, for those who add one:

* It lives in a module of its own, ``paiju/cli/<name>.py``, as a function ``run`` whose parameters,
  annotations and docstring are the command's arguments, types and help. It is listed in
  ``COMMANDS``, and it is imported only when it is asked for: ``paiju --help`` loads none.
* It writes its answer to stdout and everything else to stderr. It returns an exit code of ``Exit``,
  or None for success.
* What the user did wrong is raised as a ``PaijuError`` (or left as the ``OSError`` it is, when a
  file cannot be read): ``main`` makes it one line on stderr and exit code 1. A question to many
  lines at once (``score``, ``combo``) instead answers a bad one in its place and goes on.
* A traceback is never a user's answer. One that means a fault of ours is a single line too, unless
  ``PAIJU_TRACEBACK`` is set in the environment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from importlib.util import find_spec
from typing import Final

from cyclopts import App, CycloptsError

from paiju import __version__, native
from paiju.core.errors import PaijuError

__all__ = ["COMMANDS", "Exit", "main"]


class Exit(IntEnum):
    """How a command ended, for scripts; stable."""

    OK = 0
    BAD_INPUT = 1
    """Something asked for cannot be read or done: an option, a file, a line."""
    ILLEGAL = 2
    """A record whose action the rules do not allow, or whose deal was not fair."""
    FAULT = 70
    """A fault of ours."""
    INTERRUPTED = 130


COMMANDS: Final = {
    "serve": "Open the tables: the server and its page.  开桌：服务器和网页",
    "backup": "Copy all games and accounts into a file.  备份",
    "restore": "Bring back what a backup has kept.  恢复备份",
    "bot": "Let a program play at a server.  让程序上桌",
    "play": "Play a match in the terminal against bots.  在终端和机器人打牌",
    "score": "Judge finished rounds, one JSON line each.  算分，一行一局",
    "combo": "Answer Dou Dizhu questions, one JSON line each.  斗地主牌型问答",
    "replay": "Play a record and print its events.  重放牌谱",
    "verify": "Check that a deal was fair.  验证发牌公平",
    "arena": "Let bots play each other.  机器人对战",
    "bench": "Measure how fast the rules and the bots are.  测速",
}
"""Each command's one line of help; ``paiju.cli.<name>.run`` does it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one ``paiju`` command, from ``sys.argv`` unless arguments are given.

    Returns the exit code, one of ``Exit``.
    """
    try:
        asked = sys.argv[1:] if arguments is None else list(arguments)
        result = _app(asked)(asked)
        sys.stdout.flush()
        return Exit.OK if result is None else int(result)
    except (PaijuError, CycloptsError) as error:
        return _fail(str(error), Exit.BAD_INPUT)
    except BrokenPipeError:
        # The reader (`head`, say) has seen enough. Python would complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.OK
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        return _fail(f"{where}{error.strerror or error}", Exit.BAD_INPUT)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except Exception as error:
        if os.environ.get("PAIJU_TRACEBACK"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _fail(f"a fault of ours, {what} (PAIJU_TRACEBACK=1 shows where)", Exit.FAULT)


def _app(asked: list[str]) -> App:
    app = App(
        name="paiju",
        help="牌局: regional Chinese table games by their exact local rules.",
        version=f"{__version__} ({'compiled' if native.is_compiled() else 'interpreted'})",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    for name, line in COMMANDS.items():
        module = f"{__name__}.{name}"
        if find_spec(module) is not None:
            # The line stands in for the docstring of a command that is not going to be imported.
            help_line = None if asked[:1] == [name] else line
            app.command(f"{module}:run", name=name, help=help_line)
    return app


def _fail(reason: str, code: Exit) -> Exit:
    print(f"paiju: {' '.join(reason.split())}", file=sys.stderr)
    return code
