"""The judge against the slow reference: 20,000 random ends of rounds, and the wins of real ones."""

from collections import Counter
from random import Random

import pytest

from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.games.jintan_mahjong.round import JintanRound
from paiju.mahjong.events import Won
from paiju.mahjong.win import SOURCE_TEXTS
from tests.games.jintan_mahjong.random_wins import OPTIONS, random_win
from tests.games.jintan_mahjong.reference_judge import compare
from tests.games.jintan_mahjong.scenario import GAME

ENDS = 20_000
CHUNKS = 8


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_judge_agrees_with_the_reference(chunk: int) -> None:
    random = Random(chunk)
    options = OPTIONS[chunk % len(OPTIONS)]
    clauses: Counter[str] = Counter()
    legal: Counter[bool] = Counter()
    for _ in range(ENDS // CHUNKS):
        ruling = compare(random_win(random), options)
        legal[ruling.legal] += 1
        for lines in ruling.best_lines[:1]:
            clauses.update({clause for clause, _, _ in lines})
    assert min(legal[True], legal[False]) > 100
    assert clauses.keys() == {f"JT-{number}" for number in range(22, 33)}


def test_the_wins_of_played_rounds_agree_with_the_reference() -> None:
    judged = 0
    options = JintanOptions()
    for number in range(40):
        random = Random(number)
        seed = number.to_bytes(32, "big")
        played = GAME.start(GAME.new_match(options, seed).setup(seed))
        assert isinstance(played, JintanRound)
        before = played
        while played.outcome is None:
            seat = played.to_act[0]
            before = played.copy()
            legal = [str(action) for action in played.legal_actions(seat).sound()]
            wins = [text for text in legal if text == "hu"]
            played.apply(seat, GAME.parse_action((wins or [random.choice(legal)])[0]))
        for won in (event for event in played.events if isinstance(event, Won)):
            source = SOURCE_TEXTS.index(won.source)
            compare(before.rules.win(before.table, won.seat, won.tile, source), options)
            judged += 1
    assert judged > 2
