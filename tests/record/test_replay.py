"""Replaying: the order of answers, passes left out, and the first line that is not allowed."""

import pytest

from paiju.record import IllegalLine, Record, Replay
from tests.record.tables import dealt, record
from tests.record.test_record import played


def replayed(data: bytes) -> Replay:
    """The replay of a record, run to its end."""
    replay = Replay(Record.from_bytes(data))
    replay.run()
    return replay


def refused(data: bytes) -> IllegalLine:
    """The line at which a record stops."""
    with pytest.raises(IllegalLine) as error:
        replayed(data)
    return error.value


def kinds(replay: Replay) -> list[str]:
    """The types of the events after the deal."""
    types = [event.type for event in replay.round.events]
    return types[types.index("discarded") :]


def test_a_record_of_every_answer_replays_to_the_same_events() -> None:
    for seed in range(6):
        kept = played(seed)
        replay = Replay(Record.from_bytes(kept.to_bytes()))
        told = [event for events in replay.steps() for event in events]
        assert told == list(replay.round.events)
        assert replay.round.outcome is not None


def test_every_step_tells_its_own_events() -> None:
    replay = Replay(played(1, most=3))
    steps = list(replay.steps())
    assert len(steps) == 4
    assert steps[0][0].type == "round_started" and steps[1][0].type == "discarded"


# Seat 0 discards 5m; seat 2 can pung it and seat 3 can win on it, seat 1 cannot do anything.
CLAIMED = {0: "5m", 2: "55m", 3: "46m123p456p789p99s"}


def test_without_auto_pass_every_answer_needs_its_line() -> None:
    header = {**dealt(CLAIMED), "auto_pass": False}
    error = refused(record("3 pass", "0 discard 5m", "3 hu", **header))
    assert error.line == 4 and error.refusal.clause is None
    replay = replayed(record("3 pass", "0 discard 5m", "2 pass", "3 hu", **header))
    assert kinds(replay) == ["discarded", "won", "round_ended"]


def test_jm_15_a_line_of_a_seat_asked_later_makes_those_before_it_pass() -> None:
    replay = replayed(record("0 discard 5m", "3 hu", **dealt(CLAIMED)))
    assert kinds(replay) == ["discarded", "won", "round_ended"]
    assert replay.round.outcome is not None and replay.round.outcome.winners == (3,)


def test_jm_15_a_seat_that_is_told_of_a_pung_passes_if_it_has_no_line() -> None:
    replay = replayed(record("0 discard 5m", "2 pung", "2 discard 1m", **dealt(CLAIMED)))
    assert kinds(replay)[:5] == ["discarded", "claim_told", "win_declined", "melded", "discarded"]


def test_a_seat_on_its_turn_has_passed_what_it_was_asked_before() -> None:
    replay = replayed(record("0 discard 5m", "1 discard 7s", **dealt(CLAIMED, wall="7s")))
    assert kinds(replay)[:4] == ["discarded", "win_declined", "drew", "discarded"]


def test_jm_19_a_chow_comes_after_the_passes_of_everybody_who_could_pung_or_win() -> None:
    # Seat 1 pungs three times; then seat 2 could pung the 5m that it chows, and seat 3 win on it.
    hands = {0: "123p5m", 1: "11p22p33p46m258s19m", 2: "55m", 3: "46m123s456s789s99s"}
    lines = ["0 discard 1p", "1 pung", "1 discard 2s", "2 discard 7z", "3 discard 5z"]
    lines += ["0 discard 2p", "1 pung", "1 discard 5s", "2 discard 5z", "3 discard 7z"]
    lines += ["0 discard 3p", "1 pung", "1 discard 8s", "2 discard 7z", "3 discard 5z"]
    lines += ["0 discard 5m", "1 chow 46m", "1 discard 1m"]
    replay = replayed(record(*lines, **dealt(hands, wall="7z5z7z5z7z5z7z5z9m")))
    assert [e.type for e in replay.round.events].count("win_declined") == 1
    assert replay.round.table.sides[1].melds[-1].text == "456m"  # type: ignore[attr-defined]


