"""The games as PettingZoo environments: one agent acts at a time (AEC).

Agents are the seats, ``seat_0`` to ``seat_3``. Where several seats are asked at once they are
selected one after the other, and none sees what another answered before all have.
"""

import json
from collections.abc import Mapping
from random import Random
from secrets import randbits
from typing import Any, Final, TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from paiju.core.errors import PaijuError
from paiju.core.game import Round
from paiju.core.registry import game
from paiju.core.seat import SEATS
from paiju.env.coding import Coding
from paiju.env.episode import Episode, Payments, episode_seed, whole_number
from paiju.env.registry import coding

AGENTS: Final = [f"seat_{seat}" for seat in range(SEATS)]


class Seen(TypedDict):
    """What an agent is given: what its seat sees, encoded, and which action ids it may choose."""

    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]


class RawEnv(AECEnv[str, Any, Any]):
    """One game as a PettingZoo environment; an episode is a match of ``rounds`` rounds.

    Rewards are what a seat gains by a finished round, in units of the table's stake; they sum to
    zero but for what goes to the house (诈胡). An illegal action raises and changes nothing.

    :raises PaijuError: if the game does not exist, or a house rule, or there is nothing to play.
    """

    def __init__(
        self,
        key: str,
        *,
        options: Mapping[str, object] | None = None,
        rounds: int = 1,
        everything: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        rounds = whole_number(rounds, "the number of rounds")
        if rounds < 1:
            raise PaijuError(f"an episode of {rounds} rounds: it takes one at least")
        self.game: Final = game(key)
        self.coding: Final[Coding] = coding(key)
        self.metadata = {
            "name": f"{key.replace('-', '_')}_v{self.coding.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents = []
        high = [np.full(field.rows * field.width, field.high) for field in self.coding.fields]
        seen = Box(np.uint8(0), np.concatenate(high).astype(np.uint8), dtype=np.uint8)
        mask = Box(0, 1, (len(self.coding.actions),), np.int8)
        # Spaces keep their own random numbers: each agent has one of its own to seed.
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in AGENTS
        }
        self.action_spaces = {agent: Discrete(len(self.coding.actions)) for agent in AGENTS}
        self._options = self.game.options.parse(options or {})
        self._rounds = rounds
        self._everything = everything
        self._seed: int | None = None
        self._number = 0
        self._episode: Episode | None = None

    def observation_space(self, agent: str) -> Space[Any]:
        """What ``observe`` returns: bytes by the fields of the coding, and a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The ids of all actions of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode: the first one of ``seed``, or without a seed the next one.

        ``options["episode"]`` begins that one instead, as it is numbered in a ``VectorEnv``.

        :raises TypeError: if a seed or a number of an episode is no whole number.
        """
        chance, number = self._seed, self._number + 1
        if seed is not None or chance is None:
            chance, number = randbits(64) if seed is None else whole_number(seed, "a seed"), 0
        if options and "episode" in options:
            number = whole_number(options["episode"], "the number of an episode")
        self._seed, self._number = chance, number
        secret = episode_seed(chance, number)
        self._episode = Episode(self.game, self._options, self._rounds, secret)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.round.to_act[0]]

    @property
    def round(self) -> Round:
        """The round being played, with all its secrets: for looking at, not for playing.

        :raises PaijuError: before the first reset.
        """
        if self._episode is None:
            raise PaijuError("there is no round yet: reset the environment first")
        return self._episode.round

    def observe(self, agent: str) -> Seen:
        """What the seat sees now; it may choose something only while it is the one to act."""
        seat = AGENTS.index(agent)
        observation = self.round.observation(seat, kept=False)
        mask = bytes(len(self.coding.actions))
        if agent == self.agent_selection and not self.terminations[agent]:
            mask = self.coding.mask(observation.legal, self._everything)
        return {
            "observation": np.frombuffer(bytearray(self.coding.encode(observation)), np.uint8),
            "action_mask": np.frombuffer(bytearray(mask), np.int8),
        }

    def step(self, action: Any) -> None:
        """Do one action, by id, for the agent selected; ``None`` for one that is out.

        :raises IllegalAction: if the rules do not allow it; nothing has changed then.
        :raises PaijuError: if there is no such action.
        :raises TypeError: if it is no whole number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else whole_number(action, "an action id")
        if not 0 <= number < len(self.coding.actions):
            last = len(self.coding.actions) - 1
            raise PaijuError(f"no action {action!r} of {agent}; they are 0 to {last}")
        assert self._episode is not None
        payments = self._episode.step(AGENTS.index(agent), self.coding.actions[number])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if payments is not None:
            self._reward(payments)
        if self._episode.over:
            self.terminations = dict.fromkeys(AGENTS, True)
        else:
            self.agent_selection = AGENTS[self.round.to_act[0]]
        self._accumulate_rewards()
        self._deads_step_first()

    def _reward(self, payments: Payments) -> None:
        for agent, gained in zip(AGENTS, payments, strict=True):
            self.rewards[agent] = float(gained)

    def determinize(self, random: Random) -> Round:
        """A round that might be the true one, for all that the agent to act can know."""
        seat = AGENTS.index(self.agent_selection)
        return self.game.determinize(self.round.observation(seat), random)

    def render(self) -> str | None:
        """What the agent to act sees, as text: a line for each thing."""
        if self.render_mode is None:
            return None
        view = self.round.observation(AGENTS.index(self.agent_selection)).as_dict()
        return "\n".join(
            f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in view.items()
        )

    def close(self) -> None:
        """Let the round go."""
        self._episode = None


def env(
    key: str,
    *,
    options: Mapping[str, object] | None = None,
    rounds: int = 1,
    everything: bool = False,
    render_mode: str | None = None,
    illegal_reward: float | None = -1.0,
) -> AECEnv[str, Any, Any]:
    """One game as PettingZoo users expect it: :class:`RawEnv` behind the usual checks.

    An action outside the mask ends the episode: whoever chose it is given ``illegal_reward``,
    the others nothing. With ``None`` it raises instead, and the round goes on as it was.

    >>> table = env("jiujiang-doudizhu", render_mode="ansi")
    >>> table.reset(seed=1)
    >>> seen, reward, terminated, truncated, info = table.last()
    >>> seen["observation"].shape, int(seen["action_mask"].sum()), reward, terminated
    ((374,), 1, 0.0, False)
    """
    raw = RawEnv(
        key, options=options, rounds=rounds, everything=everything, render_mode=render_mode
    )
    if illegal_reward is None:
        return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw))
    checked = TerminateIllegalWrapper(raw, illegal_reward=illegal_reward)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))
