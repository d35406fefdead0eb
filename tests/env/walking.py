"""Questions that seats are asked in rounds of all games, for tests of how they become numbers."""

from collections.abc import Iterator
from typing import NamedTuple

from paiju.core.game import Game, Observation
from paiju.core.seat import Seat
from paiju.env.coding import Coding
from paiju.env.registry import coding
from tests.conformance.walks import Walk


class Asked(NamedTuple):
    """A seat that must answer, and what it sees."""

    walk: Walk
    seat: Seat
    observation: Observation


def questions(game: Game, rounds: int) -> Iterator[Asked]:
    """What is asked in random rounds by all presets of a game."""
    for number in range(rounds):
        presets = list(game.presets.values())
        walk = Walk(game, presets[number % len(presets)], number)
        for _ in walk.go():
            for seat in walk.round.to_act:
                yield Asked(walk, seat, walk.round.observation(seat))


def masked(numbers: Coding, observation: Observation, everything: bool) -> list[int]:
    """The ids that a mask allows."""
    mask = numbers.mask(observation.legal, everything)
    assert set(mask) <= {0, 1} and len(mask) == len(numbers.actions)
    return [number for number, byte in enumerate(mask) if byte]


def fields_of(game: Game, observation: Observation) -> dict[str, list[list[int]]]:
    """An encoded observation by field, as rows."""
    numbers = coding(game.key)
    data = numbers.encode(observation)
    return {
        f.name: [
            list(data[f.start + row * f.width : f.start + (row + 1) * f.width])
            for row in range(f.rows)
        ]
        for f in numbers.fields
    }
