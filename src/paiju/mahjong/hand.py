"""A winning hand, read in every way it can be read: what a mahjong's patterns look at."""

from typing import Final, TypeAlias

from mypy_extensions import i64, mypyc_attr

from paiju.mahjong.costs import Keys, held_by, kinds_in, one_more
from paiju.mahjong.distance import wrong_size
from paiju.mahjong.melds import CHOW, Meld
from paiju.mahjong.readings import Divided, Division, divided
from paiju.mahjong.tiles import (
    HONOUR,
    MAN,
    PIN,
    SOU,
    SUIT_STARTS,
    SUITED_KINDS,
    Tile,
    number,
    suit,
)
from paiju.mahjong.waits import wait_bits_of
from paiju.mahjong.win import Source, Win

SETS: Final = 4
PAIRS: Final = 7

Place: TypeAlias = int
OPEN: Final[Place] = 0
"""The winning tile stands in a pung, or at that end of a chow where another kind would do too."""
PAIR: Final[Place] = 1
EDGE: Final[Place] = 2
"""It is the 3 of 1·2·3 or the 7 of 7·8·9."""
MIDDLE: Final[Place] = 3
"""It is the middle of a chow."""

# A look: which bits of it say what; the two lowest are the source.
_LAST_TILE: Final = 1 << 2
_AFTER_KONG: Final = 1 << 3
_FIRST_TURN: Final = 1 << 4
_READY: Final = 1 << 5
_SINGLE_WAIT: Final = 1 << 6
_HONOURS: Final = 1 << 7
_STRAIGHT: Final = 1 << 8
_SEVEN_PAIRS: Final = 1 << 9
_MELDS: Final = 10
_CLAIMED: Final = 13
_SUITS: Final = 16
_PUNGS: Final = 18
_DRAGONS: Final = 21
_WINDOWS: Final = 24
_FOUR_ALIKES: Final = 27
_PLACE: Final = 29

_FIRST_DRAGON: Final = 31
_RUN_STARTS: Final = sum([1 << tile for tile in range(SUITED_KINDS) if number(tile) <= 7])
_STRAIGHT_STARTS: Final = sum([1 << SUIT_STARTS[each] for each in (MAN, PIN, SOU)])


@mypyc_attr(acyclic=True)
class Hand:
    """A winning hand read in one way: what is a set, what a pair, where the last tile stands.

    It holds nothing but its *look*, a number that says all that patterns may look at: hands of
    one look earn the same lines.
    """

    __slots__ = ("look",)

    def __init__(self, look: int) -> None:
        self.look: Final = look

    @property
    def source(self) -> Source:
        """How the winning tile came."""
        return self.look & 3

    @property
    def is_last_tile(self) -> bool:
        """Whether it is the wall's last, drawn or discarded."""
        return self.look & _LAST_TILE != 0

    @property
    def is_after_kong(self) -> bool:
        """Whether it is a kong's replacement, or was discarded right after one."""
        return self.look & _AFTER_KONG != 0

    @property
    def is_first_turn(self) -> bool:
        """Whether it is the dealer's dealt hand, or won on the dealer's first discard."""
        return self.look & _FIRST_TURN != 0

    @property
    def is_ready(self) -> bool:
        """Whether the winner had declared 报听."""
        return self.look & _READY != 0

    @property
    def is_single_wait(self) -> bool:
        """Whether the hand waited for this kind alone."""
        return self.look & _SINGLE_WAIT != 0

    @property
    def place(self) -> Place:
        """Where the winning tile stands."""
        return self.look >> _PLACE & 3

    @property
    def melds(self) -> int:
        """How many sets lie on the table."""
        return self.look >> _MELDS & 7

    @property
    def claimed(self) -> int:
        """How many of them hold a tile of another: all but concealed kongs."""
        return self.look >> _CLAIMED & 7

    @property
    def suits(self) -> int:
        """How many of 万, 筒 and 条 are in the hand; bonus tiles do not colour it."""
        return self.look >> _SUITS & 3

    @property
    def has_honours(self) -> bool:
        """Whether a wind or a dragon is in the hand."""
        return self.look & _HONOURS != 0

    @property
    def is_seven_pairs(self) -> bool:
        """Whether the hand is read as seven pairs, and not as sets and a pair."""
        return self.look & _SEVEN_PAIRS != 0

    @property
    def four_alikes(self) -> int:
        """How many kinds are two of the seven pairs."""
        return self.look >> _FOUR_ALIKES & 3

    @property
    def pungs(self) -> int:
        """How many of the sets are pungs or kongs."""
        return self.look >> _PUNGS & 7

    def has_pung_of(self, dragon: Tile) -> bool:
        """Whether one of the pungs or kongs is of this dragon."""
        return self.look >> (_DRAGONS + dragon - _FIRST_DRAGON) & 1 != 0

    @property
    def windows(self) -> int:
        """How often three of the four pungs, or of the seven pairs, are neighbours in a suit."""
        return self.look >> _WINDOWS & 7

    @property
    def has_straight(self) -> bool:
        """Whether the chows 123, 456 and 789 of one suit are among the sets."""
        return self.look & _STRAIGHT != 0


def windows(kinds: i64) -> i64:
    """How many times three of the kinds, given as bits, have adjacent numbers in one suit.

    >>> windows(0b111100), windows(0b1110000000)
    (2, 0)
    """
    return ones(kinds & kinds >> 1 & kinds >> 2 & _RUN_STARTS)


