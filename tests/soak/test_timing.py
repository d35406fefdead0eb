"""The pause after a discard tells nobody whether somebody was asked; without it, it would."""

from pathlib import Path

import pytest

from tests.soak.timing import INSTANT, LEVEL, PAUSING, pauses


@pytest.mark.parametrize("game", ["jiujiang-mahjong"])
async def test_the_pause_after_a_discard_does_not_depend_on_any_hand(
    game: str, tmp_path: Path
) -> None:
    told = await pauses(game, tables=6, seed=1, data=tmp_path, pace=PAUSING)
    assert min(len(told.asked), len(told.unasked)) > 20
    assert told.likeness > LEVEL


async def test_without_the_pause_the_same_test_tells_them_apart(tmp_path: Path) -> None:
    told = await pauses("jiujiang-mahjong", tables=6, seed=1, data=tmp_path, pace=INSTANT)
    assert min(len(told.asked), len(told.unasked)) > 20
    assert told.likeness < LEVEL
