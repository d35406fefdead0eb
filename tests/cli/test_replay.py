"""``paiju replay`` keeps its contract: events, the last line, illegal lines, a seat's view."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from paiju.cli import Exit, main
from paiju.core.event import Event
from paiju.core.game import Game
from paiju.core.text import Text
from paiju.record import Record, Replay
from paiju.words import in_language, seat_names, settlement, tell
from tests.conformance.walks import GAMES, Walk
from tests.golden.scenes import scenes
from tests.record.tables import dealt, record
from tests.record.test_record import played
from tests.record.test_replay import CLAIMED

LINES = ("0 discard 5m", "3 hu")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A record in which seat 3 wins off seat 0's 5m."""
    path = tmp_path / "round.jsonl"
    path.write_bytes(record(*LINES, **dealt(CLAIMED)))
    return path


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[Any]:
    """What ``replay --json`` prints, line by line."""
    assert main(["replay", "--json", *map(str, arguments)]) in (Exit.OK, Exit.ILLEGAL)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_json_is_one_event_a_line_and_the_settlement_last(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = answer(capsys, kept)
    events = Replay(Record.load(kept)).run().events
    assert told == [event.as_dict() for event in events]
    assert told[-1]["type"] == "round_ended"
    assert told[-1]["termination"] == "win"
    assert told[-1]["payments"] == [-30, 0, 0, 30] and told[-1]["winners"] == [3]
    assert sum(told[-1]["payments"]) == 0


def test_it_reads_standard_input(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(kept.read_bytes())))
    assert answer(capsys, "-")[-1]["type"] == "round_ended"


def test_an_illegal_line_stops_it_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "illegal.jsonl"
    path.write_bytes(record("0 discard 5m", "3 hu kong", "3 hu", **dealt(CLAIMED)))
    for arguments in (["--json"], []):
        assert main(["replay", str(path), *arguments]) == Exit.ILLEGAL
        out, err = capsys.readouterr()
        last = json.loads(out.splitlines()[-1])
        assert list(last) == ["error", "line", "reason", "clause", "legal"]
        assert (last["error"], last["line"]) == ("illegal", 3)
        assert last["legal"] == ["hu", "pass"]
        assert " / " in last["reason"]
        assert ("line 3" in err) == (arguments == [])
        assert len(out.splitlines()) == 1 + 6


def test_an_illegal_line_of_another_seat_tells_nothing_of_its_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "illegal.jsonl"
    path.write_bytes(record("0 discard 5m", "3 hu kong", **dealt(CLAIMED)))
    own = answer(capsys, path, "--seat", 3)[-1]
    assert own["legal"] == ["hu", "pass"]
    others = answer(capsys, path, "--seat", 1)[-1]
    assert (others["error"], others["line"], others["legal"]) == ("illegal", 3, [])
    assert others["clause"] is None


def test_until_stops_before_a_line_and_tells_what_each_may_do(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, kept, "--until", 3)[-1] == {
        "type": "to_act",
        "to_act": [2],
        "legal": {"2": ["pung", "pass"]},
    }
    # Nobody but seat 2 may know that it is asked.
    assert answer(capsys, kept, "--until", 3, "--seat", 3)[-1] == {
        "type": "to_act",
        "to_act": [],
        "legal": {},
    }
    assert main(["replay", str(kept), "--until", "3"]) == Exit.OK
    assert capsys.readouterr().out.splitlines()[-1] == "2号 可以：pung · pass"


def test_whose_turn_it_is_everybody_may_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "begun.jsonl"
    path.write_bytes(record("0 discard 9m", "1 discard 2s"))
    last = answer(capsys, path, "--until", 3, "--seat", 0)[-1]
    assert last == {"type": "to_act", "to_act": [1], "legal": {}}
    last = answer(capsys, path, "--until", 3, "--seat", 1)[-1]
    assert last["to_act"] == [1] and "discard 1m" in last["legal"]["1"]


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_its_own_tiles_alone(
    seat: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.jsonl"
    played(4).save(path)
    told = answer(capsys, path, "--seat", seat)
    events = Replay(Record.load(path)).run().events
    seen = [event.seen_by(seat) for event in events]
    assert told == [event.as_dict() for event in seen if event is not None]
    assert {row["seat"] for row in told if row["type"] == "drew" and row["tile"]} == {seat}
    assert {row["seat"] for row in told if row["type"] == "dealt" and row["tiles"]} == {seat}


def test_words_in_both_languages(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(kept)]) == Exit.OK
    told = capsys.readouterr().out.splitlines()
    assert "0号 打 五万" in told and "3号 胡 五万（点炮 0号）" in told
    assert "  一条龙 10 炮（JM-32）" in told and "0号 −30，1号 0，2号 0，3号 +30" in told
    assert json.loads(told[-1])["type"] == "round_ended"
    assert main(["replay", str(kept), "--lang", "en", "--seat", "3"]) == Exit.OK
    told = capsys.readouterr().out.splitlines()
    assert "Seat 0 discards 5m" in told and "Seat 0 is dealt 14 tiles" in told
    assert "  Pure straight 10 炮 (JM-32)" in told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_event_has_words_of_its_own(game: Game) -> None:
    names = seat_names()
    rounds = [Walk(game, game.presets["default"], seed).to_the_end().round for seed in range(12)]
    rounds += [Replay(scene).run() for scene in scenes(game)]
    for event in (event for round_ in rounds for event in round_.events):
        for viewer in (None, 0, 1):
            seen = event if viewer == 1 else event.seen_by(viewer)
            for said in [] if seen is None else [tell(seen, names), *settlement(seen, names)]:
                assert "{" not in said.zh + said.en
                assert re.search("[一-鿿]", said.zh)
                assert not re.search("[一-鿿]", re.sub("[炮花番分倍]", "", said.en))


def test_an_event_without_words_is_told_by_its_fields() -> None:
    class Sneezed(Event):
        type = "sneezed"

    said = tell(Sneezed(), seat_names())
    assert said == Text("sneezed {}", "sneezed {}")
    assert settlement(Sneezed(), seat_names()) == []
    assert in_language(said, "en") == "Sneezed {}"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["/nowhere/round.jsonl"], "/nowhere/round.jsonl: No such file or directory"),
        ([], "FILE requires an argument"),
        (["{kept}", "--until", "1"], "--until 1: line 1 is the header, actions begin on line 2"),
        (["{kept}", "--until", "-5"], "--until -5"),
        (["{kept}", "--until", "x"], '"x"'),
        (["{kept}", "--seat", "4"], "--seat 4: seats are 0 to 3"),
        (["{kept}", "--lang", "fr"], '"zh", "en"'),
        (["{broken}"], "broken.jsonl, line 1: not JSON"),
        (["{empty}"], "empty.jsonl, line 1: the record is empty"),
        (["."], "directory"),
    ],
)
def test_trouble_is_one_line(
    arguments: list[str], told: str, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, empty = kept.parent / "broken.jsonl", kept.parent / "empty.jsonl"
    broken.write_text("{")
    empty.write_text("")
    given = [argument.format(kept=kept, broken=broken, empty=empty) for argument in arguments]
    assert main(["replay", *given]) == Exit.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert err.startswith("paiju: ") and told in err
