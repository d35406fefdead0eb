"""Records are read as they were written, and whatever is broken is told by line and remedy."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.core.errors import BadRecord
from paiju.core.game import RoundSetup
from paiju.core.registry import game
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.record import IllegalLine, Record, Replay, Step
from tests.record.tables import SEEDED, record

GAME = game("jiujiang-mahjong")


def played(seed: int, most: int = 400) -> Record:
    """The record of a round played at random."""
    random = Random(seed)
    setup = RoundSetup(GAME.key, JiujiangOptions(), seed % 4, {}, seed=random.randbytes(32))
    table = GAME.start(setup)
    steps: list[Step] = []
    while table.to_act and len(steps) < most:
        seat = random.choice(table.to_act)
        action = random.choice(table.legal_actions(seat))
        table.apply(seat, action)
        steps.append(Step(seat, action))
    return Record(setup, tuple(steps))


def test_a_record_is_written_in_one_way_and_read_back() -> None:
    data = played(1).to_bytes()
    lines = data.decode().splitlines()
    assert list(json.loads(lines[0])) == ["paiju", "game", "options", "seed", "dealer", "carry"]
    assert lines[1].startswith('{"seat": ')
    assert data.endswith(b"}\n")
    read = Record.from_bytes(data)
    assert read.to_bytes() == data
    assert [step.line for step in read.steps] == list(range(2, len(lines) + 1))


def test_a_record_on_a_fixed_deal_plays_the_same_events() -> None:
    seeded = played(2)
    first = Replay(seeded).run()
    fixed = Record(seeded.setup.with_deal(first.fixed_deal()), seeded.steps)
    read = Record.from_bytes(fixed.to_bytes())
    assert read.to_bytes() == fixed.to_bytes()
    assert [e.as_dict() for e in Replay(read).run().events] == [e.as_dict() for e in first.events]


def test_a_record_is_kept_in_a_file(tmp_path: Path) -> None:
    kept = tmp_path / "round.jsonl"
    played(3).save(kept)
    assert Record.load(kept).to_bytes() == played(3).to_bytes()
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "none.jsonl")


def test_a_hand_written_header_may_be_short() -> None:
    data = (
        b'\xef\xbb\xbf{"paiju": 1, "game": "jiujiang-mahjong", "seed": "' + b"0" * 64 + b'"}\r\n\n'
    )
    read = Record.from_bytes(data)
    assert read == Record(RoundSetup(GAME.key, JiujiangOptions(), 0, {}, seed=bytes(32)))


def without(*keys: str) -> dict[str, Any]:
    """The header without some of its keys."""
    return {key: value for key, value in SEEDED.items() if key not in keys}


DEAL = {"hands": ["1m" * 14, "1m" * 13, "2m" * 13, "3m" * 13]}


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ({}, 'begins with its header, like {"paiju": 1'),
        ({"seat": 0, "do": "pass"}, "begins with its header"),
        ({**SEEDED, "paiju": 2}, "'paiju' is 2; records of form 1"),
        ({**SEEDED, "paiju": True}, "'paiju' is True"),
        ({**SEEDED, "paiju": "1"}, "'paiju' is '1'"),
        (without("game"), "'game' is missing; it must be a text, like \"jiujiang-mahjong\""),
        ({**SEEDED, "game": ["jiujiang-mahjong"]}, "'game' is ['jiujiang-mahjong']; it must be"),
        ({**SEEDED, "game": "chess"}, "game 'chess' does not exist; the games are: "),
        ({**SEEDED, "sead": "00"}, "a header has no 'sead'; it has paiju, game, options, seed"),
        ({**SEEDED, "options": []}, "'options' is []; it must be an object"),
        ({**SEEDED, "options": {"min": 1}}, "option 'min' does not exist; the options are: "),
        ({**SEEDED, "options": {"min_points": 101}}, "a whole number from 0 to 100"),
        ({**SEEDED, "options": {"min_points": True}}, "option 'min_points' is True; it must be"),
        ({**SEEDED, "options": {"base_score": 10**40}}, "a whole number from 1 to 1000"),
        ({**SEEDED, "options": {"ready_kong": 0}}, "it must be one of False, True"),
        ({**SEEDED, "options": {"declined_lock": {}}}, "one of 'worth', 'tile'"),
        (without("seed"), "neither 'seed' (64 hexadecimal digits) nor 'deal' is given"),
        ({**SEEDED, "deal": DEAL}, "both 'seed' and 'deal' are given"),
        ({**SEEDED, "seed": 7}, "'seed' is 7; it must be a text of 64 hexadecimal digits"),
        ({**SEEDED, "seed": "0" * 63}, "a seed is 64 hexadecimal digits"),
        ({**SEEDED, "seed": "g" * 64}, "a seed is 64 hexadecimal digits"),
        ({**SEEDED, "dealer": 4}, "'dealer' is 4; it must be a seat from 0 to 3"),
        ({**SEEDED, "dealer": 1.0}, "'dealer' is 1.0; it must be a seat"),
        ({**SEEDED, "dealer": None}, "'dealer' is None; it must be a seat"),
        ({**SEEDED, "dealer": 10**100}, "it must be a seat from 0 to 3"),
        ({**SEEDED, "auto_pass": 1}, "'auto_pass' is 1; it must be true or false"),
        ({**SEEDED, "carry": 3}, "'carry' is 3; it must be an object"),
        ({**SEEDED, "carry": {"rounds_at_8": 1}}, "it has rounds_at_4, rounds_at_2"),
        ({**SEEDED, "carry": {"rounds_at_2": -1}}, "it counts rounds, 0 or more"),
        ({**without("seed"), "deal": "x"}, "'deal' is 'x'; it must be an object"),
        ({**without("seed"), "deal": {}}, "'hands' must be a list of 4 hands"),
        ({**without("seed"), "deal": DEAL}, "1m is named more than 4 times"),
    ],
)
def test_a_broken_header_is_told(header: dict[str, Any], told: str) -> None:
    with pytest.raises(BadRecord) as error:
        Record.from_bytes(json.dumps(header).encode())
    assert str(error.value).startswith("line 1: ")
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"hello", "not JSON: Expecting value (column 1)"),
        (b'{"seat": 0, "do": "pass"', "not JSON: Expecting ',' delimiter (column 25)"),
        (b'{"seat": 0, "do": "pass"} {}', "not JSON: Extra data"),
        (b"[0]", "[0] is no JSON object"),
        (b"null", "None is no JSON object"),
        (b'{"seat": NaN, "do": "pass"}', "NaN is no number"),
        (b'{"seat": ' + b"9" * 5000 + b"}", "a number has too many digits"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"seat": 0, "do": "\xff"}', "byte 20 of the line is no UTF-8 text"),
        (b'{"seat": 0, "seat": 1, "do": "pass"}', "the key 'seat' is given twice"),
        (b'{"seat": 0}', "'do' is missing; an action is"),
        (b'{"do": "pass"}', "'seat' is missing"),
        (b'{"seat": 0, "do": "pass", "at": 3}', "an action line has no 'at'; it has seat, do"),
        (b'{"seat": 4, "do": "pass"}', "'seat' is 4; it must be a seat from 0 to 3"),
        (b'{"seat": false, "do": "pass"}', "'seat' is False"),
        (b'{"seat": "0", "do": "pass"}', "'seat' is '0'"),
        (b'{"seat": 0, "do": 5}', "'do' is 5; it must be an action as text"),
        (b'{"seat": 0, "do": "discrad 5m"}', "action 'discrad 5m' is not known; actions are:"),
        (b'{"seat": 0, "do": "discard 8z"}', "that suit has 1-7"),
        (b'{"seat": 0, "do": "\\ud800"}', "is not known"),
    ],
)
def test_a_broken_line_is_told(line: bytes, told: str) -> None:
    with pytest.raises(BadRecord) as error:
        Record.from_bytes(record("0 discard 1m") + b"\n" + line + b"\n")
    assert str(error.value).startswith("line 4: ")
    assert told in str(error.value)
    assert len(str(error.value)) < 500
    str(error.value).encode()


@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\n"])
def test_an_empty_record_is_told(data: bytes) -> None:
    with pytest.raises(BadRecord, match="line 1: the record is empty"):
        Record.from_bytes(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
TILES = st.text("0123456789mpszf<> 红中万?", max_size=30)
DEALS = st.fixed_dictionaries(
    {}, optional={"hands": st.lists(TILES | JSON, max_size=5), "wall": TILES | JSON, "tail": JSON}
)
OPTIONS = [spec.name for spec in JiujiangOptions.described()]
HEADERS = st.fixed_dictionaries(
    {"paiju": st.just(1) | JSON, "game": st.just(GAME.key) | JSON},
    optional={
        "options": JSON | st.dictionaries(st.sampled_from(OPTIONS), JSON),
        "seed": st.just("ab" * 32) | JSON,
        "deal": DEALS | JSON,
        "dealer": st.integers(-1, 4) | JSON,
        "carry": JSON | st.dictionaries(st.sampled_from(["rounds_at_2", "rounds_at_4"]), JSON),
        "auto_pass": st.booleans() | JSON,
    },
)  # fmt: skip
VERBS = st.sampled_from(["discard", "kong", "ready", "chow", "pung", "hu", "pass", "raise", "play"])
ACTIONS = st.builds("{} {}".format, VERBS, TILES | st.from_regex(r"[1-9][mpszf]", fullmatch=True))
LINES = st.fixed_dictionaries(
    {"seat": st.integers(-1, 4) | JSON, "do": ACTIONS | st.text(max_size=20) | JSON}
)


@given(st.lists(JSON | LINES | st.just(dict(SEEDED)), max_size=4), st.none() | HEADERS)
def test_no_json_whatever_is_anything_but_a_record_or_an_error(
    lines: list[Any], header: dict[str, Any] | None
) -> None:
    rows = [SEEDED if header is None else header, *lines]
    data = "\n".join(json.dumps(row) for row in rows).encode()
    replayed_or_refused(data)


@given(st.binary(max_size=200), st.integers(0, 600), st.integers(0, 40))
def test_no_broken_bytes_are_anything_but_a_record_or_an_error(
    patch: bytes, at: int, cut: int
) -> None:
    whole = record("0 discard 1m", "1 discard 5z", "2 pass")
    replayed_or_refused(whole[:at] + patch + whole[at + cut :])


def replayed_or_refused(data: bytes) -> None:
    """A record can be read and replayed, or it is refused by the number of a line."""
    told = "line "
    try:
        Replay(Record.from_bytes(data)).run()
    except (BadRecord, IllegalLine) as error:
        told = str(error)
    assert told.startswith("line ")
