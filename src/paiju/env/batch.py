"""Many episodes side by side, each at its own decision, written to shared memory."""

from collections.abc import Sequence
from typing import NamedTuple

from paiju.core.errors import IllegalAction, PaijuError
from paiju.core.game import Game, Observation
from paiju.core.options import Options
from paiju.env.coding import Coding
from paiju.env.episode import Episode, Payments, episode_seed


class Gain(NamedTuple):
    """The end of a round in one slot: what each seat gained, and whether its episode is over."""

    slot: int
    payments: Payments
    over: bool


class Batch:
    """``count`` slots; slot ``i`` plays the episodes ``i``, ``i + count``, ``i + 2 count``, ….

    After each step the memory holds, slot by slot, what the seat to act sees, what it may do, and
    which seat it is.
    """

    def __init__(
        self,
        coding: Coding,
        game: Game,
        options: Options,
        rounds: int,
        count: int,
        everything: bool,
    ) -> None:
        self._coding = coding
        self._game = game
        self._options = options
        self._rounds = rounds
        self._everything = everything
        self._seed = 0
        self._numbers = list(range(count))
        self._episodes: list[Episode] = []
        self.count = count
        self.seen: list[Observation] = []
        """What the seat to act in each slot sees."""
        self.observations = bytearray(count * coding.size)
        self.masks = bytearray(count * len(coding.actions))
        self.seats = bytearray(count)

    def restart(self, seed: int) -> None:
        """Begin the first episode of every slot anew."""
        self._seed = seed
        self._numbers = list(range(self.count))
        self._episodes = [self._episode(slot) for slot in range(self.count)]
        self.seen = [episode.round.observation(0, kept=False) for episode in self._episodes]
        for slot in range(self.count):
            self._look(slot)

    def _episode(self, slot: int) -> Episode:
        seed = episode_seed(self._seed, self._numbers[slot])
        return Episode(self._game, self._options, self._rounds, seed)

    def _look(self, slot: int) -> None:
        """Write down the decision that a slot stands at."""
        coding = self._coding
        playing = self._episodes[slot].round
        seat = playing.to_act[0]
        observation = playing.observation(seat, kept=False)
        self.seen[slot] = observation
        at = slot * coding.size
        self.observations[at : at + coding.size] = coding.encode(observation)
        at = slot * len(coding.actions)
        mask = coding.mask(observation.legal, self._everything)
        self.masks[at : at + len(mask)] = mask
        self.seats[slot] = seat

    def step(self, ids: Sequence[int]) -> list[Gain]:
        """Do one action in every slot; the rounds that it ended. Episodes that are over restart.

        :raises IllegalAction: if one of the actions is not allowed; then none is done.
        :raises PaijuError: if there are too few or too many, or one that does not exist.
        """
        self._check(ids)
        actions = self._coding.actions
        gains: list[Gain] = []
        for slot in range(self.count):
            episode = self._episodes[slot]
            payments = episode.step(self.seats[slot], actions[ids[slot]])
            if payments is not None:
                gains.append(Gain(slot, payments, episode.over))
                if episode.over:
                    self._numbers[slot] += self.count
                    self._episodes[slot] = self._episode(slot)
            self._look(slot)
        return gains

    def _check(self, ids: Sequence[int]) -> None:
        if len(ids) != self.count:
            raise PaijuError(f"{len(ids)} actions for {self.count} slots: it takes one for each")
        actions = self._coding.actions
        known = len(actions)
        for slot in range(self.count):
            number = ids[slot]
            if not 0 <= number < known:
                raise PaijuError(f"slot {slot}: no action {number}; they are 0 to {known - 1}")
            if not self.masks[slot * known + number]:
                refusal = self.seen[slot].legal.explain(actions[number])
                if refusal is not None:
                    raise IllegalAction(refusal)
