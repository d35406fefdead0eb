"""报听: JM-20 to JM-22."""

from typing import Any

from paiju.mahjong.events import DeclaredReady
from paiju.mahjong.table import Table
from tests.games.jiujiang_mahjong.scenario import Scenario, tile

WAITS_5S = "46s123m456m789m99p"
ALSO_WAITS_5S = "46s123p456p789p22m"


def test_jm_20_non_dealers_that_wait_are_asked_before_the_dealer_acts() -> None:
    scenario = Scenario({1: WAITS_5S, 3: ALSO_WAITS_5S})
    assert scenario.round.to_act == (1, 3)
    assert scenario.legal(1) == ["ready", "pass"]


def test_jm_20_the_declarations_are_shown_together() -> None:
    scenario = Scenario({1: WAITS_5S, 3: ALSO_WAITS_5S}).do("3 ready")
    assert "declared_ready" not in scenario.kinds()
    scenario.do("1 ready")
    assert scenario.round.events[-2:] == [DeclaredReady(1), DeclaredReady(3)]
    assert scenario.round.to_act == (0,)


def test_jm_20_the_dealer_and_hands_that_do_not_wait_are_not_asked() -> None:
    scenario = Scenario({0: WAITS_5S + "1p", 1: "147m"})
    assert scenario.round.to_act == (0,)
    assert scenario.legal(0) != ["ready", "pass"]


def test_jm_20_with_the_first_discard() -> None:
    scenario = Scenario({0: WAITS_5S + "1p"})
    assert [text for text in scenario.legal(0) if text.startswith("ready")] == ["ready 1p"]
    scenario.do("0 ready 1p")
    kinds = scenario.kinds()
    assert kinds[kinds.index("discarded") - 1] == "declared_ready"
    assert scenario.round.table.sides[0].ready


def test_jm_20_one_who_declined_may_still_declare_with_the_first_discard() -> None:
    scenario = Scenario({1: WAITS_5S}, wall="1p")
    scenario.do("1 pass", "0 discard 1m").passes()
    assert "ready 1p" in scenario.legal(1)


def test_jm_20_not_with_a_discard_that_leaves_no_wait() -> None:
    scenario = Scenario({0: WAITS_5S + "1p"})
    assert scenario.refused("0 ready 1m") == "JM-20"


def test_jm_20_not_after_the_first_discard() -> None:
    scenario = Scenario({1: WAITS_5S}, wall="1p8m8p8s8p").do("0 discard 1m", "1 discard 1p")
    scenario.do("2 discard 8m", "3 discard 8p", "0 discard 8s").passes()
    assert scenario.round.turn == 1
    assert scenario.refused("1 ready 8p") == "JM-20"


def test_jm_20_not_after_a_claim() -> None:
    scenario = Scenario({0: "9p", 1: "46s123m456m789m9p9p"}).do("0 discard 9p", "1 pung")
    assert scenario.refused("1 ready 4s") == "JM-20"


def test_jm_20_a_concealed_kong_before_it_is_no_claim() -> None:
    scenario = Scenario({0: "1111p46s123m456m99p"}, tail="7z").do("0 kong 1p")
    assert "ready 7z" in scenario.legal(0)


def test_jm_20_a_hand_that_holds_all_it_waits_for_does_not_wait() -> None:
    """JM-28: a kind of which all four are held is not waited for."""
    scenario = Scenario({1: "5555s123m456m789m"}, dealer=2)
    assert 1 not in scenario.round.to_act


def locked(drawn: str, **options: Any) -> Scenario:
    """Seat 1 has declared and then draws ``drawn``."""
    hand = str(options.pop("hand", WAITS_5S))
    scenario = Scenario({1: hand}, wall=drawn, **options).do("1 ready")
    scenario.do(scenario.any_discard(0)).passes()
    assert scenario.round.turn == 1
    return scenario


def test_jm_21_every_drawn_tile_that_does_not_win_is_discarded() -> None:
    scenario = locked("7z")
    assert scenario.legal(1) == ["discard 7z"]
    assert scenario.refused("1 discard 9p") == "JM-21"


def test_jm_21_a_self_draw_may_be_declined_by_discarding_it() -> None:
    assert locked("5s").legal(1) == ["hu", "discard 5s"]


def test_jm_21_a_bonus_tile_is_replaced_first() -> None:
    scenario = Scenario({1: WAITS_5S}, wall="6z", tail="7z").do("1 ready", "0 discard 1m").passes()
    assert scenario.round.table.sides[1].bonus == (tile("6z"),)
    assert scenario.legal(1) == ["discard 7z"]


def test_jm_21_no_pung_or_exposed_kong() -> None:
    scenario = Scenario({3: "9p", 1: WAITS_5S}, dealer=3).do("1 ready", "3 discard 9p")
    assert scenario.round.turn == 0
    scenario = Scenario({3: "7z", 1: "46s123m456m99p777z"}, dealer=3)
    scenario.do("1 ready", "3 discard 7z")
    assert scenario.round.turn == 0


def test_jm_21_a_kong_of_the_drawn_tile_if_the_waits_stay_the_same() -> None:
    scenario = locked("7z", hand="46s123m456m99p777z")
    assert scenario.legal(1) == ["kong 7z", "discard 7z"]
    scenario.do("1 kong 7z")
    assert scenario.kinds()[-2:] == ["melded", "drew"]
    assert scenario.round.table.sides[1].ready


def test_jm_21_no_kong_that_changes_the_waits() -> None:
    """3334 waits for 2, 4, 5: without the three it is another wait."""
    scenario = locked("3s", hand="3334s123m456m789m")
    assert "kong 3s" not in scenario.legal(1)
    assert scenario.refused("1 kong 3s") == "JM-21"


def test_jm_21_no_kong_of_tiles_held_before() -> None:
    scenario = locked("7z", hand="46s1111m23m456m99m")
    assert scenario.legal(1) == ["discard 7z"]


def test_jm_21_option_ready_kong_off() -> None:
    scenario = locked("7z", hand="46s123m456m99p777z", ready_kong=False)
    assert scenario.legal(1) == ["discard 7z"]


def test_jm_22_a_declared_player_who_pays_pays_ten_more() -> None:
    plain = Scenario({0: "5s", 2: WAITS_5S}, wall="8m")
    plain.do("0 discard 7p").passes()
    ready = Scenario({1: ALSO_WAITS_5S, 2: WAITS_5S}, wall="7z8p8m5p7m5s")
    ready.do("1 ready", "0 discard 7p", "1 discard 7z", "2 discard 8p", "3 discard 8m")
    ready.do("0 discard 5p", "1 discard 7m", "2 hu")
    shares = {share["seat"]: share for share in ready.win()["payers"]}
    assert shares[1]["points"] == shares[0]["points"] + 10
    assert [item["id"] for item in shares[1]["eaten"]] == ["payer_ready"]


def test_jm_22_applies_even_if_that_very_discard_is_won() -> None:
    scenario = Scenario({0: WAITS_5S + "5p", 2: "46p123s456s789s22m"})
    scenario.do("0 ready 5p", "2 hu")
    (share,) = scenario.win()["payers"]
    assert share["seat"] == 0
    assert share["points"] == scenario.win()["points"] + 10


def test_jm_22_what_was_declared_is_public() -> None:
    scenario = Scenario({0: WAITS_5S + "1p"}).do("0 ready 1p")
    for viewer in (0, 1, 2, 3, None):
        sides = scenario.round.observation(viewer).table.sides
        assert [side.ready for side in sides] == [True, False, False, False]
    assert not any(side.ready for side in Table().sides)
