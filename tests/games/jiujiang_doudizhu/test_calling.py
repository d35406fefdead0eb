"""Dealing, the cut card, calling, the kitty and surrender (DZ-1 to DZ-8)."""

from collections import Counter
from typing import Any

import pytest

from paiju.cards.cards import card_text, parse_counts
from paiju.core.errors import BadDeal, BadRecord
from paiju.core.game import RoundSetup
from paiju.core.registry import game
from paiju.core.seat import SEATS, seat_after
from paiju.core.text import Text
from paiju.games.jiujiang_doudizhu.calling import must_call
from paiju.games.jiujiang_doudizhu.deal import shuffled_deal
from paiju.games.jiujiang_doudizhu.events import CutShown, Dealt, KittyTaken, Played
from paiju.games.jiujiang_doudizhu.options import DEFAULT, DouDizhuOptions
from paiju.games.jiujiang_doudizhu.round import DouDizhuRound
from tests.games.jiujiang_doudizhu.scenario import KEY, dealt, do, landlord_of, legal, refused, seen

GAME = game(KEY)


def seeded(number: int) -> bytes:
    return number.to_bytes(32, "big")


def test_dz_1_suits_are_shown_and_never_matter() -> None:
    table = landlord_of("3h3d3d", "4s4c", kitty="44556677")
    (played,) = do(table, "0 play 3h3h3s")
    assert played.as_dict()["cards"] == "3h3d3d", "which of a rank is played is all the same"
    assert do(table, "1 pass", "2 pass", "3 pass")


def test_dz_2_everybody_gets_25_and_8_stay() -> None:
    deal = shuffled_deal(2, seeded(1))
    assert [len(hand) for hand in deal.hands] == [25] * SEATS
    assert len(deal.kitty) == 8
    assert sorted(sum(deal.hands, deal.kitty)) == list(range(108))


def test_dz_2_cards_are_dealt_one_at_a_time_from_the_dealer() -> None:
    from_0, from_1 = shuffled_deal(0, seeded(5)), shuffled_deal(1, seeded(5))
    for seat in range(SEATS):
        assert from_1.hands[seat_after(seat)] == from_0.hands[seat]
    events = DouDizhuRound.begin(RoundSetup(KEY, DEFAULT, 3, {}, seeded(5))).events
    assert [event.seat for event in events if isinstance(event, Dealt)] == [3, 0, 1, 2]


def test_dz_2_the_first_dealer_is_drawn_by_lot_later_the_last_landlord_deals() -> None:
    drawn = Counter(GAME.new_match(DEFAULT, seeded(number)).dealer for number in range(200))
    assert sorted(drawn) == [0, 1, 2, 3] and min(drawn.values()) > 25
    match = GAME.new_match(DEFAULT, seeded(0))
    for number, surrenders in ((7, True), (8, False)):
        table = GAME.start(match.setup(seeded(number)))
        assert isinstance(table, DouDizhuRound)
        while table.outcome is None:
            seat = table.to_act[0]
            choices = [a for a in legal(table, seat) if not a.startswith("ask")]
            wanted = "surrender" if surrenders else choices[-1]
            do(table, f"{seat} {wanted if wanted in choices else choices[-1]}")
        match.settle(table)
        assert match.dealer == table.table.landlord
        assert match.setup(seeded(9)).dealer == table.table.landlord
    assert match.rounds == 2 and sum(match.totals) == 0
    assert GAME.restore_match(DEFAULT, match.as_dict()).as_dict() == match.as_dict()


def test_dz_2_nothing_else_is_carried_over() -> None:
    with pytest.raises(BadRecord, match="'rounds_at_2' is not known"):
        GAME.start(RoundSetup(KEY, DEFAULT, 0, {"rounds_at_2": 1}, seeded(0)))


def test_dz_3_who_is_dealt_the_cut_card_calls_first() -> None:
    callers = Counter[int]()
    for number in range(200):
        deal = shuffled_deal(0, seeded(number))
        assert deal.cut in deal.hands[deal.first_caller]
        callers[deal.first_caller] += 1
    assert min(callers[seat] for seat in range(SEATS)) > 25
    table = GAME.start(RoundSetup(KEY, DEFAULT, 0, {}, seeded(3)))
    assert isinstance(table, DouDizhuRound)
    assert table.to_act == (table.deal.first_caller,)


def fixed(**deal: object) -> DouDizhuRound:
    whole: dict[str, Any] = {**dealt("7h", "7h8h8h").fixed_deal(), **deal}
    named = {key: value for key, value in whole.items() if value is not None}
    return DouDizhuRound.begin(RoundSetup(KEY, DEFAULT, 2, {}, deal=named))


def test_dz_3_everybody_sees_the_cut_card_and_who_got_it() -> None:
    table = fixed(first_caller=1, cut="7h")
    for viewer in (0, 1, 2, 3, None):
        (cut,) = [event for event in seen(table, viewer) if isinstance(event, CutShown)]
        assert cut.as_dict() == {"type": "cut_shown", "seat": 1, "card": "7h"}
        assert table.observation(viewer).as_dict()["cut"] == "7h"


