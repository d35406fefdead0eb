"""``paiju serve``: one process with the page, the rooms and the tables."""

from __future__ import annotations

import asyncio
import errno
import gc
import platform
import socket
import sys
from pathlib import Path
from typing import Annotated, Final

import structlog
from cyclopts import Parameter

from paiju import native
from paiju.bots import registry as bots
from paiju.core.errors import PaijuError
from paiju.core.registry import game_keys
from paiju.server.database import database_url, shown
from paiju.server.logs import form_named, log_to_stderr
from paiju.server.proxies import LOOPBACK, networks
from paiju.server.settings import Settings, from_environment, pace_named

SEARCH_EVERY: Final = 0.1
"""Seconds between two looks for garbage."""
_ALL_ADDRESSES: Final = ("0.0.0.0", "::", "")
SHORTEST_TOKEN: Final = 16


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
    nats_url: str | None = None,
    node: str | None = None,
    trusted_proxies: str | None = None,
    admin_token: str | None = None,
    log: str | None = None,
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
    nats_url
        The NATS server where the nodes of one site meet, nats://host:4222; they share a PostgreSQL
        database.
    node
        What this node is called (the machine's name).
    trusted_proxies
        Which proxies are believed for whom they ask, addresses or networks with commas between
        them; those on this machine, unless it is said.
    admin_token
        Opens /admin and /metrics, which are off without one; rather set it in the environment,
        where no list of processes shows it.
    log
        How events are written to stderr: text, or json for one object a line.
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
        "nats_url": nats_url,
        "node": node,
        "trusted_proxies": trusted_proxies,
        "admin_token": admin_token,
        "log": log,
    }
    given: dict[str, object] = {k: v for k, v in flags.items() if v is not None}
    settings = _settings({**from_environment(), **given})
    _check_bot(settings.bot)
    log_to_stderr(settings.log)
    with (
        _listen(settings.host, settings.port) as listening,
        asyncio.Runner(loop_factory=_new_loop) as runner,
    ):
        runner.run(_serve(settings, listening, listening.getsockname()[1]))


def _settings(given: dict[str, object]) -> Settings:
    host = str(given.get("host", "0.0.0.0"))
    port = _whole(given.get("port", 8000), "port", 0, 65535)
    origins = str(given.get("origins", ""))
    # Whoever has proxies before the server gives people their address, not this machine's.
    is_proxied = "trusted_proxies" in given
    lan = _lan_address() if host in _ALL_ADDRESSES and not is_proxied else None
    settings = Settings(
        host=host,
        port=port,
        data=Path(str(given.get("data", "paiju-data"))),
        database_url=_text(given, "database_url"),
        nats_url=_text(given, "nats_url"),
        node=str(given.get("node", platform.node())),
        trusted_proxies=networks(str(given["trusted_proxies"])) if is_proxied else LOOPBACK,
        admin_token=_text(given, "admin_token"),
        log=form_named(str(given.get("log", "text"))),
        pace=pace_named(str(given.get("pace", "normal"))),
        sockets_per_address=_whole(given.get("per_address", 200), "per-address", 1, 100_000),
        messages_a_second=_whole(given.get("messages", 20), "messages", 1, 100_000),
        origins=tuple(origin.strip() for origin in origins.split(",") if origin.strip()),
        bot=_text(given, "bot"),
        share=f"http://{lan}:{port}" if lan and port else None,
    )
    _check_site(settings)
    _check_token(settings.admin_token)
    return settings


def _text(given: dict[str, object], name: str) -> str | None:
    return str(given[name]) if name in given else None


def _check_site(settings: Settings) -> None:
    """:raises PaijuError: if nodes would meet that have no database in common."""
    if settings.nats_url is not None and settings.database_file is not None:
        raise PaijuError(
            "--nats-url: 几台机器要共用一个数据库，还要 --database-url "
            "the nodes of a site share one database: set --database-url, too "
            "(postgresql+asyncpg://<user>:<password>@<host>/<name>)"
        )


def _check_token(token: str | None) -> None:
    """:raises PaijuError: if it can be guessed."""
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise PaijuError(
            f"--admin-token: 至少 {SHORTEST_TOKEN} 位 it has {SHORTEST_TOKEN} characters or more; "
            "`openssl rand -hex 32` makes one"
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
        raise PaijuError(
            f"--{name} {given!r}: 要 {low} 到 {high} 的整数 it is a number from {low} to {high}"
        )
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
                f"端口 {port} 已被别的程序占用 port {port} is taken by another program; "
                f"换一个 choose one with --port: paiju serve --port {port + 1}"
            ) from None
        raise PaijuError(f"不能监听 cannot listen on {host} port {port}: {error}") from None
    listening.setblocking(False)
    return listening


def _new_loop() -> asyncio.AbstractEventLoop:
    """uvloop's loop where there is one: not on Windows."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def _search_for_garbage() -> None:
    """Look for garbage often and among what is new alone: what is over frees itself.

    A look takes as long as there is new. By Python's own count it came after seconds of play, and
    with 2,000 tables nobody was served for 100 ms; a look through everything took two seconds
    (``sweep.py`` does that, while nobody plays).
    """
    gc.disable()
    while True:
        await asyncio.sleep(SEARCH_EVERY)
        gc.collect(0)


async def _serve(settings: Settings, listening: socket.socket, port: int) -> None:
    from paiju.server.app import Server
    from paiju.server.house import House

    server = Server(House(settings), on_started=lambda: _greet(settings, port))
    searching = asyncio.create_task(_search_for_garbage(), name="search for garbage")
    await server.run_on(listening)
    searching.cancel()
    if settings.log == "text":
        print("牌局收摊，进度都已保存。Stopped; every game is kept.", file=sys.stderr)
    else:
        structlog.get_logger(__name__).info("stopped")


def _greet(settings: Settings, port: int) -> None:
    here = "localhost" if settings.host in _ALL_ADDRESSES else settings.host
    here = f"[{here}]" if ":" in here else here
    lines = [f"牌局 paiju  http://{here}:{port}"]
    if settings.share:
        lines.append(f"同一网络 for others in this network  {settings.share}")
    lines.append(f"数据 data  {shown(database_url(settings.database))}")
    lines.append(f"规则 rules  {'编译 compiled' if native.is_compiled() else '解释 interpreted'}")
    if settings.admin_token is not None:
        lines.append(f"管理 admin  http://{here}:{port}/admin")
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
