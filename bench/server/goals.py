"""What is compared with whom, and how far ahead paiju's server is to be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bench.goals import Row

PEOPLE: Final = "at human pace"
IDLE: Final = "idle"

_FASTER_THAN: Final = {"Colyseus, messages": 1, "Colyseus, view": 1, "boardgame.io": 4}
"""So many times as many moves per second of the server's processor time, at 200 tables."""


def key(label: str, figure: str) -> str:
    """By what name a figure is compared: of which tables it is, and which of them."""
    return f"{label}: {figure}"


def rows(labels: Sequence[str]) -> Iterator[Row]:
    """The goals, and what is told for the record, of the measured numbers of tables."""
    for label in labels:
        if IDLE in label:
            yield Row(f"KB a table, {label}", key(label, "KB/table"), "", most=60)
            continue
        p99 = key(label, "p99 ms")
        most = 50 if PEOPLE in label else 10 if label == "50 tables" else None
        if PEOPLE not in label:
            rate = key(label, "per CPU s")
            what = f"moves a second of the server's CPU, {label}"
            yield Row(what, rate, rate)
            for against, times in _FASTER_THAN.items() if label == "200 tables" else ():
                yield Row(what, rate, rate, times, against)
        yield Row(f"ms until all four have it, p99, {label}", p99, p99, most=most)
