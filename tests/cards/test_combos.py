"""What is a combination and what beats what, against the clauses and against brute force."""

from collections import Counter
from random import Random

import pytest

from paiju.cards.cards import COPIES, RANK_NAMES, parse_counts
from paiju.cards.combos import BOMBS, COMBOS, Combo, beats, classify, find
from tests.cards import brute_force


def combo(text: str) -> Combo:
    found = classify(parse_counts(text))
    assert found is not None, f"{text} is no combination"
    return found


def reading(one: Combo) -> brute_force.Reading:
    return one.name, one.rank, one.length


@pytest.mark.parametrize("text", ["3", "T", "2", "w", "W"])
def test_dz_9_singles(text: str) -> None:
    assert combo(text).name == "single"


def test_dz_9_pairs_and_triples() -> None:
    assert combo("33").name == combo("ww").name == combo("WW").name == "pair"
    assert combo("222").name == "triple"
    assert classify(parse_counts("wW")) is None
    assert classify(parse_counts("34")) is None


def test_dz_10_pair_runs() -> None:
    run = combo("556677")
    assert (run.name, RANK_NAMES[run.rank], run.length) == ("pair_run", "7", 3)
    assert combo("33445566778899TTJJQQKKAA").length == 12
    for wrong in ("5566", "KKAA22", "22wwWW", "556688", "34567", "556677889"):
        assert classify(parse_counts(wrong)) is None, wrong


def test_dz_11_triple_with_pair() -> None:
    assert combo("KKK44").name == "triple_with_pair"
    assert str(combo("44KKK")) == "KKK44"
    assert combo("333ww").rank == 0
    assert combo("222WW").name == "triple_with_pair"
    assert combo("55555").name == "bomb"
    for wrong in ("3334", "333wW", "33345"):
        assert classify(parse_counts(wrong)) is None, wrong


def test_dz_12_triple_runs() -> None:
    assert combo("444555").name == combo("QQQKKKAAA").name == "triple_run"
    for wrong in ("AAA222", "444666", "4445556"):
        assert classify(parse_counts(wrong)) is None, wrong


def test_dz_13_triple_runs_with_pairs() -> None:
    wings = combo("JJJQQQ3344")
    assert (wings.name, RANK_NAMES[wings.rank], wings.length) == ("triple_run_with_pairs", "Q", 2)
    assert combo("777888999JJQQKK").length == 3
    for wrong in ("JJJQQQ3355", "44455577", "JJJQQQAA22", "JJJQQQwwWW", "JJJQQQ33", "JJJKKK3344"):
        assert classify(parse_counts(wrong)) is None, wrong


def test_dz_13_pairs_of_the_same_ranks_as_the_triples() -> None:
    assert str(combo("4444455555")) == "4445554455"
    assert str(combo("4445555566")) == "4445555566"
    assert combo("4445555566").name == "triple_run_with_pairs"
    assert classify(parse_counts("44445555")) is None


def test_dz_14_bombs() -> None:
    assert [combo("4" * size).length for size in (4, 5, 6, 7, 8)] == [4, 5, 6, 7, 8]
    jokers = combo("wwWW")
    assert (jokers.name, RANK_NAMES[jokers.rank], jokers.length) == ("joker_bomb", "W", 4)
    assert classify(parse_counts("wwW")) is None
    assert classify(parse_counts("wWW")) is None


def test_dz_16_only_the_same_combination_of_higher_rank_beats() -> None:
    assert not beats(combo("333"), combo("44"))
    assert beats(combo("KKK"), combo("JJJ"))
    assert not beats(combo("KKK"), combo("22"))
    assert not beats(combo("22"), combo("22"))
    assert beats(combo("ww"), combo("22"))
    assert beats(combo("WW"), combo("ww"))
    assert not beats(combo("444"), combo("33355"))
    assert not beats(combo("33445566"), combo("334455"))
    assert beats(combo("44433"), combo("333AA")), "attached pairs never decide"
    assert not beats(combo("JJJQQQAAKK"), combo("JJJQQQ3344"))
    assert beats(combo("QQQKKK3344"), combo("JJJQQQKKAA"))


