"""Every act of every game has words in both languages, and each says what is done."""

import re
from random import Random

import pytest

from paiju.core.action import Action
from paiju.core.registry import game, game_keys
from paiju.words import doing, gains, seat_names

KEYS = [key for key in game_keys() if key != "pairs"]
NAMES = seat_names()


def acts(key: str, rounds: int) -> dict[str, Action]:
    """What may be done in some rounds played at random, by how it is written."""
    it, random = game(key), Random(key)
    match = it.new_match(it.presets[max(it.presets)], bytes(32))
    found: dict[str, Action] = {}
    for number in range(rounds):
        round_ = it.start(match.setup(number.to_bytes(32, "big")))
        while round_.to_act:
            seat = random.choice(round_.to_act)
            legal = list(round_.legal_actions(seat))
            found |= {str(action): action for action in legal}
            round_.apply(seat, random.choice([action for action in legal if not action.free]))
    return found


@pytest.mark.parametrize("key", KEYS)
def test_every_act_is_told_in_words_and_no_two_in_the_same(key: str) -> None:
    found = acts(key, rounds=12)
    told = {written: doing(action, NAMES) for written, action in found.items()}
    for written, words in told.items():
        assert re.search("[一-鿿]", words.zh), written
        assert re.match("[a-z]+s( |$)", words.en) and words.en != written, written
    assert len(set(told.values())) == len(told)
    assert {written.split()[0] for written in told} >= (
        {"call", "decline", "play", "pass", "ask"}
        if "doudizhu" in key
        else {"discard", "kong", "pung", "chow", "pass", "hu"}
        if "jintan" in key
        else {"discard", "kong", "pung", "pass"}
    )


@pytest.mark.parametrize(
    ("key", "written", "zh", "en"),
    [
        ("jiujiang-mahjong", "raise 0", "不加注", "raises nothing"),
        ("jiujiang-mahjong", "raise 10", "加注 10", "raises by 10"),
        ("jiujiang-mahjong", "ready", "报听", "declares ready"),
        ("jiujiang-mahjong", "ready 7z", "报听，打红中", "declares ready and discards red dragon"),
        ("jiujiang-mahjong", "hu kong", "喊胡（抢杠）", "calls a win by robbing the kong"),
        ("jintan-mahjong", "chow 34s", "用三条四条吃", "chows with 3 of bamboo and 4 of bamboo"),
        ("jintan-mahjong", "kong", "杠", "kongs"),
        ("jintan-mahjong", "kong 1z", "杠东风", "kongs east wind"),
        ("jiujiang-doudizhu", "surrender", "投降", "surrenders"),
        ("jiujiang-doudizhu", "play 3344JJJQQQ", "出 JJJQQQ3344", "plays JJJQQQ3344"),
        ("jiujiang-doudizhu", "play 34", "出 34", "plays 34"),
        ("jiujiang-doudizhu", "decline", "不叫", "declines"),
    ],
)  # fmt: skip
def test_an_act_in_words(key: str, written: str, zh: str, en: str) -> None:
    assert doing(game(key).parse_action(written), NAMES) == (zh, en)


def test_an_act_of_a_game_without_words_is_told_as_it_is_written() -> None:
    class Wave(Action):
        """Nothing a game here knows."""

        def __str__(self) -> str:
            return "wave 3"

    assert doing(Wave(), NAMES) == ("wave 3", "wave 3")


def test_who_gains_what() -> None:
    told = gains(zip(NAMES, (5, -5, 0, 0), strict=True))
    assert told == ("0号 +5，1号 −5，2号 0，3号 0", "seat 0 +5, seat 1 −5, seat 2 0, seat 3 0")
