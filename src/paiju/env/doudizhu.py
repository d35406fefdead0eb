"""九江斗地主 as numbers."""

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from paiju.cards.cards import COPIES, RANK_OF, RANKS
from paiju.cards.combos import COMBOS, KIND_NAMES
from paiju.cards.hands import WHOLE_PACK, counts_in
from paiju.core.action import Action
from paiju.core.game import Observation
from paiju.core.seat import SEATS, Seat
from paiju.env.coding import Coding, blank, count
from paiju.env.fields import Layout
from paiju.games.jiujiang_doudizhu.actions import (
    ASKS,
    CALL,
    DECLINE,
    PASS,
    PLAYS,
    SURRENDER,
    Ask,
    Call,
    Decline,
    Pass,
    Play,
    Surrender,
)
from paiju.games.jiujiang_doudizhu.deal import HAND_SIZE, KITTY_SIZE
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.table import (
    CALLING,
    DECLINED,
    NO_CARD,
    NOBODY,
    Table,
)

ACTIONS: Final[tuple[Action, ...]] = (*PLAYS, PASS, CALL, DECLINE, SURRENDER, *ASKS)
"""Every action by its id: the plays in the order of ``COMBOS``, then the rest."""

_PASS_ID: Final = len(COMBOS)
_ASK_ID: Final = _PASS_ID + 4

_MOST: Final = COPIES[0]
_BYTE: Final = 255
_LANDLORDS: Final = HAND_SIZE + KITTY_SIZE
_LONGEST: Final = max(combo.length for combo in COMBOS)

_layout = Layout()
_HAND: Final[i64] = _layout.add("hand", _MOST, RANKS, 1, "row n: more than n of the rank in hand")
_UNSEEN: Final[i64] = _layout.add("unseen", 1, RANKS, _MOST, "neither in one's own hand nor played")
_PLAYED: Final[i64] = _layout.add("played", SEATS, RANKS, _MOST, "cards a seat has played")
_SHOWN: Final[i64] = _layout.add(
    "shown", SEATS, RANKS, _MOST, "what a seat laid last in this trick"
)
_TARGET: Final[i64] = _layout.add(
    "target", 1, RANKS, _MOST, "what must be beaten; none if one leads"
)
_KITTY: Final[i64] = _layout.add("kitty", 1, RANKS, _MOST, "the kitty, where one saw it")
_CUT: Final[i64] = _layout.add("cut", 1, RANKS, 1, "the card that was turned up")
_KIND: Final[i64] = _layout.add(
    "kind", 1, len(KIND_NAMES), 1, "its kind, in the order of the names"
)
_LENGTH: Final[i64] = _layout.add(
    "length", 1, 1, _LONGEST, "ranks in its run, or cards of the bomb"
)
_RANK: Final[i64] = _layout.add("rank", 1, RANKS, 1, "the rank that it is compared by")
_TOP: Final[i64] = _layout.add("top", 1, SEATS, 1, "who played it")
_PASSED: Final[i64] = _layout.add("passed", 1, SEATS, 1, "who has last passed in this trick")
_PASSES: Final[i64] = _layout.add(
    "passes", 1, 1, SEATS - 1, "how many have passed on it in succession"
)
_CALLING: Final[i64] = _layout.add("calling", 1, 1, 1, "nobody is landlord yet")
_TURN: Final[i64] = _layout.add("turn", 1, SEATS, 1, "who must call or play now")
_LANDLORD: Final[i64] = _layout.add("landlord", 1, SEATS, 1, "the landlord")
_GATEKEEPER: Final[i64] = _layout.add("gatekeeper", 1, SEATS, 1, "守门员")
_CALLER: Final[i64] = _layout.add(
    "first_caller", 1, SEATS, 1, "who was asked first and has the card"
)
_DECLINED: Final[i64] = _layout.add("declined", 1, SEATS, 1, "who declined the landlord's seat")
_DEALER: Final[i64] = _layout.add("dealer", 1, SEATS, 1, "who was dealt to first")
_STOPPED: Final[i64] = _layout.add(
    "stopped", 1, SEATS, 1, "打停: on whose play the landlord passed"
)
_LEFT: Final[i64] = _layout.add(
    "left", 1, SEATS, _LANDLORDS, "cards left, as anybody knows who counts along"
)
_PLAYS: Final[i64] = _layout.add("plays", 1, SEATS, _LANDLORDS, "how often a seat has played")
_BASE: Final[i64] = _layout.add("base", 1, 1, _BYTE, "what the round is worth so far")
_SHOTS: Final[i64] = _layout.add("shots", 1, 1, _BYTE, "bombs that count as 朝天开枪")
_SHOOTING: Final[i64] = _layout.add("shooting", 1, 1, 1, "a bomb played now counts so too")


