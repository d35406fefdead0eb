"""kill -9 at any moment of any game: nothing acknowledged is lost, nothing is done twice."""

from pathlib import Path

import pytest

from tests.soak.chaos import evening

KEYS = ("jiujiang-mahjong", "jintan-mahjong", "jiujiang-doudizhu")


@pytest.mark.parametrize("game", KEYS)
async def test_an_evening_of_kills_loses_and_doubles_nothing(game: str, tmp_path: Path) -> None:
    """Everybody was told what the record says, was paid once, and every promise was kept."""
    figures = await evening(game, kills=3, seed=1, data=tmp_path)
    assert figures.kills == 3
    assert figures.acks and figures.rounds and figures.events
