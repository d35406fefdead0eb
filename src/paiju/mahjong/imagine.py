"""A round that might be the true one, for search: what a seat cannot see is drawn at random.

The blanks in the events that the seat was shown are filled in: every tile that another seat is
known to have let go (discards, melds, bonus tiles) must have come to it before; the other places
get tiles that are nowhere to be seen. So the imagined round has a whole history, and every
viewer of it sees a consistent table.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from paiju.core.event import Event
from paiju.core.seat import SEATS, Seat
from paiju.mahjong.deal import HAND_SIZE, Deal
from paiju.mahjong.events import (
    BonusLaid,
    Dealt,
    DeclaredReady,
    Discarded,
    Drew,
    KongDeclared,
    Melded,
)
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.rules import Rules
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import HAND_KINDS, HIDDEN, Tile
from paiju.mahjong.waiting_hand import waiting_hand
from paiju.mahjong.wall import Wall

TRIES: Final = 40
"""How often hands are drawn anew until every declared 报听 really waits for something."""


class Imagined:
    """The events of a possible round, whole, and the deal they follow from."""

    def __init__(self, events: list[Event], deal: Deal, head: int, tail: int) -> None:
        self.events = events
        self.deal = deal
        self.head = head
        """Tiles drawn from the wall's head so far."""
        self.tail = tail
        """Where the wall ends now, after replacements."""

    def wall(self) -> Wall:
        """What is left of the wall."""
        return Wall(self.deal.wall, self.head, self.tail)

    def table(self) -> Table:
        """The whole table that the events add up to."""
        table = Table()
        for event in self.events:
            table.apply(event)
        return table


def imagine(rules: Rules, observation: MahjongObservation, random: Random) -> Imagined:
    """Fill in what the viewer of ``observation`` has not seen."""
    for _ in range(TRIES):
        filled = _Blanks(rules, observation, random).filled()
        if all(_waits(filled.events, seat) for seat in range(SEATS)):
            break
    return filled


def _waits(events: Sequence[Event], seat: Seat) -> bool:
    """Whether a seat that declared 报听 really waits for a win (true of those that did not)."""
    table = Table()
    side = table.sides[seat]
    for event in events:
        table.apply(event)
        if isinstance(event, DeclaredReady) and event.seat == seat:
            if side.size % 3 == 1:
                return bool(side.waits())
        elif isinstance(event, Discarded) and event.seat == seat and side.ready:
            return bool(side.waits())
    return True


