"""The server as one process: page, rules, sockets and what operators need, on one port."""

import asyncio
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from socket import socket as RawSocket  # noqa: N812
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paiju.server.connections import Connections, Requests
from paiju.server.health import Health
from paiju.server.house import House
from paiju.server.metrics import watch_the_loop
from paiju.server.operations import operations
from paiju.server.socket import Sockets

STATIC: Final = Path(__file__).parent / "static"
_PACKED_RULES: Final = Path(__file__).parent / "rules"
_CHECKOUT_RULES: Final = Path(__file__).parents[3] / "docs" / "rules"
RULES: Final = _PACKED_RULES if _PACKED_RULES.is_dir() else _CHECKOUT_RULES
_RULES_TYPES: Final = {".md": "text/markdown; charset=utf-8", ".json": "application/json"}

_A_HOST: Final = re.compile(r"[A-Za-z0-9._\-]+(:[0-9]+)?|\[[0-9A-Fa-f:.]+\](:[0-9]+)?")
_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self' data:; connect-src 'self' {sockets}; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # A room's link has its code in it: it goes to nobody else.
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class SecurityHeaders:
    """Puts the security headers on every answer, and says what may be cached."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the app does, with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value.format(sockets=_sockets(scope)))
                # Vite names assets by their content; everything else is asked for anew.
                fixed = scope["path"].startswith("/assets/")
                cached = "public, max-age=31536000, immutable" if fixed else "no-cache"
                headers.setdefault("cache-control", cached)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _sockets(scope: Scope) -> str:
    """Where the page may open sockets: at its own address, spelled out for older browsers."""
    host = Headers(scope=scope).get("host", "")
    return f"ws://{host} wss://{host}" if _A_HOST.fullmatch(host) else ""


def page(static: Path, rules: Path, more: Sequence[Route] = ()) -> ASGIApp:
    """The HTTP side: the page with its assets, the rules, and whatever else is to be served."""

    def rules_file(request: Request) -> Response:
        path = rules / request.path_params["name"]
        media_type = _RULES_TYPES.get(path.suffix)
        if media_type is None or path.parent != rules or not _is_file(path):
            return PlainTextResponse("no such rules\n", 404)
        return FileResponse(path, media_type=media_type)

    def index(request: Request) -> Response:
        """The page itself, under every address that is no file: its links are its own affair."""
        name = request.path_params["path"]
        file = static / name
        if name and _is_file(file) and file.resolve().is_relative_to(static.resolve()):
            return FileResponse(file)
        if "." in name.rpartition("/")[2]:
            return PlainTextResponse("not found\n", 404)
        if not (static / "index.html").is_file():
            return PlainTextResponse("the page is not built: run `make web`\n", 503)
        return FileResponse(static / "index.html")

    routes: list[Route | Mount] = [
        *more,
        Route("/rules/{name}", rules_file),
        Route("/ws", lambda _: PlainTextResponse("a WebSocket is served here\n", 426)),
    ]
    if (static / "assets").is_dir():
        routes.append(Mount("/assets", StaticFiles(directory=static / "assets")))
    routes.append(Route("/{path:path}", index))
    return SecurityHeaders(Starlette(routes=routes))


def _is_file(path: Path) -> bool:
    """Whether there is a file; no file has a name that the file system cannot have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


class Server(uvicorn.Server):
    """uvicorn with the house behind it: opened before the first connection, closed after all."""

    def __init__(
        self,
        house: House,
        on_started: Callable[[], None] | None = None,
        static: Path = STATIC,
        rules: Path = RULES,
    ) -> None:
        self.house = house
        self._on_started = on_started
        settings = house.settings
        self.connections = Connections(settings.sockets_per_address, settings.trusted_proxies)
        self.sockets = Sockets(house)
        self.health = Health(house)
        super().__init__(
            uvicorn.Config(
                page(static, rules, operations(house, self.sockets, self.health)),
                http=partial(Requests, self.connections),  # type: ignore[arg-type]
                ws=self.sockets.upgrade,  # type: ignore[arg-type]
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,  # which proxies are believed, proxies.py says
                timeout_graceful_shutdown=3,
                h11_max_incomplete_event_size=16 * 1024,
            )
        )

    async def run_on(self, listening: RawSocket) -> None:
        """Serve on a socket that listens already, until SIGTERM or SIGINT or ``should_exit``."""
        watching = asyncio.create_task(watch_the_loop(), name="watch the loop")
        pinging = asyncio.create_task(self.sockets.keep_alive(), name="keep the sockets alive")
        try:
            await self.house.open()
            await self.serve(sockets=[listening])
        finally:
            watching.cancel()
            pinging.cancel()
            await self.house.close()

    async def startup(self, sockets: list[RawSocket] | None = None) -> None:
        """Begin to take connections, then say so."""
        await super().startup(sockets)
        if self._on_started is not None:
            self._on_started()

    async def shutdown(self, sockets: list[RawSocket] | None = None) -> None:
        """Give the tables to other nodes, and send the players away: to them, or to wait."""
        self.health.draining = True
        self.sockets.are_turned_away = True
        await self.house.hand_over()
        await self.sockets.close_all()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in good order at a signal; uvicorn itself would raise it again before the end."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows: Ctrl+C is a KeyboardInterrupt there
                loop.add_signal_handler(number, self._stop)
        yield
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)

    def _stop(self) -> None:
        self.should_exit = True
