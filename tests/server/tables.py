"""Tables without a server: a state with four people, driven step by step."""

from collections.abc import Iterator
from random import Random
from typing import Any

from paiju.core.game import Game
from paiju.core.randomness import derived_seed
from paiju.server.state import TableState
from paiju.server.steps import (
    Acted,
    Cleared,
    Dealt,
    LineChanged,
    NextPressed,
    Paid,
    Place,
    Step,
)
from paiju.server.stream import Message
from tests.server.conftest import FAST
from tests.server.pairs import PAIRS, PairsOptions


class Ear:
    """A listener that keeps what it hears, and whether that could have waited."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.could_wait: list[bool] = []

    def __call__(self, frame: bytes, can_wait: bool = False, /) -> None:
        self.frames.append(frame)
        self.could_wait.append(can_wait)


def four_people(number: int = 0, misses: int = 0) -> TableState:
    """A table of four people at its first prompt."""
    seed = derived_seed(bytes(32), str(number))
    state = TableState("t", PAIRS, PairsOptions(), 8, seed, FAST)
    places = [
        Place(
            name=f"p{seat}",
            player=f"p{seat}",
            connected=True,
            auto=False,
            left=False,
            misses=misses,
            prompts=0,
            v=0,
        )
        for seat in range(4)
    ]
    deal(state, places)
    return state


def deal(state: TableState, places: list[Place] | None = None) -> None:
    """Deal the next round; nobody gives a nonce."""
    state.apply(state.opening(places))
    state.apply(Dealt())


def take(state: TableState, step: Step) -> list[Message]:
    """Take a step, and pay the round if it ended it; what is told."""
    outs = state.apply(step)
    return outs + (state.apply(Paid(None, [])) if state.unpaid else [])


def walk(rules: Game, number: int, rounds: int = 1) -> Iterator[tuple[TableState, Step]]:
    """A table of three people and a bot, and the steps that they take at random."""
    random = Random(number)
    state = TableState("t", rules, rules.presets["default"], rounds, bytes([number]) * 32, FAST)
    places = [Place(f"p{n}", f"p{n}" if n else None, True, False, False, 0, 0, 0) for n in range(4)]
    for n in range(rounds):
        yield state, state.opening(None if n else places)
        yield state, Dealt()
        while state.settlement is None:
            assert state.round is not None
            seat = random.choice(state.round.to_act)
            legal = list(state.round.legal_actions(seat))
            do = str(random.choice(legal))
            by: Any = "bot" if seat == 0 else random.choice(("player", "time"))
            yield state, Acted(seat, do, by, random.randint(0, 5))
            if random.random() < 0.02:
                up = not state.seats[1].connected
                yield state, LineChanged(1, up)
        yield state, NextPressed(2)
    yield state, Cleared()


def idle(state: TableState, seat: int, by: str = "player") -> Acted:
    """The least that a seat can do."""
    assert state.round is not None
    do = str(state.game.idle_action(state.round.observation(seat)))
    return Acted(seat, do, by, 0)  # type: ignore[arg-type]


def with_a_claim() -> Iterator[tuple[TableState, int]]:
    """Tables at which somebody has just been asked for a discard, and who."""
    for number in range(200):
        whole = four_people(number)
        assert whole.round is not None
        dealer = whole.round.to_act[0]
        for action in whole.round.legal_actions(dealer):
            if str(action).startswith("discard"):
                state = four_people(number, misses=1)
                state.apply(Acted(dealer, str(action), "player", 0))
                assert state.round is not None
                if state.round.turn is None:
                    yield state, state.round.to_act[0]
