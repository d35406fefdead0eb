"""Both mahjongs as numbers: one numbering and one layout for 九江麻将 and 金坛麻将."""

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from paiju.core.action import Action
from paiju.core.game import Observation
from paiju.core.seat import SEATS, Seat
from paiju.env.coding import Coding, blank, count
from paiju.env.fields import Layout
from paiju.mahjong.actions import (
    HU,
    HU_DISCARD,
    HU_KONG,
    KONG,
    PASS,
    PUNG,
    READY,
    Chow,
    Discard,
    Hu,
    Kong,
    Pass,
    Pung,
    Raise,
    Ready,
)
from paiju.mahjong.melds import CHOW, CONCEALED_KONG
from paiju.mahjong.melds import PUNG as PUNG_MELD
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.question import CHOW as CHOW_OFFERED
from paiju.mahjong.question import MELD, WIN
from paiju.mahjong.side import Side
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import HAND_KINDS, HIDDEN, SUITED_KINDS, number

_STAKES: Final = (0, 5, 10)
_RUNS: Final[tuple[Chow, ...]] = tuple(
    Chow(first, first + gap)
    for first in range(SUITED_KINDS)
    for gap in (1, 2)
    if number(first) + gap <= 9
)

ACTIONS: Final[tuple[Action, ...]] = (
    *(Discard(tile) for tile in range(HAND_KINDS)),
    *(Ready(tile) for tile in range(HAND_KINDS)),
    *(Kong(tile) for tile in range(HAND_KINDS)),
    *_RUNS,
    PUNG,
    KONG,
    HU,
    HU_DISCARD,
    HU_KONG,
    READY,
    *(Raise(amount) for amount in _STAKES),
    PASS,
)
"""Every mahjong action by its id: discards, ready with a discard and kongs of one's own by tile,
chows by their own two tiles, and the rest."""

_READY: Final = HAND_KINDS
_KONG: Final = 2 * HAND_KINDS
_CHOW: Final = 3 * HAND_KINDS
_PUNG: Final = _CHOW + len(_RUNS)
_CLAIMED_KONG: Final = _PUNG + 1
_HU: Final = _CLAIMED_KONG + 1
_EARLY_READY: Final = _HU + 3
_RAISE: Final = _EARLY_READY + 1
_PASS: Final = _RAISE + len(_STAKES)
_RUN_PLACES: Final[dict[int, int]] = {
    HAND_KINDS * run.first + run.second: place for place, run in enumerate(_RUNS)
}
_WINS: Final = ("", "discard", "kong")

_QUESTIONS: Final = ("raise", "ready", "turn", "claim", "rob")
_MOST_COPIES: Final = 4
_BYTE: Final = 255

