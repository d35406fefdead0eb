"""Who may come to ``/admin`` and ``/metrics``: whoever has the token, and nobody by trying.

The token opens ``/metrics`` as a bearer's, and ``/admin`` by a form, which gives a signed cookie.
The cookie holds all there is to know, so that any node of a site with the same token takes it. Who
goes out ends it at all of them: a copy opens nothing. A node that was started after a cookie was
made may not have heard that it has ended, and takes none so old.
"""

import secrets
from hashlib import sha256
from time import monotonic, time
from typing import Final, NamedTuple

from itsdangerous import BadData, Signer, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import Response

from paiju.server.limits import Limit, Rate, place
from paiju.server.proxies import Networks, is_trusted, visitor

COOKIE: Final = "paiju_admin"
PATH: Final = "/admin"
STAYS: Final = 12 * 3600
"""Seconds until one has to come in again."""
_PIECE: Final = 12
"""So many characters of the token in a row are worth hiding."""
_HMAC: Final = {"key_derivation": "hmac", "digest_method": sha256}


class Visit(NamedTuple):
    """Somebody who has shown the token. The name is what one calls oneself, for the log."""

    id: str
    name: str
    address: str
    seal: str
    """What a form of this visit must bring along: other pages cannot know it."""

    @property
    def by(self) -> str:
        """Who it is, as the log says it."""
        return f"{self.name} ({self.address})"


class TooManyTries(Exception):
    """Too many wrong tokens came from this address: also a right one has to wait."""


class Door:
    """Keeps the token."""

    def __init__(self, token: str, trusted: Networks) -> None:
        self._token = token.encode()
        self._trusted = trusted
        self._tries = Limit(Rate(burst=5, a_minute=2))
        """Wrong tokens of an address."""
        self._cookies = URLSafeTimedSerializer(token, salt="paiju admin", signer_kwargs=_HMAC)
        self._seals = Signer(token, "paiju admin forms", ".", "hmac", sha256)
        self._since = monotonic()
        self._ended: set[str] = set()
        """Visits that are over, though their cookies could still be shown."""

    def opens(self, request: Request, token: str) -> bool:
        """Whether this is the token. :raises TooManyTries: if it cannot be told any more."""
        address = place(self.address(request))
        if self._tries.is_exhausted(address):
            raise TooManyTries
        if secrets.compare_digest(token.encode(), self._token):
            return True
        self._tries.allows(address)
        return False

    def tells_token(self, name: str) -> bool:
        """Whether somebody's name has a piece of the token in it: names are in the log."""
        token = self._token.decode()
        return any(token[at : at + _PIECE] in name for at in range(len(token) - _PIECE + 1))

    def has_bearer(self, request: Request) -> bool:
        """Whether a program brings the token. :raises TooManyTries: as ``opens``."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and self.opens(request, token.strip())

    def let_in(self, request: Request, answer: Response, name: str) -> None:
        """Give somebody who has shown the token the cookie."""
        visit = secrets.token_hex(16)
        value = self._cookies.dumps({"name": name, "visit": visit, "since": time()})
        answer.set_cookie(
            COOKIE,
            str(value),
            max_age=STAYS,
            path=PATH,
            secure=self._is_encrypted(request),
            httponly=True,
            samesite="strict",
        )

    def end(self, visit: str) -> None:
        """A visit is over, here or at another node: whoever has its cookie has come too late."""
        self._ended.add(visit)

    def let_out(self, answer: Response) -> None:
        """Take the cookie away."""
        answer.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict")

    def visit(self, request: Request) -> Visit | None:
        """Who asks, if the cookie is one of ours, not too old, and its visit is not over."""
        try:
            held = self._cookies.loads(request.cookies.get(COOKIE, ""), max_age=STAYS)
        except BadData:
            return None
        id_ = held["visit"]
        # Its own time to the fraction of a second, as the signature's is in whole ones: who goes
        # out just before a restart is out.
        is_older = time() - held.get("since", 0) > monotonic() - self._since
        if is_older or id_ in self._ended:
            return None
        seal = self._seals.get_signature(id_).decode()
        return Visit(id_, held["name"], self.address(request), seal)

    def is_sealed(self, visit: Visit, seal: str) -> bool:
        """Whether a form comes from a page that this visit was shown."""
        return secrets.compare_digest(seal.encode(), visit.seal.encode())

    def address(self, request: Request) -> str:
        """Where somebody asks from, through proxies that are believed."""
        peer = request.client.host if request.client is not None else ""
        return visitor(peer, request.headers.getlist("x-forwarded-for"), self._trusted)

    def _is_encrypted(self, request: Request) -> bool:
        """Whether the way to us is, the last of it perhaps from a proxy that is believed."""
        peer = request.client.host if request.client is not None else ""
        told = request.headers.get("x-forwarded-proto", "").rpartition(",")[2].strip()
        is_told = told == "https" and is_trusted(peer, self._trusted)
        return is_told or request.url.scheme == "https"
