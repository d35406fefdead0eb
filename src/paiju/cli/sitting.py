"""A person at a table of bots, in the terminal: the rounds of a match, and what is typed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table as Grid

from paiju.bots.base import Bot
from paiju.cli.screens import Screen
from paiju.core.action import Action
from paiju.core.errors import BadNotation
from paiju.core.event import Event
from paiju.core.game import Game, Match, Observation, Round
from paiju.core.randomness import derived_seed
from paiju.core.seat import SEATS, Seat
from paiju.core.text import Text
from paiju.record import Record, Step
from paiju.words import settlement, tell
from paiju.words.telling import signed

_ROUND: Final = Text("第 {} 局，共 {} 局", "round {} of {}")
_NEXT: Final = Text("回车打下一局，q 退出", "Enter for the next round, q to quit")
_TOTALS: Final = Text("累计", "totals")
_SAVED: Final = Text("牌谱存于 {}", "record kept in {}")
_END: Final = Text("打完了。", "The match is over.")
_LEFT: Final = Text("不打了，再见。", "You have left. Goodbye.")
_QUIT: Final = ("q", "quit", "exit")
_ADVICE: Final = ("?", "？", "hint", "提示")


class Left(Exception):
    """The person has had enough."""


class Sitting:
    """One person and three bots, for so many rounds."""

    def __init__(
        self,
        match: Match,
        screen: Screen,
        console: Console,
        seat: Seat,
        bots: Sequence[Bot],
        records: Path | None,
    ) -> None:
        self.match = match
        self.screen = screen
        self.console = console
        self.seat = seat
        self.bots = bots
        """By seat; the one in the person's place is not asked."""
        self.records = records
        self.game: Game = screen.game
        self._label = ""

    def play(self, rounds: int, seed: bytes) -> None:
        """The whole match.

        :raises KeyboardInterrupt: if the person presses Ctrl-C; what was played has been kept.
        """
        self._say(self.screen.help, style="dim")
        self._label = seed.hex()[:8]
        try:
            for number in range(1, rounds + 1):
                self.console.rule(self.screen.say(_ROUND, number, rounds))
                self._round(number, derived_seed(seed, f"round {number}"))
                self._totals()
                if number < rounds:
                    self._wait()
        except Left:
            self._say(_LEFT)
        else:
            self._say(_END, style="bold")

    def _round(self, number: int, seed: bytes) -> None:
        round_ = self.game.start(self.match.setup(seed))
        steps: list[Step] = []
        try:
            self._tell(round_.events)
            while round_.outcome is None:
                others = [seat for seat in round_.to_act if seat != self.seat]
                seat = others[0] if others else self.seat
                observation = round_.observation(seat)
                action = self.bots[seat].act(observation) if others else self._ask(observation)
                told = round_.apply(seat, action)
                steps.append(Step(seat, action))
                self._tell(told)
            self.match.settle(round_)
        finally:
            self._keep(number, round_, steps)

    def _ask(self, observation: Observation) -> Action:
        """The person's answer: asked again until it is one that the rules allow."""
        self.console.print(self.screen.table(observation))
        self.console.print(self.screen.prompt(observation))
        while True:
            typed = self._typed()
            if typed in _ADVICE:
                self.console.print(self.screen.advice(observation))
            elif typed == "t":
                self.console.print(self.screen.table(observation))
                self.console.print(self.screen.prompt(observation))
            else:
                action = self._meant(typed, observation)
                if action is not None:
                    return action

    def _meant(self, typed: str, observation: Observation) -> Action | None:
        idle = self.game.idle_action(observation)
        if typed == "":
            if str(idle) == "pass":
                return idle
            self._say(self.screen.help, style="dim")
            return None
        try:
            action = self.screen.read(typed, observation)
        except BadNotation as error:
            self.console.print(str(error), style="yellow", markup=False)
            return None
        refusal = observation.legal.explain(action)
        if refusal is None:
            return action
        said = f"✗ {action}: {self.screen.refusal(refusal)}"
        self.console.print(said, style="yellow", markup=False)
        return None

    def _typed(self) -> str:
        try:
            typed = self.console.input("[bold]> [/]").strip()
        except (EOFError, UnicodeDecodeError):
            self.console.print()
            raise Left from None
        if typed in _QUIT:
            raise Left
        return typed

    def _wait(self) -> None:
        self._say(_NEXT, style="dim")
        self._typed()

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            seen = event.seen_by(self.seat)
            if seen is None:
                continue
            own = getattr(event, "seat", None) == self.seat
            style = "bold" if own or event.type in ("won", "round_ended") else ""
            self._say(tell(seen, self.screen.names), style=style)
            for line in settlement(seen, self.screen.names):
                self._say(line)

    def _totals(self) -> None:
        grid = Grid(title=self.screen.say(_TOTALS), box=None, padding=(0, 2))
        for seat in range(SEATS):
            grid.add_column(self.screen.name(seat), justify="right")
        grid.add_row(*(signed(total) for total in self.match.totals))
        self.console.print(grid)

    def _keep(self, number: int, round_: Round, steps: Sequence[Step]) -> None:
        if self.records is None:
            return
        name = f"{self.game.key}-{self._label}-{number:02}.jsonl"
        Record(round_.setup, tuple(steps)).save(self.records / name)
        self._say(_SAVED, self.records / name, style="dim")

    def _say(self, text: Text, *values: object, style: str = "") -> None:
        said = self.screen.say(text, *values) if values else self.screen.say(_plain(text))
        self.console.print(said, style=style or None, markup=False, highlight=False)


def _plain(text: Text) -> Text:
    """A sentence in which braces are only braces."""
    return Text(*(part.replace("{", "{{").replace("}", "}}") for part in text))
