"""Many environments at once are exactly so many single ones."""

from random import Random
from typing import Any

import numpy as np
import pytest

from paiju.core.errors import IllegalAction, PaijuError
from paiju.core.game import Game
from paiju.env.aec import AGENTS, RawEnv
from paiju.env.vector import VectorEnv
from tests.conformance.trial import every_game

COUNT = 3


@every_game
@pytest.mark.parametrize("rounds", [1, 2])
def test_n_at_once_are_n_single_ones(game: Game, rounds: int) -> None:
    env = VectorEnv(game.key, COUNT, rounds=rounds, seed=11)
    singles = [RawEnv(game.key, rounds=rounds) for _ in range(COUNT)]
    numbers = list(range(COUNT))
    for slot, single in enumerate(singles):
        single.reset(seed=11, options={"episode": slot})
    random = np.random.default_rng(1)
    over = np.zeros(COUNT, int)
    while over.min() < 2:
        for slot, single in enumerate(singles):
            seen = single.observe(single.agent_selection)
            assert (env.observations[slot] == seen["observation"]).all()
            assert (env.masks[slot] == seen["action_mask"]).all()
            assert AGENTS[env.seats[slot]] == single.agent_selection
        ids = env.sample(random)
        env.step(ids)
        for slot, single in enumerate(singles):
            single.step(int(ids[slot]))
            assert env.rewards[slot].tolist() == list(single.rewards.values())
            assert env.dones[slot] == all(single.terminations.values())
            if env.dones[slot]:
                over[slot] += 1
                numbers[slot] += COUNT
                single.reset(seed=11, options={"episode": numbers[slot]})


def course(env: VectorEnv, steps: int) -> list[bytes]:
    """All that is shown on the way."""
    random = np.random.default_rng(2)
    shown = []
    for _ in range(steps):
        env.step(env.sample(random))
        arrays = (env.observations, env.masks, env.seats, env.rewards, env.dones)
        shown.append(b"".join(array.tobytes() for array in arrays))
    return shown


@every_game
def test_the_same_seed_goes_the_same_way(game: Game) -> None:
    env = VectorEnv(game.key, COUNT, seed=3)
    first = course(env, 60)
    assert course(VectorEnv(game.key, COUNT, seed=3), 60) == first
    env.reset(seed=4)
    assert course(env, 60) != first
    env.reset(seed=3)
    assert course(env, 60) == first


@every_game
def test_the_arrays_are_made_once(game: Game) -> None:
    env = VectorEnv(game.key, COUNT)
    arrays = [env.observations, env.masks, env.seats, env.rewards, env.dones]
    course(env, 20)
    env.reset(seed=1)
    now = [env.observations, env.masks, env.seats, env.rewards, env.dones]
    assert all(a is b for a, b in zip(arrays, now, strict=True))
    assert [array.dtype for array in now] == [np.uint8, np.bool_, np.uint8, np.float32, np.bool_]
    assert [array.shape for array in now] == [
        (COUNT, env.coding.size),
        (COUNT, len(env.coding.actions)),
        (COUNT,),
        (COUNT, 4),
        (COUNT,),
    ]


@every_game
def test_one_illegal_action_stops_all(game: Game) -> None:
    env = VectorEnv(game.key, COUNT, seed=5)
    random = np.random.default_rng(3)
    for _ in range(30):
        env.step(env.sample(random))
        before = (env.observations.copy(), env.masks.copy(), env.seats.copy())
        ids = env.sample(random)
        ids[-1] = np.flatnonzero(~env.masks[-1])[0]
        with pytest.raises(IllegalAction):
            env.step(ids)
        ids[-1] = len(env.coding.actions)
        with pytest.raises(PaijuError, match="slot 2: no action"):
            env.step(ids)
        with pytest.raises(PaijuError, match="2 actions for 3 slots"):
            env.step(ids[:-1])
        now = (env.observations, env.masks, env.seats)
        assert all((a == b).all() for a, b in zip(before, now, strict=True))


