"""Which node serves a player: where its room is, else the node its socket came to first."""

from paiju.server.people import Person
from paiju.server.players import Players
from paiju.server.site import Site, Unreachable, chosen
from paiju.server.store import ALONE
from paiju.server.takeover import Takeover


class Homes:
    """Finds the homes of those who say hello at this node."""

    def __init__(self, site: Site, players: Players, takeover: Takeover) -> None:
        self._site = site
        self._players = players
        self._takeover = takeover

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
        await self._players.settle(person, node)
        return None
