"""The 金坛麻将 judge once more: slow, obvious, straight from the clauses.

It shares nothing with the library but the numbers of tiles (0-8 万, 9-17 筒, 18-26 条, 27-33
honours), the fields of ``Win`` and the options. The tiles are divided in every possible way with
the winning tile marked, and each way is counted as its clauses say.
"""

from dataclasses import dataclass
from typing import NamedTuple

from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.games.jintan_mahjong.scoring import judge, owed, score
from paiju.mahjong.win import SOURCE_TEXTS, Win

SUITS = [range(9), range(9, 18), range(18, 27)]
HONOURS = range(27, 34)

Line = tuple[str, str, int]
"""Clause, unit and value of one score line."""


class Physical(NamedTuple):
    """One tile of the hand, and whether it is the one won with."""

    kind: int
    won_with: bool


Part = tuple[Physical, ...]


@dataclass
class Ruling:
    """What the reference says; ``best_lines`` are the lines of each best way to read the hand."""

    legal: bool
    full: int
    paid: int
    fans: int
    best_lines: list[list[Line]]


def compare(win: Win, options: JintanOptions) -> Ruling:
    """Hold the library's judge against the reference for one win; the ruling if they agree."""
    ruling = rule(win, options)
    verdict = judge(win, options)
    assert verdict.legal == ruling.legal, (win, verdict, ruling)
    assert verdict.points == ruling.paid, (win, verdict, ruling)
    assert verdict.fans == ruling.fans, (win, verdict, ruling)
    lines = sorted((item.clause, item.unit, item.value) for item in verdict.items)
    if ruling.best_lines:
        assert lines in ruling.best_lines, (win, verdict, ruling)
        counted = score(verdict.items, options)
        assert (counted.full, counted.paid) == (ruling.full, ruling.paid), (win, verdict, ruling)
        times = 3 if SOURCE_TEXTS[win.source] == "robbed_kong" else 1
        assert owed(verdict, win.source) == times * ruling.paid
    else:
        assert not lines
    assert (verdict.refusal is None) == verdict.legal
    return ruling


def rule(win: Win, options: JintanOptions) -> Ruling:
    """Judge one win by JT-4 and JT-18 to JT-32."""
    base = options.base
    flower = base // 2
    cap = (base + 3 * flower) * 4
    tiles = [Physical(kind, False) for kind in range(34) for _ in range(win.concealed[kind])]
    tiles.append(Physical(win.tile, True))
    best = (-1, -1)
    best_lines: list[list[Line]] = []
    for reading in all_readings(tiles, len(win.melds)):
        lines = flowers_of(win, reading) + fans_of(win, reading, options)
        flowers = sum(value for _, unit, value in lines if unit == "花")
        fans = sum(value for _, unit, value in lines if unit == "番")
        worth = ((base + flowers * flower) * 2**fans, fans)
        if worth > best:
            best, best_lines = worth, []
        if worth == best:
            best_lines.append(sorted(lines))
    if not best_lines:
        return Ruling(False, 0, 0, 0, [])
    # JT-21
    chicken = all(not lines for lines in best_lines)
    legal = not chicken or SOURCE_TEXTS[win.source] != "discard"
    return Ruling(legal, best[0], min(best[0], cap), best[1], best_lines)


# Shapes (JT-4).


def is_pung(part: Part) -> bool:
    return len(part) == 3 and len({tile.kind for tile in part}) == 1


def is_chow(part: Part) -> bool:
    kinds = sorted(tile.kind for tile in part)
    one_suit = any(all(kind in suit for kind in kinds) for suit in SUITS)
    return len(part) == 3 and one_suit and kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2]


def is_pair(part: Part) -> bool:
    return len(part) == 2 and part[0].kind == part[1].kind