def test_dz_3_the_twin_of_the_cut_card_does_not_count() -> None:
    for caller in (0, 1):
        table = fixed(first_caller=caller, cut="7h")
        assert table.to_act == (caller,) and table.deal.cut in table.deal.hands[caller]
    with pytest.raises(BadDeal, match="more than one seat"):
        fixed(first_caller=None, cut="7h")


def test_dz_3_a_fixed_deal_may_leave_the_cut_card_out() -> None:
    assert fixed(first_caller=None, cut="8h").deal.first_caller == 1, "its only holder"
    assert fixed(first_caller=None, cut=None).deal.first_caller == 2, "the dealer"
    table = fixed(first_caller=3, cut=None)
    assert table.deal.cut == table.deal.hands[3][0]
    assert card_text(fixed(first_caller=1, cut="7").deal.cut)[0] == "7"


def test_dz_3_a_hand_written_by_rank_may_hold_the_cut_card() -> None:
    by_rank: dict[str, Any] = {
        "hands": ["33445566778899TTJJQQKKAA2"] * SEATS,
        "kitty": "2222wwWW",
        "cut": "7h",
    }
    for caller in range(SEATS):
        table = DouDizhuRound.begin(
            RoundSetup(KEY, DEFAULT, 0, {}, deal={**by_rank, "first_caller": caller})
        )
        assert table.to_act == (caller,)
        assert card_text(table.deal.cut) == "7h"
        assert table.deal.cut in table.deal.hands[caller]
    with pytest.raises(BadDeal, match="more than one seat"):
        DouDizhuRound.begin(RoundSetup(KEY, DEFAULT, 0, {}, deal=by_rank))


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("cut", "7h7h", "one card"),
        ("cut", "", "one card"),
        ("cut", "x", "character 1, 'x'"),
        ("cut", 7, "as text"),
        ("cut", "W", "no hand has it"),
        ("first_caller", 4, "a seat from 0 to 3"),
        ("first_caller", True, "a seat from 0 to 3"),
        ("hands", ["3"], "a list of 4 hands"),
        ("hands", ["3", "4", "5", "6"], r"hands\[0\] has 1 cards; each is dealt 25"),
        ("hands", ["3", "4", 5, "6"], r"hands\[2\] is 5"),
        ("hands", ["333333333", "", "", ""], "two decks have 8"),
        ("kitty", "3", "8"),
        ("wall", "", "'wall' is not known"),
    ],
)
def test_dz_2_a_deal_that_cannot_be_is_refused(part: str, value: object, said: str) -> None:
    with pytest.raises(BadDeal, match=said):
        fixed(**{"cut": None, part: value})


def test_dz_2_a_kitty_left_out_is_what_the_hands_leave() -> None:
    assert sorted(fixed(kitty=None).deal.kitty) == sorted(fixed().deal.kitty)


def test_dz_4_the_first_to_take_the_seat_is_landlord() -> None:
    table = dealt(first_caller=2)
    assert legal(table, 2) == ["call", "decline"]
    assert all(legal(table, seat) == [] for seat in (0, 1, 3))
    do(table, "2 decline")
    assert table.to_act == (3,)
    do(table, "3 decline")
    assert table.to_act == (0,)
    do(table, "0 call")
    assert table.table.landlord == 0
    assert refused(table, "0 call").clause == "DZ-4"
    assert refused(table, "1 decline").clause is None, "it is not its turn"


def test_dz_4_nobody_plays_before_there_is_a_landlord() -> None:
    table = dealt("3")
    assert refused(table, "0 play 3").clause == "DZ-4"
    assert refused(table, "0 pass").clause == "DZ-4"
    assert refused(table, "0 surrender").clause == "DZ-4"


@pytest.mark.parametrize(
    ("cards", "zh", "en"),
    [
        ("W3333", "大王又有炸 3333", "a big joker and a bomb 3333"),
        ("WW2222", "大王又有炸 2222", "a big joker and a bomb 2222"),
        ("33334444", "两个炸 3333 4444", "two bombs 3333 4444"),
        ("333344444444", "两个炸 3333 44444444", "two bombs 3333 44444444"),
        ("ww99999", "两个小王又有炸 99999", "two small jokers and a bomb 99999"),
        ("wwW", "两个小王又有大王", "two small jokers and a big joker"),
        ("wwWW", "两个小王又有大王", "two small jokers and a big joker"),
        ("77777777", "八个头 77777777", "an eight-card bomb 77777777"),
        ("WW", "两个大王", "two big jokers"),
    ],
)
def test_dz_5_declining_is_refused_to_a_hand_that_must_call(cards: str, zh: str, en: str) -> None:
    table = dealt(cards)
    assert legal(table, 0) == ["call"]
    refusal = refused(table, "0 decline")
    assert refusal.clause == "DZ-5"
    assert refusal.reason == Text(f"必叫：有{zh}", f"You must call with {en}")
    ((action, told),) = table.observation(0).refused
    assert (str(action), told) == ("decline", refusal)
    assert do(table, "0 call")


