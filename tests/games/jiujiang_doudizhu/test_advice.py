"""提示 spends as little as will do: bombs and jokers only where nothing else is left."""

import pytest

from paiju.cards.cards import parse_counts
from paiju.cards.combos import classify
from paiju.cards.hands import packed
from paiju.games.jiujiang_doudizhu.advice import advice
from tests.games.jiujiang_doudizhu.scenario import landlord_of


def hints(hand: str, target: str = "") -> list[str]:
    """What the landlord is told with just these cards, to lead or to lay on a play."""
    view = landlord_of().observation(0)
    view.table.counts[0] = packed(parse_counts(hand))
    view.table.target = classify(parse_counts(target)) if target else None
    found = advice(view)["hints"]
    assert isinstance(found, list)
    return [str(text).removeprefix("play ") for text in found]


@pytest.mark.parametrize(
    ("hand", "target", "first"),
    [
        ("39KKW", "Q", "K W"),
        ("39KKwW", "Q", "K w W"),
        ("3KKWW", "QQ", "KK WW"),
        ("3QQQKKKwW", "JJ", "QQ KK"),
        ("34442KKK", "QQ", "KK"),
        ("3TT6666Kw", "Q", "K w 6666"),
        ("3TT2222W", "A", "W 2 2222"),
        ("356666QQQ", "JJ", "QQ 6666"),
        ("3777775JJ", "4", "5 J 7 77777"),
        ("37777QQwwWW", "A", "7777 w W wwWW"),
        ("39KKK55ww", "QQQ44", "KKK55 KKKww"),
        ("368888", "8888", ""),
    ],
)
def test_a_play_is_beaten_with_what_costs_the_hand_least(
    hand: str, target: str, first: str
) -> None:
    expected = first.split()
    assert hints(hand, target)[: len(expected) or None] == expected


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("3W", "3 W"),
        ("5556W", "555 6 W"),
        ("444ww9", "9 444ww"),
        ("99993", "3 9999"),
        ("wwWWAA6666", "AA 6666 wwWW"),
    ],
)
def test_one_leads_with_what_costs_the_hand_least(hand: str, first: str) -> None:
    assert hints(hand) == first.split()


@pytest.mark.parametrize(
    ("hand", "target"), [("W", "2"), ("6666", "AA"), ("444ww", ""), ("wwWW", "9999"), ("8888", "")]
)
def test_what_ends_the_hand_comes_first_whatever_it_spends(hand: str, target: str) -> None:
    assert hints(hand, target)[0] == hand
