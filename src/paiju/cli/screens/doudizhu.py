"""A table of 斗地主 in a terminal: what lies there, and one's hand by rank."""

from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text as Line

from paiju.cards.cards import parse_counts
from paiju.cli.screens.plain import HARD_SPACE, Screen
from paiju.core.action import Action
from paiju.core.errors import BadNotation
from paiju.core.game import Observation
from paiju.core.seat import Seat, seats_after
from paiju.core.text import Text
from paiju.games.jiujiang_doudizhu.actions import Play
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.table import NOBODY
from paiju.words.doudizhu import hand_words

_WORDS: Final = {
    "叫": "call", "不叫": "decline", "投降": "surrender", "过": "pass", "不要": "pass", "p": "pass",
}  # fmt: skip
"""What one says for the actions that name no cards."""
_TITLE: Final = Text("底分 {}", "base {}")
_LANDLORD: Final = Text(" 地主", " (landlord)")
_TO_BEAT: Final = Text("要压 {} 的 {}", "to beat: {}'s {}")
_HELD: Final = Text("手牌 {}", "hand {}")
_NUMBERS: Final = Text("序号是 01 到 {}", "numbers are 01 to {}")
_MOST_NUMBERED: Final = 16
_FREE: Final = Text("别的牌直接输入，如 33344", "type any other play, like 33344")


class DouDizhuScreen(Screen):
    """The table of 斗地主."""

    help = Text(
        "输入牌（33344、wW）、序号（01）或 叫、不叫、不要、投降。? 提示  t 牌桌  q 退出  回车 不要",
        "type cards (33344, wW), a number (01) or the notation   "
        "? advice   t table   q quit   Enter pass",
    )

    def table(self, observation: Observation) -> RenderableType:
        """Everybody's last play, in turn order from the next seat on, oneself last."""
        assert isinstance(observation, DouDizhuObservation) and observation.viewer is not None
        table, own = observation.table, observation.viewer
        counts = observation.as_dict()["counts"]
        grid = Grid.grid(padding=(0, 2))
        for seat in (*seats_after(own), own):
            cards = table.shown[seat]
            left = str(counts[seat]) if isinstance(counts, list) else ""
            grid.add_row(
                self._who(seat, table.landlord), left, "" if cards is None else hand_words(cards)
            )
        title = self.say(_TITLE, table.base)
        return Panel(grid, title=title, title_align="left", border_style="dim")

    def prompt(self, observation: Observation) -> RenderableType:
        """The hand, what there is to beat, and by number what a neighbour would think of."""
        assert isinstance(observation, DouDizhuObservation) and observation.viewer is not None
        table = observation.table
        parts: list[RenderableType] = []
        if table.target is not None:
            said = self.say(_TO_BEAT, self.name(table.top), str(table.target))
            parts.append(Line(said, "bold"))
        hand = hand_words(table.hand(observation.viewer))
        parts.append(Line(self.say(_HELD, hand), "bold"))
        parts.append(self._numbered(observation))
        if len(self._choices(observation)) < len(observation.legal):
            parts.append(Line(self.say(_FREE), "dim"))
        return Group(*parts, *self.refused(observation))

    def read(self, typed: str, observation: Observation) -> Action:
        """Cards alone are played; digits that are no cards (01, 1) are numbers; 叫, 不要 too."""
        is_play = _are_cards(typed)
        if typed.isdecimal() and not is_play:
            choices = self._choices(observation)
            if 1 <= int(typed[:6]) <= len(choices):
                return choices[int(typed[:6]) - 1]
            raise BadNotation(self.say(_NUMBERS, f"{len(choices):02}"))
        if typed in _WORDS:
            return self.game.parse_action(_WORDS[typed])
        return self.game.parse_action(f"play {typed}" if is_play else typed)

    def _choices(self, observation: Observation) -> list[Action]:
        """What is worth a number: all of few actions; of many, what a neighbour would think of.

        Questions come last: they are free and end no turn.
        """
        listed = sorted(observation.legal, key=lambda action: action.free)
        if len(listed) <= _MOST_NUMBERED:
            return listed
        hints = self.game.advice(observation)["hints"]
        assert isinstance(hints, list)
        plays = [self.game.parse_action(str(hint)) for hint in hints[:_MOST_NUMBERED]]
        others = [action for action in listed if not isinstance(action, Play)]
        return sorted(others + plays, key=lambda action: action.free)

    def _numbered(self, observation: Observation) -> Line:
        line = Line()
        for number, action in enumerate(self._choices(observation), 1):
            name = str(action).removeprefix("play ")
            line.append(f"{number:02}{HARD_SPACE}", "bold yellow")
            line.append(name.replace(" ", HARD_SPACE) + "   ")
        return line

    def _who(self, seat: Seat, landlord: Seat) -> Line:
        line = Line(self.name(seat))
        if seat == landlord != NOBODY:
            line.append(self.say(_LANDLORD), "yellow")
        return line


def _are_cards(typed: str) -> bool:
    try:
        return any(parse_counts(typed))
    except BadNotation:
        return False
