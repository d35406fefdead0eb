"""A mahjong table in a terminal: the others, the rivers, and one's own hand by number."""

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text as Line

from paiju.cli.screens.plain import Screen
from paiju.core.action import Action
from paiju.core.errors import BadNotation
from paiju.core.game import Observation
from paiju.core.seat import Seat, seats_after
from paiju.core.text import Text
from paiju.mahjong.actions import HU, KONG, PASS, PUNG, READY, Discard
from paiju.mahjong.melds import CONCEALED_KONG, Meld
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import HIDDEN, Tile, counted_tiles, parse_tile, suit, tile_name, tile_text
from paiju.words import doing

_STYLES: Final = ("red", "blue", "green", "magenta", "yellow")
"""The colours of 万, 筒, 条, honours and flowers."""
_BACK: Final = "🀫"
_BARE: Final[Mapping[str, Action]] = {
    "过": PASS, "碰": PUNG, "杠": KONG, "胡": HU, "听": READY, "p": PASS,
}  # fmt: skip
"""Words for the answers that name no tile."""
_WITH_TILE: Final = (("打", "discard "), ("杠", "kong "), ("听", "ready "), ("吃", "chow "))
_TITLE: Final = Text("{} 坐庄   ×{}   墙里剩 {} 张", "{} deals   ×{}   {} tiles left")
_WAITS: Final = Text("听 {}", "waits for {}")
_AFTER: Final = Text("打 {} 听 {}", "after {}: waits for {}")
_WAIT: Final = Text("{}（剩 {}，点炮 {}，自摸 {}）", "{} ({} left, discard {}, self-draw {})")
_NO_WAITS: Final = Text("还没有听", "not waiting for anything yet")
_MAY_NOT: Final = Text("不能胡", "may not win")
_FINE: Final = Text("胡不了却喊胡是诈胡，罚 {}", "saying hu without a win costs {}")
_STANDING: Final = Text("已有 {} 花 {} 番：{}", "so far {} 花 and {} 番: {}")
_WINS: Final = Text("可以胡：{}", "hu wins {}")
_FALSE: Final = Text("胡不了：{}", "hu would not win: {}")
_LAID: Final = Text("{} 打了 {}", "{} discarded {}")
_KONGED: Final = Text("{} 要加杠 {}", "{} adds {} to a pung")


class MahjongScreen(Screen):
    """The table of a mahjong."""

    help = Text(
        "输入序号，或写法：五万、5m、打五万、碰、杠、胡、听五万、过。"
        "? 提示  t 牌桌  q 退出  回车 过",
        "type a number or the notation (5m, discard 5m, pung, chow 34m)   "
        "? advice   t table   q quit   Enter pass",
    )

    def table(self, observation: Observation) -> RenderableType:
        """Everybody in turn order from the next seat on, oneself last."""
        assert isinstance(observation, MahjongObservation) and observation.viewer is not None
        table, own = observation.table, observation.viewer
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column()
        for seat in (*seats_after(own), own):
            grid.add_row(self._who(table, seat), self._front(table, seat), self._river(table, seat))
        title = self.say(_TITLE, self.name(table.dealer), table.factor, table.wall)
        return Panel(grid, title=title, title_align="left", border_style="dim")

    def prompt(self, observation: Observation) -> RenderableType:
        """One's hand, each tile over the number that discards it, and all else by number."""
        assert isinstance(observation, MahjongObservation) and observation.viewer is not None
        table, own = observation.table, observation.viewer
        listed = list(observation.legal)
        numbers = {a.tile: i for i, a in enumerate(listed, 1) if isinstance(a, Discard)}
        others = [
            (i, self.action(action, observation))
            for i, action in enumerate(listed, 1)
            if not isinstance(action, Discard)
        ]
        parts: list[RenderableType] = []
        asked = observation.asked
        if asked is not None and asked.kind in ("claim", "rob"):
            said = _KONGED if asked.kind == "rob" else _LAID
            line = Line(self.say(said, self.name(asked.seat), self.tile(asked.tile)), "bold")
            parts.append(line)
        parts.append(self._hand(table, own, numbers))
        if others:
            parts.append(self.numbered(others))
        penalty = observation.rules.false_win_penalty
        if penalty and HU in observation.legal:
            parts.append(Line(self.say(_FINE, penalty), "dim"))
        return Group(*parts, *self.refused(observation))

    def action(self, action: Action, observation: MahjongObservation) -> str:
        """An action as players call it, with its notation."""
        if self.language == "en":
            return str(action)
        return f"{doing(action, self.names).zh} [{action}]"

    def advice(self, observation: Observation) -> RenderableType:
        """What the hand waits for, now and after each discard, and what it is worth so far."""
        advice: Any = self.game.advice(observation)
        lines = self._worth(advice) + [
            Line(self.say(_AFTER, self._named(tile), self._waits(waits)))
            for tile, waits in advice["discards"].items()
        ]
        if advice["waits"]:
            lines.append(Line(self.say(_WAITS, self._waits(advice["waits"]))))
        if not advice["discards"] and not advice["waits"]:
            lines.append(Line(self.say(_NO_WAITS), "dim"))
        return Group(*lines)

    def _worth(self, advice: Mapping[str, Any]) -> list[Line]:
        """The running 花 and 番 of a hand, and what hu would come to, where a game tells it."""
        lines = []
        standing, hu = advice.get("standing"), advice.get("hu")
        if standing:
            counted = (standing["flowers"], standing["fans"], standing["formula"])
            lines.append(Line(self.say(_STANDING, *counted)))
        if hu and hu["wins"]:
            lines.append(Line(self.say(_WINS, hu["formula"]), "bold"))
        elif hu:
            lines.append(Line(self.say(_FALSE, hu["reason"][self.language])))
        return lines

    def read(self, typed: str, observation: Observation) -> Action:
        """Also a tile alone (discard it), and 碰, 胡, 打五万 as one says them."""
        if typed in _BARE:
            return _BARE[typed]
        for said, verb in _WITH_TILE:
            if typed.startswith(said):
                return super().read(verb + typed[len(said) :].strip(), observation)
        if not typed.isdecimal():
            try:
                return Discard(parse_tile(typed))
            except BadNotation:
                pass
        return super().read(typed, observation)

    def tile(self, tile: Tile) -> str:
        """A tile in the player's language."""
        return tile_name(tile).zh if self.language == "zh" else tile_text(tile)

    def _named(self, tile: str) -> str:
        return self.tile(parse_tile(tile))

    def _waits(self, waits: list[dict[str, Any]]) -> str:
        def worth(points: int | None) -> str:
            return self.say(_MAY_NOT) if points is None else str(points)

        said = [
            self.say(
                _WAIT,
                self._named(wait["tile"]),
                wait["left"],
                worth(wait["points"]),
                worth(wait["self_draw"]),
            )
            for wait in waits
        ]
        return ("，" if self.language == "zh" else ", ").join(said)

    def _who(self, table: Table, seat: Seat) -> Line:
        line = Line(self.name(seat), "bold" if seat == table.turn else "")
        if seat == table.dealer:
            line.append(" 庄" if self.language == "zh" else " (dealer)", "yellow")
        if table.sides[seat].ready:
            line.append(" 听" if self.language == "zh" else " (ready)", "bold red")
        return line

    def _front(self, table: Table, seat: Seat) -> Line:
        side = table.sides[seat]
        line = Line(f"{_BACK}{side.size}")
        for meld in side.melds:
            line.append("  ")
            line.append_text(self._meld(meld))
        if side.bonus:
            line.append("  ")
            for tile in side.bonus:
                line.append_text(self._tile(tile))
        return line

    def _meld(self, meld: Meld) -> Line:
        if meld.tile == HIDDEN:
            return Line(_BACK * 4)
        ends = ("〈", "〉") if meld.kind == CONCEALED_KONG else ("[", "]")
        line = Line(ends[0])
        for tile in meld.tiles:
            line.append_text(self._tile(tile))
        return line.append(ends[1])

    def _river(self, table: Table, seat: Seat) -> Line:
        line = Line()
        for laid in table.sides[seat].river:
            if not laid.claimed:
                line.append_text(self._tile(laid.tile)).append(" ")
        return line

    def _tile(self, tile: Tile) -> Line:
        return Line(self.tile(tile), _STYLES[suit(tile)])

    def _hand(self, table: Table, seat: Seat, numbers: Mapping[Tile, int]) -> Grid:
        tiles, drawn = counted_tiles(table.sides[seat].hand), table.sides[seat].drawn
        if drawn != HIDDEN:
            tiles.remove(drawn)
            tiles.append(drawn)
        grid = Grid.grid(padding=(0, 1))
        cells = [self._tile(tile) for tile in tiles]
        under = [Line(str(numbers.get(tile, "")), "bold yellow") for tile in tiles]
        if drawn != HIDDEN:
            cells.insert(-1, Line("│", "dim"))
            under.insert(-1, Line("│", "dim"))
        for _ in cells:
            grid.add_column(justify="center", no_wrap=True)
        grid.add_row(*cells)
        if numbers:
            grid.add_row(*under)
        return grid
