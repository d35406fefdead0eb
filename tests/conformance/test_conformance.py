"""What every game must keep to, whatever its rules: a new game is held to it by being registered.

Each test plays rounds of every game at random and looks at one promise of ``paiju.core.game``.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Protocol, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paiju.bots.registry import bot, names
from paiju.core.action import Action
from paiju.core.errors import BadOptions, IllegalAction
from paiju.core.event import Event
from paiju.core.game import Game, Observation, Round
from paiju.core.seat import SEATS, Seat, seat_after
from paiju.record import Record, Replay, Step
from tests.conformance.elsewhere import digest
from tests.conformance.walks import (
    GAMES,
    VIEWERS,
    Walk,
    events_json,
    house_rules,
    played_out,
    position,
    seen_json,
)
from tests.golden.scenes import scenes

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


# --- 1, 2, 3, 10: the round as a state machine ----------------------------------------------------


@walks(12)
def test_nothing_appears_and_nothing_is_lost(game: Game, data: st.DataObject, seed: int) -> None:
    walk = begun(game, data, seed)
    whole = whole_set(walk.round)
    for _ in walk.go():
        assert whole_set(walk.round) == whole
    assert whole_set(walk.round) == whole


def whole_set(round_: Round) -> Counter[int]:
    """Every tile or card that is anywhere."""
    return Counter(thing for place in round_.places().values() for thing in place)


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


# --- 4, 5: the same again, and copies -------------------------------------------------------------


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


@every_game
def test_records_replay_byte_for_byte_in_another_process(game: Game, tmp_path: Path) -> None:
    expected = []
    for seed in range(40):
        options = list(game.presets.values())[seed % len(game.presets)]
        walk = Walk(game, options, seed).to_the_end()
        name = f"{seed:02}.jsonl"
        walk.record.save(tmp_path / name)
        expected.append(f"{name} {digest(walk.round)}")
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.elsewhere", str(tmp_path)],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
    )  # fmt: skip
    assert done.stdout.splitlines() == expected


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


# --- 6, 8: nobody knows more than it has seen -----------------------------------------------------


@walks(25)
def test_what_a_seat_cannot_see_changes_nothing_for_it(
    game: Game, data: st.DataObject, seed: int
) -> None:
    walk = somewhere(game, data, seed)
    for _ in range(3):
        nothing_unseen_matters(game, walk.round, list(walk.tried), walk.random)


@every_game
def test_what_a_seat_cannot_see_changes_nothing_at_the_rarest_moments(game: Game) -> None:
    random = Random(game.key)
    for scene in scenes(game):
        round_ = game.start(scene.setup)
        for step in scene.steps:
            tried = list(round_.legal_actions(step.seat))
            if round_.turn is None or random.random() < 0.1:
                nothing_unseen_matters(game, round_, tried, random)
            round_.apply(step.seat, step.action)


def nothing_unseen_matters(game: Game, round_: Round, tried: list[Action], random: Random) -> None:
    """For each seat that is asked, an imagined round is like the true one, and can be played."""
    whole = whole_set(round_)
    for seat in round_.to_act:
        true = round_.observation(seat)
        world = game.determinize(true, random)
        imagined = world.observation(seat)
        assert imagined.as_dict() == true.as_dict()
        assert seen_json(world, seat) == seen_json(round_, seat)
        assert list(world.legal_actions(seat)) == list(true.legal) == list(imagined.legal)
        assert seat in world.to_act
        assert game.advice(imagined) == game.advice(true)
        assert json.loads(json.dumps(game.advice(true))) == game.advice(true)
        assert game.idle_action(imagined) == game.idle_action(true)
        assert game.idle_action(true) in true.legal
        for action in random.sample(tried, min(6, len(tried))):
            told = {view.explain(action) for view in explained(round_, world, seat)}
            assert len(told) == 1, (action, told)
        assert whole_set(world) == whole
        for _ in range(3):
            ahead = world.copy()
            played_out(game, ahead, random)
            assert whole_set(ahead) == whole


def explained(true: Round, world: Round, seat: Seat) -> list[Any]:
    """What can be asked about a seat's actions: of the rounds, and of what the seat sees."""
    return [
        true.legal_actions(seat),
        true.observation(seat).legal,
        world.legal_actions(seat),
        world.observation(seat).legal,
    ]


@walks(8)
def test_bots_decide_by_what_they_see(game: Game, data: st.DataObject, seed: int) -> None:
    walk = somewhere(game, data, seed)
    seat = walk.random.choice(walk.round.to_act)
    true = walk.round.observation(seat)
    for name in names(game.key):
        world = game.determinize(true, walk.random)
        chosen = bot(name, game.key, 5).act(true)
        assert chosen in true.legal
        assert bot(name, game.key, 5).act(world.observation(seat)) == chosen


