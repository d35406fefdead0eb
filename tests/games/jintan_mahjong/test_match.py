"""Tiles, options and who deals: JT-1, JT-5, JT-6, JT-18."""

from collections import Counter

import pytest

from paiju.core.errors import BadOptions, BadRecord
from paiju.core.game import RoundSetup
from paiju.games.jintan_mahjong.match import JintanMatch
from paiju.games.jintan_mahjong.options import PRESETS, JintanOptions
from paiju.games.jintan_mahjong.rules import TILES
from paiju.mahjong.tiles import parse_tiles
from tests.games.jintan_mahjong.scenario import GAME, Scenario


def next_dealer(scenario: Scenario) -> int:
    match = JintanMatch(JintanOptions(), scenario.setup.dealer)
    match.settle(scenario.round)
    return match.dealer


def test_jt_1_144_tiles_four_of_each_and_eight_flowers() -> None:
    tiles = Counter(TILES.all_tiles)
    kinds = parse_tiles("123456789m123456789p123456789s1234567z")
    flowers = parse_tiles("12345678f")
    assert tiles == {**dict.fromkeys(kinds, 4), **dict.fromkeys(flowers, 1)}
    assert tiles.total() == 144
    assert TILES.bonus == tuple(flowers)


def test_jt_5_the_first_dealer_is_drawn_by_lot() -> None:
    seeds = (n.to_bytes(32, "big") for n in range(400))
    dealers = Counter(GAME.new_match(JintanOptions(), seed).dealer for seed in seeds)
    assert set(dealers) == {0, 1, 2, 3}
    assert min(dealers.values()) > 60


def test_jt_5_the_dealer_has_fourteen_tiles_and_discards_first() -> None:
    scenario = Scenario({}, dealer=2, wall="147s")
    assert [side.size for side in scenario.round.table.sides] == [13, 13, 14, 13]
    order = []
    for _ in range(5):
        order.append(scenario.passes().round.turn)
        scenario.idle()
    assert order == [2, 3, 0, 1, 2]


def test_jt_5_the_dealer_keeps_the_deal_after_winning() -> None:
    scenario = Scenario({2: "123m456m789m123p55s"}, dealer=2).do("2 hu")
    assert next_dealer(scenario) == 2


def test_jt_5_the_dealer_keeps_the_deal_after_winning_with_others() -> None:
    hands = {0: "46s123m456m789p11z1f", 2: "46s123m456m789p2z2f"}
    scenario = Scenario(hands, wall="5s", tail="3z2z")
    scenario.do("0 discard 3z", "1 discard 5s", "0 hu", "2 hu")
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.winners == (2, 0)
    assert next_dealer(scenario) == 0


def test_jt_5_the_dealer_keeps_the_deal_after_a_draw() -> None:
    assert next_dealer(Scenario({}, dealer=1).play_out()) == 1


def test_jt_5_else_the_next_seat_deals() -> None:
    scenario = Scenario({0: "5s", 2: "123m456m789p1z46s1f"}, tail="1z")
    assert next_dealer(scenario.do("0 discard 5s", "2 hu")) == 1


def test_jt_5_a_match_is_restored_whole() -> None:
    match = JintanMatch(JintanOptions(base=20), 3)
    match.settle(Scenario({0: "123m456m789m123p55s"}, base=20).do("0 hu").round)
    again = GAME.restore_match(JintanOptions(base=20), match.as_dict())
    assert again.as_dict() == match.as_dict()
    assert match.totals == [120, -40, -40, -40]


def test_jt_5_nothing_else_is_carried_over() -> None:
    match = JintanMatch(JintanOptions(), 0)
    match.player_left()
    assert match.carry() == {}
    with pytest.raises(BadRecord, match="rounds_at_2"):
        GAME.start(RoundSetup(GAME.key, JintanOptions(), 0, {"rounds_at_2": 1}, seed=bytes(32)))


def test_jt_18_the_base_is_even() -> None:
    assert JintanOptions.parse({"base": 4}).flower_value == 2
    for wrong in (0, 5, -2, "10", 1002):
        with pytest.raises(BadOptions, match="base"):
            JintanOptions.parse({"base": wrong})


def test_the_presets_are_the_sheet_and_tables_without_chows() -> None:
    assert PRESETS["default"] == PRESETS["sheet"] == JintanOptions()
    assert PRESETS["no-chow"].as_dict() == {"chow": False}
