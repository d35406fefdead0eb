"""The 九江麻将 judge once more: slow, obvious, straight from the clauses.

It shares nothing with the library but the numbers of tiles (0-8 万, 9-17 筒, 18-26 条, 31 白,
32 发, 33 中) and the fields of ``Win`` and ``Payer``. The winning tile is marked, the tiles are
divided in every possible way, every line is earned as its clause says, and the best total counts.
"""

from dataclasses import dataclass
from typing import NamedTuple

from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.games.jiujiang_mahjong.scoring import eaten, judge
from paiju.mahjong.melds import Meld
from paiju.mahjong.win import SOURCE_TEXTS, Payer, Win

WHITE, GREEN, RED = 31, 32, 33
NINES = [range(9), range(9, 18), range(18, 27)]
DECK = [*range(27), WHITE, RED]

Line = tuple[str, int]
"""A score line: clause and points. One clause may have several lines."""


class Physical(NamedTuple):
    """One tile of the hand, and whether it is the one won with."""

    kind: int
    won_with: bool


Part = tuple[Physical, ...]


@dataclass
class Ruling:
    """What the reference says: each best way to read the hand has its lines."""

    legal: bool
    points: int
    hand_points: int
    best_lines: list[list[Line]]
    waits: list[int]


def compare(
    win: Win, options: JiujiangOptions | None = None, payers: tuple[Payer, ...] = ()
) -> Ruling:
    """Hold the library's judge against the reference for one win; the ruling if they agree."""
    options = options or JiujiangOptions()
    ruling = rule(win, options.min_points)
    verdict = judge(win, options)
    assert verdict.legal == ruling.legal, (win, verdict, ruling)
    assert list(verdict.waits) == ruling.waits, (win, verdict, ruling)
    assert verdict.points == ruling.points, (win, verdict, ruling)
    assert verdict.hand_points == ruling.hand_points, (win, verdict, ruling)
    assert (verdict.refusal is None) == verdict.legal
    lines = sorted((item.clause, item.value) for item in verdict.items)
    if ruling.best_lines:
        assert lines in [sorted(best) for best in ruling.best_lines], (win, verdict, ruling)
    else:
        assert lines == []
    for payer in payers:
        assert sorted(item.value for item in eaten(payer)) == sorted(eaten_from(payer)), payer
    return ruling


def rule(win: Win, min_points: int) -> Ruling:
    """Judge one win (JM-26 to JM-54)."""
    hand = [kind for kind in range(34) for _ in range(win.concealed[kind])]
    waits = waiting_set(hand, win.melds)
    tiles = [Physical(kind, False) for kind in hand] + [Physical(win.tile, True)]
    best_lines: list[list[Line]] = []
    best = best_hand = -1
    for reading in all_readings(tiles, len(win.melds)):
        lines = lines_of(win, reading, len(waits) == 1)
        extras = extras_of(win, reading)
        points = sum(value for _, value in lines + extras)
        if points > best:
            best, best_lines = points, []
            best_hand = sum(value for _, value in lines)
        if points == best:
            best_lines.append(lines + extras)
    if best < 0:
        return Ruling(False, 0, 0, [], waits)
    return Ruling(best >= min_points, best, best_hand, best_lines, waits)


# Shapes (JM-2, JM-28).


def alike(part: Part) -> bool:
    return len({tile.kind for tile in part}) == 1


def in_a_row(part: Part) -> bool:
    kinds = sorted(tile.kind for tile in part)
    return kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2] and any(
        kinds[0] in suit and kinds[2] in suit for suit in NINES
    )


def all_readings(tiles: list[Physical], melds: int) -> list[tuple[Part, ...]]:
    """Every way to divide the tiles: sets and one pair, or seven pairs."""
    if len(tiles) != 14 - 3 * melds:
        return []
    found = divide(sorted(tiles), False)
    if melds == 0:
        pairs = divide_in_pairs(sorted(tiles))
        found = found | pairs
    return sorted(found)


