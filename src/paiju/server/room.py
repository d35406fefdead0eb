"""A room: four seats, a game and its house rules, before, during and after a match."""

import asyncio
from collections import Counter
from collections.abc import Iterable
from copy import copy
from time import monotonic
from typing import Self, cast

from msgspec.structs import replace

from paiju.core.game import Game
from paiju.core.options import Options, Value
from paiju.core.seat import SEATS, Seat
from paiju.server import protocol
from paiju.server.codes import Out
from paiju.server.players import Player, Players
from paiju.server.refusals import refused
from paiju.server.steps import Place
from paiju.server.store import NO_TERMS, RoomRow, Sitter, Terms
from paiju.server.table import Table

BOT_NAMES = ("阿梅", "阿兰", "阿竹", "阿菊")
NOBODY = ""
"""The host of a room that waits for a quick match."""


class Queue:
    """What a room that waits for a quick match knows of those who wait in it."""

    def __init__(self) -> None:
        self.waits: dict[str, float] = {}
        """Until when each wants to wait for others, by player."""
        self.changed = asyncio.Event()
        """Set when somebody came or went."""

    @property
    def due(self) -> float:
        """When the first one's wait is over."""
        return min(self.waits.values(), default=0.0)


class Room:
    """One room. Whoever changes it holds ``lock`` until the change is kept and shown."""

    def __init__(
        self,
        code: str,
        game: Game,
        options: Options,
        rounds: int,
        host: str,
        terms: Terms = NO_TERMS,
        seats: list[Sitter | None] | None = None,
        banned: Iterable[str] = (),
    ) -> None:
        self.code = code
        self.game = game
        self.options = options
        self.rounds = rounds
        self.host = host
        self.terms = terms
        self.seats: list[Sitter | None] = seats or [None] * SEATS
        self.banned = set(banned)
        self.queue: Queue | None = None
        self.table: Table | None = None
        self.watchers: set[str] = set()
        self.lock = asyncio.Lock()
        self.touched = monotonic()
        self.is_kept = False
        """Whether the database has it: then its code is no other room's."""

    def row(self) -> RoomRow:
        """The room as the database keeps it."""
        return RoomRow(
            self.code,
            self.game.key,
            dict(self.options.as_dict()),
            self.rounds,
            self.host,
            list(self.seats),
            self.table.id if self.table else None,
            self.terms,
            sorted(self.banned),
        )

    @property
    def people(self) -> list[str]:
        """The players who sit here, by seat."""
        return [s.player for s in self.seats if s is not None and s.player is not None]

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here, and no match is played."""
        return not self.people and self.table is None

    def seat_of(self, player: str) -> Seat | None:
        """Where a player sits."""
        found = (i for i, s in enumerate(self.seats) if s is not None and s.player == player)
        return next(found, None)

    def draft(self) -> Self:
        """The room once more, to see what a change would make of it."""
        draft = copy(self)
        draft.seats, draft.banned = list(self.seats), set(self.banned)
        draft.watchers = set(self.watchers)
        if self.queue is not None:
            draft.queue = Queue()  # nobody waits for what is only tried
        return draft

    # --- changes ------------------------------------------------------------------------------

    def must_wait_for_start(self) -> None:
        """:raises Refused: once the match has started."""
        if self.table is not None:
            raise refused("started")

    def must_be_host(self, player: Player) -> None:
        """:raises Refused: for anybody but the host."""
        if self.host != player.id:
            raise refused("not_host")

    def must_admit(self, player: Player) -> None:
        """:raises Refused: if there is no seat for this player, for whichever reason."""
        self.must_wait_for_start()
        if player.id in self.banned:
            raise refused("kicked")
        if player.is_program and not self.terms.programs:
            raise refused("no_programs")
        if None not in self.seats:
            raise refused("room_full")

    def take_free_seat(self, player: Player) -> None:
        """Seat a player who comes in. :raises Refused: as ``must_admit``."""
        self.must_admit(player)
        self.seats[self.seats.index(None)] = _sitter(player)

    def move(self, player: Player, seat: Seat) -> None:
        """Let a player sit elsewhere. :raises Refused: if that seat is taken."""
        own = self.seat_of(player.id)
        if own is None or own == seat:
            return
        if self.seats[seat] is not None:
            raise refused("seat_taken")
        self.seats[seat], self.seats[own] = self.seats[own], None

    def add_bot(self, seat: Seat) -> None:
        """Seat a bot. :raises Refused: if the seat is taken."""
        if self.seats[seat] is not None:
            raise refused("seat_taken")
        self.seats[seat] = Sitter(BOT_NAMES[seat], None)

    def remove_bot(self, seat: Seat) -> None:
        """Free a bot's seat. :raises Refused: if no bot sits there."""
        sitter = self.seats[seat]
        if sitter is None or sitter.player is not None:
            raise refused("seat_taken")
        self.seats[seat] = None

    def fill_with_bots(self) -> None:
        """Seat a bot at every free seat."""
        for seat in range(SEATS):
            if self.seats[seat] is None:
                self.add_bot(seat)

    def guest_at(self, seat: Seat) -> str:
        """Who sits at a seat. :raises Refused: if it is nobody, a bot or the host."""
        sitter = self.seats[seat]
        if sitter is None or sitter.player is None or sitter.player == self.host:
            raise refused("seat_taken")
        return sitter.player

    def remove(self, player: str, for_good: bool = False) -> None:
        """A player goes, perhaps not to come again; at a running table a bot plays the seat on."""
        if for_good:
            self.banned.add(player)
        seat = self.seat_of(player)
        if seat is not None:
            sitter = self.seats[seat]
            assert sitter is not None
            played_on = self.table is not None and not self.table.state.over
            self.seats[seat] = Sitter(sitter.name, None) if played_on else None
        if self.queue is not None:
            self.queue.waits.pop(player, None)
            self.queue.changed.set()
        elif self.host == player:
            self.host = self._next_host()

    def clear(self) -> None:
        """The match is over, and nobody looks on any more."""
        self.table = None
        self.watchers.clear()

    def begin(self) -> None:
        """The quick match begins: from now on the room is one like any other."""
        self.queue = None
        self.host = self._next_host()

    def _next_host(self) -> str:
        """The first person; a program only where no person is, as it asks for nothing itself."""
        here = [sitter for sitter in self.seats if sitter is not None]
        programs_last = sorted(here, key=lambda sitter: sitter.owner is not None)
        return next((s.player for s in programs_last if s.player is not None), self.host)

    def rename(self, player: Player) -> None:
        """Take over a player's new name."""
        seat = self.seat_of(player.id)
        if seat is not None:
            self.seats[seat] = _sitter(player)

    def places(self, players: Players) -> list[Place]:
        """The seats as a match begins with them. :raises Refused: unless all are taken."""
        places = []
        for sitter in self.seats:
            if sitter is None:
                raise refused("seats_open")
            places.append(
                Place(
                    name=sitter.name,
                    player=sitter.player,
                    connected=_is_connected(players, sitter),
                    auto=False,
                    left=False,
                    misses=0,
                    prompts=0,
                    v=0,
                    program=sitter.owner is not None,
                )
            )
        return places

    # --- what is told -------------------------------------------------------------------------

    def message(self, players: Players, you: str) -> protocol.Room:
        """The room as a player is shown it."""
        flagged = self._sharing(players) if you == self.host and self.terms.stake else set()
        return protocol.Room(
            code=self.code,
            game=self.game.key,
            options=cast("dict[str, Value]", self.options.as_dict()),
            rounds=self.rounds,
            host=self.seat_of(self.host),
            you=self.seat_of(you),
            seats=[
                _shown(players, sitter, seat in flagged) for seat, sitter in enumerate(self.seats)
            ],
            started=self.table is not None,
            table=self.table.id if self.table else None,
            stake=self.terms.stake,
            open=self.terms.open,
            watch=self.terms.watch,
            programs=self.terms.programs,
            starts_in=self._starts_in(),
            watchers=len(self.watchers),
            out=None,
        )

    def _starts_in(self) -> int | None:
        if self.queue is None:
            return None
        return max(0, round((self.queue.due - monotonic()) * 1000))

    def addresses(self, players: Players) -> list[str | None]:
        """Where each seat is connected from; ``None`` where that is not known."""
        known = (s and s.player and players.known(s.player) for s in self.seats)
        return [(player.address or None) if player else None for player in known]

    def _sharing(self, players: Players) -> set[Seat]:
        """The seats whose players come from one address."""
        addresses = self.addresses(players)
        shared = Counter(addresses)
        return {seat for seat, it in enumerate(addresses) if it is not None and shared[it] > 1}


def no_room(out: Out | None = None) -> protocol.Room:
    """What a player in no room is shown, and why it is in none if it did not leave by itself."""
    return replace(_NO_ROOM, out=out)


_NO_ROOM = protocol.Room(
    code=None, game="", options={}, rounds=0, host=None, you=None, seats=[None] * SEATS,
    started=False, table=None, stake=0, open=False, watch="off", programs=False, starts_in=None,
    watchers=0, out=None,
)  # fmt: skip


def _sitter(player: Player) -> Sitter:
    return Sitter(player.name, player.id, player.owner)


def _shown(players: Players, sitter: Sitter | None, flagged: bool) -> protocol.RoomSeat | None:
    if sitter is None:
        return None
    return protocol.RoomSeat(
        name=sitter.name,
        bot=sitter.player is None,
        connected=_is_connected(players, sitter),
        program=sitter.owner is not None,
        same_address=flagged,
    )


def _is_connected(players: Players, sitter: Sitter) -> bool:
    if sitter.player is None:
        return False
    player = players.known(sitter.player)
    return player is not None and player.session is not None
