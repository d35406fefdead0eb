"""Who deals, and what a round is worth: JM-3 to JM-8."""

from collections import Counter

import pytest

from paiju.core.errors import BadRecord
from paiju.core.game import RoundSetup
from paiju.core.registry import game
from paiju.games.jiujiang_mahjong.match import JiujiangMatch, factor_of
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from tests.games.jiujiang_mahjong.scenario import GAME, Scenario

WAITS_5S = "123m456m789m123p5s"


def match(dealer: int = 0) -> JiujiangMatch:
    return JiujiangMatch(JiujiangOptions(), dealer)


def settled(before: JiujiangMatch, scenario: Scenario) -> JiujiangMatch:
    before.setup(bytes(32))
    before.settle(scenario.round)
    return before


def drawn() -> Scenario:
    return Scenario({}).play_out()


def followed(kind: str) -> Scenario:
    """All four first discards are of one kind, then the wall runs out."""
    hands = dict.fromkeys(range(4), kind)
    scenario = Scenario(hands, wall="147m147m147m")
    return scenario.do(*(f"{seat} discard {kind}" for seat in range(4)))


def test_jm_3_first_dealer_is_drawn_by_lot() -> None:
    seeds = (n.to_bytes(32, "big") for n in range(400))
    dealers = Counter(GAME.new_match(JiujiangOptions(), seed).dealer for seed in seeds)
    assert set(dealers) == {0, 1, 2, 3}
    assert min(dealers.values()) > 60


def test_jm_3_winner_deals_next() -> None:
    scenario = Scenario({0: "5s", 2: WAITS_5S}).do("0 discard 5s", "2 hu")
    assert settled(match(), scenario).dealer == 2


def test_jm_3_drawn_round_keeps_the_dealer() -> None:
    assert settled(match(), drawn()).dealer == 0


def test_jm_3_after_several_winners_the_seat_after_the_payer_deals() -> None:
    scenario = Scenario({0: "5s", 2: WAITS_5S, 3: "46s123p456p789p99s"})
    scenario.do("0 discard 5s", "2 hu", "3 hu")
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.winners == (2, 3)
    assert settled(match(), scenario).dealer == 1


def test_jm_3_discard_taken_and_kong_robbed_the_seat_after_the_discarder_deals() -> None:
    scenario = dealer_discard_konged()
    scenario.do("1 kong").do("2 hu discard", "3 hu kong")
    assert {win["source"] for win in (scenario.win(0), scenario.win(1))} == {
        "discard",
        "robbed_kong",
    }
    assert settled(match(), scenario).dealer == 1


def dealer_discard_konged() -> Scenario:
    """Seat 1 holds three of the 5s that the dealer discards on its second turn."""
    return Scenario(
        {1: "555s", 2: "46s123m789m456p99p", 3: "46s123m456m789p22p"}, wall="8m8p8m5s"
    ).do("0 discard 7s", "1 discard 8m", "2 discard 8p", "3 discard 8m", "0 discard 5s")


def test_jm_4_dealer_discards_first_and_play_runs_counter_clockwise() -> None:
    scenario = Scenario({}, dealer=2, wall="369m369p")
    order = []
    for _ in range(5):
        scenario.passes()
        seat = scenario.round.to_act[0]
        order.append(seat)
        scenario.round.apply(seat, GAME.idle_action(scenario.round.observation(seat)))
    assert order == [2, 3, 0, 1, 2]


def test_jm_5_following_the_dealer_doubles_the_next_four_rounds() -> None:
    scenario = followed("9m")
    assert "dealer_followed" in scenario.kinds()
    after = settled(match(), scenario.play_out())
    # the wall ran out as well: both events of the round count (JM-7)
    assert after.carry() == {"rounds_at_4": 0, "rounds_at_2": 8}


@pytest.mark.parametrize("kind", ["7z", "5z"])
def test_jm_5_following_in_red_or_white_is_four_times(kind: str) -> None:
    after = settled(match(), followed(kind).play_out())
    assert after.carry() == {"rounds_at_4": 4, "rounds_at_2": 4}


