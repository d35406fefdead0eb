"""One table's journal, for an operator to read: what happened at it, step by step."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import json
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from paiju.core.errors import BadNotation
from paiju.core.game import Game
from paiju.core.text import Text
from paiju.server.schema import JOURNAL, TABLES
from paiju.server.steps import (
    Acted,
    AutoSet,
    Cleared,
    Dealt,
    Left,
    LineChanged,
    NextPressed,
    NonceGiven,
    Paid,
    Place,
    RoundOpened,
    Step,
    TakenUp,
    read_step,
)
from paiju.server.stretches import steps_of
from paiju.words import Names, doing, gains


class TableFacts(NamedTuple):
    """A table that there is, or was not long ago. Times are ms since 1970."""

    id: str
    room: str
    game: str
    rounds: int
    stake: int
    started: int
    finished: int | None
    names: list[str]
    """By seat, as the match began."""


class Line(NamedTuple):
    """A step as it is read."""

    seq: int
    at: int
    seat: int | None
    """Whose step it is."""
    what: Text
    by: Text | None
    """Who did it, where the seat's player need not have."""
    kept: str
    """The step as the journal has it."""


class Page(NamedTuple):
    """Some steps in a row, the last ones unless older ones were asked for."""

    lines: list[Line]
    older: int | None
    """Before which step there are others."""


class Journals:
    """The queries; a node reads the journal of any table of its site."""

    def __init__(self, engine: AsyncEngine, games: Mapping[str, Game]) -> None:
        self._engine = engine
        self._games = games

    async def started(self, tables: Iterable[str]) -> dict[str, int]:
        """When these tables were started."""
        query = select(TABLES.c.id, TABLES.c.started).where(TABLES.c.id.in_(list(tables)))
        async with self._engine.connect() as connection:
            return {row.id: row.started for row in await connection.execute(query)}

    async def facts(self, table: str) -> TableFacts | None:
        """What a table is; none if there is none of this id."""
        if not table.isprintable():  # PostgreSQL takes no NUL, and no table is called so
            return None
        async with self._engine.connect() as connection:
            row = (
                await connection.execute(select(TABLES).where(TABLES.c.id == table))
            ).one_or_none()
        if row is None:
            return None
        names = [place.name for place in json.decode(row.places, type=list[Place])]
        return TableFacts(
            row.id, row.room, row.game, row.rounds, row.stake, row.started, row.finished, names
        )

    async def page(self, table: TableFacts, before: int | None, most: int) -> Page:
        """The last steps of a table, of those before a step if it is said."""
        query = (
            select(JOURNAL.c.seq, JOURNAL.c.at, JOURNAL.c.step)
            .where(steps_of(table.id, self._engine.dialect))
            .order_by(JOURNAL.c.seq.desc())
            .limit(most + 1)
        )
        if before is not None:
            query = query.where(JOURNAL.c.seq < before)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        names = [Text(name, name) for name in table.names]
        game = self._games.get(table.game)
        lines = [_line(row.seq, row.at, row.step, game, names) for row in reversed(rows[:most])]
        return Page(lines, lines[0].seq if len(rows) > most else None)


def _line(seq: int, at: int, kept: str, game: Game | None, names: Names) -> Line:
    step = read_step(kept)
    seat: int | None = getattr(step, "seat", None)
    by = _BY[step.by] if isinstance(step, Acted) else None
    return Line(seq, at, seat, _what(step, game, names), by, kept)


def _what(step: Step, game: Game | None, names: Names) -> Text:
    match step:
        case RoundOpened(round=number):
            return Text(f"第 {number} 局洗牌", f"round {number} is shuffled for")
        case NonceGiven():
            return Text("交出随机数", "gives a nonce")
        case Dealt():
            return Text("发牌", "dealt")
        case Acted(do=do):
            return _done(do, game, names)
        case Paid(coins=coins):
            return _paid(coins, names)
        case LineChanged(up=up):
            return Text("连上了", "came back") if up else Text("掉线", "line lost")
        case AutoSet(on=on):
            return Text("托管", "auto-play on") if on else Text("取消托管", "auto-play off")
        case NextPressed():
            return Text("下一局", "next")
        case Left():
            return Text("离开", "left for good")
        case TakenUp(node=node):
            return Text(f"由节点 {node} 接着打", f"goes on at node {node}")
        case Cleared():
            return Text("收桌", "cleared")
    name = str(type(step).__struct_config__.tag)
    return Text(name, name)


def _done(do: str, game: Game | None, names: Names) -> Text:
    """An act in words; as it is written, if the game is of another version or not here."""
    if game is not None:
        try:
            return doing(game.parse_action(do), names)
        except BadNotation:
            pass
    return Text(do, do)


def _paid(coins: list[int] | None, names: Names) -> Text:
    if coins is None:
        return Text("结算", "paid")
    paid = gains(zip(names, coins, strict=True))
    return Text(f"结算金币：{paid.zh}", f"coins are paid: {paid.en}")


_BY: Final = {
    "player": Text("本人", "player"),
    "bot": Text("电脑", "bot"),
    "auto": Text("托管", "auto-play"),
    "time": Text("超时", "time was up"),
}
