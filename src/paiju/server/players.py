"""Who is here: the players who are connected or sit somewhere, and what they were answered."""

import asyncio
import secrets
from collections.abc import Callable
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import category

from paiju.server.people import People, Person, SessionRow
from paiju.server.protocol import Ack, CoinsChanged, JsonObject, encode
from paiju.server.refusals import Refused
from paiju.server.store import now_ms

if TYPE_CHECKING:
    from paiju.server.session import Session

ANSWERS_KEPT: Final = 64
"""More than a socket may send at once: all that a lost line has left open is known again."""
FORGOTTEN_AFTER: Final = 600.0
"""Seconds for which the answers to a player are kept after its line is lost."""
NAME_LENGTH: Final = 16
_BLANK_LETTERS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs by Unicode, of which nothing is seen: no name is made of them."""
LONG_AGO: Final = -1
"""Before any change of a session that this node has heard of."""
_ASK_AGAIN: Final = ("too_fast", "busy")
"""Refusals that say nothing of the request itself: the same id may be tried again."""
_DONE: Final = b""
"""Stands for the answer to most requests, which says that they were done and nothing else."""


class Player:
    """A person or an external bot, with its socket if it is connected."""

    __slots__ = (
        "_answers",
        "address",
        "id",
        "lock",
        "login",
        "lost_at",
        "name",
        "owner",
        "session",
    )

    def __init__(self, person: Person) -> None:
        self.id = person.id
        self.name = person.name
        self.login = person.login
        self.owner = person.owner
        self.address = ""
        """Where it was connected from last."""
        self.session: Session | None = None
        self.lost_at = 0.0
        """When the line of the last one was lost, by the monotonic clock."""
        self.lock = asyncio.Lock()
        """Held while the player goes from room to room: one request after the other."""
        self._answers: dict[str, bytes | None] = {}
        """The last answers by request id; ``None`` while a request is being done."""

    @property
    def is_served(self) -> bool:
        """Whether something that the player asked for is being done."""
        return None in self._answers.values()

    @property
    def is_program(self) -> bool:
        """Whether this is an external bot."""
        return self.owner is not None

    def is_new(self, request: str) -> bool:
        """Whether a request has not come before; one that has is answered as it was."""
        if request not in self._answers:
            self._keep(request, None)
            return True
        answer = self._answers[request]
        if answer is not None:
            self.send(answer or _done(request))
        return False

    def done(self, request: str, data: JsonObject | None = None, *, can_wait: bool = False) -> None:
        """Tell that a request was done; whichever socket the player has by now hears it."""
        answer = _done(request, data)
        self._answered(request, _DONE if data is None else answer)
        self.send(answer, can_wait)

    def refused(self, request: str, why: Refused) -> None:
        """Tell that a request was not done."""
        answer = encode(why.reject(request))
        if why.code in _ASK_AGAIN:
            self.not_done(request)
        else:
            self._answered(request, answer)
        self.send(answer)

    def not_done(self, request: str) -> None:
        """A request came to nothing: it may be tried again under the same id."""
        self._answers.pop(request, None)

    @property
    def answers(self) -> list[tuple[str, bytes]]:
        """The last answers, for another node to give again."""
        given = [(request, it) for request, it in self._answers.items() if it is not None]
        return [(request, answer or _done(request)) for request, answer in given]

    def answered(self, answers: list[tuple[str, bytes]]) -> None:
        """Take over what another node has answered."""
        for request, answer in answers:
            self._keep(request, answer)

    def _answered(self, request: str, answer: bytes) -> None:
        """Give the same answer to the same request again: to one that :meth:`is_new` knows.

        What changes nothing is never asked about, and pushes no answer out.
        """
        if request in self._answers:
            self._answers[request] = answer

    def _keep(self, request: str, answer: bytes | None) -> None:
        self._answers[request] = answer
        if len(self._answers) > ANSWERS_KEPT:
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        """Forget the oldest answer, but no request that is being done: it would be done again."""
        for request, answer in self._answers.items():
            if answer is not None:
                del self._answers[request]
                return

    def send(self, frame: bytes, can_wait: bool = False, /) -> None:
        """Send a message, if the player is connected."""
        if self.session is not None:
            self.session.send(frame, can_wait)


def _done(request: str, data: JsonObject | None = None) -> bytes:
    """The answer to a request that was done."""
    return encode(Ack(request, data))


class Entered(NamedTuple):
    """Somebody who said hello: who it is, and by which session it may come back."""

    person: Person
    token: str
    session: str
    seen: int = LONG_AGO
    """After how many changes (``Players.changes``) that was so."""


class Players:
    """The players who are connected or sit somewhere, or did just now, by id."""

    def __init__(self, people: People, node: str) -> None:
        self._people = people
        self._node = node
        self._known: dict[str, Player] = {}

    @property
    def changes(self) -> int:
        """How often sessions ended, guests registered or players went to other nodes."""
        return self._people.changes

    async def by_token(self, token: str, name: str | None) -> Entered | None:
        """Whose token this is; a name that comes with it is the name from now on."""
        seen = self.changes
        known = await self._people.by_token(token_hash(token))
        if known is None:
            return None
        person, called = known.person, clean_name(name or "")
        if called and called != person.name:
            await self._people.rename(person.id, called)
            person = person._replace(name=called)
        return Entered(person, token, known.session, seen)

    async def again(self, entered: Entered) -> Entered | None:
        """Who it is as of now; ``None`` if its session has ended."""
        seen = self.changes
        person = await self._people.by_session(entered.session)
        return None if person is None else entered._replace(person=person, seen=seen)

    async def new_guest(self, name: str | None, lang: str | None, agent: str) -> Entered:
        """Somebody who was never here before."""
        guest = "Guest" if lang == "en" else "牌友"
        fallback = f"{guest}{secrets.randbelow(9000) + 1000}"
        person = Person(new_id("p"), clean_name(name or "") or fallback, home=self._node)
        token, session = new_session(person.id, agent)
        seen = self.changes
        await self._people.add(person, session)
        return Entered(person, token, session.id, seen)

    def known(self, player: str) -> Player | None:
        """A player who is connected or sits somewhere, or did just now."""
        return self._known.get(player)

    def connected(self) -> list[Player]:
        """Everybody who has a socket now."""
        return [player for player in self._known.values() if player.session is not None]

    def all(self) -> list[Player]:
        """Everybody who is connected or sits somewhere, or did just now."""
        return list(self._known.values())

    def ids(self) -> set[str]:
        """The ids of all who are connected or sit somewhere, or did just now."""
        return set(self._known)

    def seated(self, person: Person) -> Player:
        """A player who sits somewhere, though perhaps not connected."""
        known = self._known.get(person.id)
        if known is None:
            known = self._known[person.id] = Player(person)
        return known

    def expect(self, person: Person) -> Player:
        """A player who is about to come; forgotten in time, if it does not."""
        player = self.seated(person)
        player.lost_at = monotonic()
        return player

    def here(self, person: Person) -> Player:
        """A player who has just said hello, as it is called and known now."""
        player = self.seated(person)
        player.name, player.login, player.owner = person.name, person.login, person.owner
        return player

    async def settle(self, person: Person, node: str) -> bool:
        """Let a node serve a player from now on; false if it is served elsewhere by now."""
        return await self._people.move(person, node)

    async def move_out(self, player: Player, node: str) -> bool:
        """Let another node serve a player whom this one knows no more; false if it cannot be."""
        person = Person(player.id, player.name, home=self._node)
        if not await self._people.move(person, node):
            return False
        self._people.changes += 1
        if self._known.get(player.id) is player:
            del self._known[player.id]
        return True

    def forget(self, sits: Callable[[str], bool]) -> None:
        """Forget who is gone and sits nowhere: the database alone knows them from now on.

        Not at once: who comes back after a dropped line sends again what was not answered.
        """
        long_ago = monotonic() - FORGOTTEN_AFTER
        for player in list(self._known.values()):
            is_gone = player.session is None and player.lost_at <= long_ago
            if is_gone and not player.is_served and not sits(player.id):
                del self._known[player.id]

    # --- answers of tables --------------------------------------------------------------------

    def done(self, player: str, request: str) -> None:
        """A table has done what a player asked for."""
        known = self._known.get(player)
        if known is not None:
            known.done(request, can_wait=True)

    def refused(self, player: str, request: str, why: Refused) -> None:
        """A table has not done what a player asked for."""
        known = self._known.get(player)
        if known is not None:
            known.refused(request, why)

    def lost(self, player: str, request: str) -> None:
        """A table failed over what a player asked for."""
        known = self._known.get(player)
        if known is not None:
            known.not_done(request)

    def paid(self, player: str, coins: int) -> None:
        """A settlement has changed what a player has."""
        known = self._known.get(player)
        if known is not None:
            known.send(encode(CoinsChanged(coins)))

    # --- names --------------------------------------------------------------------------------

    async def rename(self, player: Player, name: str) -> None:
        """Give a player another name; an empty one changes nothing."""
        cleaned = clean_name(name)
        if cleaned and cleaned != player.name:
            await self._people.rename(player.id, cleaned)
            player.name = cleaned


def clean_name(name: str) -> str:
    """A name as it is shown: printable, single spaces, at most 16 characters.

    >>> clean_name("  小\\n明\\u202e  明 ")
    '小 明 明'
    >>> clean_name("\\u3164\\u2800"), clean_name("\\ufe0f \\u034f")
    ('', '')
    """
    return cleaned(name)[:NAME_LENGTH].strip()


def cleaned(text: str) -> str:
    """What is seen of a text, with single spaces."""
    printable = "".join(c if c.isprintable() and c not in _BLANK_LETTERS else " " for c in text)
    seen = " ".join(printable.split())
    # Marks change the letter before them (U+FE0F, U+034F): by themselves they are nothing.
    return seen if any(category(c)[0] not in "MZ" for c in seen) else ""


def new_id(kind: str) -> str:
    """An id that nobody has: its kind, then chance."""
    return kind + secrets.token_hex(8)


def new_session(player: str, agent: str) -> tuple[str, SessionRow]:
    """A token for a player, and what is kept of it."""
    token, now = secrets.token_urlsafe(32), now_ms()
    return token, SessionRow(new_id("s"), player, token_hash(token), cleaned(agent)[:64], now, now)


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()
