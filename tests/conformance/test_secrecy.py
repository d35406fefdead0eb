"""Every game: nobody knows more than it has seen, and what it has seen adds up to its view."""

import json
from random import Random
from typing import Any, Protocol, cast

from hypothesis import strategies as st

from paiju.bots.registry import bot, names
from paiju.core.action import Action
from paiju.core.event import Event
from paiju.core.game import Game, Observation, Round
from paiju.core.seat import Seat
from paiju.record import Record, Replay, Step
from tests.conformance.trial import begun, every_game, somewhere, walks, whole_set
from tests.conformance.walks import (
    VIEWERS,
    played_out,
    position,
    seen_json,
)
from tests.golden.scenes import scenes


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
    for _ in walk.go():
        for viewer in VIEWERS:
            passing = walk.round.observation(viewer, kept=False)
            assert passing.as_dict() == walk.round.observation(viewer).as_dict()
    assert [view.as_dict() for view in views] == before


@walks(12)
def test_what_was_kept_and_not_looked_at_is_as_it_was(
    game: Game, data: st.DataObject, seed: int
) -> None:
    """Whoever keeps an observation, or a copy, may read and search from it when all is over."""
    walk = begun(game, data, seed)
    kept: list[tuple[int, Seat | None, Observation | Round]] = []
    for _ in walk.go():
        if walk.random.random() < 0.2:
            viewer = walk.random.choice((*VIEWERS, *walk.round.to_act))
            walk.round.observation(viewer, kept=False)
            if walk.random.random() < 0.5:
                kept.append((len(walk.steps), viewer, walk.round.observation(viewer)))
            else:
                kept.append((len(walk.steps), viewer, walk.round.copy()))
            ahead = walk.round.copy()
            ahead.apply(*walk.choose(ahead))
            ahead.observation(viewer, kept=False)
    again, played = game.start(walk.setup), 0
    for number, viewer, one in kept:
        for step in walk.steps[played:number]:
            again.apply(step.seat, step.action)
        played, fresh = number, again.observation(viewer)
        view = one.observation(viewer) if isinstance(one, Round) else one
        tried = walk.random.sample(list(walk.tried), min(6, len(walk.tried)))
        told = [fresh.legal.explain(action) for action in tried]
        assert [view.legal.explain(action) for action in tried] == told
        assert view.as_dict() == fresh.as_dict()
        assert [event.as_dict() for event in cast(Folded, view).seen] == seen_json(again, viewer)
        if viewer in again.to_act:
            world = game.determinize(view, Random(number))
            assert world.observation(viewer).as_dict() == fresh.as_dict()