def divide(tiles: list[Physical], paired: bool) -> set[tuple[Part, ...]]:
    """Every division of tiles into sets, and a pair unless there is one already."""
    if not tiles:
        return {()} if paired else set()
    found = set()
    first, rest = tiles[0], tiles[1:]
    for second in set(rest):
        after_two = list(rest)
        after_two.remove(second)
        if not paired and first.kind == second.kind:
            for others in divide(after_two, True):
                found.add(tuple(sorted([(first, second), *others])))
        if second.kind - first.kind > 1:
            continue
        for third in set(after_two):
            if third.kind - first.kind > 2:
                continue
            part = (first, second, third)
            if alike(part) or in_a_row(part):
                left = list(after_two)
                left.remove(third)
                for others in divide(left, paired):
                    found.add(tuple(sorted([tuple(sorted(part)), *others])))
    return found


def divide_in_pairs(tiles: list[Physical]) -> set[tuple[Part, ...]]:
    pairs = [tuple(tiles[i : i + 2]) for i in range(0, 14, 2)]
    return {tuple(pairs)} if all(alike(pair) for pair in pairs) else set()


def waiting_set(hand: list[int], melds: tuple[Meld, ...]) -> list[int]:
    """Every kind that would complete the hand, unless the player holds all four of it."""
    held = hand + [kind for meld in melds for kind in meld.tiles]
    return [
        kind
        for kind in range(34)
        if held.count(kind) < 4
        and all_readings([Physical(each, False) for each in [*hand, kind]], len(melds))
    ]


# Lines (JM-29 to JM-53).


def lines_of(win: Win, reading: tuple[Part, ...], single_wait: bool) -> list[Line]:
    """Patterns and ways that a reading earns."""
    seven_pairs = len(reading) == 7
    own_draw = SOURCE_TEXTS[win.source] == "self_draw"
    discard = SOURCE_TEXTS[win.source] == "discard"
    robbed = SOURCE_TEXTS[win.source] == "robbed_kong"
    concealed_sets = [part for part in reading if len(part) == 3]
    pairs = [part for part in reading if len(part) == 2]
    meld_tiles = [list(meld.tiles) for meld in win.melds]
    sets = [[tile.kind for tile in part] for part in concealed_sets] + meld_tiles
    kinds_in_hand = [tile.kind for part in reading for tile in part]
    kinds = kinds_in_hand + [kind for meld in meld_tiles for kind in meld]
    claimed = [meld for meld in win.melds if not meld.text.startswith("<")]

    flowers: list[Line] = []
    # JM-30
    pungs = sorted({kinds_of[0] for kinds_of in sets if len(set(kinds_of)) == 1})
    if len(pungs) == 4:
        flowers.append(("JM-30", 15))
        windows = adjacent_threes(pungs)
        if windows:
            flowers.append(("JM-30", 5 * windows))
    # JM-31
    if RED in pungs and WHITE in pungs:
        flowers.append(("JM-31", 10))
    # JM-32
    for suit in NINES:
        thirds = [list(suit[0:3]), list(suit[3:6]), list(suit[6:9])]
        if all(third in [sorted(each) for each in sets] for third in thirds):
            flowers.append(("JM-32", 10))
    # JM-33, JM-34
    suits = [suit for suit in NINES if any(kind in suit for kind in kinds)]
    dragons = RED in kinds or WHITE in kinds
    full_flush = len(suits) == 1 and not dragons
    if len(suits) == 1 and dragons:
        flowers.append(("JM-33", 10))
    # JM-35 to JM-37
    fairies = False
    if seven_pairs:
        ranks = sorted(set(kinds))
        fairies = full_flush and ranks == list(range(ranks[0], ranks[0] + 7))
        if fairies:
            flowers.append(("JM-37", 100 if own_draw else 50))
        else:
            flowers.append(("JM-35", 20))
            fours = sum(kinds.count(kind) == 4 for kind in set(kinds))
            if fours:
                flowers.append(("JM-36", 5 * fours))
            windows = adjacent_threes(ranks)
            if windows:
                flowers.append(("JM-36", 5 * windows))
    if full_flush and not fairies:
        flowers.append(("JM-34", 20))
    # JM-45 to JM-53
    heavenly = win.first_turn and own_draw
    earthly = win.first_turn and discard
    if robbed:
        flowers.append(("JM-45", 10))
    if discard and win.after_kong:
        flowers.append(("JM-46", 10))
    if discard and win.last_tile:
        flowers.append(("JM-47", 10))
    if own_draw and win.after_kong:
        flowers.append(("JM-48", 10))
    if own_draw and win.last_tile:
        flowers.append(("JM-49", 10))
    all_claimed = len(claimed) == 4
    if all_claimed:
        flowers.append(("JM-50", 10))
    if heavenly:
        flowers.append(("JM-51", 20))
    if earthly:
        flowers.append(("JM-52", 15))
    if win.ready and not earthly:
        flowers.append(("JM-53", 10))

    is_flower_win = any(value >= 10 for _, value in flowers)
    lines = list(flowers)
    if not is_flower_win:
        lines.append(("JM-29", 1))
    u = 5 if is_flower_win else 1
    # JM-38
    if own_draw and not (win.after_kong or win.last_tile or heavenly or fairies):
        lines.append(("JM-38", u))
    # JM-39
    if not claimed and not (seven_pairs or heavenly or earthly or win.ready):
        lines.append(("JM-39", u))
    # JM-40 to JM-43
    if single_wait and not seven_pairs and not heavenly:
        (part,) = [part for part in reading if any(tile.won_with for tile in part)]
        numbers = [tile.kind % 9 + 1 for tile in part]
        number = win.tile % 9 + 1
        if part in pairs:
            if not all_claimed:
                lines.append(("JM-42", u))
        elif len(set(numbers)) == 3:
            if (numbers, number) in [([1, 2, 3], 3), ([7, 8, 9], 7)]:
                lines.append(("JM-40", u))
            elif number == sorted(numbers)[1]:
                lines.append(("JM-41", u))
    return lines


