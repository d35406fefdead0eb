"""The games as PettingZoo environments: its own tests pass, and the rules hold behind it."""

import warnings
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

from paiju.core.errors import BadOptions, IllegalAction, PaijuError
from paiju.core.game import Game
from paiju.core.registry import game_keys
from paiju.core.seat import SEATS
from paiju.env import aec
from tests.conformance.trial import every_game

# A dictionary with a mask in it is PettingZoo's own way for games in which not all is legal.
NO_ARRAY = "Observation is not a NumPy array"
NO_BOX = (
    "Observation space for each agent probably should be gymnasium.spaces.box "
    "or gymnasium.spaces.discrete"
)


def chosen(env: aec.RawEnv, random: Random) -> int:
    """An action drawn from the mask of the agent to act."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(random.choice(np.flatnonzero(mask)))


@every_game
@pytest.mark.parametrize("checked", [True, False], ids=["env", "RawEnv"])
def test_pettingzoo_finds_no_fault(game: Game, checked: bool) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test((aec.env if checked else aec.RawEnv)(game.key), num_cycles=300)  # type: ignore[no-untyped-call]
    assert {str(warning.message) for warning in told} == {NO_ARRAY, NO_BOX}


@every_game
def test_the_same_seed_gives_the_same_episodes(game: Game) -> None:
    seed_test(lambda: aec.env(game.key), num_cycles=100)  # type: ignore[no-untyped-call]
    first, second = aec.RawEnv(game.key), aec.RawEnv(game.key)
    first.reset(seed=5)
    first.reset()
    second.reset(seed=5, options={"episode": 1})
    assert first.round.fixed_deal() == second.round.fixed_deal()
    second.reset(seed=5)
    assert first.round.fixed_deal() != second.round.fixed_deal()


def test_without_a_seed_no_two_are_alike() -> None:
    envs = [aec.RawEnv("jiujiang-doudizhu") for _ in range(2)]
    for env in envs:
        env.reset()
    assert envs[0].round.fixed_deal() != envs[1].round.fixed_deal()


@every_game
def test_rewards_are_the_payments_of_each_round(game: Game) -> None:
    random = Random(3)
    env = aec.RawEnv(game.key, rounds=3)
    for number in range(4):
        env.reset(seed=number)
        gained = dict.fromkeys(aec.AGENTS, 0.0)
        played = []
        while not any(env.terminations.values()):
            before = env.round
            env.step(chosen(env, random))
            outcome = before.outcome
            if outcome is None:
                assert set(env.rewards.values()) == {0.0}
            else:
                played.append(before)
                assert tuple(env.rewards.values()) == outcome.payments
                assert sum(env.rewards.values()) == -outcome.house
            for other, reward in env.rewards.items():
                gained[other] += reward
        assert len(played) == 3
        assert all(earlier.setup != later.setup for earlier, later in pairwise(played))
        totals = [
            sum(round_.outcome.payments[seat] for round_ in played if round_.outcome)
            for seat in range(SEATS)
        ]
        assert list(gained.values()) == totals


@every_game
def test_agents_are_selected_in_the_order_of_the_seats_asked(game: Game) -> None:
    random = Random(4)
    env = aec.RawEnv(game.key)
    for number in range(3):
        env.reset(seed=number)
        while not any(env.terminations.values()):
            assert env.agent_selection == f"seat_{env.round.to_act[0]}"
            for agent in aec.AGENTS:
                allowed = env.observe(agent)["action_mask"].any()
                assert allowed == (agent == env.agent_selection)
            env.step(chosen(env, random))


@pytest.mark.parametrize(
    ("key", "options"), [("jiujiang-mahjong", {"raises": True}), ("jintan-mahjong", {})]
)
def test_who_answers_later_sees_nothing_of_earlier_answers(
    key: str, options: dict[str, object]
) -> None:
    random = Random(5)
    env = aec.RawEnv(key, options=options)
    windows = 0
    while windows < 20:
        env.reset(seed=windows)
        while not any(env.terminations.values()):
            first, *later = env.round.to_act
            if later:
                windows += 1
                seen = set()
                for action in env.round.legal_actions(first).sound():
                    after = env.round.copy()
                    after.apply(first, action)
                    assert after.to_act == tuple(later)
                    views = [env.coding.encode(after.observation(seat)) for seat in later]
                    seen.add(tuple(views))
                assert len(seen) == 1
            env.step(chosen(env, random))


@every_game
def test_an_action_outside_the_mask_raises_and_changes_nothing(game: Game) -> None:
    random = Random(6)
    env = aec.RawEnv(game.key)
    env.reset(seed=1)
    for _ in range(15):
        seen = env.observe(env.agent_selection)
        legal = set(env.round.legal_actions(env.round.to_act[0]).listed())
        wrong = [n for n, action in enumerate(env.coding.actions) if action not in legal]
        before = len(env.round.events)
        for number in random.sample(wrong, 20):
            with pytest.raises(IllegalAction):
                env.step(number)
        for none in (-1, len(env.coding.actions), None):
            with pytest.raises(PaijuError, match="they are 0 to"):
                env.step(none)
        assert len(env.round.events) == before
        again = env.observe(env.agent_selection)
        assert (seen["observation"] == again["observation"]).all()
        assert (seen["action_mask"] == again["action_mask"]).all()
        env.step(chosen(env, random))


@every_game
@pytest.mark.filterwarnings("ignore:.*illegal:UserWarning")
def test_an_illegal_action_ends_the_checked_episode(game: Game) -> None:
    env = aec.env(game.key, illegal_reward=-7)
    env.reset(seed=1)
    raw = env.unwrapped
    assert isinstance(raw, aec.RawEnv)
    agent = env.agent_selection
    mask = raw.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert raw.round.outcome is None
    assert all(env.terminations.values())
    assert env.rewards == {**dict.fromkeys(aec.AGENTS, 0), agent: -7}
    while env.agents:
        env.step(None)


def test_with_everything_false_wins_may_be_said_and_counts_asked_for() -> None:
    random = Random(7)
    for key, text in (("jintan-mahjong", "hu"), ("jiujiang-doudizhu", "ask 0")):
        env = aec.RawEnv(key, everything=True)
        env.reset(seed=1)
        said = env.coding.id_of(env.game.parse_action(text))
        while not env.observe(env.agent_selection)["action_mask"][said]:
            env.step(chosen(env, random))
        env.step(said)
        assert not any(env.terminations.values())


@every_game
def test_an_imagined_round_looks_the_same_and_can_be_played(game: Game) -> None:
    random = Random(8)
    env = aec.RawEnv(game.key)
    env.reset(seed=2)
    for _ in range(20):
        seat = env.round.to_act[0]
        world = env.determinize(random)
        imagined = env.coding.encode(world.observation(seat))
        assert imagined == env.observe(env.agent_selection)["observation"].tobytes()
        number = chosen(env, random)
        world.apply(seat, env.coding.actions[number])
        env.step(number)


def test_the_view_of_the_agent_to_act_can_be_printed() -> None:
    env = aec.RawEnv("jiujiang-mahjong", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    shown = dict(line.split(": ", 1) for line in text.splitlines())
    seat = env.round.to_act[0]
    assert shown["viewer"] == str(seat)
    assert shown["legal"].startswith('["')
    assert aec.RawEnv("jiujiang-mahjong").render() is None


def test_what_cannot_be_made_says_why() -> None:
    with pytest.raises(PaijuError, match="does not exist"):
        aec.env("whist")
    with pytest.raises(BadOptions, match="min_points"):
        aec.env("jiujiang-mahjong", options={"min_points": -1})
    with pytest.raises(PaijuError, match="0 rounds"):
        aec.env("jiujiang-mahjong", rounds=0)
    with pytest.raises(PaijuError, match="reset"):
        _ = aec.RawEnv("jiujiang-mahjong").round


@pytest.mark.parametrize("wrong", [True, 1.5, "0", np.zeros(1, int), np.True_])
def test_an_action_id_and_a_seed_are_whole_numbers(wrong: Any) -> None:
    env = aec.RawEnv("jiujiang-doudizhu")
    env.reset(seed=1)
    before = len(env.round.events)
    with pytest.raises(TypeError, match="an action id is a whole number, not"):
        env.step(wrong)
    with pytest.raises(TypeError, match="a seed is a whole number, not"):
        env.reset(seed=wrong)
    with pytest.raises(TypeError, match="the number of an episode is a whole number, not"):
        env.reset(options={"episode": wrong})
    assert len(env.round.events) == before


def test_every_game_has_an_environment() -> None:
    for key in game_keys():
        env = aec.RawEnv(key)
        assert str(env) == key.replace("-", "_") + "_v1"