@walks(25)
def test_another_deal_that_looks_the_same_to_a_seat_goes_the_same_for_it(
    game: Game, data: st.DataObject, seed: int
) -> None:
    walk = somewhere(game, data, seed)
    seat = walk.random.choice(walk.round.to_act)
    world = game.determinize(walk.round.observation(seat), walk.random)
    other, true = game.start(world.setup), game.start(walk.setup)
    for step in walk.steps:
        if not followed(game, other, step, seat, true):
            return  # another seat could not do there what it did here
        true.apply(step.seat, step.action)
    while seat not in other.to_act:
        assert pass_for(game, other, other.to_act[0])
    assert seen_json(other, seat) == seen_json(walk.round, seat)
    assert other.observation(seat).as_dict() == walk.round.observation(seat).as_dict()
    assert list(other.legal_actions(seat)) == list(walk.round.legal_actions(seat))


def followed(game: Game, other: Round, step: Step, viewer: Seat, true: Round) -> bool:
    """Do in another deal what was done in the true one; false if its hidden hands forbid it.

    Who may claim there, and must first let it go by, depends on hands that nobody sees.
    """
    own_turn = true.turn == step.seat
    ahead = other.copy()
    while not has_come(ahead, step, own_turn):
        waiting = [seat for seat in ahead.to_act if seat != ahead.turn]
        if not waiting or not pass_for(game, ahead, waiting[0]):
            assert step.seat != viewer or str(step.action) == "pass"
            return str(step.action) == "pass" or looks_alike(other, step, viewer, true)
    while not has_come(other, step, own_turn):
        pass_for(game, other, next(seat for seat in other.to_act if seat != other.turn))
    other.apply(step.seat, step.action)
    return True


def looks_alike(other: Round, step: Step, viewer: Seat, true: Round) -> bool:
    """Do something that the viewer cannot tell from the step (a concealed kong of other tiles)."""
    if other.turn != step.seat:
        return False
    after = true.copy()
    after.apply(step.seat, step.action)
    for action in other.legal_actions(step.seat):
        ahead = other.copy()
        ahead.apply(step.seat, action)
        if seen_json(ahead, viewer) == seen_json(after, viewer):
            other.apply(step.seat, action)
            return True
    return False


def has_come(round_: Round, step: Step, own_turn: bool) -> bool:
    """Whether the step may be taken now, and on the seat's own turn if it was so before."""
    legal = round_.legal_actions(step.seat)
    return step.action in legal and (round_.turn == step.seat) == own_turn


def pass_for(game: Game, round_: Round, seat: Seat) -> bool:
    """Let a seat that is asked for a claim pass, if it can."""
    idle = game.idle_action(round_.observation(seat))
    if str(idle) != "pass":
        return False
    round_.apply(seat, idle)
    return True


# --- 7: what is seen adds up to what is known -----------------------------------------------------


class Folded(Protocol):
    """What the observations of all games have: a table, and the events it is folded from."""

    table: Any
    seen: tuple[Event, ...]


@walks(12)
def test_the_events_a_viewer_saw_add_up_to_its_observation(
    game: Game, data: st.DataObject, seed: int
) -> None:
    walk = begun(game, data, seed)
    for _ in walk.go():
        if walk.random.random() < 0.1:
            folded_again(walk.round)
    folded_again(walk.round)


def folded_again(round_: Round) -> None:
    """Every viewer's view is a fold of its events, also for one who has only now come in."""
    late = Replay(Record(round_.setup)).round
    assert late.setup == round_.setup
    for viewer in VIEWERS:
        view: Observation = round_.observation(viewer)
        folded = cast(Folded, view)
        assert [event.as_dict() for event in folded.seen] == seen_json(round_, viewer)
        data = view.as_dict()
        assert json.loads(json.dumps(data)) == data
        assert data["viewer"] == viewer
        folded.table = type(folded.table)()
        for event in folded.seen:
            folded.table.apply(event)
        assert view.as_dict() == data
        if viewer is None:
            assert data["question"] is None and data["legal"] == []


@walks(12)
def test_who_comes_late_sees_what_those_see_who_were_there(
    game: Game, data: st.DataObject, seed: int
) -> None:
    walk = somewhere(game, data, seed)
    watched = game.start(walk.setup)
    for step in walk.steps:
        for viewer in VIEWERS:
            watched.observation(viewer)
        watched.apply(step.seat, step.action)
    late = game.start(walk.setup)
    for step in walk.steps:
        late.apply(step.seat, step.action)
    assert position(late) == position(watched) == position(walk.round)


@walks(12)
def test_a_snapshot_stays_as_it_is(game: Game, data: st.DataObject, seed: int) -> None:
    walk = somewhere(game, data, seed)
    views = [walk.round.observation(viewer) for viewer in VIEWERS]
    before = [view.as_dict() for view in views]
    walk.to_the_end()
    assert [view.as_dict() for view in views] == before


# --- 9: all seats are alike -----------------------------------------------------------------------


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


# --- matches and house rules ----------------------------------------------------------------------


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
