"""Who plays here: guests known by a secret token, of which only the hash is kept."""

import asyncio
import secrets
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from paiju.server.protocol import Ack, JsonObject, encode
from paiju.server.refusals import Refused
from paiju.server.store import PlayerRow, Store

if TYPE_CHECKING:
    from paiju.server.session import Session

ANSWERS_KEPT: Final = 256
NAME_LENGTH: Final = 16
_BLANK_LETTERS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs by Unicode, of which nothing is seen: no name is made of them."""
_ASK_AGAIN: Final = ("too_fast", "busy")
"""Refusals that say nothing of the request itself: the same id may be tried again."""


class Player:
    """A person, with its socket if it is connected."""

    def __init__(self, row: PlayerRow) -> None:
        self.id = row.id
        self.name = row.name
        self.session: Session | None = None
        self.lock = asyncio.Lock()
        """Held while the player goes from room to room: one request after the other."""
        self._answers: OrderedDict[str, bytes | None] = OrderedDict()
        """The last answers by request id; ``None`` while a request is being done."""

    def is_new(self, request: str) -> bool:
        """Whether a request has not come before; one that has is answered as it was."""
        if request not in self._answers:
            self._keep(request, None)
            return True
        answer = self._answers[request]
        if answer is not None:
            self.send(answer)
        return False

    def done(self, request: str, data: JsonObject | None = None) -> None:
        """Tell that a request was done; whichever socket the player has by now hears it."""
        answer = encode(Ack(request, data))
        self._keep(request, answer)
        self.send(answer)

    def refused(self, request: str, why: Refused) -> None:
        """Tell that a request was not done."""
        answer = encode(why.reject(request))
        if why.code in _ASK_AGAIN:
            self.not_done(request)
        else:
            self._keep(request, answer)
        self.send(answer)

    def not_done(self, request: str) -> None:
        """A request came to nothing: it may be tried again under the same id."""
        self._answers.pop(request, None)

    def _keep(self, request: str, answer: bytes | None) -> None:
        self._answers[request] = answer
        while len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)

    def send(self, frame: bytes) -> None:
        """Send a message, if the player is connected."""
        if self.session is not None:
            self.session.send(frame)


class Players:
    """The players who are connected or sit somewhere, by id."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Player] = {}

    async def enter(
        self, token: str | None, name: str | None, lang: str | None
    ) -> tuple[Player, str]:
        """The player with this token, or a new guest; and the token to come back with."""
        if token:
            row = await self._store.player_by_token(_hash(token))
            if row is not None:
                called = clean_name(name or "")
                if called and called != row.name:
                    await self._store.rename_player(row.id, called)
                # Nothing is awaited from here on: the player's last socket may go at any time.
                player = self.seated(row.id, row.name)
                player.name = called or player.name
                return player, token
        token = secrets.token_urlsafe(32)
        guest = "Guest" if lang == "en" else "牌友"
        fallback = f"{guest}{secrets.randbelow(9000) + 1000}"
        row = PlayerRow("p" + secrets.token_hex(8), clean_name(name or "") or fallback)
        await self._store.add_player(row, _hash(token))
        return self._remember(row), token

    def known(self, player: str) -> Player | None:
        """A player who is connected or sits somewhere."""
        return self._known.get(player)

    def seated(self, player: str, name: str) -> Player:
        """A player who sits somewhere, though perhaps not connected."""
        return self.known(player) or self._remember(PlayerRow(player, name))

    def forget(self, player: Player) -> None:
        """The player is gone and sits nowhere: the database alone knows it from now on."""
        self._known.pop(player.id, None)

    async def rename(self, player: Player, name: str) -> None:
        """Give a player another name; an empty one changes nothing."""
        cleaned = clean_name(name)
        if cleaned and cleaned != player.name:
            await self._store.rename_player(player.id, cleaned)
            player.name = cleaned

    def _remember(self, row: PlayerRow) -> Player:
        player = self._known[row.id] = Player(row)
        return player


def clean_name(name: str) -> str:
    """A name as it is shown: printable, single spaces, at most 16 characters.

    >>> clean_name("  小\\n明\\u202e  明 ")
    '小 明 明'
    >>> clean_name("\\u3164\\u2800")
    ''
    """
    printable = "".join(c if c.isprintable() and c not in _BLANK_LETTERS else " " for c in name)
    return " ".join(printable.split())[:NAME_LENGTH].strip()


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
