"""Which node serves a player: where its room is, else the node its socket came to first."""

from typing import Final

from msgspec import Struct, msgpack

from paiju.server.holding import ALONE
from paiju.server.people import Person
from paiju.server.players import Player, Players
from paiju.server.protocol import CloseCode
from paiju.server.site import Site, Unreachable, chosen
from paiju.server.takeover import Takeover

COME: Final = "come"
SESSIONS: Final = "sessions"


class _Coming(Struct, frozen=True):
    """Somebody who is about to be served at another node, and the answers it was given."""

    person: Person
    answers: list[tuple[str, bytes]]


_comings: Final = msgpack.Decoder(_Coming)


class Homes:
    """Finds the homes of those who say hello at this node, and lets them go to another one.

    A player has one home: nobody but that node lets it go, unless the node is dead.
    """

    def __init__(self, site: Site, players: Players, takeover: Takeover) -> None:
        self._site = site
        self._players = players
        self._takeover = takeover
        site.answer(COME, self._comes)

    async def of(self, person: Person) -> str | None:
        """The node that serves somebody; ``None`` if it has only just got one: look again.

        A dead node's rooms must have been taken over before: whoever sits in one belongs there.

        :raises Unreachable: if that cannot be known now.
        """
        own, living = self._site.node, self._site.living()
        if own == ALONE:
            return own
        if person.home in living:
            return person.home
        if self._site.trouble() is not None:
            raise Unreachable(person.home)
        if person.home is not None and not await self._takeover.taken(person.home):
            raise Unreachable(person.home)
        node = own if own in living else chosen(living, person.id)
        if node is None:
            raise Unreachable(own)
        if await self._players.settle(person, node) and person.home is not None:
            # Taken for dead, it may live and have the player's last socket.
            self._site.tell(person.home, SESSIONS, person.id.encode())
        return None

    def is_here(self, person: Person) -> bool:
        """Whether this node serves somebody still."""
        return self._site.node in (ALONE, person.home)

    async def send(self, player: Player, node: str) -> bool:
        """Let another node serve a player, and answer as this one did; false if it cannot now.

        The caller holds the player's lock: it is in no room, and comes into none.
        """
        person = Person(player.id, player.name, player.login, player.owner)
        try:
            await self._site.ask(node, COME, msgpack.encode(_Coming(person, player.answers)))
        except Unreachable:
            return False
        return await self._players.move_out(player, node)

    async def _comes(self, question: bytes) -> bytes:
        """Know somebody before it comes: whichever of its sockets is first, it is at home here."""
        coming = _comings.decode(question)
        self._players.expect(coming.person).answered(coming.answers)
        return b""

    async def gives_up(self, person: Person, node: str) -> bool:
        """Let the node to which somebody has come serve it, if nobody here knows it any more."""
        await self._takeover.settled()
        if self._players.known(person.id) is not None:
            return False
        player = self._players.expect(person)
        async with player.lock:
            is_gone = await self._players.move_out(player, node)
        if is_gone and player.session is not None:
            # It has come here, too, meanwhile.
            player.session.close(CloseCode.RESTART)
        return is_gone
