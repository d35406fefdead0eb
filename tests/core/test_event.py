"""Events are equal if all they say is equal."""

import pytest

from paiju.core.game import Game
from tests.conformance.trial import every_game
from tests.conformance.walks import Walk


@every_game
def test_events_are_equal_by_what_they_tell_and_have_no_hash(game: Game) -> None:
    """What some tell is a list or an object: a hash would be right for a part of them only."""
    options = game.options.parse({})
    one, same, other = (Walk(game, options, seed).to_the_end().round for seed in (1, 1, 2))
    assert one.events == same.events
    assert one.events != other.events
    for event in one.events:
        with pytest.raises(TypeError, match="unhashable type"):
            hash(event)
