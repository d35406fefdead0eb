"""The basic bot of 九江斗地主: how it calls, leads, follows and helps, and how it fares."""

import pytest

from paiju.bots.base import Bot
from paiju.bots.doudizhu.basic import DouDizhuBasic
from paiju.bots.random import RandomBot
from paiju.core.game import RoundSetup
from paiju.core.registry import game
from paiju.core.seat import SEATS
from paiju.games.jiujiang_doudizhu.actions import CALL
from paiju.games.jiujiang_doudizhu.round import DouDizhuRound
from tests.games.jiujiang_doudizhu.scenario import KEY, dealt, do, landlord_of, refused

GAME = game(KEY)
BASIC = DouDizhuBasic()
SEVEN_TRIPLES = "333444555666777888999"


def choice(table: DouDizhuRound, seat: int | None = None) -> str:
    """What the bot does at this point."""
    asked = table.to_act[0] if seat is None else seat
    return str(BASIC.act(table.observation(asked)))


def test_it_calls_with_a_strong_hand_and_declines_a_weak_one() -> None:
    assert choice(dealt("wW2222AAAKKK" + "QQQJJJTTT9999")) == "call"
    assert choice(dealt("3344556678899TTJJQQK")) == "decline"


def test_dz_5_it_calls_where_it_must() -> None:
    table = dealt("33334444" + "5678899TTJJQQK")
    assert refused(table, "0 decline").clause == "DZ-5"
    assert choice(table) == "call"


def test_dz_8_it_surrenders_a_hopeless_hand() -> None:
    hopeless = landlord_of("333445556677788899TTTJJQQ", kitty="QKKKAA22")
    assert choice(hopeless) == "surrender"
    assert choice(landlord_of("wW2222AAAKKKQQQJJJTTT9999")) != "surrender"


def test_it_leads_its_long_low_plays() -> None:
    table = landlord_of("333444556677889TJQKA2", kitty="9TJQKA22")
    text = choice(table)
    assert text.startswith(("play 333444", "play 5566"))


def test_it_plays_what_stands_first_if_the_rest_then_goes_out() -> None:
    table = landlord_of("wwWW" + SEVEN_TRIPLES, kitty="TTTTTTT3")
    seen = []
    while table.outcome is None:
        seat = table.to_act[0]
        text = choice(table) if seat == 0 else "pass"
        seen += [text] if seat == 0 else []
        do(table, f"{seat} {text}")
    assert table.outcome.winners == (0,)
    assert seen[-1] == "play 3" or "wwWW" not in seen[-1]


def test_a_farmer_does_not_beat_a_friend_who_is_winning_the_trick() -> None:
    table = landlord_of("3", "", "9", "TTTT2AA")
    do(table, "0 play 3", "1 pass", "2 play 9")
    assert choice(table).split()[0] in ("play", "pass")
    do(table, "3 pass", "0 pass")
    assert choice(table) == "pass"
    do(table, "1 pass")


def test_a_farmer_never_bombs_a_friend() -> None:
    table = landlord_of("3", "44445555", "A", "6666")
    do(table, "0 play 3", "1 pass", "2 play A")
    assert choice(table) == "pass"


def test_the_gatekeeper_blocks_a_low_play_before_the_landlord() -> None:
    """Seat 3 plays right before the landlord and lets no low single slip by."""
    table = landlord_of("3", "", "4", "579JQK2")
    do(table, "0 play 3", "1 pass", "2 play 4")
    text = choice(table)
    assert text.startswith("play ") and text[-1] in "JQKA2"


def test_a_farmer_opens_low_to_a_friend_with_one_card_left() -> None:
    table = landlord_of("T", "AAAA" + "45678JQK", "K" + "3" * 8 + "99999999" + "44445555")
    do(table, "0 play T", "1 pass", "2 play K", "3 pass", "0 pass", "1 pass")
    do(table, "2 play 33333333", "3 pass", "0 pass", "1 pass", "2 play 99999999")
    do(table, "3 pass", "0 pass", "1 pass", "2 play 4444", "3 pass", "0 pass", "1 pass")
    do(table, "2 play 555", "3 pass", "0 pass")
    do(table, "1 play AAAA", "2 pass", "3 pass", "0 pass")
    assert table.table.left[2] == 1
    assert choice(table) == "play 4"


def test_bombs_are_kept_until_they_matter() -> None:
    early = landlord_of("4T", "5555" + "6789TJQK")
    do(early, "0 play 4")
    assert choice(early) not in ("play 5555",)
    late = landlord_of("wwWW" + SEVEN_TRIPLES, "KKKK" + "JJQQ", kitty="AAAA2222")
    do(late, "0 play " + SEVEN_TRIPLES, "1 pass", "2 pass", "3 pass")
    do(late, "0 play 2222", "1 pass", "2 pass", "3 pass", "0 play wwWW", "1 pass", "2 pass")
    do(late, "3 pass", "0 play AAA")
    assert choice(late) == "play KKKK", "the landlord holds one card"


def test_it_never_asks_and_answers_only_when_asked() -> None:
    table = landlord_of()
    with pytest.raises(ValueError, match="not asked"):
        BASIC.act(table.observation(1))
    with pytest.raises(ValueError, match="not asked"):
        BASIC.act(table.observation(None))


def landlord_wins(bots: list[Bot], deals: int) -> int:
    """How often the first caller, who takes the landlord's seat, wins; bots from it on."""
    won = 0
    for number in range(deals):
        seed = (number + 77_000).to_bytes(32, "big")
        table = GAME.start(RoundSetup(KEY, GAME.presets["default"], number % SEATS, {}, seed))
        landlord = table.to_act[0]
        table.apply(landlord, CALL)
        while table.outcome is None:
            seat = table.to_act[0]
            bot = bots[(seat - landlord) % SEATS]
            table.apply(seat, bot.act(table.observation(seat)))
        won += landlord in table.outcome.winners
    return won


def test_it_beats_three_random_farmers() -> None:
    assert landlord_wins([BASIC, RandomBot(1), RandomBot(2), RandomBot(3)], 60) >= 54


def test_three_of_it_beat_a_random_landlord() -> None:
    assert landlord_wins([RandomBot(1), BASIC, BASIC, BASIC], 60) <= 6