def test_ready_is_passed_by_those_without_a_line() -> None:
    hands = {1: "123m456m789m1239p", 2: "123p456p78p123s5z9s"}
    replay = replayed(record("1 ready", "0 discard 7s", **dealt(hands)))
    types = [event.type for event in replay.round.events]
    assert types.count("declared_ready") == 1


def test_raises_are_not_passed() -> None:
    error = refused(record("0 raise 5", "0 discard 5m", **dealt(CLAIMED, raises=True)))
    assert error.line == 3
    lines = [f"{seat} raise 5" for seat in range(4)]
    assert replayed(record(*lines, **dealt(CLAIMED, raises=True))).round.turn == 0


def test_after_the_last_line_those_who_are_asked_pass() -> None:
    replay = replayed(record("0 discard 5m", **dealt(CLAIMED)))
    assert replay.round.turn == 1
    told = [event for events in Replay(replay.record).steps() for event in events]
    assert told == list(replay.round.events)


def test_every_answer_can_be_had_in_a_line_of_its_own() -> None:
    replay = replayed(record("0 discard 5m", "1 discard 7s", **dealt(CLAIMED, wall="7s")))
    assert [f"{step.seat} {step.action}" for step in replay.answers.steps] == [
        *("3 pass", "0 discard 5m", "2 pass", "3 pass", "1 discard 7s"),
    ]
    assert not replay.answers.auto_pass
    assert Replay(replay.answers).run().events == replay.round.events


def test_until_a_line_every_question_is_still_open() -> None:
    data = record("0 discard 5m", "3 hu", **dealt(CLAIMED))
    for until, asked in ((2, (3,)), (3, (2,)), (4, ()), (99, ())):
        assert Replay(Record.from_bytes(data)).run(until).to_act == asked
    data = record("0 discard 5m", **dealt(CLAIMED))
    assert Replay(Record.from_bytes(data)).run(3).to_act == (2,)


def test_jm_18_an_illegal_line_tells_clause_and_what_is_legal() -> None:
    hands = {0: "5m", 1: "555m"}
    lines = ["0 discard 5m", "1 pung", "1 discard 5m"]
    error = refused(record(*lines, **dealt(hands)))
    told = error.as_dict()
    assert (told["error"], told["line"], told["clause"]) == ("illegal", 4, "JM-18")
    assert isinstance(told["legal"], list) and "discard 5m" not in told["legal"]
    assert "discard 1m" in told["legal"] or "discard 4m" in told["legal"]
    assert str(error).startswith("line 4: seat 1 may not discard 5m: ")


@pytest.mark.parametrize(
    ("line", "clause", "said"),
    [
        ("2 chow 46m", "JM-19", "5 of characters discarded before"),
        ("3 hu", "JM-26", "worth 2 of its own"),
        ("3 kong", "JM-14", "needs 3"),
        ("1 hu", None, "not asked"),
        ("0 kong 1m", None, "not asked"),
        ("2 hu", "JM-2", "not complete"),
        ("2 discard 9p", None, "no 9 of dots"),
        ("2 pass", None, "not one of the things"),
    ],
)
def test_a_claim_in_vain_is_told_by_its_clause(line: str, clause: str | None, said: str) -> None:
    # Seat 3 waits for 5m with 平胡 and 门清 to show, and this table asks for 3 points.
    hands = {2: "46m", 3: "34m123p456p678s99s"}
    header = dealt(hands, wall="5m5z", min_points=3)
    error = refused(record("0 discard 7s", "1 discard 5m", line, **header))
    assert (error.line, error.refusal.clause) == (4, clause)
    assert said in str(error)


def test_jm_21_a_declared_seat_may_not_pung() -> None:
    hands = {1: "55m", 3: "34m123p456p678s99s"}
    header = dealt(hands, wall="5z9s")
    error = refused(
        record("3 ready", "0 discard 7s", "1 discard 5z", "2 discard 9s", "3 pung", **header)
    )
    assert (error.line, error.refusal.clause) == (6, "JM-21")


def test_a_line_after_the_end_is_told() -> None:
    error = refused(record("0 discard 5m", "3 hu", "2 pass", **dealt(CLAIMED)))
    assert (error.line, error.legal) == (4, ())
    assert "over before this line" in str(error)
