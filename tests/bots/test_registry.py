"""Bots are found by name and game, and a wrong name is answered with the right ones."""

import pytest

from paiju.bots.random import RandomBot
from paiju.bots.registry import bot, names
from paiju.core.errors import PaijuError
from paiju.core.registry import games


@pytest.mark.parametrize("key", games())
def test_every_game_has_bots_that_can_be_made(key: str) -> None:
    assert "random" in names(key)
    for name in names(key):
        assert bot(name, key, 1) is not bot(name, key, 1)


def test_random_is_the_random_bot() -> None:
    assert isinstance(bot("random", "jiujiang-mahjong", 1), RandomBot)


def test_an_unknown_bot_is_answered_with_those_there_are() -> None:
    with pytest.raises(PaijuError, match=r"'clever' does not play jiujiang-mahjong.*random"):
        bot("clever", "jiujiang-mahjong", 1)


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(PaijuError, match=r"'bridge' does not exist.*jiujiang-mahjong"):
        bot("random", "bridge", 1)
