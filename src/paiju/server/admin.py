"""What an operator may see and do: of this node, and by asking them of all the others."""

import asyncio
from collections.abc import Iterator
from itertools import islice
from time import monotonic
from typing import Final, TypeVar

import structlog
from msgspec import MsgspecError, Struct, json

from paiju import __version__, native
from paiju.server.admin_messages import (
    AskNode,
    AskPlayers,
    AskTables,
    Done,
    Drain,
    NodeShown,
    Pause,
    Players,
    PlayerShown,
    Question,
    RemovePlayer,
    SeatShown,
    Tables,
    TableShown,
    encode,
    read_question,
)
from paiju.server.health import Health
from paiju.server.house import House
from paiju.server.players import Player, new_id
from paiju.server.room import Room
from paiju.server.site import Unreachable
from paiju.server.socket import Sockets
from paiju.server.store import NotOurs, now_ms
from paiju.server.table import Table

TOPIC: Final = "admin"
REMOVED_WITHIN: Final = 4.0
"""Seconds for a table to let a player go: a pause of the play may have to end first. It is less
than another node waits for the answer."""

A = TypeVar("A", bound=Struct)

_log = structlog.get_logger(__name__)


class Admin:
    """The operator's hand in a node."""

    def __init__(self, house: House, sockets: Sockets, health: Health) -> None:
        self._house = house
        self._sockets = sockets
        self._health = health
        self._since = now_ms()
        self._paused = False
        """Whether an operator wants no new tables here, besides what draining does."""
        house.site.answer(TOPIC, self._answer)

    # --- of all nodes -------------------------------------------------------------------------

    async def nodes(self) -> list[NodeShown]:
        """All nodes that answer."""
        return sorted(await self._ask_all(AskNode(), NodeShown), key=lambda node: node.name)

    async def tables(self, search: str, most: int) -> Tables:
        """The tables of all nodes."""
        found = await self._ask_all(AskTables(search, most), Tables)
        tables = [table for one in found for table in one.tables]
        return Tables(tables[:most], len(tables) > most or any(one.more for one in found))

    async def players(self, search: str, most: int) -> Players:
        """The players at all nodes."""
        found = await self._ask_all(AskPlayers(search, most), Players)
        players = _once([player for one in found for player in one.players])
        players.sort(key=lambda player: (not player.connected, player.name, player.id))
        return Players(players[:most], len(players) > most or any(one.more for one in found))

    async def tell(self, node: str, what: Question) -> Done | None:
        """Let a node do something; whether it did, ``None`` if it did not answer."""
        site = self._house.site
        if node not in {site.node, *site.living()}:
            return None
        try:
            answer = await site.ask(node, TOPIC, encode(what))
        except Unreachable:
            return None
        return json.decode(answer, type=Done)

    async def _ask_all(self, question: Question, kind: type[A]) -> list[A]:
        """What the nodes answer, those left out that speak as another version does."""
        found = []
        for answer in await self._house.site.ask_all(TOPIC, encode(question)):
            try:
                found.append(json.decode(answer, type=kind))
            except MsgspecError as error:
                _log.warning("answer not understood", topic=TOPIC, error=str(error))
        return found

    # --- of this one --------------------------------------------------------------------------

    async def _answer(self, question: bytes) -> bytes:
        return encode(await self._done(read_question(question)))

    async def _done(self, question: Question) -> Struct:
        match question:
            case AskNode():
                return await self._node()
            case AskTables(search=search, most=most):
                tables = list(islice(self._tables(search.strip().lower()), most + 1))
                return Tables(tables[:most], len(tables) > most)
            case AskPlayers(search=search, most=most):
                players = list(islice(self._players(search.strip().lower()), most + 1))
                return Players(players[:most], len(players) > most)
            case RemovePlayer(player=player, by=by):
                return await self._remove(player, by)
            case Pause(on=on, by=by):
                self._pause(on, by)
            case Drain(on=on, by=by):
                return Done(self._drain(on, by))
        return Done(True)

    async def _node(self) -> NodeShown:
        lobby = self._house.lobby
        rooms = list(lobby.rooms.values())
        people = [room.people for room in rooms if room.table is not None]
        return NodeShown(
            node=self._house.site.node,
            name=self._house.settings.node,
            version=__version__,
            compiled=native.is_compiled(),
            since=self._since,
            rooms=len(rooms),
            tables=len(people),
            deserted=sum(not any(map(lobby.is_connected, here)) for here in people),
            connected=len(self._house.players.connected()),
            sockets=len(self._sockets),
            paused=lobby.paused,
            draining=self._health.draining,
            trouble=await self._health.trouble(),
            alone=self._is_alone(),
            emptied=self._sockets.are_turned_away,
        )

    def _is_alone(self) -> bool:
        return not set(self._house.site.living()) - {self._house.site.node}

    # --- who is where -------------------------------------------------------------------------

    def _tables(self, search: str) -> Iterator[TableShown]:
        for room in self._house.lobby.rooms.values():
            if room.table is None:
                continue
            seats = list(self._seats(room, room.table))
            known = [room.code, room.table.id, *(seat.player for seat in seats)]
            names = [seat.name.lower() for seat in seats]
            if not search or search in known or any(search in name for name in names):
                yield self._table(room, room.table, seats)

    def _table(self, room: Room, table: Table, seats: list[SeatShown]) -> TableShown:
        return TableShown(
            node=self._house.site.node,
            node_name=self._house.settings.node,
            table=table.id,
            room=room.code,
            game=room.game.key,
            stage=table.state.stage,
            round=table.state.number,
            rounds=table.state.rounds_total,
            stake=table.state.stake,
            seq=table.next_seq,
            waiting=table.waiting,
            watchers=len(room.watchers),
            seats=seats,
        )

    def _seats(self, room: Room, table: Table) -> Iterator[SeatShown]:
        """The seats as they are at the table; before its first step, as the room has them."""
        for seat in table.state.seats:
            yield SeatShown(
                seat.name, seat.player, seat.program, seat.connected, seat.auto, seat.left
            )
        if table.state.seats:
            return
        for sitter in room.seats:
            if sitter is not None:
                connected = sitter.player is not None and self._house.lobby.is_connected(
                    sitter.player
                )
                yield SeatShown(
                    sitter.name, sitter.player, sitter.owner is not None, connected, False, False
                )

    def _players(self, search: str) -> Iterator[PlayerShown]:
        for player in self._house.players.all():
            state = self._player(player)
            known = (state.id, state.room, state.table, state.looks_on, state.address)
            names = (state.name.lower(), (state.login or "").lower())
            if not search or search in known or any(search in name for name in names):
                yield state

    def _player(self, player: Player) -> PlayerShown:
        room = self._house.lobby.room_of(player.id)
        watched = self._house.watching.table_of(player.id)
        return PlayerShown(
            node=self._house.site.node,
            node_name=self._house.settings.node,
            id=player.id,
            name=player.name,
            login=player.login,
            program=player.is_program,
            connected=player.session is not None,
            since=_since(player),
            address=player.address,
            room=room.code if room is not None else None,
            table=room.table.id if room is not None and room.table is not None else None,
            looks_on=watched.id if watched is not None else None,
        )

    # --- what is done -------------------------------------------------------------------------

    async def _remove(self, id_: str, by: str) -> Done:
        """Take a player out as one who leaves; not if it neither sits nor looks on here.

        At a table a bot plays on, and who leaves a round for coins pays to its end.
        """
        house, player = self._house, self._house.players.known(id_)
        if player is None:
            return Done(False)
        room = house.lobby.room_of(id_)
        code = None if room is None else room.code
        _log.info("admin sends a player away", by=by, player=id_, room=code)
        if room is None:
            looked_on = house.watching.table_of(id_) is not None
            house.watching.stop(id_)
            return Done(looked_on)
        removal = house.tasks.run(self._see_out(player, by), f"removal {new_id('')}")
        await asyncio.wait({removal}, timeout=REMOVED_WITHIN)
        return Done(room.seat_of(id_) is None, is_coming=house.lobby.room_of(id_) is room)

    async def _see_out(self, player: Player, by: str) -> None:
        """Have a player out of its room and banned, as soon as that can be kept."""
        removed = self._house.lobby.removed
        removed.add(player.id)
        try:
            await self._house.tables.until_kept(lambda: self._house.vacate(player))
            _log.info("admin removed a player", by=by, player=player.id)
        except NotOurs as elsewhere:
            _log.warning("not removed: the room is another node's", room=str(elsewhere))
        finally:
            removed.discard(player.id)

    def _pause(self, on: bool, by: str) -> None:
        self._paused = on
        self._house.lobby.paused = on or self._health.draining
        _log.info("admin paused new tables" if on else "admin opened tables again", by=by)

    def _drain(self, on: bool, by: str) -> bool:
        """Be emptied; false if it is to be as before, but has given its place up already."""
        if not on and self._sockets.are_turned_away:
            return False
        _log.info("admin drains the node" if on else "admin ends the draining", by=by)
        self._health.draining = on
        self._house.lobby.paused = on or self._paused
        # Alone it stops nothing: whoever comes back finds the table.
        if on and not self._sockets.are_turned_away and not self._is_alone():
            # By that an ordinary proxy knows to try the next node.
            self._sockets.are_turned_away = True
            self._house.tasks.run(self._empty(), "drain")
        return True

    async def _empty(self) -> None:
        """Hand everything to the other nodes, and send everybody to them."""
        try:
            await self._house.hand_over()
        except Exception:
            _log.exception("not handed over")
        await self._sockets.close_all()


def _once(players: list[PlayerShown]) -> list[PlayerShown]:
    """Each player where it is: the node it was at before remembers it for a while."""
    there: dict[str, PlayerShown] = {}
    for player in players:
        known = there.get(player.id)
        if known is None or _presence(player) > _presence(known):
            there[player.id] = player
    return list(there.values())


def _presence(player: PlayerShown) -> tuple[bool, bool, int]:
    return player.connected, player.room is not None, player.since or 0


def _since(player: Player) -> int | None:
    """When its line came, or went; not known of who has not been here since a restart."""
    if player.session is not None:
        return player.session.since
    return now_ms() - round((monotonic() - player.lost_at) * 1000) if player.lost_at else None