class DouDizhuCoding(Coding):
    """The coding of 九江斗地主: ranks as columns, seats as rows."""

    def __init__(self) -> None:
        super().__init__("doudizhu", 1, ACTIONS, _layout, ASKS)

    def id_of(self, action: Action) -> int:
        """The number of an action of 九江斗地主; cards that are no combination have none."""
        if isinstance(action, Play):
            combo = action.combo
            if combo is not None:
                return combo.index
        elif isinstance(action, Pass):
            return _PASS_ID
        elif isinstance(action, Call):
            return _PASS_ID + 1
        elif isinstance(action, Decline):
            return _PASS_ID + 2
        elif isinstance(action, Surrender):
            return _PASS_ID + 3
        elif isinstance(action, Ask):
            return _ASK_ID + action.seat
        raise self.unknown(action)

    def encode(self, observation: Observation) -> bytes:
        """Write what one seat of 九江斗地主 sees."""
        assert isinstance(observation, DouDizhuObservation)
        seat, table = observation.viewer, observation.table
        if seat is None:
            raise ValueError("only what a seat sees can be encoded, not what a spectator sees")
        row = blank(self.nothing)
        _encode_cards(table, seat, row)
        for step in range(SEATS):
            _encode_seat(table, (seat + step) % SEATS, step, row)
        _encode_trick(table, seat, row)
        _encode_round(table, seat, row)
        return row.getvalue()


def _encode_cards(table: Table, seat: Seat, row: BytesWriter) -> None:
    """The hand, what is not seen, the kitty and the cut card."""
    hand = counts_in(table.counts[seat])
    unseen = counts_in(WHOLE_PACK - table.counts[seat] - sum(table.played))
    for rank in range(RANKS):
        held = hand[rank]
        for copy in range(held):
            row[_HAND + copy * RANKS + rank] = 1
        row[_UNSEEN + rank] = unseen[rank]
    if table.kitty is not None:
        for card in table.kitty:
            count(row, _KITTY + RANK_OF[card])
    if table.cut != NO_CARD:
        row[_CUT + RANK_OF[table.cut]] = 1


def _encode_seat(table: Table, seat: Seat, step: int, row: BytesWriter) -> None:
    """What a seat ``step`` places after the observer has done so far."""
    first: i64 = step * RANKS
    played = counts_in(table.played[seat])
    for rank in range(RANKS):
        if played[rank]:
            row[first + _PLAYED + rank] = played[rank]
    shown = table.shown[seat]
    if shown is not None:
        for card in shown:
            count(row, first + _SHOWN + RANK_OF[card])
        if not shown:
            row[_PASSED + step] = 1
    if table.calls[seat] == DECLINED:
        row[_DECLINED + step] = 1
    row[_LEFT + step] = table.left[seat]
    row[_PLAYS + step] = table.plays[seat]


def _encode_trick(table: Table, seat: Seat, row: BytesWriter) -> None:
    """What must be beaten, and whose it is."""
    target = table.target
    if target is None:
        return
    counts = target.counts
    for rank in range(RANKS):
        if counts[rank]:
            row[_TARGET + rank] = counts[rank]
    row[_KIND + target.kind] = 1
    row[_LENGTH] = target.length
    row[_RANK + target.rank] = 1
    row[_PASSES] = table.passes
    _point(row, _TOP, table.top, seat)


def _encode_round(table: Table, seat: Seat, row: BytesWriter) -> None:
    """Who has which part, and what the round is worth."""
    row[_CALLING] = 1 if table.phase == CALLING else 0
    _point(row, _TURN, table.turn, seat)
    _point(row, _LANDLORD, table.landlord, seat)
    _point(row, _GATEKEEPER, table.gatekeeper, seat)
    _point(row, _CALLER, table.first_caller, seat)
    _point(row, _DEALER, table.dealer, seat)
    _point(row, _STOPPED, table.stopped, seat)
    row[_BASE] = min(table.base, _BYTE)
    row[_SHOTS] = table.shots
    row[_SHOOTING] = 1 if table.shooting else 0


def _point(row: BytesWriter, at: i64, whom: Seat, seat: Seat) -> None:
    """Mark a seat, if there is one, in a row of seats from the observer's chair."""
    if whom != NOBODY:
        row[at + (whom - seat) % SEATS] = 1
