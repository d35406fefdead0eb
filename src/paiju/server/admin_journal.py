"""One table's journal, for an operator to read: what happened at it, step by step."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import json, to_builtins
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

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
    read_step,
)


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
    """A step as it is read. ``seat``: whose it is; ``more``: its particulars as they are kept."""

    seq: int
    at: int
    round: int
    seat: int | None
    what: Text
    more: str


class Page(NamedTuple):
    """Some steps in a row, the last ones unless older ones were asked for."""

    lines: list[Line]
    older: int | None
    """Before which step there are others."""


class Journals:
    """The queries; a node reads the journal of any table of its site."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def started(self, tables: Iterable[str]) -> dict[str, int]:
        """When these tables were started."""
        query = select(TABLES.c.id, TABLES.c.started).where(TABLES.c.id.in_(list(tables)))
        async with self._engine.connect() as connection:
            return {row.id: row.started for row in await connection.execute(query)}

    async def facts(self, table: str) -> TableFacts | None:
        """What a table is."""
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

    async def page(self, table: str, before: int | None, most: int) -> Page:
        """The last steps of a table, of those before a step if it is said."""
        query = (
            select(JOURNAL.c.seq, JOURNAL.c.at, JOURNAL.c.round, JOURNAL.c.step)
            .where(JOURNAL.c.table_id == table)
            .order_by(JOURNAL.c.seq.desc())
            .limit(most + 1)
        )
        if before is not None:
            query = query.where(JOURNAL.c.seq < before)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        lines = [_line(*row) for row in reversed(rows[:most])]
        return Page(lines, lines[0].seq if len(rows) > most else None)


_TOLD_APART = ("step", "seat", "do", "by", "places", "request")


def _line(seq: int, at: int, number: int, text: str) -> Line:
    step = read_step(text)
    seat: int | None = getattr(step, "seat", None)
    told = {
        name: value
        for name, value in to_builtins(step).items()
        if name not in _TOLD_APART and value is not None
    }
    return Line(seq, at, number, seat, _what(step), json.encode(told).decode() if told else "")


def _what(step: Step) -> Text:
    match step:
        case RoundOpened(round=number):
            return Text(f"第 {number} 局洗牌", f"round {number} is shuffled for")
        case NonceGiven():
            return Text("交出随机数", "gives a nonce")
        case Dealt():
            return Text("发牌", "dealt")
        case Acted(do=do, by=by):
            return Text(f"{do}（{_BY[by].zh}）", _BY[by].en) if by in _BY else Text(do, do)
        case Paid():
            return Text("结算", "paid")
        case LineChanged(up=up):
            return Text("连上了", "came back") if up else Text("掉线", "line lost")
        case AutoSet(on=on):
            return Text("托管", "auto-play on") if on else Text("取消托管", "auto-play off")
        case NextPressed():
            return Text("下一局", "next")
        case Left():
            return Text("离开", "left for good")
        case Cleared():
            return Text("收桌", "cleared")
    name = str(type(step).__struct_config__.tag)
    return Text(name, name)


_BY = {
    "bot": Text("电脑", "bot"),
    "auto": Text("托管", "auto-play"),
    "time": Text("超时", "time was up"),
}
