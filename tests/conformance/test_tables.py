"""Every game: all seats are alike, matches go on from what was written down, house rules."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core.action import Action
from paiju.core.errors import BadOptions, BadRecord
from paiju.core.game import Game, Round
from paiju.core.seat import SEATS, seat_after
from paiju.record import Step
from tests.conformance.trial import begun, every_game, walks
from tests.conformance.walks import (
    house_rules,
)


@walks(12)
def test_rotating_the_seats_rotates_the_round(game: Game, data: st.DataObject, seed: int) -> None:
    walk = begun(game, data, seed).to_the_end()
    by = walk.random.randrange(1, SEATS)
    setup = walk.setup.with_deal(walk.round.fixed_deal())
    here, there = game.start(setup), game.start(game.rotated(setup, by))
    for step in walk.steps:
        assert {seat_after(seat, by) for seat in here.to_act} == set(there.to_act)
        action = turned(game, here, there, step, by)
        here.apply(step.seat, step.action)
        there.apply(seat_after(step.seat, by), action)
        assert [e.type for e in here.events] == [e.type for e in there.events]
    assert here.outcome is not None and there.outcome is not None
    for seat in range(SEATS):
        assert here.outcome.payments[seat] == there.outcome.payments[seat_after(seat, by)]
    assert {seat_after(seat, by) for seat in here.outcome.winners} == set(there.outcome.winners)
    assert here.outcome.termination == there.outcome.termination


def turned(game: Game, here: Round, there: Round, step: Step, by: int) -> Action:
    """The same action at the rotated table; what names a seat (``ask 2``) names another one.

    The legal actions of both are alike but for such.
    """
    own = sorted(str(action) for action in here.legal_actions(step.seat))
    other = sorted(str(action) for action in there.legal_actions(seat_after(step.seat, by)))
    assert sorted(_turned(text, by) for text in own) == other
    return game.parse_action(_turned(str(step.action), by))


def _turned(text: str, by: int) -> str:
    verb, _, seat = text.partition(" ")
    return f"{verb} {seat_after(int(seat), by)}" if verb == "ask" else text


@walks(6)
def test_a_match_goes_on_from_what_was_written_down(
    game: Game, data: st.DataObject, seed: int
) -> None:
    options = data.draw(house_rules(game), label="options")
    random = Random(seed)
    match = game.new_match(options, random.randbytes(32))
    paid = [0] * SEATS
    for number in range(3):
        state = json.loads(json.dumps(match.as_dict()))
        again = game.restore_match(options, state)
        dealt = random.randbytes(32)
        setup = match.setup(dealt)
        assert again.as_dict() == state and again.setup(dealt) == setup
        assert setup.dealer == match.dealer and setup.carry == match.carry()
        assert match.rounds == number
        played = game.start(setup)
        while played.outcome is None:
            seat = played.to_act[0]
            played.apply(seat, random.choice(played.legal_actions(seat).listed()))
        match.settle(played)
        again.settle(played)
        paid = [a + b for a, b in zip(paid, played.outcome.payments, strict=True)]
        assert match.totals == paid
        assert again.as_dict() == match.as_dict()


@every_game
@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("dealer", (4, -1, "0", True, 1.0, None)),
        ("carry", (None, [], 0)),
        ("rounds", (-1, "1", False, 0.5, None)),
        ("totals", (None, 0, {}, [0] * 3, [0] * 5, [0, 0, 0, "0"], [None] * 4, [0, 0, 0, 0.5])),
    ],
)
def test_a_damaged_match_is_told_by_its_key(
    game: Game, key: str, wrong: tuple[object, ...]
) -> None:
    options = game.options.parse({})
    state = dict(game.new_match(options, bytes(32)).as_dict())
    for value in wrong:
        with pytest.raises(BadRecord, match=f"'{key}' is .*it must be"):
            game.restore_match(options, {**state, key: value})
    del state[key]
    with pytest.raises(BadRecord, match=f"'{key}' is missing"):
        game.restore_match(options, state)


@every_game
def test_a_match_carries_nothing_that_its_game_does_not_know(game: Game) -> None:
    options = game.options.parse({})
    state = dict(game.new_match(options, bytes(32)).as_dict())
    with pytest.raises(BadRecord, match="carry: 'luck' is not known"):
        game.restore_match(options, {**state, "carry": {"luck": 1}})


@every_game
@given(data=st.data())
def test_house_rules_are_read_back(game: Game, data: st.DataObject) -> None:
    options = data.draw(house_rules(game))
    assert game.options.parse(json.loads(json.dumps(options.as_dict()))) == options


@every_game
def test_house_rules_are_described(game: Game) -> None:
    defaults = game.options.parse({})
    assert game.presets["default"] == defaults and defaults.as_dict() == {}
    assert game.key and game.name.zh and game.name.en
    for spec in game.options.described():
        assert spec.label.zh and spec.label.en and spec.clause
        assert spec.refusal(spec.default) is None
        assert getattr(defaults, spec.name) == spec.default
        wrong: object
        for wrong in (None, [], "no such value", -1, 10**9, 1.5):
            with pytest.raises(BadOptions, match=spec.name):
                game.options.parse({spec.name: wrong})
    with pytest.raises(BadOptions, match="no_such_rule"):
        game.options.parse({"no_such_rule": 1})
