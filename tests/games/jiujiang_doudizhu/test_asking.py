"""报牌: who may ask for card counts, what is answered, and that nothing else tells (DZ-20, 21)."""

import json

from paiju.games.jiujiang_doudizhu.events import Asked
from paiju.games.jiujiang_doudizhu.options import DouDizhuOptions
from paiju.games.jiujiang_doudizhu.round import DouDizhuRound
from tests.games.jiujiang_doudizhu.scenario import dealt, do, landlord_of, legal, refused

SEVEN_TRIPLES = "333444555666777888999"


def asks(table: DouDizhuRound) -> dict[int, list[str]]:
    """What each seat may ask, those who may ask nothing left out."""
    found = {
        seat: [text for text in legal(table, seat) if text.startswith("ask")] for seat in range(4)
    }
    return {seat: texts for seat, texts in found.items() if texts}


LANDLORD = ["ask 1", "ask 2", "ask 3"]


def test_dz_20_the_landlord_may_ask_any_farmer_whoever_plays() -> None:
    table = landlord_of("3", "4", "5", "6")
    assert asks(table) == {0: LANDLORD}
    do(table, "0 play 3")
    assert table.to_act == (1,) and asks(table) == {0: LANDLORD}
    (asked,) = do(table, "0 ask 2")
    assert asked == Asked(0, 2, None)
    assert table.to_act == (1,)


def test_dz_20_nobody_asks_before_the_kitty_is_taken_or_after_the_end() -> None:
    table = dealt()
    assert asks(table) == {}
    assert refused(table, "0 ask 1").clause == "DZ-20"
    do(table, "0 decline")
    assert refused(table, "0 ask 1").clause == "DZ-20"
    do(table, "1 call", "1 surrender")
    assert asks(table) == {}
    assert refused(table, "1 ask 0").clause == "DZ-19"


def test_dz_20_a_farmer_may_ask_after_the_landlord_passed_on_its_play() -> None:
    table = landlord_of("3", "", "5", "")
    do(table, "0 play 3", "1 pass", "2 play 5", "3 pass")
    assert asks(table) == {0: LANDLORD}
    do(table, "0 pass")
    assert asks(table) == {0: LANDLORD, 2: ["ask 0"]}, "only the farmer whose play it was"
    assert refused(table, "1 ask 0").clause == "DZ-20"
    do(table, "2 ask 0", "1 pass")
    assert asks(table)[2] == ["ask 0"], "a pass of another does not end it"
    do(table, "2 ask 0", "2 ask 0", "2 play 6")
    assert asks(table) == {0: LANDLORD}, "its own next play does"


def test_dz_20_any_next_play_ends_it() -> None:
    table = landlord_of("3", "7", "5", "")
    do(table, "0 play 3", "1 pass", "2 play 5", "3 pass", "0 pass")
    assert 2 in asks(table)
    do(table, "1 play 7")
    assert asks(table) == {0: LANDLORD}
    do(table, "2 pass", "3 pass", "0 pass")
    assert asks(table) == {0: LANDLORD, 1: ["ask 0"]}


def test_dz_20_the_landlords_pass_must_be_its_latest() -> None:
    table = landlord_of("39", "7", "5", "")
    do(table, "0 play 3", "1 pass", "2 play 5", "3 pass", "0 play 9", "1 pass")
    assert asks(table) == {0: LANDLORD}
    assert refused(table, "2 ask 0").clause == "DZ-20"


def test_dz_20_farmers_never_ask_each_other_nor_anybody_oneself() -> None:
    table = landlord_of("3", "", "5", "")
    do(table, "0 play 3", "1 pass", "2 play 5", "3 pass", "0 pass")
    for line in ("2 ask 1", "2 ask 3", "1 ask 2", "0 ask 0", "2 ask 2"):
        assert refused(table, line).clause == "DZ-20"


def test_dz_20_asking_changes_nothing_else() -> None:
    asking, silent = (landlord_of("3", "", "5", "") for _ in range(2))
    for line in ("0 play 3", "1 pass", "2 play 5", "3 pass", "0 pass", "1 pass", "2 play 6"):
        for question in asks(asking)[0] * 2:
            do(asking, f"0 {question}")
        do(asking, line)
        do(silent, line)
        assert asking.to_act == silent.to_act
    kept = [event for event in asking.events if not isinstance(event, Asked)]
    assert kept == silent.events
    assert asking.places() == silent.places()


