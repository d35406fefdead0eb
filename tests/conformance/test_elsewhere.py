"""A round goes the same way in any process, and whether the rules are interpreted or compiled."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from paiju import native
from paiju.core.game import Game
from tests.conformance import elsewhere
from tests.conformance.trial import every_game
from tests.conformance.walks import Walk
from tests.games.jintan_mahjong import random_wins as jintan
from tests.games.jintan_mahjong import test_finished as jintan_questions
from tests.games.jiujiang_mahjong import random_wins as jiujiang
from tests.games.jiujiang_mahjong import test_finished as jiujiang_questions

SWITCHES = {"interpreted": "0", "compiled": "1"}
Question = Callable[[Random], dict[str, Any]]


def doudizhu_question(random: Random) -> dict[str, Any]:
    """A finished round of 九江斗地主, most of them possible."""
    bombs = [random.choice("3456789TJQKA2") * random.randint(3, 8) for _ in range(3)]
    return {
        "game": "jiujiang-doudizhu",
        "options": {"bomb_points": random.randint(0, 3)},
        "landlord_won": random.random() < 0.5,
        "surrendered": random.random() < 0.1,
        "bombs": random.sample([*bombs, "wwWW"], random.randint(0, 3)),
        "opening_shots": random.randint(0, 3),
        "farmer_plays": random.randint(0, 3),
    }


QUESTIONS: dict[str, Question] = {
    "jiujiang-mahjong": lambda random: jiujiang_questions.asked(jiujiang.random_win(random)),
    "jintan-mahjong": lambda random: jintan_questions.asked(jintan.random_win(random)),
    "jiujiang-doudizhu": doudizhu_question,
}


def written(game: Game, folder: Path) -> None:
    """Put records of random rounds and questions about finished ones into a folder."""
    for seed in range(12):
        options = list(game.presets.values())[seed % len(game.presets)]
        walk = Walk(game, options, seed).to_the_end()
        walk.record.save(folder / f"{seed:02}.jsonl")
    if game.key in QUESTIONS:
        random = Random(5)
        questions = [QUESTIONS[game.key](random) for _ in range(150)]
        (folder / "questions.json").write_text(json.dumps(questions))


def told_elsewhere(folder: Path, form: str) -> list[str]:
    """What another process, which runs the rules in that form, tells of the folder."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.elsewhere", str(folder)],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "4711", native.SWITCH: SWITCHES[form]},
    )  # fmt: skip
    ran, *lines = done.stdout.splitlines()
    assert ran == form
    return lines


def told_here(folder: Path) -> list[str]:
    """What this process tells of the folder."""
    return [
        f"{path.name} {number} {line}"
        for path in sorted(folder.iterdir())
        for number, line in enumerate(elsewhere.told(path))
    ]


@pytest.mark.parametrize("form", SWITCHES)
@every_game
def test_another_process_tells_the_same_of_every_record(
    game: Game, form: str, tmp_path: Path
) -> None:
    if form == "compiled" and not native.folder().is_dir():
        pytest.skip("nothing is compiled from the sources as they are: `make compile`")
    written(game, tmp_path)
    here = told_here(tmp_path)
    assert len(here) > 500
    assert told_elsewhere(tmp_path, form) == here
