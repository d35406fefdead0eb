"""Turns, claims and kongs: JM-13 to JM-19."""

from paiju.core.seat import SEATS
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.games.jiujiang_mahjong.rules import JiujiangRules
from paiju.mahjong.events import ClaimTold
from paiju.mahjong.melds import ADDED_KONG, CHOW, CONCEALED_KONG, EXPOSED_KONG, PUNG, Meld
from paiju.mahjong.question import Question
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import parse_tiles, tile_counts
from tests.games.jiujiang_mahjong.scenario import GAME, Scenario, tile

WAITS_5S = "46s123m456m789m99p"
ALSO_WAITS_5S = "46s123p456p789p22m"
RULES = JiujiangRules(JiujiangOptions())


def table_of(hand: str, *melds: Meld, drawn: str = "", wall: int = 20) -> Table:
    """Seat 1 at an empty table, in the middle of a round."""
    table = Table()
    side = table.sides[1]
    side.hold(tile_counts(parse_tiles(hand)), len(parse_tiles(hand)))
    side.melds = melds
    table.wall = wall
    if drawn:
        table.turn, side.drawn = 1, tile(drawn)
    return table


def offered(table: Table, discard: str, seat: int = 0) -> list[str]:
    """What seat 1 may do with a discard of another seat."""
    table.last_seat, table.last_tile = seat, tile(discard)
    return [str(a) for a in RULES.legal(table, 1, Question("claim", seat, tile(discard)))]


def pung(kind: str) -> Meld:
    return Meld(PUNG, tile(kind), tile(kind), 0)


def test_jm_13_after_a_draw_one_may_win_kong_or_discard() -> None:
    legal = Scenario({0: "123m678p345s99p555p"}).legal(0)
    assert legal[0] == "hu"
    assert {"discard 1m", "discard 5p"} <= set(legal)
    kong = Scenario({0: "123m678p34s99p5555p"}).legal(0)
    assert "kong 5p" in kong
    assert "hu" not in kong


def test_jm_14_pung_and_kong_by_anybody_holding_the_tiles() -> None:
    assert Scenario({0: "5s", 3: "55s"}).do("0 discard 5s").legal(3) == ["pung", "pass"]
    assert Scenario({0: "5s", 2: "555s"}).do("0 discard 5s").legal(2) == ["kong", "pung", "pass"]


def test_jm_14_nobody_claims_its_own_discard() -> None:
    scenario = Scenario({0: "555s"}).do("0 discard 5s")
    assert 0 not in scenario.round.to_act


def test_jm_14_several_may_win() -> None:
    scenario = Scenario({0: "5s", 1: WAITS_5S, 3: ALSO_WAITS_5S}).do("0 discard 5s")
    assert scenario.round.to_act == (1, 3)
    scenario.do("3 hu", "1 hu")
    assert scenario.round.outcome is not None
    assert scenario.round.outcome.winners == (1, 3)


def test_jm_14_no_answer_in_time_is_a_pass() -> None:
    scenario = Scenario({0: "5s", 1: WAITS_5S}).do("0 discard 5s")
    assert str(GAME.idle_action(scenario.round.observation(1))) == "pass"


def test_jm_15_the_seat_that_can_pung_is_asked_first_and_alone() -> None:
    scenario = Scenario({0: "5s", 1: "55s", 2: WAITS_5S}).do("0 discard 5s")
    assert scenario.round.to_act == (1,)
    scenario.do("1 pass")
    assert scenario.round.to_act == (2,)


def test_jm_15_a_seat_that_can_pung_and_win_is_asked_both_at_once() -> None:
    scenario = Scenario({0: "5s", 1: "55s123m456m789m99p"}).do("0 discard 5s")
    assert scenario.legal(1) == ["hu", "pung", "pass"]


def test_jm_15_the_others_are_told_of_a_pung_before_it_is_carried_out() -> None:
    scenario = Scenario({0: "5s", 1: "55s", 2: WAITS_5S}).do("0 discard 5s", "1 pung")
    told = [event for event in scenario.round.events if isinstance(event, ClaimTold)]
    assert told == [ClaimTold(2, 1, "pung")]
    assert told[0].seen_by(2) == told[0]
    assert [told[0].seen_by(viewer) for viewer in (0, 1, 3, None)] == [None] * 4
    assert "melded" not in scenario.kinds()
    scenario.do("2 pass")
    assert scenario.kinds()[-1] == "melded"
    assert scenario.round.turn == 1


def test_jm_15_a_pass_or_a_win_is_not_told() -> None:
    for answer in ("pass", "hu"):
        scenario = Scenario(
            {0: "5s", 1: "55s123m456p789p99p", 2: WAITS_5S.replace("99p", "22p")}
        ).do("0 discard 5s", f"1 {answer}")
        assert scenario.round.to_act == (2,)
        assert scenario.legal(2) == ["hu", "pass"]
        assert "claim_told" not in scenario.kinds()


def test_jm_15_winning_over_a_pung_the_discarder_pays() -> None:
    scenario = Scenario({0: "5s", 1: "55s", 2: WAITS_5S})
    scenario.do("0 discard 5s", "1 pung", "2 hu")
    assert scenario.payments[0] == -scenario.payments[2] < 0
    assert scenario.payments[1] == 0


