"""A mahjong table as somebody sees it: what the events seen so far add up to.

The same fold serves the round itself (which sees all events whole), every player, a late joiner
and a spectator; so nobody can know more than the events that were shown to it.
"""

from collections.abc import Sequence
from typing import Final, Self, final

from mypy_extensions import mypyc_attr

from paiju.core.event import Event
from paiju.core.outcome import Outcome
from paiju.core.seat import SEATS, Seat
from paiju.core.sights import Foldable
from paiju.mahjong.events import (
    BonusLaid,
    ClaimTold,
    Dealt,
    DeclaredReady,
    Discarded,
    Drew,
    FalseWin,
    KongDeclared,
    Melded,
    Raised,
    RoundEnded,
    RoundStarted,
    WinDeclined,
    Won,
)
from paiju.mahjong.melds import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    EXPOSED_KONG,
    PUNG,
    Meld,
)
from paiju.mahjong.scoring import Verdict
from paiju.mahjong.side import UNSEEN, Side
from paiju.mahjong.tiles import HIDDEN, KINDS, Tile, counted_tiles

MELD_NAMES: Final = ("chow", "pung", "exposed_kong", "added_kong", "concealed_kong")


@final
@mypyc_attr(acyclic=True)
class Table(Foldable):
    """The sides of the seats, and what is common to all of them.

    The hands of others are all zero for a viewer who cannot see them.
    """

    def __init__(self, sides: list[Side] | None = None) -> None:
        """A table at which nothing has happened yet; nobody has any tiles unless ``sides`` say."""
        self.sides = [Side(UNSEEN, []) for _ in range(SEATS)] if sides is None else sides
        """By seat."""
        self.dealer: Seat = 0
        self.factor = 1
        self.raises: tuple[int, ...] = (0,) * SEATS
        self.wall = 0
        self.turn: Seat = -1
        """Whose turn it is to discard; -1 between a discard and the next turn."""
        self.last_seat: Seat = -1
        """Who laid the tile that may be claimed or robbed now; -1 if there is none."""
        self.last_tile: Tile = HIDDEN
        self.kong_declared = False
        """Whether that tile is the fourth of an added kong, not a discard."""
        self.kong_draw = False
        """Whether the tile drawn last replaced a kong, with no bonus tile between."""
        self.after_kong = False
        """Whether the turn's last gain, or the last discard, came right after a kong."""
        self.let_go = 0
        """The seats, a bit for each, that declined a win on the tile that lies open now."""
        self.turn_chow = -1
        """Where the chow that began this turn stands among its seat's melds; -1 if none did."""
        self.fined = False
        """Whether the seat on turn has pressed 诈胡 since its last gain."""
        self.told: ClaimTold | None = None
        self.robbed: Tile = HIDDEN
        """The tile taken out of an added kong by a robber."""
        self.outcome: Outcome | None = None
        self.verdicts: dict[int, Verdict] = {}
        """What the judge said of wins on this table since the last event."""

    # --- what the events do -------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Take in one more event, whole or as it was shown to the viewer."""
        if self.verdicts:
            self.verdicts = {}
        if isinstance(event, Drew):
            self._drew(event)
        elif isinstance(event, Discarded):
            self.sides[event.seat].discard(event.tile)
            self.turn, self.turn_chow, self.fined = -1, -1, False
            self._offer(event.seat, event.tile, kong=False)
        elif isinstance(event, Melded):
            self._melded(event)
        elif isinstance(event, WinDeclined):
            self.sides[event.seat].decline(event)
            self.let_go |= 1 << event.seat
        elif isinstance(event, ClaimTold):
            self.told = event
        elif isinstance(event, BonusLaid):
            self.sides[event.seat].lay_bonus(event.tile)
            self.kong_draw = False
        elif isinstance(event, KongDeclared):
            self._offer(event.seat, event.tile, kong=True)
        elif isinstance(event, DeclaredReady):
            self.sides[event.seat].ready = True
        elif isinstance(event, Dealt):
            self._dealt(event)
        elif isinstance(event, FalseWin):
            self.sides[event.seat].fine += event.penalty
            self.fined = event.seat == self.turn
        elif isinstance(event, RoundStarted):
            self.dealer, self.factor = event.dealer, event.factor
            self.wall, self.turn = event.wall, event.dealer
        elif isinstance(event, Raised):
            self.raises = event.raises
        elif isinstance(event, Won):
            self._won(event)
        elif isinstance(event, RoundEnded):
            self._ended(event)

    def _dealt(self, event: Dealt) -> None:
        side = self.sides[event.seat]
        self.wall -= event.count
        side.hold(UNSEEN if event.tiles is None else _counted(event.tiles), event.count)
        if event.tiles and event.count % 3 == 2:
            side.drawn = event.tiles[-1]

    def _drew(self, event: Drew) -> None:
        self.wall = event.wall
        if self.sides[event.seat].draw(HIDDEN if event.tile is None else event.tile):
            self.turn = event.seat
        if not event.replacement:
            self.kong_draw = self.after_kong = False
        self._close()
        self.fined = False

    def _melded(self, event: Melded) -> None:
        seat = event.seat
        side = self.sides[seat]
        kind = MELD_NAMES.index(event.kind)
        let_go = self.let_go >> seat & 1 == 1
        last_pair = kind in (CHOW, PUNG) and let_go and side.size == 4
        if kind == ADDED_KONG:
            assert event.tiles is not None
            _add_to_pung(side, event.tiles[0])
        elif kind == CONCEALED_KONG:
            tile = HIDDEN if event.tiles is None else event.tiles[0]
            side.lose(tile, 4)
            side.lay_meld(Meld(CONCEALED_KONG, tile))
        else:
            assert event.tiles is not None and event.claimed is not None
            assert event.source is not None
            own = list(event.tiles)
            own.remove(event.claimed)
            for tile in own:
                side.lose(tile, 1)
            side.lay_meld(Meld(kind, event.tiles[0], event.claimed, event.source))
            self.sides[event.source].claimed_from()
            if kind == CHOW:
                self.turn_chow = len(side.melds) - 1
        self.kong_draw = self.after_kong = kind in (EXPOSED_KONG, ADDED_KONG, CONCEALED_KONG)
        self.turn = seat
        side.drawn = HIDDEN
        side.gain()
        side.last_pair = last_pair
        self._close()
        self.fined = False

    def _won(self, event: Won) -> None:
        if event.source == "robbed_kong" and self.kong_declared and self.robbed == HIDDEN:
            assert event.payer is not None
            robbed = self.sides[event.payer]
            robbed.lose(event.tile, 1)
            robbed.drawn = HIDDEN
            self.robbed = event.tile

    def _ended(self, event: RoundEnded) -> None:
        for side, hand, melds in zip(self.sides, event.hands, event.melds, strict=True):
            side.hold(_counted(hand), side.size)
            side.melds = melds
        self.turn = -1
        self._close()
        self.outcome = Outcome(
            event.termination, event.winners, event.payments, event.items, event.house
        )

    def _offer(self, seat: Seat, tile: Tile, kong: bool) -> None:
        self.last_seat, self.last_tile, self.kong_declared = seat, tile, kong
        self.told = None
        self.let_go = 0

    def _close(self) -> None:
        self._offer(-1, HIDDEN, kong=False)

    # --- what the rules ask of it -------------------------------------------------------------

    def seen(self, seat: Seat) -> list[int]:
        """Counts by kind of the tiles that lie open or are in the seat's own hand."""
        counts = list(self.sides[seat].hand)
        for side in self.sides:
            side.add_melds(counts)
            for tile in side.bonus:
                counts[tile] += 1
            for laid in side.river:
                if not laid.claimed:
                    counts[laid.tile] += 1
        if self.kong_declared and self.last_seat != seat:
            counts[self.last_tile] += 1
        return counts

    def places(self) -> dict[str, Sequence[int]]:
        """Where every tile lies that has left the wall, by the name of the place."""
        found: dict[str, Sequence[int]] = {}
        for seat, side in enumerate(self.sides):
            found[f"hand {seat}"] = counted_tiles(side.hand)
            found[f"bonus {seat}"] = side.bonus
            found[f"river {seat}"] = [laid.tile for laid in side.river if not laid.claimed]
            found[f"melds {seat}"] = [tile for meld in side.melds for tile in meld.tiles]
        if self.robbed >= 0:
            found["robbed"] = [self.robbed]
        return found

    def copy(self) -> Self:
        """An independent table in the same state."""
        twin = Table([side.copy() for side in self.sides])
        twin.dealer, twin.factor, twin.raises = self.dealer, self.factor, self.raises
        twin.wall, twin.turn, twin.turn_chow = self.wall, self.turn, self.turn_chow
        twin.last_seat, twin.last_tile = self.last_seat, self.last_tile
        twin.kong_declared, twin.kong_draw = self.kong_declared, self.kong_draw
        twin.after_kong, twin.let_go, twin.fined = self.after_kong, self.let_go, self.fined
        twin.told, twin.robbed, twin.outcome = self.told, self.robbed, self.outcome
        twin.verdicts = dict(self.verdicts)
        return twin


def _add_to_pung(side: Side, tile: Tile) -> None:
    """Make a claimed pung a kong with the fourth tile."""
    side.melds = tuple(
        [
            Meld(ADDED_KONG, tile, meld.claimed, meld.source)
            if meld.kind == PUNG and meld.tile == tile
            else meld
            for meld in side.melds
        ]
    )
    side.lose(tile, 1)


def _counted(tiles: Sequence[Tile]) -> list[int]:
    """A hand by kind, the flowers it may hold for a moment included."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts
