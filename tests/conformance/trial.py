"""How the promises of ``paiju.core.game`` are tried on random rounds of every registered game."""

import os
from collections import Counter
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paiju.core.game import Game, Round
from tests.conformance.walks import GAMES, Walk, house_rules

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


TIMES = int(os.environ.get("PAIJU_CONFORMANCE_TIMES", "1"))
"""For a long night: how many times the walks that ``make test`` takes."""

Check = Callable[[Game, st.DataObject, int], None]


def walks(examples: int) -> Callable[[Check], Check]:
    """Run a test on so many walks of every game."""

    def wrapped(test: Check) -> Check:
        drawn = given(data=st.data(), seed=SEEDS)(test)
        quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
        few = settings(max_examples=examples * TIMES, suppress_health_check=quiet)
        return cast(Check, every_game(few(drawn)))

    return wrapped


def begun(game: Game, data: st.DataObject, seed: int) -> Walk:
    """A round about to be played, by house rules that hypothesis draws."""
    return Walk(game, data.draw(house_rules(game), label="options"), seed)


def somewhere(game: Game, data: st.DataObject, seed: int) -> Walk:
    """A round somewhere on its way, with at least one more answer due.

    Where it stops goes by what has happened last, so that rare moments are not rare.
    """
    walk = begun(game, data, seed)
    whole = Walk(game, walk.round.setup.options, seed)
    moments: dict[str, list[int]] = {}
    for _ in whole.go():
        moments.setdefault(whole.round.events[-1].type, []).append(len(whole.steps))
    stop = walk.random.choice(moments[walk.random.choice(sorted(moments))])
    for step in whole.steps[:stop]:
        walk.tried.update(dict.fromkeys(walk.round.legal_actions(step.seat).listed()[:30]))
        walk.round.apply(step.seat, step.action)
        walk.steps.append(step)
    return walk


def whole_set(round_: Round) -> Counter[int]:
    """Every tile or card that is anywhere."""
    return Counter(thing for place in round_.places().values() for thing in place)
