"""``paiju verify`` passes what the server dealt, and names whatever has been changed since."""

import io
import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from paiju.cli import Exit, main
from paiju.core.fairness import Proof, commitment, deal_seed
from paiju.core.registry import game
from paiju.record import Record
from paiju.record.record import Step
from tests.conformance.walks import GAMES

SECRET = bytes(range(32))
NONCES = ("ab" * 16, None, "0123456789abcdef" * 4, None)


@cache
def played(key: str) -> Record:
    """A whole round, as a server keeps it."""
    rules = game(key)
    match = rules.new_match(rules.presets["default"], bytes(32))
    setup = match.setup(deal_seed(SECRET, NONCES))
    round_, steps = rules.start(setup), list[Step]()
    while round_.outcome is None:
        seat = round_.to_act[0]
        action = rules.idle_action(round_.observation(seat))
        round_.apply(seat, action)
        steps.append(Step(seat, action))
    return Record(setup, tuple(steps), proof=Proof(SECRET, commitment(SECRET), NONCES))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "round.jsonl"
    played("jiujiang-mahjong").save(path)
    return path


def change(path: Path, **header: Any) -> None:
    """Change the header of a record; of ``proof`` only what is named."""
    first, *rest = path.read_text().splitlines()
    data = json.loads(first)
    proof = {**data["proof"], **header.pop("proof", {})}
    path.write_text("\n".join([json.dumps({**data, **header, "proof": proof}), *rest]) + "\n")


def verify(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str]]:
    code = main(["verify", "--lang", "en", *map(str, arguments)])
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_what_a_server_dealt_is_fair(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.jsonl"
    record = played(key)
    record.save(path)
    assert Record.load(path).proof == record.proof
    assert Record.load(path).to_bytes() == record.to_bytes()
    code, lines = verify(
        capsys, path, "--commitment", commitment(SECRET), "--nonce", f"0={NONCES[0]}"
    )
    assert code == Exit.OK
    assert lines[0] == f"{path}: Fair"
    assert len(lines) == 6
    assert all(line.startswith("  ✓ ") for line in lines[1:])


CHANGED: list[tuple[dict[str, Any], list[str], str]] = [
    ({"proof": {"secret": "00" * 32}}, [], "commitment is the SHA-256|seed follows"),
    ({"proof": {"commitment": "00" * 32}}, [], "commitment is the SHA-256"),
    ({"proof": {"nonces": [None, None, None, None]}}, [], "seed follows"),
    ({"proof": {"nonces": [None, *NONCES[:3]]}}, [], "seed follows"),
    ({"seed": "00" * 32}, [], "seed follows|Every action is legal"),
    ({}, ["--commitment", "00" * 32], "commitment is the one shown"),
    ({}, ["--nonce", "0=" + "00" * 16], "nonce of seat 0"),
    ({}, ["--nonce", "1=" + "00" * 16], "nonce of seat 1"),
]


@pytest.mark.parametrize(("header", "arguments", "broken"), CHANGED)
def test_whatever_is_changed_is_named(
    kept: Path,
    header: dict[str, Any],
    arguments: list[str],
    broken: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    change(kept, **header)
    code, lines = verify(capsys, kept, *arguments)
    assert code == Exit.ILLEGAL
    assert lines[0] == f"{kept}: Not fair"
    failed = [line for line in lines if line.startswith("  ✗ ")]
    assert len(failed) == len(broken.split("|"))
    for line, what in zip(failed, broken.split("|"), strict=True):
        assert re.search(what, line)
        assert " — " in line


def test_a_round_that_is_cut_short_or_illegal_is_not_fair(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = kept.read_text().splitlines(keepends=True)
    kept.write_text("".join(lines[:-1]))
    code, told = verify(capsys, kept)
    assert code == Exit.ILLEGAL
    assert "stops before the end" in told[-1]
    kept.write_text("".join([lines[0], lines[1], lines[1], *lines[2:]]))
    code, told = verify(capsys, kept)
    assert code == Exit.ILLEGAL
    assert "Line 3: seat" in told[-1]


def test_of_several_records_each_is_told(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(kept.read_bytes())
    change(other, proof={"secret": "11" * 32})
    code, lines = verify(capsys, kept, other, kept)
    assert code == Exit.ILLEGAL
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads == [f"{kept}: Fair", f"{other}: Not fair", f"{kept}: Fair"]


BAD: list[dict[str, Any]] = [
    {"proof": {"secret": "00"}},
    {"proof": {"secret": None}},
    {"proof": {"commitment": "x" * 64}},
    {"proof": {"nonces": [None] * 3}},
    {"proof": {"nonces": "none"}},
    {"proof": {"nonces": [None, None, None, "AB" * 16]}},
    {"proof": {"nonces": [None, None, None, 7]}},
    {"proof": {"salt": "00"}},
    {"deal": {}},
]


@pytest.mark.parametrize("header", BAD)
def test_a_proof_that_cannot_be_is_bad_input(
    header: dict[str, Any], kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(kept, **header)
    assert main(["verify", str(kept)]) == Exit.BAD_INPUT
    error = capsys.readouterr().err
    assert error.startswith(f"paiju: {kept}, line 1: ")
    assert error.count("\n") == 1


def test_a_record_may_come_from_standard_input(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(kept.read_bytes())))
    assert verify(capsys, "-")[1][0] == "-: Fair"


def test_what_cannot_be_asked(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = json.loads(kept.read_text().splitlines()[0])
    del bare["proof"]
    plain = kept.with_name("plain.jsonl")
    plain.write_text(json.dumps(bare) + "\n")
    for arguments in (
        [],
        ["nowhere.jsonl"],
        [plain],
        [kept, kept, "--commitment", "00" * 32],
        [kept, "--commitment", "00"],
        [kept, "--nonce", "4=" + "00" * 16],
        [kept, "--nonce", "00" * 16],
        [kept, "--nonce", "٣=" + "00" * 16],
    ):
        assert main(["verify", *map(str, arguments)]) == Exit.BAD_INPUT
        told = capsys.readouterr()
        assert told.err.startswith("paiju: ") and told.err.count("\n") == 1


def test_the_checks_are_told_in_chinese_unless_asked_otherwise(
    kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(kept)]) == Exit.OK
    assert capsys.readouterr().out.startswith(f"{kept}: 公平\n  ✓ 承诺是密钥的 SHA-256\n")
