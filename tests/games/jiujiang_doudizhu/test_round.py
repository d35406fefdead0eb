"""What holds at every point of every round: cards, payments, views, copies, imagined rounds."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from paiju.cards.cards import CARDS
from paiju.core.action import Action
from paiju.core.errors import IllegalAction
from paiju.core.game import RoundSetup
from paiju.core.registry import game
from paiju.core.seat import SEATS
from paiju.games.jiujiang_doudizhu.actions import ASKS, CALL, DECLINE, PASS, PLAYS, SURRENDER
from paiju.games.jiujiang_doudizhu.moves import Moves
from paiju.games.jiujiang_doudizhu.options import DEFAULT, DouDizhuOptions
from paiju.games.jiujiang_doudizhu.round import DouDizhuRound
from paiju.games.jiujiang_doudizhu.table import Table
from tests.games.jiujiang_doudizhu.scenario import KEY, do, landlord_of, legal

GAME = game(KEY)
VIEWERS = (0, 1, 2, 3, None)
EVERY_ACTION: tuple[Action, ...] = (CALL, DECLINE, SURRENDER, PASS, *ASKS, *PLAYS)


def start(seed: int, options: DouDizhuOptions = DEFAULT) -> DouDizhuRound:
    table = GAME.start(RoundSetup(KEY, options, seed % SEATS, {}, seed.to_bytes(32, "big")))
    assert isinstance(table, DouDizhuRound)
    return table


def step(table: DouDizhuRound, random: Random) -> None:
    """One random action of the seat to act; now and then somebody asks first."""
    asks = [
        (seat, action)
        for seat in range(SEATS)
        for action in table.legal_actions(seat)
        if action.free
    ]
    if asks and random.random() < 0.1:
        table.apply(*random.choice(asks))
    seat = table.to_act[0]
    moving = [action for action in table.legal_actions(seat) if not action.free]
    table.apply(seat, random.choice(moving))


@pytest.mark.parametrize("seed", range(12))
def test_every_card_is_somewhere_and_payments_sum_to_zero(seed: int) -> None:
    random = Random(seed)
    table = start(seed)
    acts = 0
    while table.to_act:
        assert table.outcome is None
        step(table, random)
        acts += 1
        cards = Counter(card for place in table.places().values() for card in place)
        assert cards == Counter(range(CARDS))
    assert table.outcome is not None and sum(table.outcome.payments) == 0
    assert acts <= GAME.most_actions


def test_legal_actions_are_those_of_the_moment_they_were_asked_for() -> None:
    random = Random(6)
    table = start(600)
    asked: list[tuple[Moves, list[Action]]] = []
    while table.to_act:
        asked += [
            (table.legal_actions(seat), list(table.copy().legal_actions(seat)))
            for seat in range(SEATS)
        ]
        step(table, random)
    for moves, then in asked:
        assert list(moves) == then
    assert [list(table.legal_actions(seat)) for seat in range(SEATS)] == [[]] * SEATS


def test_hands_are_laid_open_when_the_round_has_ended() -> None:
    table = landlord_of("444")
    before: Any = table.observation(2).as_dict()
    assert before["hands"] is None
    do(table, "0 surrender")
    for viewer in VIEWERS:
        after: Any = table.observation(viewer).as_dict()
        assert [len(hand) > 0 for hand in after["hands"]] == [True] * SEATS
        assert after["hands"][2] == before["hand"]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_listed_is_what_is_allowed(seed: int) -> None:
    random = Random(seed)
    table = start(100 + seed)
    while table.to_act:
        for seat in range(SEATS):
            moves = table.legal_actions(seat)
            listed = moves.listed()
            assert len(set(listed)) == len(listed) == len(moves)
            assert [action for action in EVERY_ACTION if action in moves] == sorted(
                listed, key=EVERY_ACTION.index
            )
            assert list(table.observation(seat).legal.listed()) == list(listed)
        assert table.observation(None).legal.listed() == ()
        for action in random.sample(EVERY_ACTION, 5):
            seat = random.randrange(SEATS)
            if action not in table.legal_actions(seat):
                before = len(table.events)
                with pytest.raises(IllegalAction):
                    table.apply(seat, action)
                assert len(table.events) == before
        step(table, random)


def stated(table: Table) -> dict[str, object]:
    """All that a table says; a compiled one has no ``vars``."""
    values = {name: getattr(table, name) for name in dir(table) if name[0] != "_"}
    return {name: value for name, value in values.items() if not callable(value)}


@pytest.mark.parametrize("seed", range(6))
def test_a_view_is_folded_from_what_was_shown(seed: int) -> None:
    random = Random(seed)
    table = start(200 + seed)
    while table.to_act:
        step(table, random)
        if random.random() < 0.2 or table.outcome is not None:
            for viewer in VIEWERS:
                late = Table()
                for event in table.events:
                    shown = event.seen_by(viewer)
                    if shown is not None:
                        late.apply(shown)
                view = table.observation(viewer)
                assert stated(late) == stated(view.table)


@pytest.mark.parametrize("seed", range(6))
def test_a_copy_goes_its_own_way(seed: int) -> None:
    random = Random(seed)
    table = start(300 + seed)
    for _ in range(random.randrange(4, 40)):
        if table.to_act:
            step(table, random)
    before = [table.observation(viewer).as_dict() for viewer in VIEWERS]
    twin = table.copy()
    assert [twin.observation(viewer).as_dict() for viewer in VIEWERS] == before
    while twin.to_act:
        step(twin, random)
    assert [table.observation(viewer).as_dict() for viewer in VIEWERS] == before


@pytest.mark.parametrize("seed", range(8))
def test_an_imagined_round_looks_the_same_to_who_imagines_it(seed: int) -> None:
    random = Random(seed)
    table = start(400 + seed)
    while True:
        if random.random() < 0.15 or not table.to_act:
            for viewer in VIEWERS:
                view = table.observation(viewer)
                twin = GAME.determinize(view, random)
                again = twin.observation(viewer)
                assert again.as_dict() == view.as_dict()
                assert again.seen == view.seen  # type: ignore[attr-defined]
                assert sorted(c for pile in twin.places().values() for c in pile) == list(
                    range(CARDS)
                )
                replayed = GAME.start(twin.setup)
                assert replayed.events[0] == table.events[0]
        if not table.to_act:
            break
        step(table, random)


def test_imagined_rounds_differ_in_what_is_unseen() -> None:
    table = start(1)
    do(table, f"{table.to_act[0]} call")
    random = Random(1)
    farmer = next(seat for seat in range(SEATS) if seat != table.table.landlord)
    view = table.observation(farmer)
    hands = {str(GAME.determinize(view, random).fixed_deal()) for _ in range(5)}
    assert len(hands) == 5


@pytest.mark.parametrize("steps", range(SEATS))
def test_rotating_the_seats_rotates_the_result(steps: int) -> None:
    table = start(7)
    setup = table.setup.with_deal(table.fixed_deal())
    plain = GAME.start(setup)
    moved = GAME.start(GAME.rotated(setup, steps))
    random = Random(7)
    while plain.to_act:
        seat = plain.to_act[0]
        action = random.choice([a for a in plain.legal_actions(seat) if not a.free])
        assert moved.to_act == ((seat + steps) % SEATS,)
        plain.apply(seat, action)
        moved.apply((seat + steps) % SEATS, action)
    assert plain.outcome is not None and moved.outcome is not None
    assert moved.outcome.payments == tuple(
        plain.outcome.payments[(seat - steps) % SEATS] for seat in range(SEATS)
    )


def test_a_fixed_deal_goes_the_same_way_as_its_seed() -> None:
    table = start(9)
    again = GAME.start(table.setup.with_deal(table.fixed_deal()))
    random = Random(9)
    while table.to_act:
        seat = table.to_act[0]
        action = random.choice(list(table.legal_actions(seat)))
        table.apply(seat, action)
        again.apply(seat, action)
    assert [event.as_dict() for event in again.events] == [
        event.as_dict() for event in table.events
    ]


def test_what_others_hold_changes_nothing_for_a_seat() -> None:
    """Two deals that differ only in what seat 1 cannot see look the same to it."""
    views = []
    for third, fourth in (("T", "J"), ("J", "T")):
        table = landlord_of("3355", "4466", third, fourth)
        do(table, "0 play 3", "1 play 4", "2 pass", "3 pass", "0 play 5")
        view = table.observation(1)
        views.append((view.as_dict(), view.seen, GAME.advice(view), legal(table, 1)))
    assert views[0] == views[1]


def test_idle_seats_do_the_least() -> None:
    table = landlord_of("34", "5")
    assert str(GAME.idle_action(table.observation(0))) == "play 3"
    do(table, "0 play 3")
    assert str(GAME.idle_action(table.observation(1))) == "pass"
    forced = start(2)
    while forced.to_act and forced.table.landlord < 0:
        seat = forced.to_act[0]
        action = GAME.idle_action(forced.observation(seat))
        assert str(action) == ("decline" if "decline" in legal(forced, seat) else "call")
        forced.apply(seat, action)


def test_advice_hints_at_legal_plays_and_at_nothing_else() -> None:
    random = Random(3)
    for seed in range(500, 504):
        table = start(seed)
        while table.to_act:
            for seat in range(SEATS):
                view = table.observation(seat)
                advice = GAME.advice(view)
                assert list(advice) == ["hints"]
                hints = advice["hints"]
                assert isinstance(hints, list) and set(hints) <= set(legal(table, seat))
                can_play = any(text.startswith("play") for text in legal(table, seat))
                assert bool(hints) == can_play
            step(table, random)
    assert GAME.advice(start(1).observation(None)) == {"hints": []}