_layout = Layout()
_HAND: Final[i64] = _layout.add(
    "hand", _MOST_COPIES, HAND_KINDS, 1, "row n: more than n of the kind in one's own hand"
)
_DRAWN: Final[i64] = _layout.add("drawn", 1, HAND_KINDS, 1, "the tile just drawn")
_OPEN: Final[i64] = _layout.add(
    "open", 1, HAND_KINDS, 1, "the tile that may be claimed or robbed now"
)
_RIVER: Final[i64] = _layout.add(
    "river", SEATS, HAND_KINDS, 4, "how often a seat has discarded the kind"
)
_ORDER: Final[i64] = _layout.add(
    "order", SEATS, HAND_KINDS, 255, "place in the river, from 1, of its last such discard"
)
_TAKEN: Final[i64] = _layout.add(
    "taken", SEATS, HAND_KINDS, 4, "how many of those went into others' melds"
)
_CHOWS: Final[i64] = _layout.add(
    "chows", SEATS, HAND_KINDS, 4, "tiles of the kind in a seat's chows"
)
_PUNGS: Final[i64] = _layout.add("pungs", SEATS, HAND_KINDS, 1, "a claimed pung of the kind")
_KONGS: Final[i64] = _layout.add(
    "kongs", SEATS, HAND_KINDS, 1, "an exposed or added kong of the kind"
)
_CONCEALED: Final[i64] = _layout.add(
    "concealed", SEATS, HAND_KINDS, 1, "a concealed kong of the kind, where it is known"
)
_DECLINED: Final[i64] = _layout.add(
    "declined", 1, HAND_KINDS, 1, "kinds one declined to win on and is still bound by"
)
_SHED: Final[i64] = _layout.add(
    "shed", 1, HAND_KINDS, 1, "what one has discarded since one last gained a tile"
)
_QUESTION: Final[i64] = _layout.add(
    "question", 1, len(_QUESTIONS), 1, "what one is asked: raise, ready, turn, claim, rob"
)
_OFFERS: Final[i64] = _layout.add(
    "offers", 1, 3, 1, "what a claim prompt offers: win, pung or kong, chow"
)
_TOLD: Final[i64] = _layout.add(
    "told", 2, SEATS, 1, "who chose to pung (row 0) or kong (row 1), where it is told"
)
_TURN: Final[i64] = _layout.add("turn", 1, SEATS, 1, "whose turn it is to discard")
_LAYER: Final[i64] = _layout.add(
    "layer", 1, SEATS, 1, "who laid the tile that may be claimed or robbed"
)
_ROBBING: Final[i64] = _layout.add("robbing", 1, 1, 1, "that tile is the fourth of an added kong")
_DEALER: Final[i64] = _layout.add("dealer", 1, SEATS, 1, "who deals")
_WALL: Final[i64] = _layout.add("wall", 1, 1, 144, "tiles left in the wall")
_SIZES: Final[i64] = _layout.add("sizes", 1, SEATS, 14, "tiles in hand")
_MELDS: Final[i64] = _layout.add(
    "melds", 1, SEATS, 4, "melds laid down, unknown concealed kongs too"
)
_BONUS: Final[i64] = _layout.add("bonus", 1, SEATS, 8, "bonus tiles laid open")
_DECLARED: Final[i64] = _layout.add("ready", 1, SEATS, 1, "who has declared 报听")
_RAISES: Final[i64] = _layout.add("raises", 1, SEATS, 10, "raise chosen before the deal")
_FACTOR: Final[i64] = _layout.add("factor", 1, 1, 4, "what the round is multiplied by")
_KONG_DRAW: Final[i64] = _layout.add("kong_draw", 1, 1, 1, "the tile drawn last replaced a kong")
_AFTER_KONG: Final[i64] = _layout.add(
    "after_kong", 1, 1, 1, "the last gain, or discard, came right after a kong"
)
_BOUND: Final[i64] = _layout.add(
    "bound", 1, 1, _BYTE, "1 more than the points of a declined win one is bound by, else 0"
)
_BOUND_FANS: Final[i64] = _layout.add("bound_fans", 1, 1, _BYTE, "the 番 of that win")
_LAST_PAIR: Final[i64] = _layout.add(
    "last_pair", 1, 1, 1, "one claimed for a meld what one could have won on (JT-12)"
)
_FINED: Final[i64] = _layout.add("fined", 1, 1, 1, "诈胡 was pressed on this turn")


