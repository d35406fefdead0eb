"""``/admin``: a few plain pages, made here and needing no script, and the forms on them."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlencode

import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.templating import Jinja2Templates

from paiju.core.text import Text
from paiju.server.admin import Admin
from paiju.server.admin_door import PATH, Door, TooManyTries, Visit
from paiju.server.admin_journal import Journals
from paiju.server.admin_messages import Done, Drain, Pause, RemovePlayer
from paiju.server.house import House
from paiju.server.players import cleaned
from paiju.server.store import now_ms

OUT: Final = "admin-out"
TEMPLATES: Final = Path(__file__).parent / "templates"
MOST_SHOWN: Final = 200
"""Tables, players or steps on one page."""
LARGEST_FORM: Final = 4096
MOST_FIELDS: Final = 16
FORM_WITHIN: Final = 10.0
"""Seconds for a form to come."""
_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
}

Form = dict[str, str]

_log = structlog.get_logger(__name__)


class AdminPages:
    """The pages of one node, about all of them."""

    def __init__(self, house: House, admin: Admin, door: Door) -> None:
        self._house = house
        self._admin = admin
        self._door = door
        self._journals = Journals(house.store.engine, house.games)
        house.site.hear(OUT, lambda visit: door.end(visit.decode()))
        self._templates = Jinja2Templates(TEMPLATES)
        self._templates.env.trim_blocks = self._templates.env.lstrip_blocks = True
        self._templates.env.filters.update(time=_time, span=_span)
        self._templates.env.globals.update(game=self._game, path=PATH)

    def routes(self) -> list[Route]:
        """Every page and form."""
        return [
            Route(f"{PATH}/admin.css", lambda _: FileResponse(TEMPLATES / "admin.css")),
            Route(f"{PATH}/enter", self._enter, methods=["POST"]),
            Route(f"{PATH}/leave", self._form(self._leave), methods=["POST"]),
            Route(PATH, self._page(self._nodes)),
            Route(PATH, self._form(self._set_node), methods=["POST"]),
            Route(f"{PATH}/tables", self._page(self._tables)),
            Route(f"{PATH}/tables/{{table}}", self._page(self._journal)),
            Route(f"{PATH}/players", self._page(self._players)),
            Route(f"{PATH}/players", self._form(self._remove), methods=["POST"]),
            Route(f"{PATH}/{{path:path}}", self._elsewhere),
        ]

    # --- the door -----------------------------------------------------------------------------

    def _page(
        self, show: Callable[[Request, Visit], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A page for who has come in; the others are shown the door."""

        async def page(request: Request) -> Response:
            visit = self._door.visit(request)
            if visit is None:
                return self._show(request, "enter.html", None, 401)
            return await show(request, visit)

        return page

    def _form(
        self, do: Callable[[Request, Visit, Form], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A form of such a page."""

        async def form(request: Request) -> Response:
            visit = self._door.visit(request)
            if visit is None:
                return self._show(request, "enter.html", None, 401)
            fields = await _fields(request)
            if not self._door.is_sealed(visit, fields.get("seal", "")):
                return self._show(request, "enter.html", None, 403, trouble="seal")
            return await do(request, visit, fields)

        return form

    async def _enter(self, request: Request) -> Response:
        fields = await _fields(request)
        name = cleaned(fields.get("name", ""))[:32]
        address = self._door.address(request)
        try:
            if not self._door.opens(request, fields.get("token", "")):
                # Without the name: who takes one field for the other has the token in it.
                _log.warning("admin refused: wrong token", address=address)
                return self._show(request, "enter.html", None, 403, trouble="token", name=name)
        except TooManyTries:
            _log.warning("admin refused: too many tries", address=address)
            return self._show(request, "enter.html", None, 429, trouble="tries", name=name)
        if not name:
            return self._show(request, "enter.html", None, 422, trouble="name")
        if self._door.tells_token(name):
            return self._show(request, "enter.html", None, 422, trouble="named")
        _log.info("admin came in", admin=name, address=address)
        answer = _to("")
        self._door.let_in(request, answer, name)
        return answer

    async def _leave(self, _: Request, visit: Visit, __: Form) -> Response:
        _log.info("admin went out", by=visit.by)
        self._door.end(visit.id)
        self._house.site.tell_others(OUT, visit.id.encode())
        answer = _to("")
        self._door.let_out(answer)
        return answer

    async def _elsewhere(self, _: Request) -> Response:
        """For a form loaded anew, or a slash too many: our first page, not the game's."""
        return _to("")

    # --- pages --------------------------------------------------------------------------------

    async def _nodes(self, request: Request, visit: Visit) -> Response:
        return self._show(request, "nodes.html", visit, nodes=await self._admin.nodes())

    async def _tables(self, request: Request, visit: Visit) -> Response:
        search = request.query_params.get("q", "")
        found = await self._admin.tables(search, MOST_SHOWN)
        started = await self._journals.started(table.table for table in found.tables)
        tables = sorted(found.tables, key=lambda it: started.get(it.table, 0), reverse=True)
        return self._show(
            request, "tables.html", visit,
            tables=tables, more=found.more, started=started, search=search,
        )  # fmt: skip

    async def _players(self, request: Request, visit: Visit) -> Response:
        search = request.query_params.get("q", "")
        found = await self._admin.players(search, MOST_SHOWN)
        return self._show(
            request, "players.html", visit,
            players=found.players, more=found.more, search=search,
        )  # fmt: skip

    async def _journal(self, request: Request, visit: Visit) -> Response:
        table = request.path_params["table"]
        facts = await self._journals.facts(table)
        if facts is None:
            return self._show(request, "journal.html", visit, 404, table=table, facts=None)
        asked = request.query_params.get("before", "")
        before = int(asked) if asked.isdecimal() and len(asked) < 10 else None
        page = await self._journals.page(facts, before, MOST_SHOWN)
        _log.info("admin read a journal", by=visit.by, table=table, running=facts.finished is None)
        return self._show(
            request, "journal.html", visit,
            table=table, facts=facts, page=page, before=before, kept="kept" in request.query_params,
        )  # fmt: skip

    # --- forms --------------------------------------------------------------------------------

    async def _set_node(self, _: Request, visit: Visit, form: Form) -> Response:
        node, by = form.get("node", ""), visit.by
        act = {
            "pause": Pause(True, by),
            "open": Pause(False, by),
            "drain": Drain(True, by),
            "undrain": Drain(False, by),
        }.get(form.get("do", ""))
        answer = None if act is None else await self._admin.tell(node, act)
        return _to("", done=_told(answer, form.get("do", ""), "emptied"))

    async def _remove(self, _: Request, visit: Visit, form: Form) -> Response:
        player = form.get("player", "")
        answer = await self._admin.tell(form.get("node", ""), RemovePlayer(player, visit.by))
        return _to("/players", q=form.get("q", ""), done=_told(answer, "removed", "gone"))

    # --- what is shown ------------------------------------------------------------------------

    def _show(
        self, request: Request, template: str, visit: Visit | None, status: int = 200, **more: Any
    ) -> Response:
        shown = {"visit": visit, "now": now_ms(), "done": request.query_params.get("done"), **more}
        return self._templates.TemplateResponse(
            request, template, shown, status_code=status, headers=_HEADERS
        )

    def _game(self, key: str) -> Text:
        game = self._house.games.get(key)
        return Text(key, "") if game is None else game.name


def without_token() -> list[Route]:
    """What is there while nobody has set a token."""

    async def off(_: Request) -> Response:
        return Response(
            "off: /admin and /metrics are there when PAIJU_ADMIN_TOKEN is set, to 16 characters or "
            "more (`openssl rand -hex 32`)\n",
            404,
            media_type="text/plain",
        )

    return [
        Route(path, off, methods=["GET", "POST"])
        for path in ("/metrics", PATH, f"{PATH}/{{path:path}}")
    ]


async def _fields(request: Request) -> Form:
    """The fields of a form; none if it is no form of ours, or does not come to its end."""
    body = b""
    try:
        async with asyncio.timeout(FORM_WITHIN):
            async for part in request.stream():
                body += part
                if len(body) > LARGEST_FORM:
                    return {}
        fields = parse_qs(body.decode(errors="replace"), max_num_fields=MOST_FIELDS)
    except (ClientDisconnect, TimeoutError, ValueError):
        return {}
    return {name: values[0] for name, values in fields.items()}


def _told(answer: Done | None, done: str, not_done: str) -> str:
    """Which word on the next page says what came of a form."""
    if answer is None:
        return "silent"
    if answer.is_coming:
        return "coming"
    return done if answer.done else not_done


def _to(page: str, **query: str) -> Response:
    """Go on to a page: what a form did is not done again by looking."""
    said = urlencode({name: value for name, value in query.items() if value})
    return RedirectResponse(f"{PATH}{page}{'?' + said if said else ''}", 303, headers=_HEADERS)


def _time(ms: int) -> str:
    """A time of day as the node's machine has it."""
    return datetime.fromtimestamp(ms / 1000).astimezone().strftime("%m-%d %H:%M:%S")


def _span(ms: int) -> str:
    """How long something takes, roughly.

    >>> _span(59_000), _span(3_600_000 * 5), _span(86_400_000 * 3 + 1)
    ('59s', '5h', '3d')
    """
    seconds = max(0, ms // 1000)
    for unit, size in (("d", 86_400), ("h", 3_600), ("m", 60)):
        if seconds >= size:
            return f"{seconds // size}{unit}"
    return f"{seconds}s"
