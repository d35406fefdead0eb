"""What the port serves for operators: the health of the node, and with the token all the rest."""

from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from paiju.server.admin import Admin
from paiju.server.admin_door import Door, TooManyTries
from paiju.server.admin_page import AdminPages, without_token
from paiju.server.health import Health
from paiju.server.house import House
from paiju.server.metrics import Metrics
from paiju.server.socket import Sockets

_UNKEPT: Final = {"cache-control": "no-store"}


def operations(house: House, sockets: Sockets, health: Health) -> list[Route]:
    """The routes. A node answers other nodes' questions also if it has no page itself."""
    admin = Admin(house, sockets, health)
    token = house.settings.admin_token
    if token is None:
        return [*health.routes(), *without_token()]
    door = Door(token, house.settings.trusted_proxies)
    metrics = Metrics(house, sockets, health)

    async def figures(request: Request) -> Response:
        try:
            if door.has_bearer(request):
                await health.trouble()  # else who asks for the figures alone would not see it
                text, media_type = metrics.text(request.headers.get("accept", ""))
                return Response(text, headers=_UNKEPT, media_type=media_type)
        except TooManyTries:
            told = "too many wrong tokens; come back in some minutes\n"
            return PlainTextResponse(told, 429, _UNKEPT)
        return PlainTextResponse(
            "the admin token is needed: Authorization: Bearer …\n",
            401,
            {"www-authenticate": "Bearer", **_UNKEPT},
        )

    return [
        *health.routes(),
        Route("/metrics", figures),
        *AdminPages(house, admin, door).routes(),
    ]
