"""A mahjong table as somebody sees it: what the events seen so far add up to.

The same fold serves the round itself (which sees all events whole), every player, a late joiner
and a spectator; so nobody can know more than the events that were shown to it.
"""

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from paiju.core.event import Event
from paiju.core.outcome import Outcome
from paiju.core.seat import SEATS, Seat
from paiju.mahjong.events import (
    UNTIL_DRAW,
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
from paiju.mahjong.tiles import KINDS, Tile, counted_tiles
from paiju.mahjong.waits import wait_bits

HIDDEN: Final[Tile] = -1
"""A tile that is there but not seen, and the absence of one."""
UNKNOWN: Final = -1
"""Kinds not yet looked for."""

MELD_NAMES: Final = ("chow", "pung", "exposed_kong", "added_kong", "concealed_kong")


# Compiled, what lies on a table by the hundred is no work for the garbage collector.
@mypyc_attr(acyclic=True)
class RiverTile:
    """A discard as it lies in its owner's river."""

    __slots__ = ("claimed", "ready", "tile")

    def __init__(self, tile: Tile, ready: bool, claimed: bool = False) -> None:
        self.tile: Final = tile
        self.ready: Final = ready
        """Whether its owner declared 报听 with this discard."""
        self.claimed: Final = claimed
        """Whether it has gone into another seat's meld."""


class Table:
    """Hands, melds, rivers and the rest; lists by seat, hands as 42 counts by kind.

    The hands of others are all zero for a viewer who cannot see them; ``sizes`` always holds.
    """

    def __init__(self) -> None:
        self.dealer: Seat = 0
        self.factor = 1
        self.raises: list[int] = [0] * SEATS
        self.wall = 0
        self.turn: Seat = -1
        """Whose turn it is to discard; -1 between a discard and the next turn."""
        self.hands: list[list[int]] = [[0] * KINDS for _ in range(SEATS)]
        self.sizes: list[int] = [0] * SEATS
        self.drawn: list[Tile] = [HIDDEN] * SEATS
        """The tile a seat has just gained by drawing, as long as it is its turn."""
        self.melds: list[list[Meld]] = [[] for _ in range(SEATS)]
        self.bonus: list[list[Tile]] = [[] for _ in range(SEATS)]
        self.rivers: list[list[RiverTile]] = [[] for _ in range(SEATS)]
        self.ready: list[bool] = [False] * SEATS
        self.last_seat: Seat = -1
        """Who laid the tile that may be claimed or robbed now; -1 if there is none."""
        self.last_tile: Tile = HIDDEN
        self.kong_declared = False
        """Whether that tile is the fourth of an added kong, not a discard."""
        self.kong_draw = False
        """Whether the tile drawn last replaced a kong, with no bonus tile between."""
        self.after_kong = False
        """Whether the turn's last gain, or the last discard, came right after a kong."""
        self.shed: list[Tile] = [HIDDEN] * SEATS
        """What a seat has discarded since it last gained a tile (动牌)."""
        self.bound: list[int] = [-1] * SEATS
        """The most points of a win that a seat declined and is still bound by; -1 if none."""
        self.bound_fans: list[int] = [0] * SEATS
        """The most 番 of such a win."""
        self.bound_until: list[str] = [UNTIL_DRAW] * SEATS
        self.declined: list[list[Tile]] = [[] for _ in range(SEATS)]
        """The tiles of those wins."""
        self.let_go = 0
        """The seats, a bit for each, that declined a win on the tile that lies open now."""
        self.last_pair: list[bool] = [False] * SEATS
        """Whether a seat of four tiles claimed for a meld what it could have won on (JT-12)."""
        self.turn_chow = -1
        """Where the chow that began this turn stands among its seat's melds; -1 if none did."""
        self.fines: list[int] = [0] * SEATS
        """What each seat owes to the house for 诈胡."""
        self.fined = False
        """Whether the seat on turn has pressed 诈胡 since its last gain."""
        self.told: ClaimTold | None = None
        self.robbed: Tile = HIDDEN
        """The tile taken out of an added kong by a robber."""
        self.outcome: Outcome | None = None
        self.verdicts: dict[int, Verdict] = {}
        """What the judge said of wins on this table since the last event."""
        self._winning: list[int] = [UNKNOWN] * SEATS
        """For each seat the kinds, a bit for each, that make its hand without the drawn tile whole.
        """

    # --- what the events do -------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Take in one more event, whole or as it was shown to the viewer."""
        if self.verdicts:
            self.verdicts = {}
        if isinstance(event, Drew):
            self._drew(event)
        elif isinstance(event, Discarded):
            self._discarded(event)
        elif isinstance(event, Melded):
            self._melded(event)
        elif isinstance(event, WinDeclined):
            self._win_declined(event)
        elif isinstance(event, ClaimTold):
            self.told = event
        elif isinstance(event, BonusLaid):
            self._lose(event.seat, event.tile, 1)
            self.bonus[event.seat].append(event.tile)
            self.drawn[event.seat] = HIDDEN
            self.kong_draw = False
        elif isinstance(event, KongDeclared):
            self._offer(event.seat, event.tile, kong=True)
        elif isinstance(event, DeclaredReady):
            self.ready[event.seat] = True
        elif isinstance(event, Dealt):
            self._dealt(event)
        elif isinstance(event, FalseWin):
            self.fines[event.seat] += event.penalty
            self.fined = event.seat == self.turn
        elif isinstance(event, RoundStarted):
            self.dealer, self.factor = event.dealer, event.factor
            self.wall, self.turn = event.wall, event.dealer
        elif isinstance(event, Raised):
            self.raises = list(event.raises)
        elif isinstance(event, Won):
            self._won(event)
        elif isinstance(event, RoundEnded):
            self._ended(event)

    def _dealt(self, event: Dealt) -> None:
        self.sizes[event.seat] = event.count
        self.wall -= event.count
        self._winning[event.seat] = UNKNOWN
        if event.tiles is not None:
            self.hands[event.seat] = _counted(event.tiles)
            if event.count % 3 == 2:
                self.drawn[event.seat] = event.tiles[-1]

    def _drew(self, event: Drew) -> None:
        seat = event.seat
        size = self.sizes[seat] + 1
        self.sizes[seat] = size
        self.wall = event.wall
        tile = HIDDEN if event.tile is None else event.tile
        if tile != HIDDEN:
            hand = self.hands[seat]
            hand[tile] = hand[tile] + 1
        if size % 3 == 2:
            self.turn = seat
            self.drawn[seat] = tile
        else:
            self._winning[seat] = UNKNOWN
        if not event.replacement:
            self.kong_draw = self.after_kong = False
        self._gained(seat)
        self._free(seat)

    def _win_declined(self, event: WinDeclined) -> None:
        seat = event.seat
        self.bound[seat] = max(self.bound[seat], event.points)
        self.bound_fans[seat] = max(self.bound_fans[seat], event.fans)
        self.bound_until[seat] = event.until
        self.declined[seat].append(event.tile)
        self.let_go |= 1 << seat

    def _gained(self, seat: Seat) -> None:
        """The seat drew or claimed (动牌): what it could not win on before is forgotten."""
        self._close()
        self.shed[seat] = HIDDEN
        self.last_pair[seat] = False
        self.fined = False
        if self.bound_until[seat] != UNTIL_DRAW:
            self._free(seat)

    def _free(self, seat: Seat) -> None:
        if self.bound[seat] >= 0:
            self.bound[seat] = -1
            self.bound_fans[seat] = 0
            self.declined[seat] = []

    def _discarded(self, event: Discarded) -> None:
        seat, tile = event.seat, event.tile
        if tile != self.drawn[seat]:
            self._winning[seat] = UNKNOWN
        self._take(seat, tile, 1)
        river = self.rivers[seat]
        fresh = self.ready[seat] and not river
        river.append(RiverTile(tile, fresh))
        self.drawn[seat] = HIDDEN
        spared = self.last_pair[seat] and self.hands[seat][tile] > 0
        self.shed[seat] = HIDDEN if spared else tile
        self.turn, self.turn_chow, self.fined = -1, -1, False
        self._offer(seat, tile, kong=False)

    def _melded(self, event: Melded) -> None:
        seat = event.seat
        kind = MELD_NAMES.index(event.kind)
        let_go = self.let_go >> seat & 1 == 1
        last_pair = kind in (CHOW, PUNG) and let_go and self.sizes[seat] == 4
        if kind == ADDED_KONG:
            assert event.tiles is not None
            self._add_to_pung(seat, event.tiles[0])
        elif kind == CONCEALED_KONG:
            tile = HIDDEN if event.tiles is None else event.tiles[0]
            self._lose(seat, tile, 4)
            self.melds[seat].append(Meld(CONCEALED_KONG, tile))
        else:
            assert event.tiles is not None and event.claimed is not None
            assert event.source is not None
            own = list(event.tiles)
            own.remove(event.claimed)
            for tile in own:
                self._lose(seat, tile, 1)
            self.melds[seat].append(Meld(kind, event.tiles[0], event.claimed, event.source))
            river = self.rivers[event.source]
            river[-1] = RiverTile(river[-1].tile, river[-1].ready, claimed=True)
            if kind == CHOW:
                self.turn_chow = len(self.melds[seat]) - 1
        self.kong_draw = self.after_kong = kind in (EXPOSED_KONG, ADDED_KONG, CONCEALED_KONG)
        self.turn = seat
        self.drawn[seat] = HIDDEN
        self._gained(seat)
        self.last_pair[seat] = last_pair

    def _add_to_pung(self, seat: Seat, tile: Tile) -> None:
        melds = self.melds[seat]
        place = next(i for i, m in enumerate(melds) if m.kind == PUNG and m.tile == tile)
        pung = melds[place]
        melds[place] = Meld(ADDED_KONG, tile, pung.claimed, pung.source)
        self._lose(seat, tile, 1)

    def _won(self, event: Won) -> None:
        if event.source == "robbed_kong" and self.kong_declared and self.robbed == HIDDEN:
            assert event.payer is not None
            self._lose(event.payer, event.tile, 1)
            self.drawn[event.payer] = HIDDEN
            self.robbed = event.tile

    def _ended(self, event: RoundEnded) -> None:
        self.hands = [_counted(hand) for hand in event.hands]
        self._winning = [UNKNOWN] * SEATS
        self.melds = [list(melds) for melds in event.melds]
        self.turn = -1
        self._close()
        self.outcome = Outcome(
            event.termination, event.winners, event.payments, event.items, event.house
        )

    def _lose(self, seat: Seat, tile: Tile, count: int) -> None:
        """A seat parts with tiles of its waiting hand."""
        self._take(seat, tile, count)
        self._winning[seat] = UNKNOWN

    def _take(self, seat: Seat, tile: Tile, count: int) -> None:
        """Take so many tiles out of a hand, in which the viewer sees them or not."""
        self.sizes[seat] = self.sizes[seat] - count
        hand = self.hands[seat]
        if tile != HIDDEN and hand[tile] >= count:
            hand[tile] = hand[tile] - count

    def _offer(self, seat: Seat, tile: Tile, kong: bool) -> None:
        self.last_seat, self.last_tile, self.kong_declared = seat, tile, kong
        self.told = None
        self.let_go = 0

    def _close(self) -> None:
        self._offer(-1, HIDDEN, kong=False)

    # --- what the rules ask of it -------------------------------------------------------------

    def sets_to_form(self, seat: Seat) -> int:
        """How many sets the seat's hand must still make beside its pair."""
        return 4 - len(self.melds[seat])

    def completes(self, seat: Seat, tile: Tile) -> bool:
        """Whether a tile, the one drawn or another's, makes the seat's waiting hand whole."""
        winning = self._winning[seat]
        if winning == UNKNOWN:
            counts = self.hands[seat]
            drawn = self.drawn[seat]
            if drawn != HIDDEN:
                counts = list(counts)
                counts[drawn] -= 1
            sets = self.sets_to_form(seat)
            winning = self._winning[seat] = wait_bits(counts, sets, sets == 4)
        return winning >> tile & 1 == 1

    def held(self, seat: Seat) -> list[int]:
        """Counts by kind of all that the seat holds, in hand and melds (seen ones)."""
        counts = list(self.hands[seat])
        for meld in self.melds[seat]:
            if meld.tile != HIDDEN:
                for tile in meld.tiles:
                    counts[tile] += 1
        return counts

    def seen(self, seat: Seat) -> list[int]:
        """Counts by kind of the tiles that lie open or are in the seat's own hand."""
        counts = list(self.hands[seat])
        for other in range(SEATS):
            for meld in self.melds[other]:
                if meld.tile != HIDDEN:
                    for tile in meld.tiles:
                        counts[tile] += 1
            for tile in self.bonus[other]:
                counts[tile] += 1
            for laid in self.rivers[other]:
                if not laid.claimed:
                    counts[laid.tile] += 1
        if self.kong_declared and self.last_seat != seat:
            counts[self.last_tile] += 1
        return counts

    def places(self) -> dict[str, Sequence[int]]:
        """Where every tile lies that has left the wall, by the name of the place."""
        found: dict[str, Sequence[int]] = {}
        for seat in range(SEATS):
            found[f"hand {seat}"] = counted_tiles(self.hands[seat])
            found[f"bonus {seat}"] = list(self.bonus[seat])
            found[f"river {seat}"] = [laid.tile for laid in self.rivers[seat] if not laid.claimed]
            found[f"melds {seat}"] = [tile for meld in self.melds[seat] for tile in meld.tiles]
        if self.robbed >= 0:
            found["robbed"] = [self.robbed]
        return found

    def copy(self) -> "Table":
        """An independent table in the same state."""
        twin = Table()
        twin.dealer, twin.factor, twin.wall, twin.turn = (
            self.dealer,
            self.factor,
            self.wall,
            self.turn,
        )
        twin.raises = list(self.raises)
        twin.hands = [list(hand) for hand in self.hands]
        twin.sizes = list(self.sizes)
        twin.drawn = list(self.drawn)
        twin.melds = [list(melds) for melds in self.melds]
        twin.bonus = [list(bonus) for bonus in self.bonus]
        twin.rivers = [list(river) for river in self.rivers]
        twin.ready = list(self.ready)
        twin.last_seat, twin.last_tile = self.last_seat, self.last_tile
        twin.kong_declared, twin.kong_draw = self.kong_declared, self.kong_draw
        twin.after_kong = self.after_kong
        twin.shed = list(self.shed)
        twin.bound = list(self.bound)
        twin.bound_fans, twin.bound_until = list(self.bound_fans), list(self.bound_until)
        twin.declined = [list(tiles) for tiles in self.declined]
        twin.let_go, twin.last_pair = self.let_go, list(self.last_pair)
        twin.turn_chow, twin.fines, twin.fined = self.turn_chow, list(self.fines), self.fined
        twin.told, twin.robbed, twin.outcome = self.told, self.robbed, self.outcome
        twin.verdicts = dict(self.verdicts)
        twin._winning = list(self._winning)
        return twin


def _counted(tiles: Sequence[Tile]) -> list[int]:
    """A hand by kind, the flowers it may hold for a moment included."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts
