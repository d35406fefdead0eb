"""The random rounds that every promise is tried on are worth it: all that can happen does."""

from collections import Counter

import pytest

from paiju.core.game import Game
from tests.conformance.walks import GAMES, Walk
from tests.golden.scenes import event_types, never


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_over_the_sample_every_event_occurs(game: Game) -> None:
    seen: Counter[str] = Counter()
    known: set[str] = set()
    presets = list(game.presets.values())
    for seed in range(120):
        walk = Walk(game, presets[seed % len(presets)], seed).to_the_end()
        known |= event_types(walk.round)
        seen.update(event.type for event in walk.round.events)
    assert set(seen) == known - never(game.key)