class _Blanks:
    """The places in one seat's events where a hidden tile belongs."""

    def __init__(self, rules: Rules, observation: MahjongObservation, random: Random) -> None:
        self.rules = rules
        self.table = observation.table
        self.events = list(observation.seen)
        self.viewer: Seat = -1 if observation.viewer is None else observation.viewer
        self.random = random
        self.tiles: list[list[Tile]] = [[] for _ in self.events]
        """For each event with blanks: the tiles put there, HIDDEN where none is yet."""
        self.unseen = list(rules.tiles.copies)
        seen = self.table.seen(self.viewer) if self.viewer >= 0 else Table().sides[0].held()
        for tile, count in enumerate(seen):
            self.unseen[tile] -= count

    def filled(self) -> Imagined:
        """All events whole, and the deal and wall that give them."""
        for index, event in enumerate(self.events):
            if isinstance(event, Dealt) and event.tiles is None:
                self.tiles[index] = [HIDDEN] * event.count
            elif isinstance(event, Drew) and event.tile is None:
                self.tiles[index] = [HIDDEN]
        self._place_told_claim()
        self._place_what_left()
        rest = self._place_the_rest()
        whole = [self._whole(index) for index in range(len(self.events))]
        return self._with_wall(whole, rest)

    def _place_what_left(self) -> None:
        """Every tile a seat let go was in its hand before that."""
        hidden_kongs = self._kong_kinds()
        for index, event in enumerate(self.events):
            if isinstance(event, BonusLaid):
                self._put(event.seat, event.tile, index, latest=True)
            elif isinstance(event, Discarded):
                self._put(event.seat, event.tile, index, latest=self._locked(index, event.seat))
            elif isinstance(event, KongDeclared):
                self._put(event.seat, event.tile, index)
            elif isinstance(event, Melded) and event.kind != "added_kong":
                if event.tiles is None:
                    kind = hidden_kongs.pop()
                    self.events[index] = Melded(event.seat, event.kind, None, None, (kind,) * 4)
                    own = [kind] * 4
                else:
                    own = list(event.tiles)
                    if event.claimed is not None:
                        own.remove(event.claimed)
                locked = event.kind == "concealed_kong" and self._locked(index, event.seat)
                for place, tile in enumerate(own):
                    # After 报听 the fourth tile of a concealed kong has just been drawn (JM-21).
                    self._put(event.seat, tile, index, latest=locked and place == 0)

    def _kong_kinds(self) -> list[Tile]:
        """Kinds for the concealed kongs that the viewer cannot see, in no order."""
        hidden = sum(isinstance(e, Melded) and e.tiles is None for e in self.events)
        bonus = self.rules.tiles.is_bonus
        whole = [t for t in range(HAND_KINDS) if self.unseen[t] == 4 and not bonus[t]]
        kinds = self.random.sample(whole, hidden)
        for kind in kinds:
            self.unseen[kind] -= 4
        return kinds

    def _locked(self, index: int, seat: Seat) -> bool:
        """Whether the seat had declared 报听 earlier, so that it discards what it drew."""
        declared = [
            place
            for place, event in enumerate(self.events[:index])
            if isinstance(event, DeclaredReady) and event.seat == seat
        ]
        return bool(declared) and declared[0] != index - 1

    def _place_told_claim(self) -> None:
        """A claimant whose pung or kong the viewer was told of holds those tiles."""
        told, tile = self.table.told, self.table.last_tile
        if told is not None:
            needed = 3 if told.claim == "kong" else 2
            self.unseen[tile] -= needed
            for _ in range(needed):
                self._put(told.claimant, tile, len(self.events))

    def _put(self, seat: Seat, tile: Tile, before: int, latest: bool = False) -> None:
        """Put a tile into a blank of the seat's that comes before the event ``before``."""
        if seat == self.viewer:
            return
        places = [
            (index, slot)
            for index in range(before)
            for slot, there in enumerate(self.tiles[index])
            if there == HIDDEN and self._owner(index) == seat
        ]
        index, slot = places[-1] if latest else self.random.choice(places)
        self.tiles[index][slot] = tile

    def _owner(self, index: int) -> Seat:
        event = self.events[index]
        assert isinstance(event, Dealt | Drew)
        return event.seat

    def _place_the_rest(self) -> list[Tile]:
        """Fill the remaining blanks with unseen tiles; what is left lies in the wall."""
        bonus = self.rules.tiles.is_bonus
        self._place_waiting_hands()
        pool = [t for t, n in enumerate(self.unseen) for _ in range(n) if not bonus[t]]
        self.random.shuffle(pool)
        for slots in self.tiles:
            for slot, there in enumerate(slots):
                if there == HIDDEN:
                    slots[slot] = pool.pop()
        pool += [t for t, n in enumerate(self.unseen) for _ in range(n) if bonus[t]]
        self.random.shuffle(pool)
        return pool

    def _place_waiting_hands(self) -> None:
        """A seat that declared 报听 is locked: what it has not let go since is its waiting hand."""
        bonus = self.rules.tiles.is_bonus
        for seat in range(SEATS):
            places = [
                (index, slot)
                for index, slots in enumerate(self.tiles)
                for slot, there in enumerate(slots)
                if there == HIDDEN and self._owner(index) == seat
            ]
            if not self.table.sides[seat].ready or len(places) % 3 != 1:
                continue
            free = [0 if bonus[tile] else self.unseen[tile] for tile in range(HAND_KINDS)]
            hand = waiting_hand(free, len(places), self.random)
            self.random.shuffle(hand)
            for (index, slot), tile in zip(places, hand, strict=False):
                self.tiles[index][slot] = tile
                self.unseen[tile] -= 1

    def _whole(self, index: int) -> Event:
        event, tiles = self.events[index], self.tiles[index]
        if tiles and isinstance(event, Dealt):
            return Dealt(event.seat, event.count, tuple(tiles))
        if tiles and isinstance(event, Drew):
            return Drew(event.seat, event.replacement, event.wall, tiles[0])
        return event

    def _with_wall(self, events: list[Event], rest: list[Tile]) -> Imagined:
        hands: list[list[Tile]] = [[] for _ in range(SEATS)]
        head: list[Tile] = []
        tail: list[Tile] = []
        for event in events:
            if isinstance(event, Dealt) and event.tiles is not None:
                hands[event.seat] = list(event.tiles)
            elif isinstance(event, Drew) and event.tile is not None:
                (tail if event.replacement else head).append(event.tile)
        if not any(hands):
            hands = [
                [rest.pop() for _ in range(HAND_SIZE + (seat == self.table.dealer))]
                for seat in range(SEATS)
            ]
        wall = head + rest + tail[::-1]
        return Imagined(events, Deal(hands, wall), len(head), len(head) + len(rest))
