"""``paiju bot``: a bot of ours, or any program, sits down at a server's table."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from contextlib import suppress
from typing import Annotated, Any, Final

from cyclopts import Parameter

from paiju.bots import registry as bots
from paiju.cli import Exit
from paiju.cli.afar import Afar
from paiju.cli.minds import BuiltIn, Mind, Program
from paiju.core.errors import PaijuError
from paiju.core.registry import game_keys

MOST_ROUNDS: Final = 64
"""As many as the protocol lets a match have."""


def run(
    url: str = "http://localhost:8000",
    /,
    *,
    room: str | None = None,
    game: str | None = None,
    bot: str | None = None,
    command: Annotated[str | None, Parameter(name="--exec")] = None,
    matches: int = 1,
    rounds: int = 4,
    token: str | None = None,
) -> int:
    """Let a program play at a server.  让程序上桌

    It says what a match brought as a JSON line on stdout. docs/bots.md tells how to write one.

    Parameters
    ----------
    url
        The server.
    room
        The code of the room to sit down in; its host must have let programs in.
    game
        Without a room: the game to play at once against the server's own bots.
    bot
        A bot of ours (basic, random); basic if no --exec is given.
    command
        Instead: a program that reads the table's messages as JSON lines and writes answers.
    matches
        After how many matches to leave; 0: stay until the room is gone.
    rounds
        How many rounds a match with --game has.
    token
        The bot's token; better in the environment as PAIJU_BOT_TOKEN, where others do not see it.
    """
    token = token or os.environ.get("PAIJU_BOT_TOKEN")
    if not token:
        raise PaijuError("a bot needs its token: set PAIJU_BOT_TOKEN, or give --token")
    if (room is None) == (game is None):
        raise PaijuError("give either --room CODE or --game NAME")
    if bot is not None and command is not None:
        raise PaijuError("give either --bot NAME or --exec COMMAND")
    if matches < 0:
        raise PaijuError(f"--matches {matches}: a number from 0 on is wanted")
    if game is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise PaijuError(f"--rounds {rounds}: a number from 1 to {MOST_ROUNDS} is wanted")
    if room is not None and not re.fullmatch(r"[0-9]{6}", room):
        raise PaijuError(f"--room {room}: the code of a room is six digits")
    enter: dict[str, Any] = {"kind": "join_room", "code": room}
    if game is not None:
        enter = {"kind": "play_now", "game": game, "rounds": rounds}
    mind = Program(command) if command is not None else _built_in(bot or "basic", game)
    return asyncio.run(_play(Afar(socket_url(url), token, mind, enter, matches), mind))


def socket_url(url: str) -> str:
    """The address of the socket at the address of a page.

    >>> socket_url("https://club.example/room/123456"), socket_url("localhost:8000")
    ('wss://club.example/ws', 'ws://localhost:8000/ws')
    """
    scheme, found, rest = url.partition("://")
    if not found:
        scheme, rest = "http", url
    schemes = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    if scheme not in schemes:
        raise PaijuError(f"{url}: an address begins with http:// or https://")
    return f"{schemes[scheme]}://{rest.partition('/')[0]}/ws"


def _built_in(name: str, game: str | None) -> BuiltIn:
    """A bot of ours. :raises PaijuError: if there is none of this name for the game, or for any."""
    keys = game_keys() if game is None else (game,)
    if not any(name in bots.names(key) for key in keys):
        bots.bot(name, keys[0], seed=0)  # says which there are
    return BuiltIn(name)


async def _play(seat: Afar, mind: Mind) -> int:
    """Play to the end; a signal lets the seat go, which the server then plays on."""
    task = asyncio.current_task()
    assert task is not None
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl+C is a KeyboardInterrupt there
            loop.add_signal_handler(number, task.cancel)
    try:
        await seat.play()
    except asyncio.CancelledError:
        return Exit.INTERRUPTED
    finally:
        await mind.close()
    return Exit.OK