def test_jm_5_a_discard_that_is_won_counts_too() -> None:
    hands = {0: "5s", 1: "5s", 2: "456s123m789m9945p", 3: "5s"}
    scenario = Scenario(hands, wall="5m6p5m")
    scenario.do("0 discard 5s", "1 discard 5s", "2 discard 5s", "3 discard 5s", "2 hu")
    assert settled(match(), scenario).carry() == {"rounds_at_4": 0, "rounds_at_2": 4}


def test_jm_5_only_the_first_four_discards_in_turn_order() -> None:
    scenario = Scenario({0: "9m", 1: "9m", 2: "9m", 3: "9m"}, wall="147p147s")
    scenario.do("0 discard 9m", "1 discard 9m", "2 discard 9m", "3 discard 7p")
    assert "dealer_followed" not in scenario.kinds()


def test_jm_6_an_exhausted_wall_doubles_the_next_four_rounds() -> None:
    scenario = drawn()
    assert scenario.payments == (0, 0, 0, 0)
    assert settled(match(), scenario).carry() == {"rounds_at_4": 0, "rounds_at_2": 4}


def test_jm_7_example_of_the_rules() -> None:
    """Round 1 黄庄, round 3 黄庄, round 4 跟庄 in 红中 → 2–4 ×2, 5–8 ×4, 9–13 ×2."""
    current = match()
    won = Scenario({0: "5s", 2: WAITS_5S}).do("0 discard 5s", "2 hu")
    followed_and_won = Scenario({0: "7z", 1: "7z", 2: "7z", 3: "7z"}, wall="9m9p9m").do(
        "0 discard 7z", "1 discard 7z", "2 discard 7z", "3 discard 7z"
    )
    factors = []
    for number in range(1, 15):
        factors.append(factor_of(current.carry()))
        if number in (1, 3):
            settled(current, drawn())
        elif number == 4:
            current.setup(bytes(32))
            finished = won.round.copy()
            finished.events = [*followed_and_won.round.events, *won.round.events]
            current.settle(finished)
        else:
            settled(current, won)
    assert factors == [1, 2, 2, 2, 4, 4, 4, 4, 2, 2, 2, 2, 2, 1]


def test_jm_7_the_factor_multiplies_what_is_paid() -> None:
    both = {"rounds_at_2": 3, "rounds_at_4": 1}
    for carry, factor in (({}, 1), ({"rounds_at_2": 1}, 2), (both, 4)):
        scenario = Scenario({0: "5s", 2: WAITS_5S}, carry=carry).do("0 discard 5s", "2 hu")
        assert scenario.payments[2] == factor * scenario.win()["points"]


def test_jm_7_a_carry_that_cannot_be_is_refused() -> None:
    for carry in ({"rounds_at_3": 1}, {"rounds_at_2": -1}, {"rounds_at_4": "2"}):
        with pytest.raises(BadRecord, match="carry"):
            GAME.start(RoundSetup(GAME.key, JiujiangOptions(), 0, carry, seed=bytes(32)))


def test_jm_8_leaving_for_good_clears_both_counters() -> None:
    current = settled(match(), drawn())
    current.player_left()
    assert current.carry() == {"rounds_at_4": 0, "rounds_at_2": 0}


def test_jm_8_leaving_in_mid_round_counts_from_the_next_round_on() -> None:
    current = settled(match(), drawn())
    setup = current.setup(bytes(32))
    current.player_left()
    assert factor_of(setup.carry) == 2
    current.settle(drawn().round)
    assert current.carry() == {"rounds_at_4": 0, "rounds_at_2": 0}


def test_jm_8_a_match_is_restored_whole() -> None:
    current = settled(match(), drawn())
    state = current.as_dict()
    again = game("jiujiang-mahjong").restore_match(JiujiangOptions(), state)
    assert again.as_dict() == state


@pytest.mark.parametrize("counter", ["rounds_at_4", "rounds_at_2"])
@pytest.mark.parametrize("owed", [-1, "4", True, None, 1.0])
def test_jm_7_what_is_owed_is_a_count_of_rounds(counter: str, owed: object) -> None:
    state = {**match().as_dict(), "carry": {counter: owed}}
    with pytest.raises(BadRecord, match=f"carry: '{counter}' is .*it counts rounds"):
        game("jiujiang-mahjong").restore_match(JiujiangOptions(), state)
