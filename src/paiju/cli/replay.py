"""``paiju replay``: a record, played, and told event by event."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console

from paiju.cli import Exit
from paiju.core.errors import BadRecord, PaijuError
from paiju.core.event import Event, Json
from paiju.core.game import Round
from paiju.core.seat import SEATS, Seat, Viewer
from paiju.core.text import Text
from paiju.record import IllegalLine, Record, Replay
from paiju.record.record import line_text
from paiju.words import Language, in_language, seat_names, settlement, tell

FIRST_ACTION: Final = 2
"""The line of a record on which its first action stands, after the header."""

STYLES: Final = {
    "round_started": "bold",
    "discarded": "cyan",
    "melded": "green",
    "kong_declared": "green",
    "declared_ready": "yellow",
    "dealer_followed": "yellow",
    "won": "bold magenta",
    "round_ended": "bold",
}
_QUIET: Final = "dim"

Write = Callable[[str], None]


def run(
    file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    as_json: Annotated[bool, Parameter("--json", negative="")] = False,
    until: int | None = None,
    seat: int | None = None,
    lang: Language = "zh",
) -> Exit:
    """Play a record and print its events.  重放牌谱

    The last line is the settlement as JSON (on a terminal, in words). A line that the rules do
    not allow stops it with exit status 2: what is legal there is printed instead.

    Parameters
    ----------
    file
        The record, or - for standard input.
    as_json
        Print one event a line, as JSON.
    until
        Stop before this line of the file, and print who is to act and what each may do.
    seat
        Print only what this seat may see.
    lang
        The language of the events in words: zh or en.
    """
    if until is not None and until < FIRST_ACTION:
        raise PaijuError(f"--until {until}: line 1 is the header, actions begin on line 2")
    if seat is not None and not 0 <= seat < SEATS:
        raise PaijuError(f"--seat {seat}: seats are 0 to {SEATS - 1}")
    replay = Replay(load(file))
    teller: _Teller = _JsonTeller(seat) if as_json else _WordTeller(seat, lang)
    try:
        for events in replay.steps(until):
            teller.events(events)
    except IllegalLine as illegal:
        told = illegal.as_dict(seat)
        print(line_text(told), end="")
        if not as_json:
            print(f"paiju: line {told['line']}: {told['reason']}", file=sys.stderr)
        return Exit.ILLEGAL
    if replay.round.outcome is None:
        teller.questions(replay.round)
    return Exit.OK


def questions(round_: Round, viewer: Viewer, everything: bool) -> dict[str, Json]:
    """Who is to act and what each may do: all of it, or only what ``viewer`` may know.

    Everybody may know whose turn it is; whom a claim is offered to, only the seat itself.
    """
    asked = [s for s in round_.to_act if everything or s in (viewer, round_.turn)]
    told = [s for s in range(SEATS) if everything or s == viewer]
    legal = {str(s): [str(a) for a in round_.legal_actions(s)] for s in told}
    return {
        "type": "to_act",
        "to_act": list[Json](asked),
        "legal": {s: list[Json](actions) for s, actions in legal.items() if actions},
    }


def load(file: str) -> Record:
    """The record in a file (``-``: standard input). :raises BadRecord: naming file and line."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return Record.from_bytes(data)
    except BadRecord as error:
        raise BadRecord(f"{'standard input' if file == '-' else file}, {error}") from None


class _Teller:
    """Prints what a viewer may see; without one, everything."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat

    def events(self, events: Iterable[Event]) -> None:
        for event in events:
            seen = event if self.seat is None else event.seen_by(self.seat)
            if seen is not None:
                self.event(seen)

    def event(self, event: Event) -> None:
        raise NotImplementedError

    def questions(self, round_: Round) -> None:
        raise NotImplementedError


class _JsonTeller(_Teller):
    """One JSON line for each event."""

    def event(self, event: Event) -> None:
        print(line_text(event.as_dict()), end="")

    def questions(self, round_: Round) -> None:
        print(line_text(questions(round_, self.seat, self.seat is None)), end="")


class _WordTeller(_Teller):
    """One sentence for each event, coloured on a terminal."""

    def __init__(self, seat: Seat | None, language: Language) -> None:
        super().__init__(seat)
        self.language = language
        self.names = seat_names()
        self.console = Console(highlight=False, markup=False, soft_wrap=True)

    def event(self, event: Event) -> None:
        self._say(tell(event, self.names), STYLES.get(event.type, _QUIET))
        lines = settlement(event, self.names)
        for line in lines:
            self._say(line, "")
        if event.type == "round_ended" and not self.console.is_terminal:
            # Whatever reads this from a pipe finds the settlement in its last line.
            print(line_text(event.as_dict()), end="")

    def questions(self, round_: Round) -> None:
        asked = questions(round_, self.seat, self.seat is None)
        to_act, legal = asked["to_act"], asked["legal"]
        assert isinstance(to_act, list)
        assert isinstance(legal, dict)
        for seat in range(SEATS):
            name, actions = self.names[seat], legal.get(str(seat))
            if isinstance(actions, list):
                listed = " · ".join(str(action) for action in actions)
                self._say(Text(f"{name.zh} 可以：{listed}", f"{name.en} may: {listed}"), "bold")
            elif seat in to_act:
                self._say(Text(f"轮到{name.zh}", f"{name.en} is to act"), "bold")

    def _say(self, sentence: Text, style: str) -> None:
        self.console.print(in_language(sentence, self.language), style=style or None)
