"""Each request that is not one to the own table goes to whoever answers it."""

from msgspec import Struct, to_builtins

from paiju.core.text import Text
from paiju.server.accounts import Accounts, LoginRequest
from paiju.server.answers import RoomList
from paiju.server.catalogue import house_rules
from paiju.server.history import Archive
from paiju.server.ledger import Ledger
from paiju.server.limits import Limits
from paiju.server.lobby import Lobby
from paiju.server.neighbours import Elsewhere, Neighbours
from paiju.server.players import Player, Players
from paiju.server.programs import BotRequest, Programs
from paiju.server.protocol import (
    AddBot,
    CreateRoom,
    GetCoins,
    GetHistory,
    GetRecord,
    JoinRoom,
    JsonObject,
    Kick,
    Leave,
    ListRooms,
    LookUp,
    PlayNow,
    QuickMatch,
    RemoveBot,
    Rename,
    Request,
    Said,
    Say,
    Sit,
    Start,
    TopUp,
    Unwatch,
    Watch,
    encode,
)
from paiju.server.quick import QuickMatches
from paiju.server.refusals import Refused, refused
from paiju.server.room import Room
from paiju.server.session import Session
from paiju.server.store import Terms
from paiju.server.watching import Watching

_RoomRequest = Sit | AddBot | RemoveBot | Kick | Start


class Desk:
    """Where requests are sorted; whatever changes a player's place waits for its last one."""

    def __init__(
        self,
        players: Players,
        lobby: Lobby,
        quick: QuickMatches,
        watching: Watching,
        neighbours: Neighbours,
        accounts: Accounts,
        programs: Programs,
        ledger: Ledger,
        history: Archive,
        limits: Limits,
    ) -> None:
        self._players = players
        self._lobby = lobby
        self._quick = quick
        self._watching = watching
        self._neighbours = neighbours
        self._accounts = accounts
        self._programs = programs
        self._ledger = ledger
        self._history = history
        self._limits = limits

    async def obey(self, player: Player, session: Session, message: Request) -> JsonObject | None:
        """Do what a player asks for; the ack's data. :raises Refused: if it cannot be."""
        data = await self._answer(player, session, message)
        return to_builtins(data) if isinstance(data, Struct) else data

    async def _answer(
        self, player: Player, session: Session, message: Request
    ) -> Struct | JsonObject | None:
        if isinstance(message, LookUp):
            self._limits.lookups.check(player.id)
        if isinstance(message, LoginRequest):
            return await self._accounts.obey(player, session, message)
        if isinstance(message, BotRequest):
            return await self._programs.obey(player, message)
        match message:
            case ListRooms():
                return RoomList(await self._neighbours.open_rooms())
            case Say():
                self._say(player, message)
                return None
            case GetCoins():
                return await self._ledger.get_coins(player.id)
            case TopUp():
                return await self._ledger.top_up(player.id)
            case GetHistory():
                return await self._history.get_history(player.id, message)
            case GetRecord():
                return await self._history.get_record(player.id, message)
        async with player.lock:
            if self._players.known(player.id) is not player:
                # It has just gone to another node, by another socket's request.
                raise refused("busy")
            if not session.was_sent_here_for(message):
                await self._must_be_here(player, message)
            return await self._in_lobby(player, message)

    async def _must_be_here(self, player: Player, message: Request) -> None:
        """Let a player out of its room for what is at another node.

        :raises Elsewhere: if it is. :raises Refused: if the player cannot go there.
        """
        try:
            match message:
                case JoinRoom() | Watch():
                    await self._neighbours.must_be_here(player, message)
                case QuickMatch():
                    await self._quick.must_admit(player, message)
                    self._neighbours.must_queue_here(message)
        except Elsewhere:
            await self._lobby.leave(player.id)
            self._watching.stop(player.id)
            raise

    async def _in_lobby(self, player: Player, message: Request) -> JsonObject | None:
        match message:
            case Rename(name=name):
                await self._players.rename(player, name)
                await self._lobby.renamed(player)
            case CreateRoom() | PlayNow():
                return await self._open(player, message)
            case QuickMatch():
                self._limits.rooms.check(player.id)
                code = await self._quick.join(player, message)
                self._watching.stop(player.id)
                return {"code": code}
            case JoinRoom(code=code):
                await self._lobby.enter(self._lobby.room_at(code, player.address), player)
                self._watching.stop(player.id)
                return {"code": code}
            case Leave():
                await self._lobby.leave(player.id)
            case Watch():
                return await self._watching.watch(player, message)
            case Unwatch():
                self._watching.stop(player.id)
            case Sit() | AddBot() | RemoveBot() | Kick() | Start():
                room = self._own_room(player)
                async with room.lock:
                    return await self._change(room, player, message)
        return None

    def _own_room(self, player: Player) -> Room:
        """The room a player is in. :raises Refused: if it is in none."""
        room = self._lobby.room_of(player.id)
        if room is None:
            raise refused("not_in_room")
        return room

    async def _open(self, player: Player, message: CreateRoom | PlayNow) -> JsonObject:
        game = self._lobby.game(message.game)
        options = house_rules(game, message.options)
        self._lobby.must_be_open()
        terms = _terms(message, player)
        self._limits.rooms.check(player.id)
        room = await self._lobby.open(player, game, message.rounds, options, terms)
        self._watching.stop(player.id)
        if isinstance(message, CreateRoom):
            return {"code": room.code}
        async with room.lock:
            room.fill_with_bots()
            await self._lobby.start(room)
        return {"code": room.code, "table": room.table and room.table.id}

    async def _change(self, room: Room, player: Player, message: _RoomRequest) -> JsonObject | None:
        room.must_wait_for_start()
        if not isinstance(message, Sit):
            room.must_be_host(player)
        match message:
            case Sit(seat=seat):
                await self._lobby.change(room, lambda it: it.move(player, seat))
            case AddBot(seat=seat):
                await self._lobby.change(room, lambda it: it.add_bot(seat))
            case RemoveBot(seat=seat):
                await self._lobby.change(room, lambda it: it.remove_bot(seat))
            case Kick(seat=seat):
                await self._lobby.put_out(room, room.guest_at(seat), "kicked")
            case Start():
                await self._lobby.start(room)
                return {"table": room.table and room.table.id}
        return None

    def _say(self, player: Player, message: Say) -> None:
        room = self._own_room(player)
        seat = room.seat_of(player.id)
        if seat is None:  # its coming is not kept yet
            raise refused("not_in_room")
        self._limits.phrases.check(player.id)
        said = Said(seat, message.phrase)
        for other in room.people:
            known = self._players.known(other)
            if known is not None:
                known.send(encode(said))
        self._watching.hear(room, said)


def _terms(message: CreateRoom | PlayNow, player: Player) -> Terms:
    """On what terms a room is opened; a program's rooms say that programs are there."""
    if isinstance(message, PlayNow):
        return Terms(watch="off", programs=player.is_program)
    if message.stake and message.programs:
        raise Refused(
            "bad_options",
            Text("计金币的桌不让外来的机器人入座", "a table with a stake admits no external bots"),
        )
    if player.is_program and not message.programs:
        raise refused("no_programs")
    return Terms(message.stake, message.open, message.watch, message.programs)
