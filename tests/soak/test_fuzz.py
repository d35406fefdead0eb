"""Malformed, oversized, forged and misplaced messages: each gets its answer, the table none."""

from pathlib import Path

import pytest

from tests.soak.fuzz import siege

MEGABYTE = 2**20


@pytest.mark.parametrize("game", ["jiujiang-mahjong", "jiujiang-doudizhu"])
async def test_a_table_under_siege_never_notices(game: str, tmp_path: Path) -> None:
    figures = await siege(game, messages=240, seed=1, data=tmp_path)
    assert figures.messages >= 240
    assert figures.answers["bad_message"] and figures.answers["ack"] and figures.closes
    assert figures.evening.rounds and figures.evening.events
    assert figures.grown < 64 * MEGABYTE
