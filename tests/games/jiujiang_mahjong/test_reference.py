"""The judge against the slow reference on wins of every kind."""

from collections import Counter
from random import Random

import pytest

from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from tests.games.jiujiang_mahjong.random_wins import random_payer, random_win
from tests.games.jiujiang_mahjong.reference_judge import compare


@pytest.mark.parametrize("seed", range(4))
def test_the_judge_agrees_with_the_reference(seed: int) -> None:
    random = Random(seed)
    options = JiujiangOptions(min_points=random.choice([2, 2, 6]))
    clauses: Counter[str] = Counter()
    legal: Counter[bool] = Counter()
    for _ in range(1500):
        payers = tuple(random_payer(random) for _ in range(3))
        ruling = compare(random_win(random), options, payers)
        legal[ruling.legal] += 1
        for lines in ruling.best_lines[:1]:
            clauses.update({clause for clause, _ in lines})
    assert min(legal[True], legal[False]) > 100
    met = [*range(29, 43), *range(45, 55)]
    assert {f"JM-{number}" for number in met} <= clauses.keys()