class MahjongCoding(Coding):
    """The coding of both mahjongs: kinds of tiles as columns, seats as rows."""

    def __init__(self) -> None:
        super().__init__("mahjong", 1, ACTIONS, _layout, (HU,))

    def id_of(self, action: Action) -> int:
        """The number of a mahjong action."""
        if isinstance(action, Discard):
            return action.tile
        if isinstance(action, Pass):
            return _PASS
        if isinstance(action, Chow):
            place = _RUN_PLACES.get(HAND_KINDS * action.first + action.second)
            if place is not None:
                return _CHOW + place
        elif isinstance(action, Pung):
            return _PUNG
        elif isinstance(action, Kong):
            return _CLAIMED_KONG if action.tile is None else _KONG + action.tile
        elif isinstance(action, Hu):
            return _HU + _WINS.index(action.off)
        elif isinstance(action, Ready):
            return _EARLY_READY if action.tile is None else _READY + action.tile
        elif isinstance(action, Raise) and action.amount in _STAKES:
            return _RAISE + _STAKES.index(action.amount)
        raise self.unknown(action)

    def encode(self, observation: Observation) -> bytes:
        """Write what one mahjong seat sees."""
        assert isinstance(observation, MahjongObservation)
        seat, table = observation.viewer, observation.table
        if seat is None:
            raise ValueError("only what a seat sees can be encoded, not what a spectator sees")
        row = blank(self.nothing)
        _encode_hand(table.sides[seat], row)
        for step in range(SEATS):
            _encode_seat(table, (seat + step) % SEATS, step, row)
        _encode_table(table, seat, row)
        asked = observation.asked
        if asked is not None:
            row[_QUESTION + _QUESTIONS.index(asked.kind)] = 1
            if asked.kind in ("claim", "rob"):
                offers = asked.offers
                row[_OFFERS] = 1 if offers & WIN else 0
                row[_OFFERS + 1] = 1 if offers & MELD else 0
                row[_OFFERS + 2] = 1 if offers & CHOW_OFFERED else 0
        return row.getvalue()


def _encode_hand(side: Side, row: BytesWriter) -> None:
    """What the seat alone knows."""
    hand = side.hand
    for tile in range(HAND_KINDS):
        for copy in range(hand[tile]):
            row[_HAND + copy * HAND_KINDS + tile] = 1
    drawn = side.drawn
    if drawn != HIDDEN and drawn < HAND_KINDS:
        row[_DRAWN + drawn] = 1
    for tile in side.declined:
        row[_DECLINED + tile] = 1
    if side.shed != HIDDEN:
        row[_SHED + side.shed] = 1
    row[_BOUND] = min(side.bound + 1, _BYTE)
    row[_BOUND_FANS] = min(side.bound_fans, _BYTE)
    row[_LAST_PAIR] = 1 if side.last_pair else 0


def _encode_seat(table: Table, seat: Seat, step: int, row: BytesWriter) -> None:
    """What lies before a seat that sits ``step`` places after the observer."""
    side = table.sides[seat]
    first: i64 = step * HAND_KINDS
    for place, laid in enumerate(side.river):
        tile = laid.tile
        count(row, first + _RIVER + tile)
        row[first + _ORDER + tile] = place + 1
        if laid.claimed:
            count(row, first + _TAKEN + tile)
    for meld in side.melds:
        tile = meld.tile
        if meld.kind == CHOW:
            for run in range(3):
                count(row, first + _CHOWS + tile + run)
        elif meld.kind == PUNG_MELD:
            row[first + _PUNGS + tile] = 1
        elif meld.kind != CONCEALED_KONG:
            row[first + _KONGS + tile] = 1
        elif tile != HIDDEN:
            row[first + _CONCEALED + tile] = 1
    row[_SIZES + step] = side.size
    row[_MELDS + step] = len(side.melds)
    row[_BONUS + step] = len(side.bonus)
    row[_DECLARED + step] = 1 if side.ready else 0
    row[_RAISES + step] = table.raises[seat]


def _encode_table(table: Table, seat: Seat, row: BytesWriter) -> None:
    """What goes for the whole table."""
    if table.last_tile != HIDDEN:
        row[_OPEN + table.last_tile] = 1
        row[_LAYER + (table.last_seat - seat) % SEATS] = 1
        row[_ROBBING] = 1 if table.kong_declared else 0
    if table.turn >= 0:
        row[_TURN + (table.turn - seat) % SEATS] = 1
    told = table.told
    if told is not None:
        chosen = SEATS if told.claim == "kong" else 0
        row[_TOLD + chosen + (told.claimant - seat) % SEATS] = 1
    row[_DEALER + (table.dealer - seat) % SEATS] = 1
    row[_WALL] = table.wall
    row[_FACTOR] = table.factor
    row[_KONG_DRAW] = 1 if table.kong_draw else 0
    row[_AFTER_KONG] = 1 if table.after_kong else 0
    row[_FINED] = 1 if table.fined else 0