def test_dz_16_no_set_of_cards_is_two_combinations() -> None:
    assert len({one.counts for one in COMBOS}) == len(COMBOS)
    for one in COMBOS:
        ranks = brute_force.ranks_of(list(one.counts))
        assert brute_force.readings(ranks) == [reading(one)]
        assert classify(one.counts) is one
        assert combo(str(one)) is one


def test_dz_17_bombs() -> None:
    rising = ["4444", "AAAA", "2222", "33333", "66666", "222222", "2222222", "33333333"]
    rising += ["22222222", "wwWW"]
    bombs = [combo(text) for text in rising]
    for low, weak in enumerate(bombs):
        for high, strong in enumerate(bombs):
            assert beats(strong, weak) == (high > low), (strong, weak)
        assert beats(weak, combo("22"))
        assert not beats(combo("33445566778899TTJJQQKKAA"), weak)


def test_dz_17_every_bomb_is_beaten_by_those_after_it_alone() -> None:
    for place, bomb in enumerate(BOMBS):
        assert [beats(other, bomb) for other in BOMBS] == [
            other > place for other in range(len(BOMBS))
        ]


def test_classify_agrees_with_brute_force_on_every_small_set_of_few_ranks() -> None:
    """All sets of cards over five neighbouring ranks, at both ends of the order."""
    known = 0
    for base in (0, 9, 10):
        for chosen in brute_force.subsets([min(3, copies) for copies in COPIES[base : base + 5]]):
            counts = [0] * base + chosen + [0] * (10 - base)
            found = classify(counts)
            expected = brute_force.readings(brute_force.ranks_of(counts))
            assert ([reading(found)] if found else []) == expected
            known += found is not None
    assert known > 100


def test_classify_agrees_with_brute_force_on_random_sets() -> None:
    random = Random(16)
    for _ in range(2_000):
        one = random.choice(COMBOS)
        counts = list(one.counts)
        for _ in range(random.randint(0, 2)):
            rank = random.randrange(15)
            counts[rank] = max(0, min(COPIES[rank], counts[rank] + random.choice((-1, 1))))
        if any(counts):
            found = classify(counts)
            assert ([reading(found)] if found else []) == brute_force.readings(
                brute_force.ranks_of(counts)
            )


def test_beats_agrees_with_brute_force_on_all_pairs() -> None:
    readings = [reading(one) for one in COMBOS]
    for one, mine in zip(COMBOS, readings, strict=True):
        for other, theirs in zip(COMBOS, readings, strict=True):
            assert beats(one, other) == brute_force.beats(mine, theirs), (one, other)


def test_beating_is_an_order_among_what_can_be_compared() -> None:
    assert not any(beats(one, one) for one in COMBOS)
    random = Random(17)
    for _ in range(20_000):
        one, two, three = random.choices(COMBOS, k=3)
        assert not (beats(one, two) and beats(two, one))
        if beats(one, two) and beats(two, three):
            assert beats(one, three)


def test_every_combo_is_found_by_its_shape_and_place() -> None:
    for place, one in enumerate(COMBOS):
        assert one.index == place
        assert find(one.kind, one.rank, one.length, one.pair) is one
        assert one.size == sum(one.counts) == len(str(one))
    assert Counter(one.name for one in COMBOS) == {
        "single": 15,
        "pair": 15,
        "triple": 13,
        "triple_with_pair": 13 * 14,
        "pair_run": sum(range(1, 11)),
        "triple_run": sum(range(1, 12)),
        "triple_run_with_pairs": sum(n * n for n in range(1, 12)),
        "bomb": 13 * 5,
        "joker_bomb": 1,
    }