def test_jm_15_if_nobody_wins_or_pungs_the_next_seat_is_asked_to_chow() -> None:
    assert three_pungs(then="5m").legal(1) == ["chow 34m", "pass"]


def three_pungs(then: str) -> Scenario:
    """Seat 1 has punged 3p, 4s and 5p and keeps 34m 99s; then seat 0 discards ``then``."""
    hands = {0: "3p", 1: "33p44s55p34m99s1p8p6m"}
    return Scenario(hands, wall="4s5p2s9m" + then).do(
        "0 discard 3p",
        "1 pung",
        "1 discard 1p",
        "2 discard 4s",
        "1 pung",
        "1 discard 6m",
        "2 discard 5p",
        "1 pung",
        "1 discard 8p",
        "2 discard 2s",
        "3 discard 9m",
        f"0 discard {then}",
    )


def test_jm_16_a_kong_of_the_dealers_discard_lets_the_winner_choose() -> None:
    for choice, payer in (("hu discard", 0), ("hu kong", 1)):
        scenario = konged_later({2: WAITS_5S})
        assert scenario.legal(2) == ["hu discard", "hu kong", "pass"]
        assert scenario.refused("2 hu") == "JM-16"
        scenario.do(f"2 {choice}")
        assert scenario.payments[payer] == -scenario.payments[2] < 0
        assert ("robbed_kong" in scenario.items()) == (choice == "hu kong")


def konged_later(hands: dict[int, str], discarder: int = 0) -> Scenario:
    """Seat 1 chooses to kong the 5s that ``discarder`` draws and discards in its turn."""
    hands = {1: "555s", **hands}
    wall = {0: "8m8p8m5s", 3: "8m8p5s"}[discarder]
    scenario = Scenario(hands, wall=wall)
    scenario.do("0 discard 7p", "1 discard 8m", "2 discard 8p")
    if discarder == 0:
        scenario.do("3 discard 8m")
    return scenario.do(f"{discarder} discard 5s", "1 kong")


def test_jm_16_robbing_is_offered_only_where_it_is_worth_more() -> None:
    """杠上流泪 of the dealer's own kong is worth 10 as robbing is: only the discard is won."""
    scenario = Scenario(
        {0: "9999p", 1: "555s", 2: WAITS_5S.replace("99p", "22p")}, wall="8m8p8m", tail="5s"
    )
    scenario.do("0 discard 7p", "1 discard 8m", "2 discard 8p", "3 discard 8m")
    scenario.do("0 kong 9p", "0 discard 5s", "1 kong")
    assert scenario.legal(2) == ["hu", "pass"]
    scenario.do("2 hu")
    assert "discard_after_kong" in scenario.items()
    assert scenario.payments[0] == -scenario.payments[2]


def test_jm_16_each_winner_chooses_for_itself() -> None:
    scenario = konged_later({2: WAITS_5S, 3: ALSO_WAITS_5S})
    scenario.do("2 hu kong", "3 hu discard")
    assert [scenario.win(n)["source"] for n in (0, 1)] == ["robbed_kong", "discard"]
    assert scenario.payments[0] == -scenario.payments[3]
    assert scenario.payments[1] == -scenario.payments[2]


def test_jm_16_a_konged_discard_of_a_non_dealer_can_only_be_robbed() -> None:
    scenario = konged_later({2: WAITS_5S}, discarder=3)
    assert scenario.legal(2) == ["hu", "pass"]
    scenario.do("2 hu")
    assert scenario.items()["robbed_kong"] == 10
    assert scenario.payments[1] == -scenario.payments[2]
    assert scenario.payments[3] == 0


def test_jm_17_concealed_kong_cannot_be_robbed() -> None:
    scenario = Scenario({0: "5555s", 2: "46s"}).do("0 kong 5s")
    assert scenario.kinds()[-2:] == ["melded", "drew"]
    assert scenario.round.turn == 0


def added_kong(hands: dict[int, str]) -> Scenario:
    """Seat 1 has punged 5s and draws the fourth."""
    scenario = Scenario({0: "5s", 1: "55s", **hands}, wall="8m8p8s5s")
    scenario.do("0 discard 5s", "1 pung").until_turn(1)
    scenario.do(scenario.any_discard(1))
    return scenario.do("2 discard 8m", "3 discard 8p", "0 discard 8s")


def test_jm_17_added_kong_can_be_robbed_and_the_pung_stays() -> None:
    scenario = added_kong({3: ALSO_WAITS_5S})
    scenario.do("1 kong 5s")
    assert scenario.kinds()[-1] == "kong_declared"
    scenario.do("3 hu")
    assert scenario.items()["robbed_kong"] == 10
    assert scenario.round.table.sides[1].melds == (Meld(PUNG, tile("5s"), tile("5s"), 0),)
    assert tile("5s") not in scenario.in_hand(1)
    assert scenario.payments[1] == -scenario.payments[3] < 0


