"""Rooms at other nodes: found, listed, and asked whether somebody may come."""

from typing import Final

from msgspec import Struct, json

from paiju.core.seat import SEATS
from paiju.core.text import Text
from paiju.server.answers import OpenRoom
from paiju.server.codes import RejectCode
from paiju.server.listing import MOST_LISTED, listed
from paiju.server.lobby import Lobby
from paiju.server.ownership import Ownership
from paiju.server.people import Person
from paiju.server.players import Player
from paiju.server.protocol import JoinRoom, QuickMatch, Watch
from paiju.server.refusals import Refused, refused
from paiju.server.site import Site, Unreachable, chosen
from paiju.server.watching import Watching

MAY_COME: Final = "may-come"
ROOMS: Final = "rooms"


class Elsewhere(Exception):
    """What a player asks for is done at another node, and the player must go there."""

    def __init__(self, node: str) -> None:
        super().__init__(node)
        self.node = node


class _Coming(Struct):
    person: Person
    address: str
    message: JoinRoom | Watch


class _Refusal(Struct):
    code: RejectCode
    zh: str
    en: str


class Neighbours:
    """What the rooms of all nodes are to the players of this one."""

    def __init__(self, site: Site, ownership: Ownership, lobby: Lobby, watching: Watching) -> None:
        self._site = site
        self._ownership = ownership
        self._lobby = lobby
        self._watching = watching
        site.answer(MAY_COME, self._may_come)
        site.answer(ROOMS, self._own_rooms)

    # --- rooms by code ------------------------------------------------------------------------

    async def must_be_here(self, player: Player, message: JoinRoom | Watch) -> None:
        """Look where the room of a code is.

        :raises Elsewhere: if it is at another node, which would let the player in.
        :raises Refused: if there is none, or that node would not.
        """
        if message.code in self._lobby.rooms or self._lobby.guesses_too_much(player.address):
            return
        owner = await self._ownership.owner_of(message.code)
        if owner is None or owner == self._site.node:
            return
        person = Person(player.id, player.name, player.login, player.owner)
        question = json.encode(_Coming(person, player.address, message))
        try:
            answer = await self._site.ask(owner, MAY_COME, question)
        except Unreachable:
            raise refused("busy") from None
        refusal = json.decode(answer, type=_Refusal | None)
        if refusal is not None:
            raise Refused(refusal.code, Text(refusal.zh, refusal.en))
        raise Elsewhere(owner)

    async def _may_come(self, question: bytes) -> bytes:
        coming = json.decode(question, type=_Coming)
        player = Player(coming.person)
        player.address = coming.address
        try:
            room = self._lobby.room_at(coming.message.code, coming.address)
            if isinstance(coming.message, Watch):
                self._watching.must_admit(room, player, coming.message.seat)
            else:
                await self._lobby.must_admit(room, player)
        except Refused as why:
            return json.encode(_Refusal(why.code, why.reason.zh, why.reason.en))
        return json.encode(None)

    # --- quick matches ------------------------------------------------------------------------

    def must_queue_here(self, message: QuickMatch) -> None:
        """Those who want the same wait at the same node.

        :raises Elsewhere: if that is another one.
        """
        node = chosen(self._site.living(), f"quick match {message.game} {message.stake}")
        if node is not None and node != self._site.node:
            raise Elsewhere(node)

    # --- the list -----------------------------------------------------------------------------

    async def open_rooms(self) -> list[OpenRoom]:
        """The open rooms of all nodes, those that can be joined first."""
        listed = await self._site.ask_all(ROOMS, b"")
        rooms = [room for some in listed for room in json.decode(some, type=list[OpenRoom])]
        rooms.sort(key=lambda room: (room.started, room.taken == SEATS))
        return rooms[:MOST_LISTED]

    async def _own_rooms(self, _: bytes) -> bytes:
        return json.encode(listed(self._lobby))
