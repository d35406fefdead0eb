"""What is told of each server and number of tables, and how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Figures = dict[str, float]
"""By the names below; what a program does not tell is not there."""

COLUMNS: Final[Mapping[str, tuple[str, str]]] = {
    "moves/s": ("moves/s", ",.0f"),
    "moves per CPU s": ("moves a CPU second", ",.0f"),
    "p50": ("ms to all four p50", ".3g"),
    "p99": ("p99", ".3g"),
    "ack p50": ("ms to the ack p50", ".3g"),
    "ack p99": ("p99", ".3g"),
    "server CPU %": ("server CPU %", ".0f"),
    "client CPU %": ("client CPU %", ".0f"),
    "MB": ("MB", ",.0f"),
    "KB a table": ("KB a table", ",.0f"),
    "bytes down": ("bytes a move and client", ",.0f"),
    "frames": ("frames a move", ".1f"),
    "seen": ("% of moves that all see", ".0f"),
    "rounds": ("rounds", ",.0f"),
    "wins": ("wins", ",.0f"),
    "refused": ("refused", ",.0f"),
}
"""How each figure is headed, and how it is written."""
