"""Many rounds at once, stepped in one call, in numpy arrays that are made once."""

from collections.abc import Mapping
from random import Random
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paiju.core.errors import PaijuError
from paiju.core.game import Round
from paiju.core.registry import game
from paiju.core.seat import SEATS
from paiju.env.batch import Batch
from paiju.env.episode import whole_number
from paiju.env.registry import coding

Bytes: TypeAlias = NDArray[np.uint8]
Ids: TypeAlias = NDArray[np.intp]


class VectorEnv:
    """``count`` environments of one game, each at its own decision; the arrays are views.

    ``step`` and ``reset`` write into the same arrays again and again: copy what you keep.
    An episode is a match of ``rounds`` rounds; when it is over the slot begins the next one at
    once. Slot ``i`` plays the episodes ``i``, ``i + count``, … of the seed, so that the same seed
    and the same actions give the same arrays on every machine.

    >>> env = VectorEnv("jiujiang-doudizhu", 2, seed=7)
    >>> env.observations.shape, env.masks.shape, env.rewards.shape, env.seats.dtype
    ((2, 374), (2, 926), (2, 4), dtype('uint8'))
    >>> [str(env.coding.actions[number]) for number in np.flatnonzero(env.masks[0])]
    ['call', 'decline']

    :raises PaijuError: if the game does not exist, or a house rule, or there is nothing to play.
    """

    def __init__(
        self,
        key: str,
        count: int,
        *,
        options: Mapping[str, object] | None = None,
        rounds: int = 1,
        everything: bool = False,
        seed: int = 0,
    ) -> None:
        count = whole_number(count, "the number of environments")
        rounds = whole_number(rounds, "the number of rounds")
        if count < 1 or rounds < 1:
            raise PaijuError(f"{count} environments of {rounds} rounds: it takes one of each")
        self.game: Final = game(key)
        self.coding: Final = coding(key)
        self.count: Final = count
        house = self.game.options.parse(options or {})
        self._batch = Batch(self.coding, self.game, house, rounds, count, everything)
        self.observations: Bytes = _view(self._batch.observations, count)
        """What the seat to act sees, slot by slot: rows of ``coding.size`` bytes."""
        # Read-only: what is legal is checked by these.
        masks = memoryview(self._batch.masks).toreadonly()
        self.masks: NDArray[np.bool_] = _view(masks, count).view(np.bool_)
        """Which actions it may choose, by id."""
        self.seats: Bytes = np.frombuffer(memoryview(self._batch.seats).toreadonly(), np.uint8)
        """Which seat it is."""
        self.rewards: NDArray[np.float32] = np.zeros((count, SEATS), np.float32)
        """What each seat gained by a round that the last step ended, in units of the stake."""
        self.dones: NDArray[np.bool_] = np.zeros(count, np.bool_)
        """Whether the last step ended the slot's episode: what it shows is the next one."""
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begin all episodes anew. :raises TypeError: if the seed is no whole number."""
        self._batch.restart(whole_number(seed, "a seed"))
        self.rewards.fill(0)
        self.dones.fill(False)

    def step(self, ids: Ids) -> None:
        """Do one action in every slot, by id, and write the next decisions to the arrays.

        :raises IllegalAction: if the rules do not allow one of them; then none is done.
        :raises PaijuError: if there is not one for each slot, or one that does not exist.
        :raises TypeError, ValueError: if it is no array of whole numbers in one row.
        """
        given: object = ids
        if not isinstance(given, np.ndarray) or not np.issubdtype(given.dtype, np.integer):
            what = given.dtype if isinstance(given, np.ndarray) else type(given).__name__
            raise TypeError(f"step takes a numpy array of action ids, whole numbers, not {what}")
        if ids.ndim != 1:
            raise ValueError(f"step takes {self.count} ids in one row, not of shape {ids.shape}")
        gains = self._batch.step(ids.tolist())
        self.rewards.fill(0)
        self.dones.fill(False)
        for slot, payments, over in gains:
            self.rewards[slot] = payments
            self.dones[slot] = over

    def sample(self, random: np.random.Generator) -> Ids:
        """One action for every slot, drawn evenly from those it may choose."""
        slots, ids = np.nonzero(self.masks)
        ends = np.cumsum(np.bincount(slots, minlength=self.count))
        starts = np.concatenate(([0], ends[:-1]))
        drawn: Ids = ids[starts + (random.random(self.count) * (ends - starts)).astype(np.intp)]
        return drawn

    def determinize(self, slot: int, random: Random) -> Round:
        """A round that might be the one in a slot, for all that its seat to act can know."""
        return self.game.determinize(self._batch.seen[slot], random)


def _view(memory: bytearray | memoryview, count: int) -> Bytes:
    return np.frombuffer(memory, np.uint8).reshape(count, -1)
