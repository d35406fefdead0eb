"""What a mahjong seat may do, in the notation of records."""

from typing import Final

from mypy_extensions import mypyc_attr

from paiju.core.action import Action, WrittenAction
from paiju.core.errors import BadNotation
from paiju.mahjong.tiles import (
    HAND_KINDS,
    SUITED_KINDS,
    Tile,
    parse_tile,
    parse_tiles,
    suit,
    tile_text,
    tiles_text,
)


@mypyc_attr(acyclic=True)
class Raise(WrittenAction):
    """Choose one's stake before the deal: nothing, 加注 (5) or 翻倍 (10)."""

    __slots__ = ("amount",)

    def __init__(self, amount: int) -> None:
        super().__init__(f"raise {amount}")
        self.amount: Final = amount


@mypyc_attr(acyclic=True)
class Ready(WrittenAction):
    """Declare 报听: before the first draw, or (with a tile) by discarding that tile."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile | None = None) -> None:
        super().__init__("ready" if tile is None else f"ready {tile_text(tile)}")
        self.tile: Final = tile


@mypyc_attr(acyclic=True)
class Discard(WrittenAction):
    """Discard a tile and end the turn."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        super().__init__(f"discard {tile_text(tile)}")
        self.tile: Final = tile


@mypyc_attr(acyclic=True)
class Kong(WrittenAction):
    """Make a kong: on one's own turn of a tile held, else of the tile that is asked about."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile | None = None) -> None:
        super().__init__("kong" if tile is None else f"kong {tile_text(tile)}")
        self.tile: Final = tile


@mypyc_attr(acyclic=True)
class Pung(WrittenAction):
    """Claim the discard with two alike in hand."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("pung")


@mypyc_attr(acyclic=True)
class Chow(WrittenAction):
    """Claim the discard of the seat before, with two tiles of one's own that make a run of it."""

    __slots__ = ("first", "second")

    def __init__(self, first: Tile, second: Tile) -> None:
        super().__init__(f"chow {tiles_text((first, second))}")
        self.first: Final = first
        self.second: Final = second


@mypyc_attr(acyclic=True)
class Hu(WrittenAction):
    """Win. ``off`` is ``discard`` or ``kong`` where one may choose what to win on."""

    __slots__ = ("off",)

    def __init__(self, off: str = "") -> None:
        super().__init__(f"hu {off}" if off else "hu")
        self.off: Final = off


@mypyc_attr(acyclic=True)
class Pass(WrittenAction):
    """Let it go by."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("pass")


PASS: Final = Pass()
PUNG: Final = Pung()
KONG: Final = Kong()
HU: Final = Hu()
HU_DISCARD: Final = Hu("discard")
HU_KONG: Final = Hu("kong")
READY: Final = Ready()
RAISES: Final[tuple[Raise, ...]] = (Raise(0), Raise(5), Raise(10))
DISCARDS: Final[tuple[Discard, ...]] = tuple(Discard(tile) for tile in range(HAND_KINDS))
KONGS: Final[tuple[Kong, ...]] = tuple(Kong(tile) for tile in range(HAND_KINDS))
READIES: Final[tuple[Ready, ...]] = tuple(Ready(tile) for tile in range(HAND_KINDS))
"""What a turn may be answered with, made once: by tile."""
CHOWS: Final[dict[tuple[Tile, Tile], Chow]] = {
    (first, second): Chow(first, second)
    for first in range(SUITED_KINDS)
    for second in (first + 1, first + 2)
    if suit(first) == suit(second)
}
"""The chows that can be made, by the two tiles of one's own."""

_KNOWN: Final[dict[str, Action]] = {
    str(action): action
    for action in (
        *(PASS, PUNG, KONG, HU, HU_DISCARD, HU_KONG, READY),
        *(*RAISES, *DISCARDS, *KONGS, *READIES, *CHOWS.values()),
    )
}
_FORMS: Final = (
    "raise 0|5|10, ready, ready 5m, discard 5m, kong, kong 5m, pung, chow 34m, "
    "hu, hu discard, hu kong, pass"
)


def parse_action(text: str) -> Action:
    """Read one mahjong action.

    >>> str(parse_action("chow 34m")), parse_action("pass") is PASS
    ('chow 34m', True)

    :raises BadNotation: naming what cannot be read and the forms that can.
    """
    known = _KNOWN.get(text)
    if known is not None:
        return known
    verb, _, rest = text.partition(" ")
    if verb == "ready" and rest:
        return Ready(parse_tile(rest))
    if verb == "discard" and rest:
        return Discard(parse_tile(rest))
    if verb == "kong" and rest:
        return Kong(parse_tile(rest))
    if verb == "chow" and rest:
        own = sorted(parse_tiles(rest))
        if len(own) == 2:
            return Chow(own[0], own[1])
        raise BadNotation(f"action {text!r}: a chow names its own two tiles, like 'chow 34m'")
    raise BadNotation(f"action {text!r} is not known; actions are: {_FORMS}")
