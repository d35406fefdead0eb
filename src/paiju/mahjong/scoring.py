"""The words a judge speaks in: score lines, patterns that give them, and the verdict."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from paiju.core.errors import Refusal
from paiju.core.event import Json
from paiju.mahjong.hand import Hand
from paiju.mahjong.tiles import Tile

MOST_LOOKS: Final = 10_000
"""How many looks a :class:`LineBook` remembers."""


class Item(NamedTuple):
    """One line of a score: what it is called, what it is worth and which clause says so."""

    id: str
    zh: str
    en: str
    value: int
    unit: str
    clause: str


def items_json(items: Iterable[Item]) -> Json:
    """Score lines as JSON."""
    return [
        {"id": id, "zh": zh, "en": en, "value": value, "unit": unit, "clause": clause}
        for id, zh, en, value, unit, clause in items
    ]


class Pattern:
    """Something a winning hand can be worth points for.

    ``times`` looks at one reading of the hand and says how often the pattern is there (0: not at
    all); a pattern that applies takes the place of those in ``excludes``.
    """

    __slots__ = ("_items", "clause", "en", "excludes", "id", "times", "unit", "value", "zh")

    def __init__(
        self,
        id: str,
        zh: str,
        en: str,
        value: int,
        unit: str,
        clause: str,
        times: Callable[[Hand], int],
        excludes: frozenset[str] = frozenset(),
    ) -> None:
        self.id: Final = id
        self.zh: Final = zh
        self.en: Final = en
        self.value: Final = value
        self.unit: Final = unit
        self.clause: Final = clause
        self.times: Final = times
        self.excludes: Final = excludes
        self._items: Final[dict[int, Item]] = {}

    def item(self, times: int = 1) -> Item:
        """The score line for a pattern found so often."""
        known = self._items.get(times)
        if known is None:
            value = self.value * times
            known = Item(self.id, self.zh, self.en, value, self.unit, self.clause)
            self._items[times] = known
        return known


@mypyc_attr(acyclic=True)
class Lines:
    """Score lines and the sum of what they are worth."""

    __slots__ = ("items", "total")

    def __init__(self, items: list[Item]) -> None:
        self.items: Final = tuple(items)
        self.total: Final = sum([item.value for item in items])


class LineBook:
    """The lines that readings of hands earn, remembered by their looks.

    ``earned`` names the lines of a reading. So that memory has a bound, the book is begun anew
    when it is full: a game in play sees some hundred looks again and again.
    """

    __slots__ = ("_earned", "_known")

    def __init__(self, earned: Callable[[Hand], list[Item]]) -> None:
        self._earned: Final = earned
        self._known: Final[dict[int, Lines]] = {}

    def lines(self, hand: Hand) -> Lines:
        """What a reading earns."""
        known = self._known.get(hand.look)
        if known is None:
            # Bots judge in threads of their own: two may have put in the last one at once.
            if len(self._known) >= MOST_LOOKS:
                self._known.clear()
            known = self._known[hand.look] = Lines(self._earned(hand))
        return known


@mypyc_attr(acyclic=True)
class Verdict:
    """What a judge says of a win.

    If it is not ``legal``, ``refusal`` says why and by which clause. ``items`` are the winner's
    own lines and ``points`` their sum; ``hand_points`` leaves the extras of melds and bonus tiles
    out (JM-23 compares by it). ``waits`` are the kinds the hand waited for. ``fans`` are the 番
    among the items, in games that double by them.
    """

    __slots__ = ("fans", "hand_points", "items", "legal", "points", "refusal", "waits")

    def __init__(
        self,
        legal: bool,
        refusal: Refusal | None,
        items: tuple[Item, ...],
        points: int,
        hand_points: int,
        waits: tuple[Tile, ...],
        fans: int = 0,
    ) -> None:
        self.legal: Final = legal
        self.refusal: Final = refusal
        self.items: Final = items
        self.points: Final = points
        self.hand_points: Final = hand_points
        self.waits: Final = waits
        self.fans: Final = fans
