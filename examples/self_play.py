"""Learns 九江斗地主 by playing against itself, with numpy alone: REINFORCE on 30 numbers.

    python examples/self_play.py --rounds 1500

A policy prefers actions by five things about them (a pass, a call refused, how many cards, a bomb,
how high), weighed anew for each of six situations. It then plays one seat against three that play
at random, and prints what it gains a round, in units of the stake; whoever plays at random gains
nothing on the average.
"""

import argparse
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from paiju.cards.combos import COMBOS
from paiju.core.seat import SEATS
from paiju.env.coding import Coding
from paiju.env.registry import coding
from paiju.env.vector import VectorEnv

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.intp]

GAME = "jiujiang-doudizhu"
TABLES = 64
BATCH = 32
"""Rounds between two steps of the policy."""
SITUATIONS = 6
"""Leading, following a friend, following an enemy; for a farmer and for the landlord."""


def features(numbers: Coding) -> Floats:
    """What the policy knows of each action, by id: numbers between 0 and about 1."""
    texts = [str(action) for action in numbers.actions]
    known = np.zeros((len(texts), 5))
    known[texts.index("pass"), 0] = 1
    known[[texts.index("decline"), texts.index("surrender")], 1] = 1
    for combo in COMBOS:
        known[texts.index(f"play {combo}"), 2:] = (combo.size / 5, combo.is_bomb, combo.rank / 14)
    return known


KNOWN = features(coding(GAME))
PLACES = {field.name: field.start for field in coding(GAME).fields}


def situations(env: VectorEnv) -> Ints:
    """The situation at each table, from what the seat to act sees."""
    landlord = env.observations[:, PLACES["landlord"] :][:, :SEATS].astype(bool)
    top = env.observations[:, PLACES["top"] :][:, :SEATS].astype(bool)
    leads = ~top.any(axis=1)
    is_landlord = landlord[:, 0]
    enemy = is_landlord | (top & landlord).any(axis=1)
    where: Ints = np.where(leads, 0, 1 + enemy) + 3 * is_landlord
    return where


def chances(env: VectorEnv, weights: Floats) -> tuple[Ints, Floats]:
    """The situation at each table, and how likely the policy is to choose each action there."""
    where = situations(env)
    wants = np.where(env.masks, weights[where] @ KNOWN.T, -np.inf)
    raised = np.exp(wants - wants.max(axis=1, keepdims=True))
    return where, raised / raised.sum(axis=1, keepdims=True)


def drawn(likely: Floats, random: np.random.Generator) -> Ints:
    """One action at each table."""
    ids: Ints = (likely.cumsum(axis=1) > random.random((len(likely), 1))).argmax(axis=1)
    return ids


def learned(rounds: int, seed: int = 1) -> Floats:
    """The weights after so many rounds of four such players with each other."""
    env = VectorEnv(GAME, TABLES, seed=seed)
    random = np.random.default_rng(seed)
    weights = np.zeros((SITUATIONS, KNOWN.shape[1]))
    slopes = np.zeros((TABLES, SEATS, *weights.shape))
    finished: list[tuple[NDArray[np.float32], Floats]] = []
    played = 0
    while played < rounds:
        where, likely = chances(env, weights)
        ids = drawn(likely, random)
        np.add.at(slopes, (np.arange(TABLES), env.seats, where), KNOWN[ids] - likely @ KNOWN)
        env.step(ids)
        for table in np.flatnonzero(env.dones):
            finished.append((env.rewards[table].copy(), slopes[table].copy()))
            slopes[table] = 0
        if len(finished) >= BATCH:
            played += len(finished)
            slope = improvement(finished)
            weights += slope / np.linalg.norm(slope)
            finished.clear()
    return weights


def improvement(finished: list[tuple[NDArray[np.float32], Floats]]) -> Floats:
    """The direction in which the players of these rounds would have gained more.

    A seat's gain counts by how far it is from what its side (the landlord alone, or a farmer)
    has gained on the average, in a round in which the landlord has 1 at stake.
    """
    gains = np.array([rewards / np.abs(rewards).max() for rewards, _ in finished])
    alone = np.abs(gains) == 1
    for side in (alone, ~alone):
        gains[side] -= gains[side].mean()
    found: Floats = np.einsum("rs,rsij->ij", gains, np.array([slopes for _, slopes in finished]))
    return found


def gain(weights: Floats, rounds: int, seed: int = 2) -> tuple[float, float]:
    """What the policy gains a round against three random players, ± its standard error."""
    env = VectorEnv(GAME, TABLES, seed=seed)
    random = np.random.default_rng(seed)
    own = np.arange(TABLES) % SEATS
    gained: list[float] = []
    while len(gained) < rounds:
        _, likely = chances(env, weights)
        env.step(np.where(env.seats == own, drawn(likely, random), env.sample(random)))
        gained += [float(env.rewards[table, own[table]]) for table in np.flatnonzero(env.dones)]
    return float(np.mean(gained)), float(np.std(gained) / len(gained) ** 0.5)


def main() -> None:
    """Learn, and print how well it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1500, help="rounds to learn from")
    weights = learned(parser.parse_args().rounds)
    for name, those in (("random", np.zeros_like(weights)), ("learned", weights)):
        mean, error = gain(those, 600)
        print(f"{name}: {mean:+.2f} ± {error:.2f} a round")


if __name__ == "__main__":
    main()
