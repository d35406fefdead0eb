"""How ``basic`` plays 金坛麻将: a flower or a 番 first, kongs when they pay, never 诈胡."""

import pytest

from paiju.bots.arena import Contest, play_deal
from paiju.bots.registry import bot
from paiju.core.randomness import derived_seed
from paiju.core.registry import game
from tests.games.jintan_mahjong.scenario import GAME, Scenario


def choice(scenario: Scenario, seat: int) -> str:
    return str(bot("basic", GAME.key, 1).act(scenario.round.observation(seat)))


def test_it_wins_when_it_can() -> None:
    scenario = Scenario({0: "5s", 2: "123m456m789p1z46s1f"}, tail="1z").do("0 discard 5s")
    assert choice(scenario, 2) == "hu"
    assert choice(Scenario({0: "123m456m789p11z456s"}), 0) == "hu"


def test_it_never_presses_a_false_win() -> None:
    scenario = Scenario({0: "5s", 1: "46s123m456m789p11z"}).do("0 discard 5s")
    assert "hu" in scenario.legal(1)
    assert choice(scenario, 1) != "hu"
    for number in range(2):
        seed = derived_seed(bytes(32), f"round {number}")
        playing = GAME.start(GAME.new_match(GAME.options(), seed).setup(seed))
        while playing.outcome is None:
            seat = playing.to_act[0]
            playing.apply(seat, bot("basic", GAME.key, 1).act(playing.observation(seat)))
        assert playing.outcome.house == 0


def test_it_wants_a_flower_or_a_fan_before_it_waits_on_discards() -> None:
    """67s and 99s wait for more tiles than 7s and 999s, but no discard would win then (JT-21)."""
    hand = "123m456m789p67s999s"
    assert choice(Scenario({0: hand}), 0) == "discard 6s"
    # Where 独吊 gives no 番 either, more tiles are more.
    assert choice(Scenario({0: hand}, pair_wait="last_tile"), 0) == "discard 9s"


def test_it_lays_a_kong_that_costs_nothing() -> None:
    scenario = Scenario({0: "1111z123m456m78p99s"})
    assert choice(scenario, 0) == "kong 1z"


def test_it_makes_a_kong_late_after_a_claim() -> None:
    scenario = Scenario({0: "5z", 3: "55z1111z456m78p99s"}, tail="9m")
    scenario.do("0 discard 5z", "3 pung")
    assert choice(scenario, 3) == "kong 1z"


def test_it_pungs_honours_for_the_flower_they_are() -> None:
    scenario = Scenario({0: "5z", 3: "55z123m456m78p99s4s"}).do("0 discard 5z")
    assert choice(scenario, 3) == "pung"


def test_it_keeps_to_one_suit_when_nearly_there() -> None:
    scenario = Scenario({0: "1223456788m11z9p5s"})
    assert choice(scenario, 0) in ("discard 9p", "discard 5s")


def test_it_keeps_pairs_when_nearly_at_seven() -> None:
    scenario = Scenario({0: "1144m2277p3388s1z2z"})
    assert choice(scenario, 0) in ("discard 1z", "discard 2z")


def test_it_discards_only_what_a_chow_leaves_open() -> None:
    """The chow's own kinds are closed (JT-14), so it looks at what is left before it claims."""
    scenario = Scenario({0: "1m", 1: "234m55p678p77s99s1f"}, tail="1z").do("0 discard 1m")
    if choice(scenario, 1) == "chow 23m":
        scenario.do("1 chow 23m")
        assert choice(scenario, 1) not in ("discard 1m", "discard 4m")
    else:
        assert choice(scenario, 1) == "pass"


@pytest.mark.parametrize("preset", ["sheet", "no-chow"])
def test_it_wins_more_than_half_of_the_rounds_against_three_random(preset: str) -> None:
    options = game(GAME.key).presets[preset]
    contest = Contest(GAME.key, options, ("basic", *["random"] * 3), derived_seed(bytes(32), "x"))
    results = [play_deal(contest, number) for number in range(4)]
    rounds = 4 * len(results)
    assert sum(result.wins[0] for result in results) > rounds / 2
