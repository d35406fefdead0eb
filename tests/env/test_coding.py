"""Every action has one number, for good, and every number is an action."""

from collections import Counter
from hashlib import sha256
from itertools import combinations_with_replacement, product

import pytest

from paiju.core.action import Action
from paiju.core.errors import BadNotation, PaijuError
from paiju.core.game import Game
from paiju.core.registry import game
from paiju.env.coding import Coding
from paiju.env.registry import coding
from paiju.games.jiujiang_doudizhu.actions import Play
from paiju.mahjong.actions import Chow, Raise
from paiju.mahjong.tiles import HAND_KINDS, SUITED_KINDS, suit, tile_text
from tests.cards import brute_force
from tests.conformance.trial import every_game
from tests.env.walking import masked, questions

CODINGS = {key: coding(key) for key in ("jiujiang-mahjong", "jiujiang-doudizhu")}
OUT = {
    "mahjong 1": "b76f0d186d54363b 1da1791047b8cc76",
    "doudizhu 1": "de16a6fd4555bbb6 8de8046f956a5dce",
}
"""What identifies the codings that are out. Never change a line: add one for the next version."""


def identity(numbers: Coding) -> str:
    """What identifies a numbering and a layout."""
    actions = "\n".join(str(action) for action in numbers.actions)
    layout = repr([tuple(field)[:5] for field in numbers.fields])
    return " ".join(sha256(text.encode()).hexdigest()[:16] for text in (actions, layout))


@pytest.mark.parametrize("numbers", CODINGS.values(), ids=CODINGS)
def test_a_coding_that_is_out_never_changes(numbers: Coding) -> None:
    assert OUT[f"{numbers.name} {numbers.version}"] == identity(numbers)


@pytest.mark.parametrize("key", CODINGS)
def test_numbers_actions_and_texts_lead_to_each_other(key: str) -> None:
    numbers = CODINGS[key]
    texts = [str(action) for action in numbers.actions]
    assert len(set(texts)) == len(texts)
    for number, text in enumerate(texts):
        action = game(key).parse_action(text)
        assert action == numbers.actions[number]
        assert numbers.id_of(action) == number


def test_every_mahjong_action_that_can_be_written_has_a_number() -> None:
    kinds = [tile_text(tile) for tile in range(HAND_KINDS)]
    texts = ["pung", "kong", "hu", "hu discard", "hu kong", "ready", "pass"]
    texts += [f"raise {amount}" for amount in (0, 5, 10)]
    texts += [f"{verb} {kind}" for verb in ("discard", "ready", "kong") for kind in kinds]
    texts += [
        str(Chow(first, second))
        for first, second in combinations_with_replacement(range(SUITED_KINDS), 2)
        if suit(first) == suit(second) and second - first in (1, 2)
    ]
    assert Counter(str(action) for action in coding("jintan-mahjong").actions) == Counter(texts)


def test_every_combination_of_two_decks_has_a_number() -> None:
    runs = [
        brute_force.run(low, length, each)
        for low, length, each in product(range(15), range(1, 13), range(1, 9))
        if low + length <= (12 if length > 1 else 15)
    ]
    triples = [run for run in runs if set(run.values()) == {3}]
    pairs = [run for run in runs if set(run.values()) == {2}]
    attached = [three + two for three in triples for two in pairs if len(three) == len(two)]
    found: set[tuple[int, ...]] = set()
    for cards in [*runs, *attached, Counter({13: 2, 14: 2})]:
        counts = [cards[rank] for rank in range(15)]
        there_are = all(a <= b for a, b in zip(counts, brute_force.COPIES, strict=True))
        if there_are and brute_force.readings(brute_force.ranks_of(counts)):
            found.add(tuple(counts))
    plays = [action for action in coding("jiujiang-doudizhu").actions if isinstance(action, Play)]
    assert Counter(play.counts for play in plays) == Counter(found)


@every_game
def test_a_mask_allows_exactly_what_is_legal(game: Game) -> None:
    numbers = coding(game.key)
    for asked in questions(game, 20):
        legal = asked.observation.legal
        every = {numbers.actions[number] for number in masked(numbers, asked.observation, True)}
        assert every == set(legal.listed())
        assert len(every) == len(legal.listed())
        sound = {numbers.actions[number] for number in masked(numbers, asked.observation, False)}
        assert sound == set(legal.sound())
        assert sound


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("jiujiang-mahjong", Raise(7)),
        ("jiujiang-mahjong", Chow(0, 3)),
        ("jiujiang-mahjong", Play((1, *[0] * 14))),
        ("jiujiang-doudizhu", Play((1, 1, *[0] * 13))),
        ("jiujiang-doudizhu", Chow(0, 1)),
    ],
    ids=str,
)
def test_what_is_no_action_of_the_game_has_no_number(key: str, action: Action) -> None:
    with pytest.raises(BadNotation, match=f"'{action}' has no number in"):
        coding(key).id_of(action)


def test_a_game_that_does_not_exist_has_no_coding() -> None:
    with pytest.raises(PaijuError, match="does not exist"):
        coding("whist")
