"""What a round of 九江斗地主 is worth and who pays it (DZ-22 to DZ-27, DZ-8)."""

from collections.abc import Sequence
from typing import Final

from paiju.cards.cards import RANK_NAMES
from paiju.cards.combos import JOKER_BOMB, Combo
from paiju.core.event import Json
from paiju.core.seat import SEATS, Seat, seat_after
from paiju.games.jiujiang_doudizhu.options import DouDizhuOptions

BASE: Final = 1
_SMALLEST_THAT_COUNTS: Final = 6
_JOKER_STEPS: Final = 4
_SIZES_ZH: Final = {6: "六个头", 7: "七个头", 8: "八个头"}


class Item:
    """One line of a settlement: what, how much of which unit (分 adds, 倍 multiplies), and why."""

    __slots__ = ("clause", "en", "id", "unit", "value", "zh")

    def __init__(self, id: str, zh: str, en: str, value: int, unit: str, clause: str) -> None:
        self.id: Final = id
        self.zh: Final = zh
        self.en: Final = en
        self.value: Final = value
        self.unit: Final = unit
        self.clause: Final = clause

    def as_dict(self) -> dict[str, Json]:
        """The line as JSON."""
        return {
            "id": self.id,
            "zh": self.zh,
            "en": self.en,
            "value": self.value,
            "unit": self.unit,
            "clause": self.clause,
        }


class Settlement:
    """The round judged: its base, what each role gains, and every line that made it so.

    ``others`` is what each of the two other farmers gains.
    """

    __slots__ = ("base", "gatekeeper", "items", "landlord", "others")

    def __init__(
        self, base: int, landlord: int, gatekeeper: int, others: int, items: list[Item]
    ) -> None:
        self.base: Final = base
        self.landlord: Final = landlord
        self.gatekeeper: Final = gatekeeper
        self.others: Final = others
        self.items: Final = items

    def payments(self, landlord: Seat) -> tuple[int, ...]:
        """What each seat gains; the gatekeeper is the seat before the landlord."""
        paid = [self.others] * SEATS
        paid[landlord] = self.landlord
        paid[gatekeeper_of(landlord)] = self.gatekeeper
        return tuple(paid)


def gatekeeper_of(landlord: Seat) -> Seat:
    """守门员: the landlord's 上家, who plays right before it (DZ-27).

    >>> gatekeeper_of(0)
    3
    """
    return seat_after(landlord, SEATS - 1)


def bomb_points(bomb: Combo, options: DouDizhuOptions) -> int:
    """What a played bomb adds to the base for its size (DZ-23)."""
    if bomb.kind == JOKER_BOMB:
        return _JOKER_STEPS * options.bomb_points
    return max(0, bomb.length - _SMALLEST_THAT_COUNTS + 1) * options.bomb_points


def settle(
    options: DouDizhuOptions,
    *,
    landlord_won: bool,
    surrendered: bool,
    bombs: Sequence[Combo],
    shots: int,
    farmer_plays: int,
) -> Settlement:
    """Judge a finished round.

    ``bombs`` are the bombs played, ``shots`` how many of them counted as 朝天开枪, and
    ``farmer_plays`` how often any farmer played cards. A surrender is a lost round at the plain
    base (DZ-8), whatever else is said.
    """
    items = [Item("base", "底分", "Base", BASE, "分", "DZ-22")]
    spring = False
    if surrendered:
        items.append(Item("surrender", "投降", "Surrender", 0, "分", "DZ-8"))
    else:
        items += _bomb_items(options, bombs)
        if shots and options.opening_shot_points:
            points = shots * options.opening_shot_points
            items.append(Item("opening_shot", "朝天开枪", "Opening shots", points, "分", "DZ-24"))
        spring = landlord_won and farmer_plays == 0
    base = sum([item.value for item in items])
    if spring:
        items.append(Item("spring", "春天", "Spring", 2, "倍", "DZ-26"))
    factor = (2 if spring else 1) * (1 if landlord_won else -1)
    gatekeeper, line = _gatekeeper(options, base)
    if line is not None:
        items.append(line)
    return Settlement(
        base=base,
        landlord=factor * (gatekeeper + 2 * base),
        gatekeeper=-factor * gatekeeper,
        others=-factor * base,
        items=items,
    )


def _bomb_items(options: DouDizhuOptions, bombs: Sequence[Combo]) -> list[Item]:
    """One line for each bomb that adds to the base, in the order played."""
    found = []
    for bomb in bombs:
        points = bomb_points(bomb, options)
        if points and bomb.kind == JOKER_BOMB:
            found.append(Item("bomb_jokers", "四个王", "Four jokers", points, "分", "DZ-23"))
        elif points:
            size, rank = bomb.length, RANK_NAMES[bomb.rank]
            zh, en = f"{_SIZES_ZH[size]} {rank}", f"Bomb of {size}, {rank}"
            found.append(Item(f"bomb_{size}", zh, en, points, "分", "DZ-23"))
    return found


def _gatekeeper(options: DouDizhuOptions, base: int) -> tuple[int, Item | None]:
    """What the gatekeeper has at stake, and the line that says so (DZ-27)."""
    if options.gatekeeper == "double":
        return 2 * base, Item("gatekeeper", "守门员", "Gatekeeper", 2, "倍", "DZ-27")
    if options.gatekeeper == "plus_one":
        return base + 1, Item("gatekeeper", "守门员", "Gatekeeper", 1, "分", "DZ-27")
    return base, None
