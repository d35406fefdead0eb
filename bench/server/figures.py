"""What is told of each server and number of tables, and how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Figures = dict[str, float]
"""By the names below; what a program does not tell is not there."""

COLUMNS: Final[Mapping[str, str]] = {
    "moves/s": ",.0f",
    "per CPU s": ",.0f",
    "p50 ms": ".3g",
    "p99 ms": ".3g",
    "ack p50": ".3g",
    "ack p99": ".3g",
    "server %": ".0f",
    "client %": ".0f",
    "others %": ".0f",
    "MB": ",.0f",
    "KB/table": ",.0f",
    "B/move": ",.0f",
    "frames": ".1f",
    "% seen": ".0f",
    "steps": ".3g",
    "rounds": ",.0f",
    "wins": ",.0f",
    "refused": ",.0f",
}
"""Each figure, and how it is written. ../README.md says what they are."""
