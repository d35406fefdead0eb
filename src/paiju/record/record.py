"""A record: all that one round follows from, and the file it is kept in."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from paiju.core.action import Action
from paiju.core.errors import BadRecord, PaijuError
from paiju.core.event import Json
from paiju.core.fairness import Proof
from paiju.core.game import Game, RoundSetup
from paiju.core.registry import game
from paiju.core.seat import SEATS, Seat
from paiju.record.header import header_json, read_header
from paiju.record.lines import only_keys, read_object, shortened, shown

_STEP_KEYS: Final = ("seat", "do")
_MOST_TOLD: Final = 400
_encoder: Final = json.JSONEncoder(ensure_ascii=False)


class Step(NamedTuple):
    """One seat does one thing; ``line`` is where a file says so (0: nowhere)."""

    seat: Seat
    action: Action
    line: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A round from its setup: what every seat did, in the order applied.

    >>> from paiju.core.registry import game
    >>> from paiju.games.jiujiang_mahjong.options import JiujiangOptions
    >>> setup = RoundSetup("jiujiang-mahjong", JiujiangOptions(), 2, {}, seed=bytes(32))
    >>> record = Record(setup, (Step(2, game(setup.game).parse_action("discard 9p")),))
    >>> print(record.to_bytes().decode().splitlines()[1])
    {"seat": 2, "do": "discard 9p"}
    >>> Record.from_bytes(record.to_bytes()).to_bytes() == record.to_bytes()
    True
    """

    setup: RoundSetup
    steps: tuple[Step, ...] = ()
    auto_pass: bool = False
    """Whether seats that are asked for a claim and have no line of their own pass."""
    proof: Proof | None = None
    """How the seed of the deal came about; the round itself follows from the seed alone."""

    def to_bytes(self) -> bytes:
        """The record as a file: UTF-8 JSON Lines, the same bytes for the same record."""
        lines = [line_text(header_json(self.setup, self.auto_pass, self.proof))]
        lines += [_step_line(step.seat, str(step.action)) for step in self.steps]
        return "".join(lines).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read a record; empty lines are passed over, but count.

        Whether its actions are legal is not looked at: that is what a replay finds out.

        :raises BadRecord: naming the first line that cannot be read, and what would be right.
        """
        lines = _filled_lines(data)
        number, first = next(lines, (1, None))
        if first is None:
            raise BadRecord('line 1: the record is empty; it begins with {"paiju": 1, "game": …}')
        with _Place(number):
            setup, auto_pass, proof = read_header(read_object(first))
            rules = game(setup.game)
            rules.start(setup)  # the deal and what is carried over must be possible
        return cls(setup, tuple(_steps(rules, lines)), auto_pass, proof)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the record kept in a file.

        :raises OSError: if there is no such file, or it cannot be opened.
        :raises BadRecord: if it is no record.
        """
        return cls.from_bytes(path.read_bytes())

    def save(self, path: Path) -> None:
        """Keep the record in a file. :raises OSError: if it cannot be written."""
        path.write_bytes(self.to_bytes())


@lru_cache(maxsize=1 << 12)
def _step_line(seat: Seat, do: str) -> str:
    """The line of a file for one action: most are those of other rounds too."""
    return line_text({"seat": seat, "do": do})


def line_text(data: Mapping[str, Json]) -> str:
    """One line of JSON Lines, its end included, as records and ``--json`` outputs have it."""
    return _encoder.encode(data) + "\n"


class _Place:
    """Whatever is found wrong inside is a ``BadRecord`` that begins with the line's number."""

    def __init__(self, line: int) -> None:
        self.line = line

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, PaijuError):
            told = shortened(str(error), _MOST_TOLD)
            raise BadRecord(f"line {self.line}: {told}") from None


def _filled_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            yield number, line


def _steps(rules: Game, lines: Iterable[tuple[int, bytes]]) -> Iterator[Step]:
    for number, line in lines:
        with _Place(number):
            seat, action = _step(rules, read_object(line))
        yield Step(seat, action, number)


def _step(rules: Game, data: Mapping[str, Any]) -> tuple[Seat, Action]:
    only_keys(data, "an action line", _STEP_KEYS)
    for key in _STEP_KEYS:
        if key not in data:
            raise BadRecord(f'{key!r} is missing; an action is {{"seat": 0, "do": "pass"}}')
    seat, text = data["seat"], data["do"]
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise BadRecord(f"'seat' is {shown(seat)}; it must be a seat from 0 to {SEATS - 1}")
    if not isinstance(text, str):
        raise BadRecord(f"'do' is {shown(text)}; it must be an action as text, like \"pass\"")
    return seat, rules.parse_action(text)
