"""The rows that are only ever added: each step of a table, and the rounds that have ended."""

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Table

from paiju.server.schema import JOURNAL, ROUNDS, SITTINGS


class JournalRow(NamedTuple):
    """One step of one table."""

    table_id: str
    seq: int
    round: int
    at: int
    step: str


class RoundRow(NamedTuple):
    """A finished round, as it is kept for those who played it."""

    table_id: str
    round: int
    game: str
    at: int
    stake: int
    termination: str
    names: str
    """JSON, as ``payments`` is."""
    payments: str
    record: str


class SittingRow(NamedTuple):
    """A player's part in a finished round; ``coins``: what it gained, at a table with a stake."""

    table_id: str
    round: int
    seat: int
    player: str
    at: int
    coins: int | None


Row: TypeAlias = JournalRow | RoundRow | SittingRow

_TABLES: Final[dict[type[Row], Table]] = {
    JournalRow: JOURNAL,
    RoundRow: ROUNDS,
    SittingRow: SITTINGS,
}
ALL_TABLES: Final = tuple(_TABLES.values())


def by_table(rows: Iterable[Row]) -> dict[Table, list[Row]]:
    """The rows of each table, in their order."""
    sorted_: dict[type[Row], list[Row]] = {}
    for row in rows:
        sorted_.setdefault(type(row), []).append(row)
    return {_TABLES[kind]: own for kind, own in sorted_.items()}
