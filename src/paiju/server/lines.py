"""Sockets whose players are served at another node: their frames go to and fro, many at once.

Each line has a number that its front's node gave it. The *front* has the socket; the *home* has the
player's session. What is on its way between the two when a node dies, or NATS is gone, is lost, and
so is the line: the socket is closed, and the player comes back and resumes.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias

import structlog
from msgspec import Struct, msgpack

from paiju.server.people import Person
from paiju.server.players import Entered
from paiju.server.protocol import CloseCode
from paiju.server.site import Site

if TYPE_CHECKING:
    from paiju.server.front import Front
    from paiju.server.session import Session

OPEN: Final = "open"
LINES: Final = "lines"
PARCEL: Final = 256 * 1024
"""Bytes of frames after which a parcel is sent, and another one begun."""

_log = structlog.get_logger(__name__)


class Move(Struct, frozen=True):
    """A player goes to another node, for a request that is done there."""

    node: str
    request: str


class Open(Struct, frozen=True):
    """Serve the player behind this line. ``request``: for this one it was sent to this node."""

    front: str
    line: int
    person: Person
    token: str
    session: str
    address: str
    agent: str
    request: str | None

    @property
    def entered(self) -> Entered:
        """Who it is."""
        return Entered(self.person, self.token, self.session)


class _Note(Struct, frozen=True, array_like=True):
    line: int


class ToSession(_Note, frozen=True, tag="up"):
    """A message of the player."""

    frame: bytes


class Lost(_Note, frozen=True, tag="lost"):
    """The socket is gone, or is served elsewhere."""


class ToSocket(_Note, frozen=True, tag="down"):
    """A message to the player."""

    frame: bytes
    can_wait: bool = False


class Closed(_Note, frozen=True, tag="closed"):
    """The home closes the socket."""

    code: int


class Moved(_Note, frozen=True, tag="moved"):
    """The player goes to another node; what it asked for and nobody has answered goes with it."""

    move: Move


class Unanswered(_Note, frozen=True, tag="unanswered"):
    """A message of a player who moves: its request, and what came after that."""

    frame: bytes


class Rest(_Note, frozen=True, tag="rest"):
    """That was the rest of it."""


Note: TypeAlias = ToSession | Lost | ToSocket | Closed | Moved | Unanswered | Rest


class Parcel(Struct, frozen=True):
    """What one node has for another, in order."""

    node: str
    items: list[Note]


_WITH_FRAME: Final = (ToSession, ToSocket, Unanswered)
_CODES: Final = frozenset(CloseCode)
"""A node of a newer version may know another one."""
_parcels: Final = msgpack.Decoder(Parcel)
_opens: Final = msgpack.Decoder(Open)


class Relayed:
    """What stands at the front for a session at another node."""

    def __init__(self, lines: "Lines", home: str, line: int) -> None:
        self._lines = lines
        self.home = home
        self.line = line

    def received(self, frame: bytes) -> None:
        """A message has come."""
        self._lines.post(self.home, ToSession(self.line, frame))

    def lost(self) -> None:
        """The socket is gone."""
        self._lines.hang_up(self)


class Away:
    """The line of a session whose socket is at another node."""

    def __init__(self, lines: "Lines", opened: Open) -> None:
        self._lines = lines
        self._front = opened.front
        self._line = opened.line
        self.address = opened.address
        self.is_open = True
        self.session: Session | None = None

    def send(self, frame: bytes, can_wait: bool = False, /) -> None:
        """Send a message."""
        self._lines.post(self._front, ToSocket(self._line, frame, can_wait))

    def close(self, code: CloseCode) -> None:
        """End the conversation."""
        self._lines.end(self._front, self._line)
        self._lines.post(self._front, Closed(self._line, code))
        self.lost()

    def move(self, move: Move, frames: list[bytes]) -> None:
        """Let another node go on with it."""
        self._lines.move(self._front, self._line, move, frames)

    def lost(self) -> None:
        """The socket is gone."""
        self.is_open = False
        if self.session is not None:
            self.session.lost()


class Lines:
    """All lines of a node to others. ``arrive`` begins a session, unless its player is not here."""

    def __init__(self, site: Site, arrive: Callable[[Open, Away], Awaitable[bool]]) -> None:
        self._site = site
        self._arrive = arrive
        self._numbers = count(1)
        self._fronts: dict[int, tuple[Front, str]] = {}
        """Our sockets that are served elsewhere, and where."""
        self._away: dict[tuple[str, int], Away] = {}
        """The sockets of others that are served here."""
        self._moved: set[tuple[str, int]] = set()
        """Those who have moved, until their fronts know: what comes in for them goes back."""
        self._unanswered: dict[int, list[bytes]] = {}
        """What has come back for our sockets whose players move."""
        self._parcels: dict[str, list[Note]] = {}
        site.answer(OPEN, self._opened)
        site.hear(LINES, self._heard)

    # --- at the front -------------------------------------------------------------------------

    async def open(
        self, front: "Front", home: str, entered: Entered, agent: str, sent_for: str | None
    ) -> Relayed | None:
        """Let another node serve a socket of ours; ``None`` if the player is not at home there.

        :raises Unreachable: if it does not answer.
        """
        line = next(self._numbers)
        question = Open(self._site.node, line, *entered[:3], front.address, agent, sent_for)
        self._fronts[line] = front, home
        relayed = Relayed(self, home, line)
        try:
            answer = await self._site.ask(home, OPEN, msgpack.encode(question))
        except BaseException:
            self.hang_up(relayed)
            raise
        if msgpack.decode(answer, type=bool):
            return relayed
        self._fronts.pop(line, None)
        return None

    def hang_up(self, relayed: Relayed) -> None:
        """A socket of ours is gone."""
        if self._fronts.pop(relayed.line, None) is not None:
            self.post(relayed.home, Lost(relayed.line))

    # --- at the home --------------------------------------------------------------------------

    async def _opened(self, question: bytes) -> bytes:
        opened = _opens.decode(question)
        key = opened.front, opened.line
        away = self._away[key] = Away(self, opened)
        try:
            is_served = await self._arrive(opened, away)
        except BaseException:
            self._away.pop(key, None)
            raise
        if not is_served:
            self._away.pop(key, None)
        return msgpack.encode(is_served)

    def end(self, front: str, line: int) -> None:
        """The home has closed a line."""
        self._away.pop((front, line), None)

    def move(self, front: str, line: int, move: Move, frames: list[bytes]) -> None:
        """The player of a line goes elsewhere."""
        if self._away.pop((front, line), None) is not None:
            self._moved.add((front, line))
        self.post(front, Moved(line, move))
        for frame in frames:
            self.post(front, Unanswered(line, frame))

    # --- to and fro ---------------------------------------------------------------------------

    def post(self, node: str, note: Note) -> None:
        """Send something with the next parcel, at the end of this turn of the loop."""
        if not self._parcels:
            asyncio.get_running_loop().call_soon(self._send)
        self._parcels.setdefault(node, []).append(note)

    def _send(self) -> None:
        parcels, self._parcels = self._parcels, {}
        for node, items in parcels.items():
            first = size = 0
            for index, note in enumerate(items):
                size += len(note.frame) if isinstance(note, _WITH_FRAME) else 0
                if size > PARCEL:
                    self._tell(node, items[first : index + 1])
                    first, size = index + 1, 0
            self._tell(node, items[first:])

    def _tell(self, node: str, items: list[Note]) -> None:
        if items:
            parcel = Parcel(self._site.node, items)
            self._site.tell(node, LINES, msgpack.encode(parcel))

    def _heard(self, message: bytes) -> None:
        parcel = _parcels.decode(message)
        for note in parcel.items:
            try:
                self._take(parcel.node, note)
            except Exception:
                _log.exception("line failed", node=parcel.node)

    def _take(self, node: str, note: Note) -> None:
        key = node, note.line
        match note:
            case ToSession(frame=frame):
                away = self._away.get(key)
                if away is not None and away.session is not None:
                    away.session.received(frame)
                elif key in self._moved:
                    self.post(node, Unanswered(note.line, frame))
                else:
                    self.post(node, Closed(note.line, CloseCode.RESTART))
            case Lost():
                if key in self._moved:
                    self._moved.discard(key)
                    self.post(node, Rest(note.line))
                away = self._away.pop(key, None)
                if away is not None:
                    away.lost()
            case _:
                front, home = self._fronts.get(note.line, (None, ""))
                if front is not None and home == node:
                    self._take_at_front(front, note)
                elif isinstance(note, ToSocket):
                    self.post(node, Lost(note.line))

    def _take_at_front(
        self, front: "Front", note: ToSocket | Closed | Moved | Unanswered | Rest
    ) -> None:
        match note:
            case ToSocket(frame=frame, can_wait=can_wait):
                front.send(frame, can_wait)
            case Closed(code=code):
                del self._fronts[note.line]
                front.close(CloseCode(code) if code in _CODES else CloseCode.RESTART)
            case Moved(move=move):
                front.go(move)
                self._unanswered[note.line] = []
                self.post(self._fronts[note.line][1], Lost(note.line))
            case Unanswered(frame=frame):
                self._unanswered[note.line].append(frame)
            case Rest():
                del self._fronts[note.line]
                front.gone(self._unanswered.pop(note.line))

    # --- what is cut --------------------------------------------------------------------------

    def cut(self, node: str | None = None) -> None:
        """A node is gone, or (``None``) all others are: so are the lines to and from there."""
        for key in [key for key in (*self._away, *self._moved) if node in (None, key[0])]:
            self._moved.discard(key)
            away = self._away.pop(key, None)
            if away is not None:
                away.lost()
        for line, (front, home) in list(self._fronts.items()):
            if node in (None, home):
                self._fronts.pop(line, None)
                self._unanswered.pop(line, None)
                front.close(CloseCode.RESTART)
