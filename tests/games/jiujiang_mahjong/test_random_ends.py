"""The judge against the slow reference: 20,000 random ends of rounds, and the wins of real ones."""

from random import Random

import pytest

from paiju.bots.registry import bot
from paiju.core.seat import SEATS
from paiju.games.jiujiang_mahjong.match import JiujiangMatch
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.games.jiujiang_mahjong.round import JiujiangRound
from paiju.mahjong.events import Won
from paiju.mahjong.win import SOURCE_TEXTS
from tests.games.jiujiang_mahjong.random_wins import random_payer, random_win
from tests.games.jiujiang_mahjong.reference_judge import compare
from tests.games.jiujiang_mahjong.scenario import GAME

ENDS = 20_000
CHUNKS = 10


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_judge_agrees_with_the_reference(chunk: int) -> None:
    random = Random(chunk)
    legal = 0
    for _ in range(ENDS // CHUNKS):
        payers = tuple(random_payer(random) for _ in range(random.choice((1, 3))))
        legal += compare(random_win(random), payers=payers).legal
    assert legal > ENDS // CHUNKS // 4


def test_the_wins_of_played_rounds_agree_with_the_reference() -> None:
    options = JiujiangOptions()
    match = JiujiangMatch(options, 0)
    players = [bot("basic", GAME.key, seed) for seed in range(SEATS)]
    judged = 0
    for number in range(30):
        setup = match.setup(number.to_bytes(32, "big"))
        before = played = GAME.start(setup)
        assert isinstance(played, JiujiangRound)
        while played.outcome is None:
            seat = played.to_act[0]
            before = played.copy()
            played.apply(seat, players[seat].act(played.observation(seat)))
        assert isinstance(before, JiujiangRound)
        for won in (event for event in played.events if isinstance(event, Won)):
            source = SOURCE_TEXTS.index(won.source)
            compare(before.rules.win(before.table, won.seat, won.tile, source), options)
            judged += 1
        match.settle(played)
    assert judged > 10
