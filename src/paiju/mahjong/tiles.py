"""The tiles of Chinese mahjong, as small numbers and in the notation of the table."""

from collections.abc import Iterable
from typing import Final, TypeAlias

from paiju.core.errors import BadNotation
from paiju.core.text import Text

Tile: TypeAlias = int
"""A kind of tile: 0-8 are 1m-9m, 9-17 1p-9p, 18-26 1s-9s, 27-33 1z-7z, 34-41 1f-8f."""

KINDS: Final = 42
HAND_KINDS: Final = 34
"""The kinds before the flowers: hands are counted in lists of this length."""
SUITED_KINDS: Final = 27
HIDDEN: Final[Tile] = -1
"""A tile that is there but not seen, and the absence of one."""
WHITE: Final = 31
GREEN: Final = 32
RED: Final = 33
FIRST_FLOWER: Final = 34

SUIT_LETTERS: Final = "mpszf"
MAN: Final = 0
PIN: Final = 1
SOU: Final = 2
HONOUR: Final = 3
FLOWER: Final = 4
SUIT_STARTS: Final[tuple[Tile, ...]] = (0, 9, 18, 27, 34)
SUIT_SIZES: Final[tuple[int, ...]] = (9, 9, 9, 7, 8)

_ORDER: Final[tuple[tuple[int, int], ...]] = tuple(
    (suit, number) for suit, size in enumerate(SUIT_SIZES) for number in range(1, size + 1)
)
_SUITS: Final[tuple[int, ...]] = tuple(suit for suit, _ in _ORDER)
_NUMBERS: Final[tuple[int, ...]] = tuple(number for _, number in _ORDER)
_TEXTS: Final[tuple[str, ...]] = tuple(f"{number}{SUIT_LETTERS[suit]}" for suit, number in _ORDER)

_NUMERALS: Final = "一二三四五六七八九"
_NAMES: Final[tuple[Text, ...]] = (
    *(
        Text(numeral + zh, f"{number} of {en}")
        for zh, en in (("万", "characters"), ("筒", "dots"), ("条", "bamboo"))
        for number, numeral in enumerate(_NUMERALS, 1)
    ),
    Text("东风", "east wind"),
    Text("南风", "south wind"),
    Text("西风", "west wind"),
    Text("北风", "north wind"),
    Text("白板", "white dragon"),
    Text("发财", "green dragon"),
    Text("红中", "red dragon"),
    Text("春", "spring"),
    Text("夏", "summer"),
    Text("秋", "autumn"),
    Text("冬", "winter"),
    Text("梅", "plum blossom"),
    Text("兰", "orchid"),
    Text("竹", "bamboo plant"),
    Text("菊", "chrysanthemum"),
)


def tile_text(tile: Tile) -> str:
    """How a tile is written.

    >>> tile_text(0), tile_text(WHITE), tile_text(41)
    ('1m', '5z', '8f')
    """
    return _TEXTS[tile]


def tiles_text(tiles: Iterable[Tile]) -> str:
    """Tiles sorted, runs of one suit sharing its letter.

    >>> tiles_text(parse_tiles("5z 2m 1m 5z 3m"))
    '123m55z'
    """
    return tiles_in_order(sorted(tiles))


def tiles_in_order(tiles: Iterable[Tile]) -> str:
    """Tiles in the order given (a wall, a hand whose last tile was drawn last).

    >>> tiles_in_order(parse_tiles("5z 2m 1m 5z 3m"))
    '5z21m5z3m'
    """
    text = ""
    last = -1
    for tile in tiles:
        if last >= 0 and _SUITS[tile] != last:
            text += SUIT_LETTERS[last]
        last = _SUITS[tile]
        text += str(_NUMBERS[tile])
    return text + SUIT_LETTERS[last] if last >= 0 else text


def tile_name(tile: Tile) -> Text:
    """What players call a tile.

    >>> tile_name(RED).zh, tile_name(4).en
    ('红中', '5 of characters')
    """
    return _NAMES[tile]


def suit(tile: Tile) -> int:
    """The suit of a tile: MAN, PIN, SOU, HONOUR or FLOWER."""
    return _SUITS[tile]


def number(tile: Tile) -> int:
    """The number on a tile, from 1 on; honours and flowers count 东 and 春 as 1.

    >>> number(parse_tile("7s")), number(RED)
    (7, 7)
    """
    return _NUMBERS[tile]