def test_jm_17_an_added_kong_that_nobody_robs_is_made() -> None:
    scenario = added_kong({3: ALSO_WAITS_5S})
    scenario.do("1 kong 5s", "3 pass")
    assert scenario.round.table.sides[1].melds == (Meld(ADDED_KONG, tile("5s"), tile("5s"), 0),)
    assert scenario.round.turn == 1


def test_jm_17_a_robbed_exposed_kong_stays_three_in_hand() -> None:
    scenario = konged_later({2: WAITS_5S}, discarder=3)
    scenario.do("2 hu")
    assert scenario.in_hand(1).count(tile("5s")) == 3
    assert scenario.round.table.sides[1].melds == ()


def test_jm_17_kongs_of_ones_own_only_after_a_draw() -> None:
    scenario = Scenario({0: "5s", 1: "55s9999p"}).do("0 discard 5s", "1 pung")
    assert scenario.refused("1 kong 9p") == "JM-17"


def test_jm_17_a_kong_may_be_made_on_a_later_turn() -> None:
    scenario = added_kong({})
    scenario.do(scenario.any_discard(1))
    for _ in range(3):
        scenario.passes()
        scenario.idle()
    scenario.passes()
    assert scenario.round.turn == 1
    assert "kong 5s" in scenario.legal(1)


def test_jm_18_the_fourth_tile_of_ones_pung_is_never_discarded() -> None:
    scenario = Scenario({0: "5s", 1: "555s"}).do("0 discard 5s", "1 pung")
    assert "discard 5s" not in scenario.legal(1)
    assert scenario.refused("1 discard 5s") == "JM-18"


def test_jm_18_it_may_be_kept_however_it_came() -> None:
    scenario = added_kong({})
    assert "discard 5s" not in scenario.legal(1)
    assert scenario.refused("1 discard 5s") == "JM-18"
    scenario.do(scenario.any_discard(1))
    assert tile("5s") in scenario.in_hand(1)


def test_jm_18_the_kong_is_forced_if_nothing_else_can_be_discarded() -> None:
    table = table_of("5s6p", pung("5s"), pung("6p"), pung("1m"), pung("2m"), drawn="6p")
    legal = [str(a) for a in RULES.legal(table, 1, Question("turn", 1, tile("6p")))]
    assert legal == ["kong 6p", "kong 5s"]


def test_jm_18_a_pung_after_which_nothing_could_be_discarded_is_not_offered() -> None:
    table = table_of("88s5s6p", pung("5s"), pung("6p"), pung("1m"))
    assert offered(table, "8s") == ["pass"]
    assert offered(table_of("88s5s7p", pung("5s"), pung("6p"), pung("1m")), "8s") == [
        "pung",
        "pass",
    ]


def test_jm_18_a_chow_after_which_nothing_could_be_discarded_is_not_offered() -> None:
    table = table_of("34m5s6p", pung("5s"), pung("6p"), pung("1m"))
    assert offered(table, "5m") == ["pass"]


def test_jm_19_chow_only_with_three_open_pungs_or_kongs_and_four_tiles() -> None:
    three = [pung("3p"), Meld(EXPOSED_KONG, tile("4p"), tile("4p"), 2), pung("5p")]
    assert offered(table_of("34m19s", *three), "5m") == ["chow 34m", "pass"]
    assert offered(table_of("34m19s678s", *three[:2]), "5m") == ["pass"]


def test_jm_19_a_concealed_kong_or_a_chow_does_not_count() -> None:
    two = [pung("3p"), pung("5p")]
    for meld in (Meld(CONCEALED_KONG, tile("4p")), Meld(CHOW, tile("1p"), tile("1p"), 0)):
        assert offered(table_of("34m19s", *two, meld), "5m") == ["pass"]


def test_jm_19_an_added_kong_counts() -> None:
    three = [pung("3p"), Meld(ADDED_KONG, tile("4p"), tile("4p"), 2), pung("5p")]
    assert offered(table_of("34m19s", *three), "2m") == ["chow 34m", "pass"]


def test_jm_19_only_from_the_seat_before() -> None:
    three = [pung("3p"), pung("4p"), pung("5p")]
    for discarder in (2, 3):
        assert offered(table_of("34m19s", *three), "5m", discarder) == ["pass"]


def test_jm_19_every_chow_there_is_is_offered() -> None:
    three = [pung("3p"), pung("4p"), pung("5p")]
    assert offered(table_of("2467m", *three), "5m") == ["chow 46m", "chow 67m", "pass"]


def test_jm_19_pung_comes_before_chow() -> None:
    scenario = three_pungs(then="5m")
    assert scenario.legal(1) == ["chow 34m", "pass"]
    scenario.do("1 chow 34m")
    assert scenario.round.table.sides[1].melds[-1] == Meld(CHOW, tile("3m"), tile("5m"), 0)
    scenario.do("1 discard 9s")
    assert scenario.round.table.sides[1].size == 1


def test_jm_19_after_the_chow_all_is_claimed() -> None:
    scenario = three_pungs(then="5m").do("1 chow 34m", "1 discard 9s")
    assert len(scenario.round.table.sides[1].melds) == SEATS