def adjacent_threes(kinds: list[int]) -> int:
    """Windows: runs of three kinds in one suit, overlapping ones counted each."""
    return sum(
        all(kind in kinds for kind in (suit[i], suit[i + 1], suit[i + 2]))
        for suit in NINES
        for i in range(7)
    )


# Extras (JM-54, JM-55).


def laid_points(melds: tuple[Meld, ...], bonus: int) -> list[int]:
    """What 发财 and melds before a player are worth, line by line."""
    points = []
    if bonus:
        points.append(10 if bonus == 4 else bonus)
    for meld in melds:
        dragon = meld.tile in (RED, WHITE)
        if meld.text.startswith("<"):
            points.append(4 if dragon else 2)
        elif len(meld.tiles) == 4:
            points.append(3 if dragon else 1)
        elif dragon:
            points.append(1)
    return points


def extras_of(win: Win, reading: tuple[Part, ...]) -> list[Line]:
    """The winner's own extras."""
    points = laid_points(win.melds, len(win.bonus))
    for part in reading:
        if len(part) == 3 and part[0].kind in (RED, WHITE):
            by_another = any(tile.won_with for tile in part)
            by_another = by_another and SOURCE_TEXTS[win.source] != "self_draw"
            points.append(1 if by_another else 2)
    return [("JM-54", value) for value in points]


def eaten_from(payer: Payer) -> list[int]:
    """What a payer's side is worth to each winner, line by line."""
    points = laid_points(payer.melds, len(payer.bonus))
    laid = [meld.tile for meld in payer.melds]
    if RED in laid and WHITE in laid:
        points.append(10)
    if payer.ready:
        points.append(10)
    return points