def test_what_is_legal_cannot_be_changed_from_outside() -> None:
    env = VectorEnv("jiujiang-mahjong", 2)
    for array in (env.masks, env.seats):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_what_the_mask_leaves_out_may_be_done_all_the_same() -> None:
    env = VectorEnv("jiujiang-doudizhu", 1, seed=6)
    random = np.random.default_rng(4)
    call = env.coding.id_of(env.game.parse_action("call"))
    while env.masks[0, call]:
        env.step(np.array([call]))
    asks = [env.coding.id_of(env.game.parse_action(f"ask {seat}")) for seat in range(4)]
    assert not env.masks[0, asks].any()
    before = env.observations.copy()
    env.step(np.array([asks[(env.seats[0] + 1) % 4]]))
    assert (env.observations == before).all()
    env.step(env.sample(random))
    assert not (env.observations == before).all()


@every_game
def test_drawn_actions_are_allowed_and_any_of_them_is_drawn(game: Game) -> None:
    env = VectorEnv(game.key, COUNT, seed=8)
    random = np.random.default_rng(5)
    drawn: list[set[int]] = [set() for _ in range(COUNT)]
    for _ in range(2000):
        for slot, number in enumerate(env.sample(random)):
            drawn[slot].add(int(number))
    for slot in range(COUNT):
        assert drawn[slot] == set(np.flatnonzero(env.masks[slot]).tolist())


@every_game
def test_a_round_like_the_true_one_can_be_imagined_in_each_slot(game: Game) -> None:
    env = VectorEnv(game.key, COUNT, seed=9)
    random = np.random.default_rng(6)
    for _ in range(20):
        env.step(env.sample(random))
    for slot in range(COUNT):
        world = env.determinize(slot, Random(1))
        seat = int(env.seats[slot])
        assert seat in world.to_act
        seen = env.coding.encode(world.observation(seat))
        assert seen == env.observations[slot].tobytes()


def test_nothing_to_play_is_refused() -> None:
    with pytest.raises(PaijuError, match="0 environments"):
        VectorEnv("jiujiang-mahjong", 0)
    with pytest.raises(PaijuError, match="of 0 rounds"):
        VectorEnv("jiujiang-mahjong", 1, rounds=0)


@pytest.mark.parametrize(
    ("ids", "error", "told"),
    [
        (np.zeros(2), TypeError, "whole numbers, not float64"),
        (np.zeros(2, bool), TypeError, "whole numbers, not bool"),
        ([0, 0], TypeError, "array of action ids, whole numbers, not list"),
        (np.zeros((2, 1), int), ValueError, r"2 ids in one row, not of shape \(2, 1\)"),
        (np.array(0), ValueError, r"2 ids in one row, not of shape \(\)"),
    ],
)
def test_what_is_no_row_of_ids_is_refused_and_does_nothing(
    ids: Any, error: type[Exception], told: str
) -> None:
    env = VectorEnv("jiujiang-doudizhu", 2)
    before = env.observations.copy()
    with pytest.raises(error, match=told):
        env.step(ids)
    assert (env.observations == before).all()


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.uint64])
def test_ids_may_be_whole_numbers_of_any_size(dtype: type[np.integer[Any]]) -> None:
    env = VectorEnv("jiujiang-mahjong", 2)
    env.step(env.sample(np.random.default_rng(7)).astype(dtype))


@pytest.mark.parametrize("wrong", [1.5, "7", True, None])
def test_a_seed_is_a_whole_number(wrong: Any) -> None:
    env = VectorEnv("jiujiang-mahjong", 1)
    before = env.observations.copy()
    with pytest.raises(TypeError, match="a seed is a whole number, not"):
        env.reset(wrong)
    with pytest.raises(TypeError, match="the number of environments is a whole number, not"):
        VectorEnv("jiujiang-mahjong", wrong)
    assert (env.observations == before).all()
    course(env, 5)


@every_game
def test_a_seed_may_be_a_number_of_numpys(game: Game) -> None:
    one, other = VectorEnv(game.key, 1, seed=7), VectorEnv(game.key, 1)
    seed: Any = np.int64(7)
    other.reset(seed)
    assert course(one, 5) == course(other, 5)
