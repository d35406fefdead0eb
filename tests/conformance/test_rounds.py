"""Every game: rounds as state machines that conserve, refuse, end, repeat and copy.

A new game is held to all of this by being registered.
"""

import json
from random import Random

import pytest
from hypothesis import strategies as st

from paiju.core.errors import IllegalAction
from paiju.core.event import Json
from paiju.core.game import Game
from paiju.core.seat import SEATS
from paiju.record import Record, Replay
from tests.conformance.trial import begun, somewhere, walks, whole_set
from tests.conformance.walks import (
    VIEWERS,
    events_json,
    played_out,
    position,
)


@walks(12)
def test_nothing_appears_and_nothing_is_lost(game: Game, data: st.DataObject, seed: int) -> None:
    walk = begun(game, data, seed)
    whole = whole_set(walk.round)
    for _ in walk.go():
        assert whole_set(walk.round) == whole
    assert whole_set(walk.round) == whole


@walks(20)
def test_a_round_ends_and_its_payments_sum_to_zero(
    game: Game, data: st.DataObject, seed: int
) -> None:
    walk = begun(game, data, seed)
    for step in walk.go():
        assert walk.round.outcome is None and walk.round.to_act
        assert step.seat in walk.round.to_act or walk.round.turn != step.seat
        assert walk.round.turn is None or walk.round.turn in walk.round.to_act
        assert len(walk.steps) < game.most_actions
    outcome = walk.round.outcome
    assert outcome is not None and walk.round.to_act == () and walk.round.turn is None
    assert all(len(walk.round.legal_actions(seat)) == 0 for seat in range(SEATS))
    assert len(outcome.payments) == SEATS
    assert sum(outcome.payments) + outcome.house == 0
    assert set(outcome.winners) <= set(range(SEATS))
    assert walk.round.events[-1].as_dict()["payments"] == list(outcome.payments)
    assert outcome.items == json.loads(json.dumps(outcome.items))


@walks(15)
def test_every_legal_action_applies(game: Game, data: st.DataObject, seed: int) -> None:
    walk = somewhere(game, data, seed)
    for seat in range(SEATS):
        legal = walk.round.legal_actions(seat)
        listed = list(legal.listed())
        assert len(set(listed)) == len(listed) == len(legal)
        for action in walk.random.sample(listed, min(8, len(listed))):
            assert action in legal and legal.explain(action) is None
            ahead = walk.round.copy()
            before = len(ahead.events)
            told = ahead.apply(seat, action)
            assert list(told) == ahead.events[before:]
            assert bool(ahead.to_act) == (ahead.outcome is None)


@walks(15)
def test_what_is_not_legal_is_refused_with_a_reason_and_changes_nothing(
    game: Game, data: st.DataObject, seed: int
) -> None:
    walk = somewhere(game, data, seed)
    before, untouched = position(walk.round), walk.round.copy()
    refused = 0
    for seat in range(SEATS):
        legal = walk.round.legal_actions(seat)
        for action in walk.random.sample(list(walk.tried), min(12, len(walk.tried))):
            if action in legal.listed():
                continue
            refused += 1
            refusal = legal.explain(action)
            assert action not in legal
            assert refusal is not None and refusal.reason.zh and refusal.reason.en
            with pytest.raises(IllegalAction) as error:
                walk.round.apply(seat, action)
            assert (error.value.reason, error.value.clause) == refusal
    assert refused or not walk.tried
    assert position(walk.round) == before
    for round_ in (walk.round, untouched):
        played_out(game, round_, Random(seed))
    assert events_json(walk.round) == events_json(untouched)


@walks(15)
def test_actions_are_read_back_from_their_text(game: Game, data: st.DataObject, seed: int) -> None:
    walk = begun(game, data, seed).to_the_end()
    for action in walk.tried:
        assert game.parse_action(str(action)) == action
        assert hash(game.parse_action(str(action))) == hash(action)


@walks(12)
def test_a_record_replays_and_so_does_one_on_the_fixed_deal(
    game: Game, data: st.DataObject, seed: int
) -> None:
    walk = begun(game, data, seed).to_the_end()
    read = Record.from_bytes(walk.record.to_bytes())
    assert read.to_bytes() == walk.record.to_bytes()
    assert events_json(Replay(read).run()) == events_json(walk.round)
    fixed = Record(walk.setup.with_deal(walk.round.fixed_deal()), read.steps)
    again = Replay(Record.from_bytes(fixed.to_bytes())).run()
    assert events_json(again) == events_json(walk.round)
    assert again.fixed_deal() == walk.round.fixed_deal()


@walks(8)
def test_what_is_told_as_json_belongs_to_who_is_told(
    game: Game, data: st.DataObject, seed: int
) -> None:
    """A program that changes what it was given changes nothing at the table."""
    round_ = begun(game, data, seed).to_the_end().round
    assert round_.outcome is not None
    told: list[Json] = [
        *(event.as_dict() for event in round_.events),
        *(round_.observation(viewer).as_dict() for viewer in VIEWERS),
        *(round_.outcome.as_dict(), round_.fixed_deal()),
    ]
    before = json.dumps(position(round_), default=repr)
    for one in told:
        spoil(one)
    assert json.dumps(position(round_), default=repr) == before


def spoil(told: Json) -> None:
    """Change JSON wherever it can be changed."""
    if isinstance(told, dict):
        for each in told.values():
            spoil(each)
        told.clear()
    elif isinstance(told, list):
        for each in told:
            spoil(each)
        told.clear()


@walks(12)
def test_a_copy_is_independent(game: Game, data: st.DataObject, seed: int) -> None:
    walk = somewhere(game, data, seed)
    before = position(walk.round)
    twin = walk.round.copy()
    assert position(twin) == before
    played_out(game, twin, walk.random)
    assert position(walk.round) == before
    twin = walk.round.copy()
    seat, action = walk.choose(walk.round)
    walk.round.apply(seat, action)
    assert position(twin) == before
    twin.apply(seat, action)
    assert position(twin) == position(walk.round)
