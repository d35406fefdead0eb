"""What a mahjong seat may answer: listed, checked one by one and remembered, it is the same."""

from collections.abc import Iterator

import pytest

from paiju.core.action import Action
from paiju.core.errors import IllegalAction
from paiju.core.registry import games
from paiju.core.seat import SEATS
from paiju.mahjong.actions import Chow, Discard, Hu, Kong, Pass, Pung, Raise, Ready
from paiju.mahjong.game import MahjongGame
from paiju.mahjong.round import MahjongRound
from paiju.mahjong.shapes import is_complete
from paiju.mahjong.tiles import HAND_KINDS, HIDDEN
from tests.conformance.walks import Walk

MAHJONGS = [game for game in games().values() if isinstance(game, MahjongGame)]
ANSWERS: list[Action] = [
    *(Raise(amount) for amount in range(-1, 12)),
    *(made(tile) for made in (Discard, Ready, Kong) for tile in range(HAND_KINDS)),
    *(Chow(low, low + gap) for low in range(HAND_KINDS - 3) for gap in range(4)),
    *(Chow(low + gap, low) for low in range(HAND_KINDS - 3) for gap in range(1, 3)),
    *(Pung(), Kong(), Ready(), Hu(), Hu("discard"), Hu("kong"), Pass()),
]
"""Every answer there could be, and some that there cannot be."""

every_mahjong = pytest.mark.parametrize("game", MAHJONGS, ids=lambda game: game.key)


def moments(game: MahjongGame, rounds: int) -> Iterator[MahjongRound]:
    """Random rounds by every preset, at each of their questions."""
    for number, options in enumerate(game.presets.values()):
        for seed in range(rounds):
            walk = Walk(game, options, 100 * number + seed)
            assert isinstance(walk.round, MahjongRound)
            for _ in walk.go():
                yield walk.round


@every_mahjong
def test_what_is_listed_is_what_is_not_refused(game: MahjongGame) -> None:
    for place, round_ in enumerate(moments(game, 6)):
        if place % 9 == 0:
            for seat in round_.to_act:
                legal = round_.legal_actions(seat)
                allowed = [action for action in ANSWERS if legal.explain(action) is None]
                assert sorted(map(str, allowed)) == sorted(map(str, legal.listed()))


@every_mahjong
def test_whoever_is_asked_has_more_to_answer_than_a_pass_or_a_mistake(game: MahjongGame) -> None:
    for round_ in moments(game, 4):
        for seat in round_.to_act:
            assert any(str(action) != "pass" for action in round_.legal_actions(seat).sound())


@every_mahjong
def test_the_kinds_that_complete_a_hand_are_remembered_as_they_are(game: MahjongGame) -> None:
    for place, round_ in enumerate(moments(game, 4)):
        table = round_.table
        for seat in range(SEATS):
            sets = table.sides[seat].sets_to_form
            counts = table.sides[seat].hand[:HAND_KINDS]
            drawn = table.sides[seat].drawn
            if drawn != HIDDEN:
                counts[drawn] -= 1
            if sum(counts) % 3 != 1:
                continue
            for tile in range(place % 5, HAND_KINDS, 5):
                if counts[tile] < 4:
                    counts[tile] += 1
                    assert table.sides[seat].completes(tile) == is_complete(counts, sets, sets == 4)
                    counts[tile] -= 1


def test_a_chow_named_the_wrong_way_round_is_none() -> None:
    """``chow 34m`` is written in one order; the same two tiles the other way round are refused."""
    game = MAHJONGS[0]
    for round_ in moments(game, 12):
        for seat in round_.to_act:
            for action in round_.legal_actions(seat).listed():
                if isinstance(action, Chow):
                    with pytest.raises(IllegalAction):
                        round_.apply(seat, Chow(action.second, action.first))
                    return
    raise AssertionError("no chow came up")
