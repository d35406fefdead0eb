"""Measures a real server with full tables over real sockets, beside what others have written.

Usage: python -m bench.server [--tables N …] [--seconds S] [--game GAME …]   (see ../README.md)
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.table import Table

from bench.server.machine import CannotMeasure, cores
from bench.server.ours import Figures, Idle, idle, played
from paiju.cli.measuring import machine

HUMAN: tuple[float, float] = (1.5, 2.5)
"""How many seconds after a question a person answers, any time between them alike."""


def _table_of_play() -> Table:
    table = Table(title="paiju serve, four sockets a table, the journal on disk", show_lines=False)
    table.add_column("tables")
    for name in (
        *("moves/s", "moves per CPU s", "seen by all", "to all four ms p50", "p99"),
        *("to the ack ms p50", "p99", "server CPU %", "client CPU %", "MB", "KB a table"),
        *("bytes down a move, client", "frames a move", "rounds", "refused"),
    ):
        table.add_column(name, justify="right")
    return table


def _row(name: str, f: Figures) -> tuple[str, ...]:
    return (
        name,
        f"{f.moves / f.seconds:,.0f}",
        f"{f.rate:,.0f}",
        f"{f.shown / f.moves:.0%}",
        *(f"{ms:.3g}" for ms in (f.seen_p50, f.seen_p99, f.ack_p50, f.ack_p99)),
        *(f"{100 * cpu / f.seconds:.0f}" for cpu in (f.server_cpu, f.crowd_cpu)),
        f"{f.memory / 1024:.0f}",
        f"{f.added / f.tables:.0f}",
        f"{f.bytes_down / f.moves / 4:.0f}",
        f"{f.frames / f.moves:.1f}",
        f"{f.rounds}",
        " ".join(f"{code} {times}" for code, times in f.refused.items()),
    )


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 50, 200], metavar="N")
    parser.add_argument("--human", type=int, default=2000, metavar="N", help="tables; 0: none")
    parser.add_argument("--idle", type=int, default=2000, metavar="N", help="tables; 0: none")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measure")
    parser.add_argument("--game", nargs="+", default=["jiujiang-mahjong"])
    asked = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 200)
    table, waiting = _table_of_play(), None
    if len(set(cores())) == 1:
        console.print("this machine has one core for server and clients: rates are too low")
    try:
        for game in asked.game:
            for tables in asked.tables:
                table.add_row(*_row(f"{game} {tables}", played(tables, game, asked.seconds)))
        if asked.human:
            figures = played(asked.human, asked.game[0], asked.seconds, HUMAN)
            table.add_row(*_row(f"{asked.game[0]} {asked.human}, at human pace", figures))
        if asked.idle:
            waiting = idle(asked.idle, asked.game[0])
    except CannotMeasure as why:
        sys.exit(f"[paiju] {why}")
    console.print(table)
    if waiting is not None:
        console.print(_told(waiting))
    there = machine()
    form = "compiled" if there["compiled"] else "interpreted"
    console.print(f"paiju {there['paiju']} ({form}), {there['python']}, {there['processor']}")


def _told(idle: Idle) -> str:
    return (
        f"an idle table ({idle.tables} of them, dealt): {idle.dealt:.0f} KB with four sockets, "
        f"{idle.dealt - idle.seated:.0f} KB more than the room with its people before the deal"
    )


if __name__ == "__main__":
    main()
