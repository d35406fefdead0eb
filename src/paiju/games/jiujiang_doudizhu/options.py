"""The house rules a room of 九江斗地主 may change; the defaults are the written rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from paiju.core.options import Options, choice, whole


@dataclass(frozen=True, slots=True)
class DouDizhuOptions(Options):
    """House rules of 九江斗地主.

    >>> DouDizhuOptions.parse({"gatekeeper": "off"}).as_dict()
    {'gatekeeper': 'off'}
    """

    gatekeeper: str = choice(
        "double", "守门员（上家）", "Gatekeeper", "DZ-27", ("double", "plus_one", "off")
    )
    """What the landlord's 上家 wins or loses (DZ-27): ``double`` the base, the base ``plus_one``,
    or the base like everybody (``off``)."""

    bomb_points: int = whole(1, "六个头起每级加", "Points a bomb step", "DZ-23", 0, 100)
    """What a step of a big bomb adds to the base (DZ-23): six cards are one step, seven two,
    eight three, the four jokers four. 0: bombs do not count."""

    opening_shot_points: int = whole(1, "朝天开枪每炸加", "Points an opening shot", "DZ-24", 0, 100)
    """What each bomb of 朝天开枪 adds to the base (DZ-24). 0: it does not count."""

    show_counts: bool = choice(False, "显示余牌张数", "Show card counts", "DZ-21")
    """Whether everybody always sees how many cards each seat holds (DZ-21)."""


DEFAULT: Final = DouDizhuOptions()
PRESETS: Final[Mapping[str, DouDizhuOptions]] = MappingProxyType(
    {
        "default": DEFAULT,
        "plus-one": DouDizhuOptions(gatekeeper="plus_one"),
        "equal-farmers": DouDizhuOptions(gatekeeper="off"),
        "open-counts": DouDizhuOptions(show_counts=True),
    }
)
"""The written rules, and tables that settle or show counts differently."""
