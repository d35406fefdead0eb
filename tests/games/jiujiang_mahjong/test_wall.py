"""The deal, replacements and the end of the wall: JM-9 to JM-12."""

from paiju.mahjong.events import BonusLaid, Discarded, Drew
from tests.games.jiujiang_mahjong.scenario import Scenario, tile

WAITS_5S = "46s123m456m789m99p"


def to_the_last_tile(hands: dict[int, str], last: str) -> Scenario:
    """Play until ``last``, the wall's last tile, has been drawn (by seat 3).

    Seat 1 is dealt all four 发财, so that no replacement comes later: 63 draws follow.
    """
    hands = {1: "6666z", **hands}
    scenario = Scenario(hands, tail="2p2s3m3s" + last)
    while scenario.round.table.wall > 0 or scenario.round.turn is None:
        scenario.idle()
    assert scenario.round.turn == 3
    return scenario


def test_jm_9_dealt_bonus_tiles_are_replaced_seat_by_seat_from_the_dealer_on() -> None:
    scenario = Scenario({2: "66z", 0: "6z"}, dealer=2, tail="6z2p2s3m9m")
    laid = [(e.seat, e.tile) for e in scenario.round.events if isinstance(e, BonusLaid)]
    green = tile("6z")
    assert laid == [(2, green), (2, green), (2, green), (0, green)]
    drawn = [(e.seat, e.tile) for e in scenario.round.events if isinstance(e, Drew)]
    assert drawn == [
        (2, green),
        (2, tile("2p")),
        (2, tile("2s")),
        (0, tile("3m")),
    ]
    assert [side.size for side in scenario.round.table.sides] == [13, 13, 14, 13]
    assert scenario.round.to_act == (2,)


def test_jm_9_dealer_starts_with_fourteen() -> None:
    last = Scenario({}, dealer=3).round.table
    assert [side.size for side in last.sides] == [13, 13, 13, 14]


def test_jm_10_a_drawn_bonus_tile_is_laid_open_and_replaced_from_the_tail() -> None:
    scenario = Scenario({}, wall="6z", tail="9p")
    scenario.do("0 discard 1m").passes()
    laid, drew = scenario.round.events[-2:]
    assert isinstance(laid, BonusLaid) and laid.seat == 1
    assert isinstance(drew, Drew) and drew.replacement and drew.tile == tile("9p")
    assert scenario.round.turn == 1


def test_jm_10_a_win_on_the_replacement_of_a_bonus_tile_is_a_self_draw() -> None:
    """Even if that 发财 was itself a kong's replacement."""
    scenario = Scenario({0: "24m678p345s99s5555p"}, tail="6z3m")
    scenario.do("0 kong 5p", "0 hu")
    assert "kong_replacement" not in scenario.items()
    assert {"self_draw", "closed_wait"} <= scenario.items().keys()


def test_jm_10_a_win_on_the_replacement_of_a_kong_is_worth_more() -> None:
    scenario = Scenario({0: "24m678p345s99s5555p"}, tail="3m")
    scenario.do("0 kong 5p", "0 hu")
    assert scenario.items()["kong_replacement"] == 10
    assert "self_draw" not in scenario.items()


def test_jm_10_the_discard_that_follows_is_still_one_after_a_kong() -> None:
    scenario = Scenario({0: "5s5555p", 2: WAITS_5S}, tail="6z9p")
    scenario.do("0 kong 5p", "0 discard 5s", "2 hu")
    assert scenario.items()["discard_after_kong"] == 10


def test_jm_11_a_replacement_due_from_an_empty_wall_is_a_drawn_round() -> None:
    scenario = Scenario({1: "666z"}, tail="2p2s3m6z").play_out()
    assert scenario.kinds()[-2:] == ["bonus_laid", "round_ended"]
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.termination == "draw"
    assert scenario.payments == (0, 0, 0, 0)


def test_jm_12_the_last_tile_is_won_with_or_discarded_itself() -> None:
    scenario = to_the_last_tile({3: "555s"}, last="5s")
    assert scenario.legal(3) == ["discard 5s"]
    assert scenario.refused("3 kong 5s") == "JM-12"
    other = next(t for t in ("1m", "4m", "7m", "2m") if tile(t) in scenario.in_hand(3))
    assert scenario.refused(f"3 discard {other}") == "JM-12"


def test_jm_12_the_last_discard_can_be_won() -> None:
    scenario = to_the_last_tile({2: WAITS_5S}, last="5s")
    scenario.do("3 discard 5s")
    assert scenario.legal(2) == ["hu", "pass"]
    scenario.do("2 hu")
    assert scenario.items()["last_discard"] == 10


def test_jm_12_the_last_discard_cannot_be_punged_and_ends_the_round() -> None:
    scenario = to_the_last_tile({0: "55s"}, last="5s")
    scenario.do("3 discard 5s")
    assert scenario.round.to_act == ()
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.termination == "draw"
    assert isinstance(scenario.round.events[-2], Discarded)


def test_jm_12_the_last_tile_can_be_won_with() -> None:
    scenario = to_the_last_tile({3: WAITS_5S}, last="5s")
    scenario.do("3 hu")
    assert scenario.items()["last_draw"] == 10


def test_jm_12_overrides_the_fourth_tile_of_a_pung() -> None:
    """JM-18 says never, JM-12 says that very tile: JM-12 wins."""
    scenario = Scenario({1: "6666z", 0: "5s", 3: "55s"}, tail="2p2s3m3s5s")
    scenario.do("0 discard 5s", "3 pung")
    while scenario.round.table.wall > 0 or scenario.round.turn is None:
        scenario.idle()
    drawer = scenario.round.turn
    assert drawer is not None
    assert scenario.legal(drawer) == ["discard 5s"]
