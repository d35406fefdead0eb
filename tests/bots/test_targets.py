"""Targets know what they lack: held against their meaning, tile by tile, on random hands."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.bots.mahjong.chances import MOST_LACK, MOST_TURNS, finish, passed
from paiju.bots.mahjong.targets import (
    DRAGONS,
    PAIRS,
    PLAIN,
    PUNGS,
    STRAIGHT,
    TARGETS,
    Shape,
    Target,
)
from paiju.mahjong.distance import distance
from paiju.mahjong.melds import CHOW, CONCEALED_KONG, PUNG, Meld
from paiju.mahjong.tiles import (
    HAND_KINDS,
    MAN,
    PIN,
    RED,
    WHITE,
    parse_tile,
    parse_tiles,
    tile_counts,
    tiles_text,
)

WALL = [t for t in range(27) for _ in range(4)] + [RED] * 4 + [WHITE] * 4
NO_MELDS: tuple[Meld, ...] = ()


def hands() -> st.SearchStrategy[list[int]]:
    """Hands of 13 tiles, half of them crowded into few kinds so that targets come near."""
    crowded = [t for t in (*range(9), 9, 10, RED, WHITE) for _ in range(4)]
    return st.builds(
        lambda seed, wall: tile_counts(Random(seed).sample(wall, 13)),
        st.integers(0, 10**9),
        st.sampled_from([WALL, crowded]),
    )


def lack(target: Target, text: str, melds: tuple[Meld, ...] = NO_MELDS) -> int:
    counts = tile_counts(parse_tiles(text))
    return target.lack(target.within(counts), melds)


def helpful(target: Target, text: str, melds: tuple[Meld, ...] = NO_MELDS) -> str:
    kept = target.within(tile_counts(parse_tiles(text)))
    return tiles_text(target.helpful(kept, melds, target.lack(kept, melds)))


@given(hands())
def test_the_plain_hand_lacks_its_distance_and_one(counts: list[int]) -> None:
    plain, pairs = Target(PLAIN), Target(PAIRS)
    both = min(plain.lack(counts, NO_MELDS), pairs.lack(counts, NO_MELDS))
    assert both == distance(counts, 4, True) + 1


@given(hands(), st.sampled_from(TARGETS))
def test_helpful_tiles_are_those_that_leave_less_to_lack(counts: list[int], target: Target) -> None:
    kept = target.within(counts)
    missing = target.lack(kept, NO_MELDS)
    found = target.helpful(kept, NO_MELDS, missing)
    assert found == sorted(set(found))
    for tile in range(HAND_KINDS):
        if kept[tile] < 4 and target.allows(tile):
            more = list(kept)
            more[tile] += 1
            assert missing - target.lack(more, NO_MELDS) == (tile in found)
        else:
            assert kept[tile] == 4 or tile not in found


@given(hands(), st.sampled_from(TARGETS))
def test_no_target_is_nearer_than_its_shape_among_all_kinds(
    counts: list[int], target: Target
) -> None:
    wider = Target(target.shape, straight=target.straight)
    assert target.lack(target.within(counts), NO_MELDS) >= wider.lack(counts, NO_MELDS)
    if target.shape != PAIRS:
        assert wider.lack(counts, NO_MELDS) >= Target(PLAIN).lack(counts, NO_MELDS)


@pytest.mark.parametrize(
    ("target", "tiles", "missing", "helps"),
    [
        (Target(PLAIN), "12356789m22p888s", 1, "47m"),
        (Target(PUNGS), "111333m55p99p777s", 1, "59p"),
        (Target(PUNGS), "111333m55p99p147s", 3, "59p147s"),
        (Target(PAIRS), "1122334455667m", 1, "7m"),
        (Target(PAIRS), "1133444455779m", 1, "9m"),
        (Target(STRAIGHT, straight=MAN), "12356789m22p888s", 1, "4m"),
        (Target(STRAIGHT, straight=PIN), "12356789p22p888s", 1, "4p"),
        (Target(DRAGONS), "55577z123m456p99s", 1, "7z"),
        (Target(PLAIN, MAN), "1234578m5557z12p", 3, "369m7z"),
        (Target(PLAIN, MAN, honours=False), "123456789m55z12p", 5, "123456789m"),
    ],
)
def test_what_is_missing(target: Target, tiles: str, missing: int, helps: str) -> None:
    assert lack(target, tiles) == missing
    assert helpful(target, tiles) == helps


def test_melds_count_for_the_target_or_close_it() -> None:
    red = (Meld(PUNG, RED, RED, 1),)
    assert lack(Target(DRAGONS), "555z123m4699s", red) == 1
    assert helpful(Target(DRAGONS), "555z123m4699s", red) == "5s"
    assert not Target(PAIRS).is_open_to(red)
    assert not Target(PLAIN, MAN, honours=False).is_open_to(red)
    assert Target(PLAIN, MAN).is_open_to(red)
    assert not Target(PUNGS).is_open_to((Meld(CHOW, 0, 0, 3),))
    three = tuple(Meld(PUNG, parse_tile(f"{n}p"), source=1) for n in (1, 3, 5))
    assert not Target(DRAGONS).is_open_to(three)
    assert Target(DRAGONS).is_open_to((*three[:2], *red))
    assert not Target(STRAIGHT, straight=MAN).is_open_to(three[:2])
    assert Target(STRAIGHT, straight=MAN).is_open_to((Meld(CONCEALED_KONG, RED),))


@pytest.mark.parametrize("shape", [PLAIN, PUNGS, PAIRS, STRAIGHT, DRAGONS])
def test_chances_grow_with_time_and_shrink_with_what_is_missing(shape: Shape) -> None:
    step = passed(10, 80)
    assert 0 < step < 1
    for missing in range(1, MOST_LACK + 1):
        chances = [finish(shape, False, missing, step, t, 1.0) for t in range(MOST_TURNS + 3)]
        assert chances[0] == 0 and chances == sorted(chances) and chances[-1] < 1
        assert chances[-1] == chances[MOST_TURNS]
        assert finish(shape, True, missing, step, 12, 1.0) <= chances[12]
        assert finish(shape, False, missing, step, 12, 0.0) <= chances[12]
        assert finish(shape, False, missing, step / 2, 12, 1.0) < chances[12]
        if missing > 1:
            assert chances[12] < finish(shape, False, missing - 1, step, 12, 1.0)
    assert finish(shape, False, MOST_LACK + 1, step, 12, 1.0) == 0


def test_nothing_helpful_is_no_chance() -> None:
    assert passed(0, 80) == 0
    assert passed(5, 0) <= 1
    assert finish(PLAIN, False, 2, 0.0, 20, 1.0) == 0


def test_a_fourth_dragon_helps_nothing() -> None:
    found = parse_tiles(helpful(Target(DRAGONS, 2), "1223445567m5557z"))
    assert RED in found
    assert WHITE not in found
