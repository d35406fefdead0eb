"""``basic`` at 九江麻将: what a decent person would do, in situations where that is plain."""

from random import Random

import pytest

from paiju.bots.random import RandomBot
from paiju.bots.registry import bot
from paiju.core.game import Observation
from paiju.core.registry import game
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.mahjong.observation import MahjongObservation
from tests.games.jiujiang_mahjong.scenario import Scenario

KEY = "jiujiang-mahjong"
GAME = game(KEY)


def answer(observation: Observation) -> str:
    """What basic does when it sees this."""
    return str(bot("basic", KEY, 0).act(observation))


def choice(table: Scenario, seat: int) -> str:
    """What basic does for a seat."""
    return answer(table.round.observation(seat))


def second_turn(hand: str, drawn: str, first: str = "5z", wall: str = "369s") -> Scenario:
    """The dealer's second turn: it has thrown ``first`` away and has just drawn ``drawn``."""
    table = Scenario({0: hand + first}, wall + drawn).do(f"0 discard {first}")
    while table.round.turn != 0:
        table.idle()
    assert table.in_hand(0).count(table.round.table.sides[0].drawn) >= 1
    return table


def test_it_wins_what_it_draws() -> None:
    assert choice(second_turn("12356789m22p888s", "4m"), 0) == "hu"


def test_it_throws_away_what_is_of_no_use() -> None:
    assert choice(second_turn("12356789m22p888s", "5p"), 0) == "discard 5p"
    assert choice(second_turn("234m345p1177s57m7z", "2p"), 0) == "discard 7z"


def test_of_two_ways_to_wait_it_takes_the_one_with_more_tiles() -> None:
    # 3m away waits for the third 4m or 8s, 4m away for any 2m or 5m.
    assert choice(second_turn("34m123567p23488s", "4m"), 0) == "discard 4m"


def test_jm_26_it_keeps_its_hand_closed_where_only_that_makes_two() -> None:
    # It waits, and 门清 makes the second 炮; after the pung a win on a discard would be worth 1.
    table = Scenario({0: "2p", 1: "56m22p123456s789p"}).do("1 pass", "0 discard 2p")
    assert "pung" in table.legal(1)
    assert choice(table, 1) == "pass"


def test_jm_26_it_opens_its_hand_where_the_pung_itself_makes_two() -> None:
    # A claimed pung of 中 is worth 1 (JM-54), and the hand waits for 4m and 7m after it.
    table = Scenario({0: "7z", 1: "56m77z123456s99p2s"}).do("0 discard 7z")
    assert choice(table, 1) == "pung"


def test_it_goes_for_a_flower_that_is_near() -> None:
    # 清一色 is one tile off, for 20 and more; a plain wait of 2 炮 is what it has.
    assert choice(second_turn("11123445678m99p", "2m"), 0) == "discard 9p"


def test_it_goes_for_seven_pairs_that_are_near() -> None:
    assert choice(second_turn("1133m5577p2299s4m", "7m"), 0) in ("discard 4m", "discard 7m")


def test_it_makes_a_concealed_kong_that_breaks_nothing() -> None:
    assert choice(second_turn("111m234m567p88s24s", "1m"), 0) == "kong 1m"


def test_it_leaves_four_alike_that_a_chow_needs() -> None:
    table = second_turn("11123m456p99p67s7z", "1m")
    assert "kong 1m" in table.legal(0)
    assert choice(table, 0) == "discard 7z"


def test_jm_50_it_takes_the_chow_that_leaves_one_tile() -> None:
    table = Scenario({0: "2m", 1: "22m33p44s67s9p1p1s8m5z"}, wall="3p4s99m5s")
    table.do("0 discard 2m", "1 pung", "1 discard 1p", "2 discard 3p", "1 pung", "1 discard 1s")
    table.do("2 discard 4s", "1 pung", "1 discard 8m", "2 discard 9m", "3 discard 9m")
    table.do("0 discard 5s")
    assert choice(table, 1) == "chow 67s"
    assert choice(table.do("1 chow 67s"), 1) in ("discard 9p", "discard 5z")


def test_jm_23_a_small_win_is_let_go_only_while_there_is_time_for_a_big_one() -> None:
    # 7m is worth 2; 4m would make 一条龙 of 15, or of 60 from all three.
    table = Scenario({0: "5z", 1: "12356789m22p888s"}, wall="1p1p1p7m")
    table.do("1 pass", "0 discard 5z", "1 discard 1p", "2 discard 1p", "3 discard 1p")
    table.do("0 discard 7m")
    observation = table.round.observation(1)
    assert isinstance(observation, MahjongObservation)
    assert [str(action) for action in observation.legal] == ["hu", "pass"]
    assert answer(observation) == "pass"
    observation.table.wall = 12
    assert answer(observation) == "hu"


def test_jm_23_a_win_that_cannot_grow_is_taken_at_once() -> None:
    table = Scenario({0: "5z", 1: "56m22p345p888s678s"}, wall="1p1p1p4m")
    table.do("1 pass", "0 discard 5z", "1 discard 1p", "2 discard 1p", "3 discard 1p")
    assert choice(table.do("0 discard 4m"), 1) == "hu"


def test_jm_20_it_declares_what_waits_already() -> None:
    assert choice(Scenario({1: "12356789m22p888s"}), 1) == "ready"
    assert choice(Scenario({0: "12356789m22p888s5z"}), 0) == "ready 5z"


def test_jm_22_it_does_not_feed_a_declared_hand() -> None:
    # Seat 2 is far from a win, and 5p has passed the declared hand. It breaks its run of 4p to 6p.
    hands = {1: "12356789m22p888s", 2: "259m456p159s27p57z"}
    for declared in (False, True):
        table = Scenario(hands, wall="5p3s").do(f"1 {'ready' if declared else 'pass'}")
        table.do(table.any_discard(0), "1 discard 5p")
        observation = table.round.observation(2)
        assert isinstance(observation, MahjongObservation)
        observation.table.wall = 16
        chosen = answer(observation)
        assert (chosen == "discard 5p") == declared, chosen


@pytest.mark.parametrize("preset", [*GAME.presets, "ten points"])
def test_it_is_legal_and_the_same_whatever_it_cannot_see(preset: str) -> None:
    options = GAME.presets.get(preset, JiujiangOptions(min_points=10, raises=True))
    random = Random(preset)
    basic = bot("basic", KEY, 0)
    for number in range(3):
        seed = random.randbytes(32)
        playing = GAME.start(GAME.new_match(options, seed).setup(seed))
        others = RandomBot(number)
        while playing.outcome is None:
            for seat in playing.to_act:
                observation = playing.observation(seat)
                action = (basic if seat % 2 else others).act(observation)
                if seat % 2 and random.random() < 0.2:
                    world = GAME.determinize(observation, random)
                    assert basic.act(world.observation(seat)) == action
                playing.apply(seat, action)


def test_it_has_nothing_to_say_when_it_is_not_asked() -> None:
    observation = Scenario({}).round.observation(1)
    for name in ("basic", "random"):
        with pytest.raises(ValueError, match="may do nothing now"):
            bot(name, KEY, 0).act(observation)
