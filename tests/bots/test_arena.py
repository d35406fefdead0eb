"""The arena: fair seats, honest sums, and the measure that ``basic`` must pass."""

import json
import math

import pytest

from paiju.bots.arena import Contest, DealResult, play_deal, standings
from paiju.bots.registry import names
from paiju.cli import Exit, main
from paiju.core.randomness import derived_seed
from paiju.core.registry import game, games
from paiju.core.seat import SEATS

JIUJIANG = "jiujiang-mahjong"


def contest(*bots: str, key: str = JIUJIANG, seed: str = "test") -> Contest:
    return Contest(key, game(key).presets["default"], bots, derived_seed(bytes(32), seed))


@pytest.mark.parametrize("key", games())
def test_a_deal_is_played_from_every_seat_and_pays_what_it_takes(key: str) -> None:
    result = play_deal(contest(*["random"] * SEATS, key=key), 0)
    assert sum(result.points) == 0
    assert 0 <= result.draws <= SEATS
    assert sum(result.wins) >= SEATS - result.draws
    assert all(len(seconds) > 0 for seconds in result.seconds)


@pytest.mark.parametrize("name", names(JIUJIANG))
def test_the_same_deal_goes_the_same_way_again(name: str) -> None:
    first, again = (play_deal(contest(name, "random", "random", "random"), 7) for _ in range(2))
    assert (first.wins, first.points, first.draws) == (again.wins, again.points, again.draws)
    assert [len(s) for s in first.seconds] == [len(s) for s in again.seconds]


def test_like_bots_fare_alike_over_the_seats_of_a_deal() -> None:
    # Deterministic bots at all four seats play one and the same round four times.
    result = play_deal(contest(*["basic"] * SEATS), 3)
    assert len(set(result.wins)) == 1
    assert set(result.points) == {0}
    assert result.draws in (0, SEATS)


def test_standings_are_shares_of_all_rounds_with_their_errors() -> None:
    good, bad = DealResult(), DealResult(draws=4)
    good.wins[0], good.points = 4, [8, -8, 0, 0]
    for result in (good, bad):
        result.seconds = [[0.001, 0.003], [], [], []]
    first, second, *_ = standings(contest("basic", "random", "random", "random"), [good, bad])
    assert (first.bot, first.win_share, first.points) == ("basic", 0.5, 1.0)
    assert first.win_share_error == pytest.approx(1.96 * math.sqrt(0.5 / 2))
    assert first.decisions == 4
    assert first.ms == pytest.approx(2) and first.ms_p99 == pytest.approx(3)
    assert (second.bot, second.win_share, second.points) == ("random", 0.0, -1.0)
    assert (second.decisions, second.ms, second.ms_p99) == (0, 0, 0)


def test_basic_wins_more_than_half_of_all_rounds_against_three_random() -> None:
    # 30 deals from every seat. It wins near 80 of 100 rounds; over 30 deals the share varies by
    # some 5 points, so that half is six deviations off.
    table = contest("basic", "random", "random", "random")
    basic, *others = standings(table, [play_deal(table, deal) for deal in range(30)])
    assert basic.win_share > 0.5
    assert all(basic.points > 0 > other.points for other in others)


def test_the_command_tells_the_same_whoever_plays(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for processes in ("1", "2"):
        asked = ["arena", JIUJIANG, "--rounds", "9", "--json", "--processes", processes]
        assert main([*asked, "--bots", "random,random,random,basic"]) == Exit.OK
        told.append(json.loads(capsys.readouterr().out))
        for one in told[-1]["bots"]:
            assert one.pop("ms") >= 0 and one.pop("ms_p99") >= 0
    assert told[0] == told[1]
    assert told[0]["rounds"] == 12 and told[0]["deals"] == 3
    assert [one["bot"] for one in told[0]["bots"]] == ["random", "random", "random", "basic"]


def test_the_table_names_every_bot(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "--rounds", "8", "--processes", "1"]
    assert main([*asked, "--bots", "random,random,random,random"]) == Exit.OK
    shown = capsys.readouterr().out
    assert shown.count("│ random") == SEATS
    assert f"{JIUJIANG}: 8 rounds, 2 deals" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bridge"], "'bridge' does not exist"),
        ([JIUJIANG, "--bots", "basic"], "--bots names 1 bots; it must name 4"),
        ([JIUJIANG, "--bots", "a,random,random,random"], "'a' does not play"),
        ([JIUJIANG, "--preset", "none"], "--preset 'none' does not exist"),
        ([JIUJIANG, "--rounds", "7"], "--rounds is 7; it must be 8 at least"),
        ([JIUJIANG, "--rounds", "many"], "many"),
        ([JIUJIANG, "--processes", "0"], "--processes is 0; it must be 1 at least"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == Exit.BAD_INPUT
    wrong = capsys.readouterr().err
    assert said in wrong and wrong.count("\n") == 1
