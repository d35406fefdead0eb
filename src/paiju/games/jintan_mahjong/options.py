"""The house rules a room of 金坛麻将 may change; the defaults are the written sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from paiju.core.options import Options, choice, whole


@dataclass(frozen=True, slots=True)
class JintanOptions(Options):
    """House rules of 金坛麻将.

    >>> JintanOptions(base=20).flower_value, JintanOptions(base=20).cap
    (10, 200)
    >>> JintanOptions.parse({"base": 15})
    Traceback (most recent call last):
    ...
    paiju.core.errors.BadOptions: option 'base' is 15; it must be a whole number from 2 to 1000 \
in steps of 2
    """

    chow: bool = choice(True, "可以吃", "Chows", "JT-6")
    """Whether the next seat may claim a discard for a chow (JT-6); many local tables say no."""

    base: int = whole(10, "底分", "Base", "JT-18", 2, 1000, 2)
    """What a win without 花 and 番 is worth (JT-18); even, for a flower is worth half of it."""

    pair_wait: str = choice("any", "独吊", "Pair wait counts", "JT-31", ("any", "last_tile"))
    """When 独吊 gives its 番 (JT-31): ``any``, whenever the winning tile completes the pair;
    ``last_tile``, only with one tile left in hand."""

    false_win_penalty: bool = choice(True, "诈胡罚分", "False wins are fined", "JT-17")
    """Whether 胡 may always be pressed, and costs twice the base where it wins nothing (JT-17)."""

    @property
    def flower_value(self) -> int:
        """What one 花 adds (JT-18)."""
        return self.base // 2

    @property
    def cap(self) -> int:
        """封顶: no win is worth more (JT-19)."""
        return (self.base + 3 * self.flower_value) * 4

    @property
    def penalty(self) -> int:
        """What 诈胡 costs, 0 where hu can only be said with a win (JT-17)."""
        return 2 * self.base if self.false_win_penalty else 0


SHEET: Final = JintanOptions()
PRESETS: Final[Mapping[str, JintanOptions]] = MappingProxyType(
    {
        "default": SHEET,
        "sheet": SHEET,
        "no-chow": JintanOptions(chow=False),
    }
)
"""The written sheet, and the way many local tables play."""
