"""Shapes of hands in the most obvious way, to hold the tables against."""

from collections.abc import Iterator
from random import Random

TILES = range(34)
CHOWS = [(t, t + 1, t + 2) for t in range(27) if t % 9 <= 6]
PUNGS = [(t, t, t) for t in TILES]
GROUPS = CHOWS + PUNGS


def divides(counts: list[int], sets: int) -> bool:
    """Whether the tiles are ``sets`` sets and a pair: take any group out and look again."""
    if sets == 0:
        return sorted(counts)[-2:] == [0, 2]
    return any(divides(left, sets - 1) for _, left in without_a_group(counts))


def without_a_group(counts: list[int]) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Every group that the hand holds, and what is left without it."""
    for group in GROUPS:
        one, two, three = group
        if counts[one] and counts[two] and counts[three]:
            left = list(counts)
            for tile in group:
                left[tile] -= 1
            if left[one] >= 0:
                yield group, left


def complete(counts: list[int], sets: int, seven_pairs: bool) -> bool:
    """Whether a hand wins by its shape."""
    if seven_pairs and sum(counts) == 14 and all(count % 2 == 0 for count in counts):
        return True
    return divides(counts, sets)


def waiting_for(counts: list[int], sets: int, seven_pairs: bool) -> list[int]:
    """Every kind that completes the hand."""
    kinds = []
    for tile in TILES:
        if counts[tile] < 4:
            more = list(counts)
            more[tile] += 1
            if complete(more, sets, seven_pairs):
                kinds.append(tile)
    return kinds


def lack(counts: list[int], sets: int, seven_pairs: bool) -> int:
    """The fewest tiles to add so that the hand holds a complete one."""
    best = _fewest(list(counts), [0] * 34, 0, 0, sets, 99)
    if seven_pairs and sets == 4:
        # Seven pairs: fill up odd kinds first, then lay down whole new pairs.
        pairs = sum(count // 2 for count in counts)
        odd = sum(count % 2 for count in counts)
        missing = max(0, 7 - pairs)
        best = min(best, missing + max(0, missing - odd))
    return best


def _fewest(
    left: list[int], wanted: list[int], lacking: int, first: int, sets: int, best: int
) -> int:
    """The least that any ``sets`` groups from the ``first`` on, and a pair, still lack.

    ``left`` is what the hand has beyond the groups taken so far, negative where it lacks tiles.
    """
    if lacking >= best:
        return best
    if sets == 0:
        for pair in TILES:
            if wanted[pair] <= 2:
                best = min(best, lacking + max(0, 2 - max(0, left[pair])))
        return best
    for index in range(first, len(GROUPS)):
        missing = 0
        for tile in GROUPS[index]:
            wanted[tile] += 1
            left[tile] -= 1
            missing += left[tile] < 0
        if all(wanted[tile] <= 4 for tile in GROUPS[index]):
            best = _fewest(left, wanted, lacking + missing, index, sets - 1, best)
        for tile in GROUPS[index]:
            wanted[tile] -= 1
            left[tile] += 1
    return best


def divisions(counts: list[int], sets: int) -> set[tuple[tuple[tuple[int, ...], ...], int]]:
    """Every division, as sorted groups and the kind of the pair."""
    found = set()
    if sets == 0:
        return {((), counts.index(2))} if sorted(counts)[-2:] == [0, 2] else set()
    for group, left in without_a_group(counts):
        for groups, pair in divisions(left, sets - 1):
            found.add((tuple(sorted((group, *groups))), pair))
    return found


def random_hand(random: Random, size: int, kinds: list[int]) -> list[int]:
    """A hand of any ``size`` tiles out of these kinds."""
    wall = [tile for tile in kinds for _ in range(4)]
    counts = [0] * 34
    for tile in random.sample(wall, size):
        counts[tile] += 1
    return counts


def complete_hand(random: Random, sets: int, kinds: list[int]) -> list[int]:
    """A complete hand of ``sets`` sets and a pair, as they fall."""
    while True:
        counts = [0] * 34
        groups = [group for group in GROUPS if set(group) <= set(kinds)]
        for group in random.choices(groups, k=sets):
            for tile in group:
                counts[tile] += 1
        counts[random.choice(kinds)] += 2
        if max(counts) <= 4:
            return counts


DECKS = {
    "one suit": list(range(9)),
    "one suit and dragons": [*range(9, 18), 31, 33],
    "two suits": list(range(18)),
    "honours and ends": [0, 1, 7, 8, 9, 10, *range(27, 34)],
    "all": list(range(34)),
}
