"""What docs/research.md says is so."""

from pathlib import Path

import pytest

from examples.self_play import gain, learned
from paiju.env.registry import coding

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


@pytest.mark.parametrize("key", ["jiujiang-mahjong", "jintan-mahjong", "jiujiang-doudizhu"])
def test_the_page_shows_what_stands_where(key: str) -> None:
    table = coding(key).describe()
    assert table in PAGE.read_text(), f"{PAGE} should have this table:\n{table}"


def test_the_example_learns_to_beat_chance() -> None:
    mean, error = gain(learned(200), 128)
    assert mean > error
