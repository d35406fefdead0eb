"""One node: its players, rooms, tables and their journal, put together."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Final

import structlog

from paiju import __version__
from paiju.bots import registry as bots
from paiju.bots.base import Bot
from paiju.core.errors import PaijuError
from paiju.core.game import Game
from paiju.core.registry import games as registered_games
from paiju.server.accounts import Accounts
from paiju.server.catalogue import game_info, rehearse
from paiju.server.database import is_away, out_of_use
from paiju.server.dispatch import Desk
from paiju.server.history import Archive
from paiju.server.homes import SESSIONS, Homes
from paiju.server.inbox import Command
from paiju.server.journal import Journal
from paiju.server.ledger import Ledger
from paiju.server.limits import Limits
from paiju.server.lines import Away, Lines, Open
from paiju.server.lobby import Lobby
from paiju.server.neighbours import Neighbours
from paiju.server.ownership import Ownership
from paiju.server.people import People
from paiju.server.players import Entered, Player, Players, new_id
from paiju.server.programs import Programs
from paiju.server.protocol import (
    PROTOCOL,
    STAKES,
    CloseCode,
    Leave,
    PlayerInfo,
    Welcome,
)
from paiju.server.pruning import Pruning
from paiju.server.quick import QuickMatches
from paiju.server.refusals import Refused
from paiju.server.room import Room
from paiju.server.session import Line, Session
from paiju.server.settings import Settings
from paiju.server.site import Alone, Site
from paiju.server.store import NotOurs, Store
from paiju.server.sweep import Sweep
from paiju.server.table import Table
from paiju.server.tables import Tables
from paiju.server.takeover import Takeover
from paiju.server.tasks import Tasks
from paiju.server.watching import Watching

CUT: Final = "cut"
LOOK_AGAIN: Final = 1.0
"""Seconds between two looks at whether a table has failed that was to let somebody go."""

_log = structlog.get_logger(__name__)


class House:
    """Everything that runs on this node. The sockets (``front.py``) talk to it."""

    def __init__(
        self,
        settings: Settings,
        games: Mapping[str, Game] | None = None,
        make_bot: Callable[[str, str, int], Bot] = bots.bot,
    ) -> None:
        self.settings = settings
        self.games = dict(registered_games() if games is None else games)
        self.tasks = Tasks()
        self.takeover = Takeover(self)
        self.site = self._site()
        self.store = Store(settings.database, self.site.node)
        self.journal = Journal(self.store)
        self.ownership = Ownership(self.store)
        self.ledger = Ledger(self.store.engine, settings)
        self.history = Archive(self.store.engine)
        self.limits = Limits(settings.sockets_per_address)
        self._people = people = People(self.store)
        self.players = Players(people, self.site.node)
        self.tables = Tables(self, make_bot)
        self.lobby = Lobby(
            self.store,
            self.players,
            self.games,
            self.limits,
            self._affords,
            self.tables.start,
            self.takeover.lose,
            self._do_later,
        )
        self.watching = Watching(self.lobby, self.players)
        self.homes = Homes(self.site, self.players, self.takeover)
        self.lines = Lines(self.site, self._arrive)
        self.desk = Desk(
            self.players,
            self.lobby,
            QuickMatches(self.lobby, self.tasks.run),
            self.watching,
            Neighbours(self.site, self.ownership, self.lobby, self.watching),
            Accounts(people, self.limits, self.vacate),
            Programs(people, self.look_again),
            self.ledger,
            self.history,
            self.limits,
        )
        pruning = Pruning(self.store.engine)
        self._sweep = Sweep(self.store, self.lobby, self.players, people, pruning)
        people.on_change = self._tell_change
        self.site.hear(SESSIONS, self._hear_change)
        self.site.hear(CUT, self._hear_cut)

    def _site(self) -> Site:
        """Where this node meets others, if it has any.

        :raises PaijuError: if it is to meet others, and they could not share what it keeps.
        """
        if self.settings.nats_url is None:
            return Alone()
        if self.settings.database_file is not None:
            raise PaijuError(
                "PAIJU_NATS_URL: several nodes need one PostgreSQL between them; set "
                "PAIJU_DATABASE_URL to postgresql+asyncpg://<user>:<password>@<host>/<name>"
            )
        try:
            from paiju.server.cluster import Cluster
        except ImportError as error:
            raise PaijuError(
                f"PAIJU_NATS_URL: {error}; install paiju with what a site needs: paiju[site]"
            ) from error
        return Cluster(
            self.settings.nats_url,
            self.settings.node,
            self._nodes_changed,
            self._cut_off,
            self.takeover.is_fit,
        )

    async def open(self) -> None:
        """Open the database and go on with every match that was being played.

        :raises PaijuError: if that cannot be, as on a full disk.
        """
        for game in self.games.values():
            rehearse(game)
        await self.store.open()
        self.takeover.answered()
        self.journal.start()
        try:
            await self.site.open()
        except BaseException:
            await self.close()
            raise
        try:
            await self.takeover.open()
        except Exception as error:
            if is_away(error):
                raise out_of_use(self.store.url, error) from error
            raise
        self.tasks.run(self._sweep.run(), "sweep")
        if not isinstance(self.site, Alone):
            self.tasks.run(self.takeover.run(), "takeover")

    async def close(self) -> None:
        """Stop all tables where they are; the journal has everything."""
        await self.tasks.stop_all()
        await self.journal.stop()
        await self.site.close()
        await self.store.close()

    async def hand_over(self) -> None:
        """Let other nodes, if there are any, take everything that is here."""
        await self.takeover.hand_over()

    def _do_later(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Do what needs the database beside all else, as soon as it lets that be done."""
        self.tasks.run(self.tables.until_kept(work), f"{name} {new_id('')}")

    # --- other nodes --------------------------------------------------------------------------

    def _nodes_changed(self, gone: set[str]) -> None:
        for node in gone:
            self.lines.cut(node)
        self.takeover.look_now()

    def _cut_off(self) -> None:
        self.lines.cut()
        self.site.tell_others(CUT, self.site.node.encode())
        self._look_at_all_again()

    def _hear_cut(self, message: bytes) -> None:
        """What was on its way to and from another node is lost, which may live."""
        self.lines.cut(message.decode())
        self._look_at_all_again()

    async def _arrive(self, opened: Open, line: Away) -> bool:
        """Serve a player whose socket is at another node, if it is at home here."""
        if opened.request is None and await self.homes.gives_up(opened.person, opened.front):
            return False
        line.session = await self.begin(line, opened.entered, opened.agent, opened.request)
        return line.session is not None

    async def begin(
        self, line: Line, entered: Entered, agent: str, sent_for: str | None
    ) -> Session | None:
        """Begin the conversation with somebody who is at home here.

        ``None`` if it is not any more, its session has ended or the line is lost. Nothing is
        awaited between that look and the conversation: what ends later finds it.
        """
        await self.takeover.settled()
        while True:
            if self.players.changes != entered.seen:
                again = await self.players.again(entered)
                if again is None or await self.homes.of(again.person) != self.site.node:
                    return None
                entered = again
            coins = await self.coins(entered.person.id)
            if self.players.changes == entered.seen:
                break
        return Session(self, line, entered, agent, coins, sent_for) if line.is_open else None

    def _tell_change(self, player: str) -> None:
        self.site.tell_others(SESSIONS, player.encode())

    def _hear_change(self, message: bytes) -> None:
        """Somebody's sessions or home changed at another node: perhaps it has a socket here."""
        self._people.changes += 1
        self.look_again(message.decode())

    def look_again(self, player: str) -> None:
        """Somebody's sessions may have ended: then it has no socket, and a program no seat."""
        known = self.players.known(player)
        if known is not None:
            self._do_later(lambda: self._look_again(known), f"sessions of {player}")

    def look_again_at_programs(self, room: Room) -> None:
        """Who was dropped just before this room was taken up may not have left it."""
        for sitter in room.seats:
            if sitter is not None and sitter.owner is not None and sitter.player is not None:
                self.look_again(sitter.player)

    def _look_at_all_again(self) -> None:
        """What others told of sessions that changed may be lost."""
        self._people.changes += 1
        self._do_later(self._look_for_ended, "sessions")

    async def _look_for_ended(self) -> None:
        players = self.players.all()
        here = {player.session.id for player in players if player.session is not None}
        good = await self._people.good(here, self.site.node)
        for player in players:
            has_ended = player.session is not None and player.session.id not in good
            if has_ended or player.is_program:
                self.look_again(player.id)

    async def _look_again(self, player: Player) -> None:
        async with player.lock:  # not while it goes to another node, which serves it already
            session = player.session
            if session is not None:
                person = await self._people.by_session(session.id)
                if person is None:
                    session.close(CloseCode.LOGGED_OUT)
                elif not self.homes.is_here(person):
                    await self._let_go(player, session)
        if player.is_program and not await self._people.sessions(player.id):
            with suppress(NotOurs):  # whose room it is by now looks, too
                await self.vacate(player)

    async def _let_go(self, player: Player, session: Session) -> None:
        """Another node serves a player, who is in no room there: nor may it wait in one here.

        Only a match that is being played keeps it until the room is lost, if it is. The caller
        holds the player's lock.
        """
        with suppress(Refused, NotOurs):
            await self.lobby.leave(player.id)
        if player.session is session and self.lobby.room_of(player.id) is None:
            session.close(CloseCode.REPLACED)

    def send_all_away(self, code: CloseCode) -> None:
        """Close all sockets, those that are served at other nodes too."""
        for player in self.players.connected():
            if player.session is not None:
                player.session.close(code)
        self.lines.cut()

    # --- players come and go ------------------------------------------------------------------

    def connected(self, player: Player) -> None:
        """A player's socket has come, perhaps with another name."""
        _log.info("player came", player=player.id, program=player.is_program)
        room = self.lobby.room_of(player.id)
        if room is not None:
            room.rename(player)
        self._line_changed(player)

    def disconnected(self, player: Player) -> None:
        """A player's socket has gone. The seat stays its own, however long that takes."""
        _log.info("player went", player=player.id)
        player.lost_at = monotonic()
        self._line_changed(player)

    def _line_changed(self, player: Player) -> None:
        room = self.lobby.room_of(player.id)
        if room is not None:
            self.lobby.show(room)
            if room.table is not None:
                room.table.line(player.id, player.session is not None)

    async def vacate(self, player: Player) -> None:
        """A player never comes back: its seat is free now, or at a running table a bot's.

        :raises NotOurs: if its room is another node's by now.
        """
        room, asked = None, None
        while (there := self.lobby.room_of(player.id)) is not None:
            room = there
            try:
                await self.lobby.leave(player.id)
            except Refused:
                # What a table fails over is asked of it again when it is rebuilt.
                out = self.lobby.awaited.setdefault(player.id, asyncio.Event())
                asked = self._asked_to_leave(player, asked)
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_AGAIN):
                        await out.wait()
        self.lobby.awaited.pop(player.id, None)
        if room is not None and room.seat_of(player.id) is not None:
            raise NotOurs(room.code)

    def _asked_to_leave(self, player: Player, asked: Table | None) -> Table | None:
        """The table that is to let a player go, and knows it; the last one that was ``asked``."""
        room = self.lobby.room_of(player.id)
        table = None if room is None else room.table
        if table is None or table is asked:
            return asked
        try:
            table.put(Command(player.id, Leave(id=new_id("leave ")), player.send))
        except Refused:  # too much of the player's waits there
            return asked
        return table

    async def coins(self, player: str) -> int:
        """How many coins a player has."""
        return await self.ledger.coins(player)

    async def _affords(self, player: str, stake: int) -> bool:
        return stake == 0 or await self.coins(player) >= self.ledger.minimum(stake)

    def welcome(self, player: Player, token: str, coins: int) -> Welcome:
        """What a client must know to begin."""
        room = self.lobby.room_of(player.id)
        return Welcome(
            protocol=PROTOCOL,
            version=__version__,
            player=PlayerInfo(player.id, player.name, player.login, player.is_program),
            token=token,
            games=[game_info(game) for game in self.games.values()],
            room=room.code if room else None,
            table=room.table.id if room and room.table else None,
            share=self.settings.share,
            coins=coins,
            stakes=list(STAKES),
        )
