"""Imagined rounds keep to what a declaration tells: who has declared 报听 waits for a win."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core.registry import game
from paiju.mahjong.actions import PASS
from paiju.mahjong.round import MahjongRound
from paiju.mahjong.shapes import waits
from paiju.mahjong.tiles import HAND_KINDS, SUITED_KINDS, tile_counts
from paiju.mahjong.waiting_hand import waiting_hand
from tests.games.jiujiang_mahjong.scenario import Scenario

GAME = game("jiujiang-mahjong")
COUNTS = st.lists(st.integers(0, 4), min_size=SUITED_KINDS, max_size=SUITED_KINDS)


@given(COUNTS, st.integers(0, 4), st.integers(0, 2**32))
def test_a_waiting_hand_waits_and_takes_only_what_is_free(
    suited: list[int], sets: int, seed: int
) -> None:
    free = [*suited, 0, 0, 0, 0, 4, 0, 4]
    hand = waiting_hand(list(free), 3 * sets + 1, Random(seed))
    if hand:
        counts = tile_counts(hand)
        assert len(hand) == 3 * sets + 1
        assert all(count <= there for count, there in zip(counts, free, strict=True))
        assert waits(counts, sets, seven_pairs=sets == 4)


def test_no_waiting_hand_where_there_are_no_sets() -> None:
    free = [1, 0, 0] * 9 + [0] * (HAND_KINDS - SUITED_KINDS)
    assert waiting_hand(free, 13, Random(1)) == []


@pytest.mark.parametrize("seed", range(20))
def test_jm_20_jm_21_who_has_declared_waits_in_every_imagined_round(seed: int) -> None:
    # Seat 1 declares before the dealer acts and kongs a drawn tile, seat 2 with its first discard.
    hands = {1: "111p23m456p789s55s", 2: "234s678m34p22m99s1m"}
    table = Scenario(hands, wall="9m9s5z7z1p8s7p7s5m", tail="6z7z").round
    lines = ["1 ready", "0 discard 7s", "1 discard 9m", "2 ready 1m", "3 discard 5z"]
    lines += ["0 discard 7z", "1 kong 1p", "1 discard 7z", "2 discard 8s", "3 discard 7p"]
    for line in lines:
        seat = int(line[0])
        while seat not in table.to_act:
            table.apply(table.to_act[0], PASS)
        declared = [other for other in (1, 2) if table.table.sides[other].ready and other != seat]
        check(GAME.determinize(table.observation(seat), Random(seed)), declared)
        table.apply(seat, GAME.parse_action(line[2:]))
    while table.turn is None:
        table.apply(table.to_act[0], PASS)
    assert [side.ready for side in table.table.sides] == [False, True, True, False]
    assert table.turn == 0 and len(table.table.sides[1].melds) == 1
    check(GAME.determinize(table.observation(0), Random(seed)), [1, 2])


def check(world: object, declared: list[int]) -> None:
    """Every seat that has declared waits for something."""
    assert isinstance(world, MahjongRound)
    for seat in declared:
        counts = world.table.sides[seat].hand[:HAND_KINDS]
        sets = 4 - len(world.table.sides[seat].melds)
        assert waits(counts, sets, sets == 4), (seat, counts)
