"""Any game in a terminal: what its observation says, and its legal actions by number."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text as Line

from paiju.core.action import Action
from paiju.core.errors import BadNotation, Refusal
from paiju.core.event import Json
from paiju.core.game import Game, Observation
from paiju.core.seat import Seat
from paiju.core.text import Text
from paiju.words import Language, Names, in_language

MOST_LISTED: Final = 60
"""More actions than this nobody reads; the rest can still be typed."""

HARD_SPACE: Final = "\N{NO-BREAK SPACE}"
_PROMPT: Final = ("question", "legal", "refused", "viewer")
_MORE: Final = Text("…还有 {} 种，按写法输入", "… and {} more: type them")
_NUMBERS: Final = Text("序号是 1 到 {}", "numbers are 1 to {}")
_RULE: Final = Text("（{}）", " ({})")


class Screen:
    """What one player of a game is shown, and how its input is read."""

    help = Text(
        "输入序号或写法。? 提示  t 牌桌  q 退出  回车 过",
        "type a number or the notation   ? advice   t table   q quit   Enter pass",
    )

    def __init__(self, game: Game, names: Names, language: Language) -> None:
        self.game = game
        self.names = names
        self.language = language

    def say(self, text: Text, *values: object) -> str:
        """A text in the player's language, with values put into it."""
        return in_language(text, self.language).format(*values)

    def refusal(self, refusal: Refusal) -> str:
        """Why something is not allowed, and the clause that says so."""
        clause = self.say(_RULE, refusal.clause) if refusal.clause else ""
        return in_language(refusal.reason, self.language) + clause

    def table(self, observation: Observation) -> RenderableType:
        """The table as the player sees it."""
        grid = Grid.grid(padding=(0, 2))
        for key, value in observation.as_dict().items():
            if key not in _PROMPT and not _is_empty(value):
                grid.add_row(Line(key, "dim"), Line(_written(value)))
        return grid

    def prompt(self, observation: Observation) -> RenderableType:
        """What the player may do, by number, and what it may not although it might try."""
        listed = list(observation.legal)
        lines = [self.numbered((i, str(action)) for i, action in enumerate(listed, 1))]
        if len(listed) > MOST_LISTED:
            lines.append(Line(self.say(_MORE, len(listed) - MOST_LISTED), "dim"))
        return Group(*lines, *self.refused(observation))

    def numbered(self, actions: Iterable[tuple[int, str]]) -> Line:
        """Actions with the numbers that choose them."""
        line = Line()
        for number, name in list(actions)[:MOST_LISTED]:
            line.append(f"{number}{HARD_SPACE}", "bold yellow")
            line.append(name.replace(" ", HARD_SPACE) + "   ")
        return line

    def refused(self, observation: Observation) -> list[RenderableType]:
        """A line for each thing that a player might try now and may not."""
        return [
            Padding(Line(f"✗ {action}: {self.refusal(refusal)}", "dim"), (0, 0, 0, 2))
            for action, refusal in observation.refused
        ]

    def advice(self, observation: Observation) -> RenderableType:
        """What a helpful neighbour would say."""
        grid = Grid.grid(padding=(0, 2))
        for key, value in self.game.advice(observation).items():
            grid.add_row(Line(key, "dim"), Line(_written(value)))
        return grid

    def read(self, typed: str, observation: Observation) -> Action:
        """The action that a player means by what it typed: a number or the notation.

        :raises BadNotation: if it is neither.
        """
        if not typed.isdecimal():
            return self.game.parse_action(typed)
        listed = observation.legal
        if len(typed) < 6 and 1 <= int(typed) <= len(listed):
            return listed[int(typed) - 1]
        raise BadNotation(self.say(_NUMBERS, len(listed)))

    def name(self, seat: Seat) -> str:
        """What a seat is called."""
        return in_language(self.names[seat], self.language)


def _is_empty(value: Json) -> bool:
    if isinstance(value, list):
        return all(_is_empty(part) for part in value)
    return value is None or value == ""


def _written(value: Json) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence) and all(isinstance(part, str | None) for part in value):
        return "  ".join(str(part or "·") for part in value)
    if isinstance(value, Mapping | Sequence):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