@pytest.mark.parametrize(
    "cards", ["W333445566778899TTJJQQKKA", "3333", "7777777", "w3333", "ww333444", "wW", "W", ""]
)
def test_dz_5_other_hands_may_decline(cards: str) -> None:
    assert must_call(parse_counts(cards)) is None
    table = dealt(cards)
    assert legal(table, 0) == ["call", "decline"]
    assert table.observation(0).refused == ()
    assert do(table, "0 decline")


def test_dz_5_a_rank_counts_once_however_many_are_held() -> None:
    seven = must_call(parse_counts("7777777"))
    eight = must_call(parse_counts("77777777"))
    assert seven is None
    assert eight is not None and "eight-card" in eight.reason.en


def test_dz_5_it_looks_at_the_25_cards_without_the_kitty() -> None:
    table = dealt("33334", kitty="44455555")
    assert legal(table, 0) == ["call", "decline"]


def test_dz_6_after_three_declined_the_fourth_is_landlord_unasked() -> None:
    table = dealt(kitty="wW345678", first_caller=1)
    events = do(table, "1 decline", "2 decline", "3 decline")
    taken = events[-1]
    assert isinstance(taken, KittyTaken) and taken.forced and taken.seat == 0
    assert table.table.landlord == 0 and table.to_act == (0,)
    for viewer in (0, 1, 2, 3, None):
        (shown,) = [event for event in seen(table, viewer) if isinstance(event, KittyTaken)]
        assert shown.cards == taken.cards
        kitty = table.observation(viewer).as_dict()["kitty"]
        assert isinstance(kitty, str) and sorted(parse_counts(kitty)) == sorted(
            parse_counts("wW345678")
        )


def test_dz_6_the_fourth_is_landlord_bomb_or_not() -> None:
    table = dealt("", "", "", "WW33334444")
    do(table, "0 decline", "1 decline", "2 decline")
    assert table.table.landlord == 3


def test_dz_6_otherwise_only_the_landlord_sees_the_kitty() -> None:
    table = landlord_of(kitty="wW345678")
    for viewer in (0, 1, 2, 3, None):
        (shown,) = [event for event in seen(table, viewer) if isinstance(event, KittyTaken)]
        assert (shown.cards is not None) == (viewer == 0)
        assert not shown.forced
        assert (table.observation(viewer).as_dict()["kitty"] is not None) == (viewer == 0)


def test_dz_7_the_landlord_takes_the_kitty_and_leads() -> None:
    table = landlord_of(kitty="wW345678")
    hand = table.observation(0).as_dict()["hand"]
    assert isinstance(hand, str) and sum(parse_counts(hand)) == 33
    assert table.to_act == (0,) == (table.turn,)
    assert table.observation(0).question == {"kind": "lead"}
    (played,) = do(table, "0 play W")
    assert isinstance(played, Played)


def test_dz_8_the_landlord_may_give_up_instead_of_its_first_play() -> None:
    table = landlord_of()
    assert legal(table, 0)[0] == "surrender"
    events = do(table, "0 surrender")
    assert [event.type for event in events] == ["surrendered", "round_ended"]
    assert table.outcome is not None and table.outcome.termination == "surrender"
    assert table.outcome.payments == (-4, 1, 1, 2)
    assert table.outcome.winners == (1, 2, 3)
    assert table.to_act == () and table.turn is None


@pytest.mark.parametrize(
    ("gatekeeper", "payments"),
    [("double", (-4, 1, 1, 2)), ("plus_one", (-4, 1, 1, 2)), ("off", (-3, 1, 1, 1))],
)
def test_dz_8_a_surrender_is_settled_at_the_plain_base(
    gatekeeper: str, payments: tuple[int, ...]
) -> None:
    table = landlord_of(options=DouDizhuOptions(gatekeeper=gatekeeper))
    do(table, "0 surrender")
    assert table.outcome is not None and table.outcome.payments == payments


def test_dz_8_the_forced_fourth_may_surrender_too() -> None:
    table = dealt(first_caller=1)
    do(table, "1 decline", "2 decline", "3 decline")
    do(table, "0 surrender")
    assert table.outcome is not None and table.outcome.payments == (-4, 1, 1, 2)


def test_dz_8_asking_before_does_not_lose_it() -> None:
    table = landlord_of()
    do(table, "0 ask 1", "0 ask 2", "0 surrender")
    assert table.outcome is not None and table.outcome.termination == "surrender"


def test_dz_8_only_the_landlord_and_only_before_its_first_play() -> None:
    table = landlord_of("345")
    assert refused(table, "1 surrender").clause == "DZ-8"
    do(table, "0 play 3")
    assert refused(table, "1 surrender").clause == "DZ-8"
    do(table, "1 pass", "2 pass", "3 pass")
    refusal = refused(table, "0 surrender")
    assert refusal.clause == "DZ-8" and "first play" in refusal.reason.en
