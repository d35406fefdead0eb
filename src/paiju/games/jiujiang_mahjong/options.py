"""The house rules a room of 九江麻将 may change; the defaults are the written rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from paiju.core.options import Options, choice, whole


@dataclass(frozen=True, slots=True)
class JiujiangOptions(Options):
    """House rules of 九江麻将.

    >>> JiujiangOptions.parse({"min_points": 3}).as_dict()
    {'min_points': 3}
    >>> JiujiangOptions.parse({"raises": 1})
    Traceback (most recent call last):
    ...
    paiju.core.errors.BadOptions: option 'raises' is 1; it must be one of False, True
    """

    base_score: int = whole(1, "底分（每炮）", "Base score (per point)", "JM-56", 1, 1000)
    """What one 炮 is worth in money (JM-56)."""

    min_points: int = whole(2, "起胡炮数", "Points needed to win", "JM-26", 0, 100)
    """How many points of its own a hand needs to win (JM-26)."""

    ready_kong: bool = choice(True, "报听后可暗杠", "Concealed kongs after 报听", "JM-21")
    """Whether a declared player may kong a drawn tile that leaves the waits the same (JM-21)."""

    declined_lock: str = choice(
        "worth", "过胡限制", "A declined win closes", "JM-23", ("worth", "tile")
    )
    """What a declined win closes until the next draw (JM-23): ``worth``, every win that is not
    worth more; ``tile``, only the kinds declined."""

    raises: bool = choice(False, "加注", "Raises before the deal", "JM-59")
    """Whether seats may raise by 5 or 10 before the deal (JM-59)."""

    dealer_double: bool = choice(False, "庄家翻倍", "Dealer wins and pays double", "JM-60")
    """Whether what the dealer wins or pays is doubled, as next door (JM-60)."""


DEFAULT: Final = JiujiangOptions()
PRESETS: Final[Mapping[str, JiujiangOptions]] = MappingProxyType(
    {
        "default": DEFAULT,
        "raises": JiujiangOptions(raises=True),
        "dealer-double": JiujiangOptions(dealer_double=True),
        "tile-lock": JiujiangOptions(declined_lock="tile"),
    }
)
"""The written rules, and the ways in which tables we know of differ from them."""