def all_readings(tiles: list[Physical], melds: int) -> set[tuple[Part, ...]]:
    """Every way to divide the tiles into sets and a pair, and seven pairs."""
    tiles = sorted(tiles)
    if len(tiles) != 14 - 3 * melds:
        return set()
    found = set(divided(tuple(tiles)))
    pairs = [tuple(tiles[i : i + 2]) for i in range(0, len(tiles), 2)]
    if len(pairs) == 7 and all(is_pair(pair) for pair in pairs):
        found.add(tuple(pairs))
    return found


def divided(tiles: tuple[Physical, ...], pair_left: bool = True) -> list[tuple[Part, ...]]:
    """Divisions of sorted tiles: the first tile goes into a pair, a pung or a chow."""
    if not tiles:
        return [] if pair_left else [()]
    found: list[tuple[Part, ...]] = []
    for j in range(1, len(tiles)):
        if tiles[j].kind - tiles[0].kind > 1:
            break
        pair = (tiles[0], tiles[j])
        if pair_left and is_pair(pair):
            rest = tiles[1:j] + tiles[j + 1 :]
            found += [tuple(sorted((pair, *more))) for more in divided(rest, False)]
        for k in range(j + 1, len(tiles)):
            part = (tiles[0], tiles[j], tiles[k])
            if tiles[k].kind - tiles[0].kind > 2:
                break
            if is_pung(part) or is_chow(part):
                rest = tiles[1:j] + tiles[j + 1 : k] + tiles[k + 1 :]
                found += [tuple(sorted((part, *more))) for more in divided(rest, pair_left)]
    return list(set(found))


# 花 (JT-22 to JT-26).


def flowers_of(win: Win, reading: tuple[Part, ...]) -> list[Line]:
    lines: list[Line] = []
    if win.bonus:
        lines.append(("JT-22", "花", len(win.bonus)))
    for meld in win.melds:
        honour = meld.tile in HONOURS
        concealed = meld.text.startswith("<")
        if len(meld.tiles) == 4 and honour:
            lines.append(("JT-25", "花", 4 if concealed else 3))
        elif len(meld.tiles) == 4:
            lines.append(("JT-26", "花", 2 if concealed else 1))
        elif honour:
            lines.append(("JT-23", "花", 1))
    for part in reading:
        if is_pung(part) and part[0].kind in HONOURS:
            of_another = any(tile.won_with for tile in part)
            if of_another and SOURCE_TEXTS[win.source] == "discard":
                lines.append(("JT-23", "花", 1))
            else:
                lines.append(("JT-24", "花", 2))
    return lines


# 番 (JT-27 to JT-32).


def fans_of(win: Win, reading: tuple[Part, ...], options: JintanOptions) -> list[Line]:
    seven_pairs = len(reading) == 7
    kinds = [tile.kind for part in reading for tile in part]
    kinds += [kind for meld in win.melds for kind in meld.tiles]
    suits = [suit for suit in SUITS if any(kind in suit for kind in kinds)]
    honours = any(kind in HONOURS for kind in kinds)
    lines: list[Line] = []
    if honours and len(suits) <= 1:
        lines.append(("JT-27", "番", 1))
    if not honours and len(suits) == 1:
        lines.append(("JT-28", "番", 2))
    chows = [part for part in reading if is_chow(part)]
    laid_chows = [meld for meld in win.melds if len(set(meld.tiles)) == 3]
    if not seven_pairs and not chows and not laid_chows:
        lines.append(("JT-29", "番", 1))
    if not seven_pairs and win.after_kong and SOURCE_TEXTS[win.source] == "self_draw":
        lines.append(("JT-30", "番", 1))
    (place,) = [part for part in reading if any(tile.won_with for tile in part)]
    last = len(kinds) and sum(win.concealed) == 1
    if not seven_pairs and is_pair(place) and (options.pair_wait == "any" or last):
        lines.append(("JT-31", "番", 1))
    if seven_pairs:
        lines.append(("JT-32", "番", 2))
    return lines
