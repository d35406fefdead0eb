"""A room: four seats, a game and its house rules, before, during and after a match."""

import asyncio
from time import monotonic
from typing import cast

from paiju.core.game import Game
from paiju.core.options import Options, Value
from paiju.core.seat import SEATS, Seat
from paiju.server import protocol
from paiju.server.players import Player, Players
from paiju.server.refusals import refused
from paiju.server.steps import Place
from paiju.server.store import NO_TERMS, RoomRow, Sitter, Terms
from paiju.server.table import Table

BOT_NAMES = ("阿梅", "阿兰", "阿竹", "阿菊")


class Room:
    """One room. Whoever changes it holds ``lock`` until the change is kept and shown."""

    def __init__(
        self,
        code: str,
        game: Game,
        options: Options,
        rounds: int,
        host: str,
        seats: list[Sitter | None] | None = None,
        terms: Terms = NO_TERMS,
    ) -> None:
        self.code = code
        self.game = game
        self.options = options
        self.rounds = rounds
        self.host = host
        self.terms = terms
        self.seats: list[Sitter | None] = seats or [None] * SEATS
        self.table: Table | None = None
        self.lock = asyncio.Lock()
        self.touched = monotonic()

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
        )

    @property
    def people(self) -> list[str]:
        """The players who sit here, by seat."""
        return [s.player for s in self.seats if s is not None and s.player is not None]

    def seat_of(self, player: str) -> Seat | None:
        """Where a player sits."""
        found = (i for i, s in enumerate(self.seats) if s is not None and s.player == player)
        return next(found, None)

    # --- changes ------------------------------------------------------------------------------

    def must_wait_for_start(self) -> None:
        """:raises Refused: once the match has started."""
        if self.table is not None:
            raise refused("started")

    def must_be_host(self, player: Player) -> None:
        """:raises Refused: for anybody but the host."""
        if self.host != player.id:
            raise refused("not_host")

    def must_have_a_free_seat(self) -> None:
        """:raises Refused: if there is no free seat, or the match has started."""
        self.must_wait_for_start()
        if None not in self.seats:
            raise refused("room_full")

    def take_free_seat(self, player: Player) -> None:
        """Seat a player who comes in. :raises Refused: as ``must_have_a_free_seat``."""
        self.must_have_a_free_seat()
        self.seats[self.seats.index(None)] = Sitter(player.name, player.id)

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

    def remove(self, player: str) -> None:
        """A player has gone; at a running table a bot plays the seat on."""
        seat = self.seat_of(player)
        if seat is not None:
            sitter = self.seats[seat]
            assert sitter is not None
            self.seats[seat] = Sitter(sitter.name, None) if self.table is not None else None
        if self.host == player and self.people:
            self.host = self.people[0]

    def rename(self, player: Player) -> None:
        """Take over a player's new name."""
        seat = self.seat_of(player.id)
        if seat is not None:
            self.seats[seat] = Sitter(player.name, player.id)

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
                )
            )
        return places

    # --- what is told -------------------------------------------------------------------------

    def message(self, players: Players, you: str) -> protocol.Room:
        """The room as a player is shown it."""
        return protocol.Room(
            code=self.code,
            game=self.game.key,
            options=cast("dict[str, Value]", self.options.as_dict()),
            rounds=self.rounds,
            host=self.seat_of(self.host),
            you=self.seat_of(you),
            seats=[_shown(players, sitter) for sitter in self.seats],
            started=self.table is not None,
            table=self.table.id if self.table else None,
            stake=self.terms.stake,
            open=self.terms.open,
            watch=self.terms.watch,
            programs=self.terms.programs,
            starts_in=None,
            watchers=0,
            out=None,
        )


NO_ROOM = protocol.Room(
    code=None, game="", options={}, rounds=0, host=None, you=None, seats=[None] * SEATS,
    started=False, table=None, stake=0, open=False, watch="off", programs=False, starts_in=None,
    watchers=0, out=None,
)  # fmt: skip
"""What a player in no room is shown."""


def _shown(players: Players, sitter: Sitter | None) -> protocol.RoomSeat | None:
    if sitter is None:
        return None
    return protocol.RoomSeat(
        sitter.name, sitter.player is None, _is_connected(players, sitter), False, False
    )


def _is_connected(players: Players, sitter: Sitter) -> bool:
    if sitter.player is None:
        return False
    player = players.known(sitter.player)
    return player is not None and player.session is not None