def test_dz_20_nothing_else_tells_a_count() -> None:
    table = landlord_of("AAAA" + SEVEN_TRIPLES, "", kitty="TTTTTTTT")
    do(table, f"0 play {SEVEN_TRIPLES}", "1 pass", "2 pass", "3 pass", "0 play TTTTTTTT")
    for viewer in (0, 1, 2, 3, None):
        view = table.observation(viewer)
        assert view.as_dict()["counts"] is None
        assert view.as_dict()["answers"] == [None] * 4
        told = [event.as_dict() for event in view.seen]
        assert "count" not in json.dumps(told)
        others = [seat for seat in range(4) if seat != viewer]
        assert all(view.table.hand(seat) == [] for seat in others)
    assert {key for event in told for key in event} == {
        *("type", "dealer", "seat", "cards", "card", "forced"),
        *("gatekeeper", "bomb_points", "shot_points", "base", "combo"),
    }


def after_21_cards(options: DouDizhuOptions | None = None) -> DouDizhuRound:
    """Seat 1 has 4 cards left, the landlord passed on its play, and it is to lead."""
    table = landlord_of("T", "AAAA" + SEVEN_TRIPLES, options=options or DouDizhuOptions())
    do(table, "0 play T", "1 play AAAA", "2 pass", "3 pass", "0 pass")
    return table


def test_dz_21_ten_or_fewer_are_told_to_the_whole_table() -> None:
    table = landlord_of("9", "AAAA" + "3" * 7 + "4" * 7 + "5" * 7)
    do(table, "0 play 9", "1 play AAAA", "2 pass", "3 pass", "0 pass", "1 play 3333333")
    do(table, "2 pass", "3 pass", "0 pass")
    assert do(table, "0 ask 1") == [Asked(0, 1, None)], "14 cards: more than ten"
    do(table, "1 play 4444", "2 pass", "3 pass", "0 pass")
    for viewer in (0, 1, 2, 3, None):
        assert table.observation(viewer).as_dict()["answers"] == [None] * 4, "it has played since"
    assert do(table, "0 ask 1") == [Asked(0, 1, 10)]
    for viewer in (0, 1, 2, 3, None):
        answers = table.observation(viewer).as_dict()["answers"]
        assert answers == [None, {"asked_by": 0, "count": 10}, None, None]
        assert table.observation(viewer).seen[-1] == Asked(0, 1, 10)


def test_dz_21_eleven_are_more_than_ten() -> None:
    table = landlord_of("9", "AAAA" + "3" * 7 + "4" * 7 + "5" * 7)
    do(table, "0 play 9", "1 play AAAA", "2 pass", "3 pass", "0 pass", "1 play 3333333")
    do(table, "2 pass", "3 pass", "0 pass", "1 play 444")
    assert do(table, "0 ask 1") == [Asked(0, 1, None)]
    assert table.observation(2).as_dict()["answers"] == [
        None,
        {"asked_by": 0, "count": None},
        None,
        None,
    ]


def test_dz_21_the_landlord_is_told_of_in_the_same_way() -> None:
    table = landlord_of(SEVEN_TRIPLES + "KKKK", "QQQQ", kitty="QQQ")
    do(table, f"0 play {SEVEN_TRIPLES}", "1 play QQQQ", "2 pass", "3 pass", "0 pass")
    assert do(table, "1 ask 0") == [Asked(1, 0, None)], "12 cards"
    do(table, "1 play 2", "2 pass", "3 pass", "0 pass")
    assert do(table, "1 ask 0") == [Asked(1, 0, None)]


def test_dz_21_the_landlords_true_count() -> None:
    table = landlord_of(SEVEN_TRIPLES + "KKKK", "AAAA2", kitty="JJ")
    do(table, f"0 play {SEVEN_TRIPLES}", "1 pass", "2 pass", "3 pass", "0 play KKKK")
    do(table, "1 play AAAA", "2 pass", "3 pass", "0 pass")
    assert do(table, "1 ask 0") == [Asked(1, 0, 8)]


def test_dz_21_show_counts_shows_them_to_everybody_all_the_time() -> None:
    table = after_21_cards(DouDizhuOptions(show_counts=True))
    for viewer in (0, 1, 2, 3, None):
        assert table.observation(viewer).as_dict()["counts"] == [32, 21, 25, 25]
    assert do(table, "1 ask 0") == [Asked(1, 0, None)]
    assert after_21_cards().observation(1).as_dict()["counts"] is None
