"""``paiju serve``: one process with the page, the rooms and the tables."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import structlog
from cyclopts import Parameter

from paiju.bots import registry as bots
from paiju.core.errors import PaijuError
from paiju.core.registry import game_keys
from paiju.server.database import database_url, shown
from paiju.server.settings import Settings, from_environment, pace_named

_ALL_ADDRESSES = ("0.0.0.0", "::", "")


def run(
    *,
    host: str | None = None,
    port: Annotated[int | None, Parameter(name=["--port", "-p"])] = None,
    data: Path | None = None,
    pace: str | None = None,
    bot: str | None = None,
    origins: str | None = None,
    per_address: int | None = None,
    messages: int | None = None,
    database_url: str | None = None,
) -> None:
    """Open the tables: the server and its page.  开桌：服务器和网页

    Every flag can be set in the environment too: PAIJU_PORT, PAIJU_DATA, and so on.

    Parameters
    ----------
    host
        Where to listen; 0.0.0.0 (the default) is every network of this machine, 127.0.0.1 only
        this machine.
    port
        The port of page and sockets (8000); 0 is any free one.
    data
        The folder that keeps the games (./paiju-data).
    pace
        How long players may think: calm, normal, quick; instant for programs.
    bot
        Which bot fills the seats; the best one if it is left out.
    origins
        Addresses of other pages that may connect, with commas between them.
    per_address
        How many people may come from one address (200): a club behind one router is one.
    messages
        How many messages a second one socket may send for long (20); programs that play without
        a pause send more.
    database_url
        Another database than the file in the data folder, as an SQLAlchemy URL.
    """
    flags = {
        "host": host,
        "port": port,
        "data": data,
        "pace": pace,
        "bot": bot,
        "origins": origins,
        "per_address": per_address,
        "messages": messages,
        "database_url": database_url,
    }
    given: dict[str, object] = {k: v for k, v in flags.items() if v is not None}
    settings = _settings({**from_environment(), **given})
    _check_bot(settings.bot)
    _log_to_stderr()
    with _listen(settings.host, settings.port) as listening:
        asyncio.run(_serve(settings, listening, listening.getsockname()[1]))


def _settings(given: dict[str, object]) -> Settings:
    host = str(given.get("host", "0.0.0.0"))
    port = _whole(given.get("port", 8000), "port", 0, 65535)
    bot, url = given.get("bot"), given.get("database_url")
    origins = str(given.get("origins", ""))
    lan = _lan_address() if host in _ALL_ADDRESSES else None
    return Settings(
        host=host,
        port=port,
        data=Path(str(given.get("data", "paiju-data"))),
        database_url=None if url is None else str(url),
        pace=pace_named(str(given.get("pace", "normal"))),
        sockets_per_address=_whole(given.get("per_address", 200), "per-address", 1, 100_000),
        messages_a_second=_whole(given.get("messages", 20), "messages", 1, 100_000),
        origins=tuple(origin.strip() for origin in origins.split(",") if origin.strip()),
        bot=None if bot is None else str(bot),
        share=f"http://{lan}:{port}" if lan and port else None,
    )


def _check_bot(name: str | None) -> None:
    """:raises PaijuError: if some game has no bot of this name."""
    if name is not None:
        for key in game_keys():
            bots.bot(name, key, seed=0)


def _whole(given: object, name: str, low: int, high: int) -> int:
    """:raises PaijuError: unless it is a whole number from ``low`` to ``high``."""
    try:
        number = int(str(given))
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise PaijuError(f"--{name} {given!r}: it is a number from {low} to {high}")
    return number


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, OverflowError) as error:
        listening.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise PaijuError(
                f"port {port} is taken by another program; choose one with --port, "
                f"for example: paiju serve --port {port + 1}"
            ) from None
        raise PaijuError(f"cannot listen on {host} port {port}: {error}") from None
    listening.setblocking(False)
    return listening


async def _serve(settings: Settings, listening: socket.socket, port: int) -> None:
    from paiju.server.app import Server
    from paiju.server.house import House

    server = Server(House(settings), on_started=lambda: _greet(settings, port))
    await server.run_on(listening)
    print("牌局收摊，进度都已保存。Stopped; every game is kept.", file=sys.stderr)


def _greet(settings: Settings, port: int) -> None:
    here = "localhost" if settings.host in _ALL_ADDRESSES else settings.host
    here = f"[{here}]" if ":" in here else here
    lines = [f"牌局 paiju  http://{here}:{port}"]
    if settings.share:
        lines.append(f"同一网络 for others in this network  {settings.share}")
    lines.append(f"数据 data  {shown(database_url(settings.database))}")
    lines.append("停止 stop  Ctrl+C")
    print("\n".join(lines), flush=True)


def _lan_address() -> str | None:
    """This machine's address in its network, if it has one; nothing is sent for that."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address


class _Stderr:
    """Lines on whatever stderr is now. That nobody reads them any more stops no table."""

    def msg(self, line: str) -> None:
        """Write a line."""
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)

    debug = info = warning = error = critical = exception = msg


def _log_to_stderr() -> None:
    """Structured lines on stderr; what the user asked for is on stdout."""
    structlog.configure(
        processors=[
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        logger_factory=lambda *_: _Stderr(),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
