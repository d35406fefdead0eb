"""The wall and the hands of a round: shuffled from a seed, or fixed in a record's header."""

from collections.abc import Mapping, Sequence
from typing import Final

from paiju.core.errors import BadDeal, BadNotation
from paiju.core.event import Json
from paiju.core.game import RoundSetup
from paiju.core.randomness import Stream
from paiju.core.seat import SEATS, Seat, seats_from
from paiju.mahjong.tiles import KINDS, Tile, parse_tiles, suit, tile_text, tiles_in_order

HAND_SIZE: Final = 13
_KEYS: Final = ("hands", "wall", "tail")
_FILL_BEFORE_BONUS: Final = (0, 1)
"""Suits m and p fill the middle of a fixed wall before the bonus tiles; s and honours after."""


class TileSet:
    """The tiles a game is played with: how many of each kind, and which kinds are bonus tiles."""

    def __init__(self, copies: Sequence[int], bonus: Sequence[Tile]) -> None:
        self.copies: Final = tuple(copies)
        self.bonus: Final = tuple(bonus)
        self.is_bonus: Final = tuple([tile in bonus for tile in range(KINDS)])
        self.size = sum(copies)

        rank = [
            (0 if suit(tile) in _FILL_BEFORE_BONUS else 1 if self.is_bonus[tile] else 2, tile)
            for tile in range(KINDS)
        ]
        self.all_tiles: Final = tuple(
            [tile for _, tile in sorted(rank) for _ in range(self.copies[tile])]
        )
        """Every tile of the set, kinds in the order m, p, bonus tiles, s, honours."""


class Deal:
    """Hands by seat (the dealer's 14, the last one the one drawn) and the wall, head first.

    Replacements are taken from the wall's end.
    """

    def __init__(self, hands: list[list[Tile]], wall: list[Tile]) -> None:
        self.hands = hands
        self.wall = wall

    def as_dict(self) -> dict[str, Json]:
        """The ``deal`` of a record's header, with the whole wall."""
        return {
            "hands": [tiles_in_order(hand) for hand in self.hands],
            "wall": tiles_in_order(self.wall),
            "tail": "",
        }


def dealt(tiles: TileSet, setup: RoundSetup) -> Deal:
    """The deal of a round: from its seed, or the one that its record fixes.

    :raises BadDeal: naming the part of a fixed deal that cannot be, and what would be right.
    """
    if setup.seed is not None:
        return shuffled_deal(tiles, setup.dealer, setup.seed)
    return fixed_deal(tiles, setup.dealer, setup.deal or {})


def shuffled_deal(tiles: TileSet, dealer: Seat, seed: bytes) -> Deal:
    """Deal from a seed: shuffle all tiles, the dealer takes 14, then each seat in turn 13."""
    wall = list(tiles.all_tiles)
    Stream(seed, "wall").shuffle(wall)
    hands: list[list[Tile]] = [[] for _ in range(SEATS)]
    start = 0
    for seat in seats_from(dealer):
        size = HAND_SIZE + (seat == dealer)
        hands[seat] = wall[start : start + size]
        start += size
    return Deal(hands, wall[start:])


def fixed_deal(tiles: TileSet, dealer: Seat, deal: Mapping[str, Json]) -> Deal:
    """The deal that a record's header fixes.

    What is named nowhere fills the middle of the wall in the order m, p, bonus tiles, s, honours.

    :raises BadDeal: naming the part of the deal that cannot be, and what would be right.
    """
    for key in deal:
        if key not in _KEYS:
            raise BadDeal(f"deal: {key!r} is not known; a deal has {', '.join(_KEYS)}")
    listed = deal.get("hands")
    if not isinstance(listed, list) or len(listed) != SEATS:
        raise BadDeal(f"deal: 'hands' must be a list of {SEATS} hands, by seat")
    hands = [_tiles(f"hands[{seat}]", text) for seat, text in enumerate(listed)]
    head = _tiles("wall", deal.get("wall", ""))
    tail = _tiles("tail", deal.get("tail", ""))
    for seat, hand in enumerate(hands):
        size = HAND_SIZE + (seat == dealer)
        if len(hand) != size:
            who = "the dealer" if seat == dealer else f"seat {seat}"
            raise BadDeal(f"deal: hands[{seat}] has {len(hand)} tiles; {who} is dealt {size}")
    left = list(tiles.copies)
    for tile in [tile for hand in hands for tile in hand] + head + tail:
        left[tile] -= 1
        if left[tile] < 0:
            most = tiles.copies[tile]
            why = f"is named more than {most} times" if most else "is not in this game's set"
            raise BadDeal(f"deal: {tile_text(tile)} {why}")
    middle = []
    for tile in tiles.all_tiles:
        if left[tile] > 0:
            left[tile] -= 1
            middle.append(tile)
    return Deal(hands, head + middle + tail[::-1])


def _tiles(place: str, text: Json) -> list[Tile]:
    if not isinstance(text, str):
        raise BadDeal(f"deal: {place} is {text!r}; it must be tiles as text, like '123m55z'")
    try:
        return parse_tiles(text)
    except BadNotation as error:
        raise BadDeal(f"deal: {place}: {error}") from None