def is_suited(tile: Tile) -> bool:
    """Whether a tile is of 万, 筒 or 条, so that it can stand in a chow."""
    return tile < SUITED_KINDS


def tile_counts(tiles: Iterable[Tile]) -> list[int]:
    """How many of each kind a hand holds (no flowers): a list of 34 numbers."""
    counts = [0] * HAND_KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


def counted_tiles(counts: Iterable[int]) -> list[Tile]:
    """The tiles of a counted hand, in order: the inverse of :func:`tile_counts`."""
    return [tile for tile, count in enumerate(counts) for _ in range(count)]


# Reading. Digits wait until a suit letter says what they are; Chinese names stand alone.

_DIGITS: Final[dict[str, int]] = {
    **{digit: value for value, digit in enumerate("0123456789")},
    **{numeral: value for value, numeral in enumerate(_NUMERALS, 1)},
}
_SUIT_SIGNS: Final[dict[str, int]] = {
    **{letter: value for value, letter in enumerate(SUIT_LETTERS)},
    **dict.fromkeys("万萬", MAN),
    **dict.fromkeys("筒饼餅", PIN),
    **dict.fromkeys("条條索", SOU),
}
_WORDS: Final[dict[str, Tile]] = {
    "红中": RED,
    "紅中": RED,
    "中": RED,
    "白板": WHITE,
    "白": WHITE,
    "发财": GREEN,
    "發財": GREEN,
    "发": GREEN,
    "發": GREEN,
    **{sign + wind: 27 + i for i, sign in enumerate("东南西北") for wind in ("风", "")},
    "東風": 27,
    "東": 27,
    "南風": 28,
    "西風": 29,
    "北風": 30,
    **{sign: FIRST_FLOWER + i for i, sign in enumerate("春夏秋冬梅兰竹菊")},
    "蘭": 39,
}
_TILES_ARE: Final = "tiles are 1m-9m, 1p-9p, 1s-9s, 1z-7z, 1f-8f or Chinese like 一万, 3筒, 红中"


def parse_tiles(text: str) -> list[Tile]:
    """Read tiles in the order they are written; spaces may stand between them.

    >>> parse_tiles("21m 白") == [1, 0, WHITE]
    True
    >>> parse_tiles("12m8z")
    Traceback (most recent call last):
    ...
    paiju.core.errors.BadNotation: '12m8z': '8' (character 4) is no tile of z: that suit has 1-7

    :raises BadNotation: naming the first character that is wrong.
    """
    tiles: list[Tile] = []
    waiting: list[int] = []  # places of digits whose suit has not come yet
    at = 0
    while at < len(text):
        sign = text[at]
        if sign in _DIGITS:
            waiting.append(at)
            at += 1
        elif sign in _SUIT_SIGNS:
            if not waiting:
                raise _wrong(text, at, "stands without a number before it: write 1m, not m")
            tiles.extend(_suited_tile(text, place, _SUIT_SIGNS[sign], sign) for place in waiting)
            waiting.clear()
            at += 1
        else:
            if waiting:
                raise _wrong(text, waiting[0], "has no suit after it: write 5m, 5p, 5s, 5z or 5f")
            if sign.isspace():
                at += 1
                continue
            word = text[at : at + 2] if text[at : at + 2] in _WORDS else sign
            if word not in _WORDS:
                raise _wrong(text, at, f"is no tile: {_TILES_ARE}")
            tiles.append(_WORDS[word])
            at += len(word)
    if waiting:
        raise _wrong(text, waiting[0], "has no suit after it: write 5m, 5p, 5s, 5z or 5f")
    return tiles


def parse_tile(text: str) -> Tile:
    """Read exactly one tile.

    >>> parse_tile("3筒") == parse_tile("3p") == 11
    True

    :raises BadNotation: also when there is none or more than one.
    """
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise BadNotation(f"{text!r} is {len(tiles)} tiles, one is wanted: {_TILES_ARE}")
    return tiles[0]


def _suited_tile(text: str, place: int, of_suit: int, sign: str) -> Tile:
    value = _DIGITS[text[place]]
    if not 1 <= value <= SUIT_SIZES[of_suit]:
        raise _wrong(text, place, f"is no tile of {sign}: that suit has 1-{SUIT_SIZES[of_suit]}")
    return SUIT_STARTS[of_suit] + value - 1


def _wrong(text: str, place: int, why: str) -> BadNotation:
    return BadNotation(f"{text!r}: {text[place]!r} (character {place + 1}) {why}")