def ones(bits: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def hand_suits(keys: Keys, melds: tuple[Meld, ...]) -> tuple[i64, bool]:
    """How many suits a hand and its melds have, and whether a wind or a dragon is among them."""
    man, pin, sou, honours = keys[0] != 0, keys[1] != 0, keys[2] != 0, keys[3] != 0
    for meld in melds:
        tile = meld.tile
        if tile >= SUITED_KINDS:
            honours = True
        elif tile >= SUIT_STARTS[SOU]:
            sou = True
        elif tile >= SUIT_STARTS[PIN]:
            pin = True
        else:
            man = True
    return (1 if man else 0) + (1 if pin else 0) + (1 if sou else 0), honours


def waited_for(win: Win, keys: Keys) -> list[Tile]:
    """The kinds a winner waited for, but for those of which it held all four (JM-28).

    ``keys`` are those of its concealed tiles.

    :raises ValueError: if the hand has the wrong number of tiles.
    """
    sets: i64 = SETS - len(win.melds)
    if held_by(keys)[0] != 3 * sets + 1:
        raise wrong_size(list(win.concealed), sets)
    kinds = kinds_in(wait_bits_of(keys, sets, True))
    if kinds and win.melds:
        held = list(win.concealed)
        for meld in win.melds:
            for tile in meld.tiles:
                held[tile] += 1
        kinds = [tile for tile in kinds if held[tile] < 4]
    return kinds


def hands(win: Win, concealed: Keys, single: bool) -> list[Hand]:
    """Every reading of a winning hand, with every place the winning tile can take in it.

    ``concealed`` are the keys of the hand before the winning tile, and ``single`` says whether it
    waited for this kind alone. The list is empty if the tiles are neither four sets and a pair nor
    seven pairs.
    """
    keys = one_more(concealed, win.tile)
    sets: i64 = SETS - len(win.melds)
    look = _circumstances(win, single, keys)
    found: list[Hand] = []
    if sets == SETS and held_by(keys)[1] == PAIRS:
        found.append(Hand(look | _pairs_look(win)))
    pungs: i64 = 0
    chows: i64 = 0
    for meld in win.melds:
        if meld.kind == CHOW:
            chows |= 1 << meld.tile
        else:
            pungs |= 1 << meld.tile
    where = suit(win.tile)
    kind: i64 = win.tile - SUIT_STARTS[where]
    for suits in divided(keys, sets):
        this = look | _sets_look(suits, pungs, chows)
        _add_places(found, this, suits[where], kind)
    return found


def _add_places(found: list[Hand], look: i64, part: Division, kind: i64) -> None:
    """Add the reading once for each place that a tile can take in its suit, divided like this."""
    if part.pair == kind:
        found.append(Hand(look | PAIR << _PLACE))
    # The chows that begin two kinds before the tile, one before it, and with it.
    around: i64 = part.chows << 2 >> kind
    if around & 1:
        found.append(Hand(look | EDGE << _PLACE if kind == 2 else look))
    if around & 2:
        found.append(Hand(look | MIDDLE << _PLACE))
    if around & 4:
        found.append(Hand(look | EDGE << _PLACE if kind == 6 else look))
    if part.pungs >> kind & 1:
        found.append(Hand(look))


def _circumstances(win: Win, single: bool, keys: Keys) -> i64:
    """What is the same for every reading."""
    look: i64 = win.source
    if win.last_tile:
        look |= _LAST_TILE
    if win.after_kong:
        look |= _AFTER_KONG
    if win.first_turn:
        look |= _FIRST_TURN
    if win.ready:
        look |= _READY
    if single:
        look |= _SINGLE_WAIT
    suits, honours = hand_suits(keys, win.melds)
    look |= suits << _SUITS
    if honours:
        look |= _HONOURS
    melds: i64 = 0
    claimed: i64 = 0
    for meld in win.melds:
        melds += 1
        if meld.is_claimed:
            claimed += 1
    return look | melds << _MELDS | claimed << _CLAIMED


def _pairs_look(win: Win) -> i64:
    """What seven pairs add."""
    kinds: i64 = 0
    fours: i64 = 0
    for tile, count in enumerate(win.concealed):
        if count:
            kinds |= 1 << tile
        if count + (tile == win.tile) == 4:
            fours += 1
    return _SEVEN_PAIRS | fours << _FOUR_ALIKES | windows(kinds) << _WINDOWS


def _sets_look(suits: Divided, pungs: i64, chows: i64) -> i64:
    """What a division of the concealed tiles adds, with the melds' ``pungs`` and ``chows``."""
    man, pin, sou, honours = suits[MAN], suits[PIN], suits[SOU], suits[HONOUR]
    pungs |= man.pungs | pin.pungs << 9 | sou.pungs << 18 | honours.pungs << SUITED_KINDS
    chows |= man.chows | pin.chows << 9 | sou.chows << 18
    count = ones(pungs)
    look = count << _PUNGS | (pungs >> _FIRST_DRAGON & 7) << _DRAGONS
    if count == SETS:
        look |= windows(pungs) << _WINDOWS
    if chows & chows >> 3 & chows >> 6 & _STRAIGHT_STARTS:
        look |= _STRAIGHT
    return look
