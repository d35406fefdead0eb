"""Sets paiju's server beside those that others have written: full tables over real sockets.

Usage: python -m bench.server [--tables N …] [--seconds S] [--only WORD …]   (see ../README.md)
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from statistics import median
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.goals import OURS
from bench.peers import line
from bench.server import ours, theirs
from bench.server.figures import COLUMNS, Figures
from bench.server.goals import IDLE, PEOPLE, key, rows
from bench.server.machine import CannotMeasure, cores
from paiju.cli.measuring import machine

GAMES: Final = ["jiujiang-mahjong", "jintan-mahjong", "jiujiang-doudizhu"]
WIDTH: Final = 190
"""What the tables need, whatever the terminal has."""


class Run(NamedTuple):
    """One measuring: of which program, with which tables."""

    program: str
    label: str
    measure: Callable[[], Figures]


def runs(asked: argparse.Namespace) -> Iterator[Run]:
    """All that is asked for; the first game is compared, the others are told for the record."""
    main, *others = asked.game
    for count in asked.tables:
        yield Run(OURS, f"{count} tables", partial(ours.played, count, main, asked.seconds))
    if asked.human:
        measure = partial(ours.played_by_people, asked.human, main, asked.seconds)
        yield Run(OURS, f"{asked.human} tables {PEOPLE}", measure)
    if asked.idle:
        yield Run(OURS, f"{asked.idle} tables {IDLE}", partial(ours.idle, asked.idle, main))
    for game, count in product(others, asked.tables[-1:]):
        measure = partial(ours.played, count, game, asked.seconds)
        yield Run(f"{OURS}, {game}", f"{count} tables", measure)
    for peer in theirs.PEERS:
        for count in asked.tables:
            measure = partial(theirs.played, peer, count, asked.seconds)
            yield Run(peer, f"{count} tables", measure)


def chosen(asked: argparse.Namespace) -> list[Run]:
    """Those of them that have one of the words; without peers if these are not wanted."""
    return [
        run
        for run in runs(asked)
        if not (asked.no_peers and run.program in theirs.PEERS)
        and (not asked.only or any(word in f"{run.program} {run.label}" for word in asked.only))
    ]


def measured(wanted: Sequence[Run], passes: int) -> tuple[dict[Run, Figures], dict[str, str]]:
    """The medians of each run, taken in turns; and of each program that failed, why."""
    found: dict[Run, list[Figures]] = {run: [] for run in wanted}
    missing: dict[str, str] = {}
    if any(run.program in theirs.PEERS for run in wanted):
        try:
            theirs.installed()
        except CannotMeasure as why:
            missing = dict.fromkeys(theirs.PEERS, str(why))
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=passes * len(wanted))
        for number in range(passes):
            for run in wanted:
                named = f"pass {number + 1} of {passes}: {run.program}, {run.label}"
                bar.update(task, description=named)
                if run.program not in missing:
                    try:
                        found[run].append(run.measure())
                    except CannotMeasure as why:
                        missing[run.program] = f"{run.label}: {why}"
                bar.advance(task)
    return {run: medians(taken) for run, taken in found.items() if taken}, missing


def medians(taken: Sequence[Figures]) -> Figures:
    """What is in the middle, figure by figure."""
    return {name: median(figures[name] for figures in taken) for name in taken[0]}


def told(found: dict[Run, Figures]) -> Table:
    """All figures, as they are."""
    table = Table("server", "tables", box=None, padding=(0, 1, 0, 0))
    for name in COLUMNS:
        table.add_column(name, justify="right")
    for column in table.columns:
        column.no_wrap = True
    for run, figures in found.items():
        cells = [
            format(figures[name], form) if name in figures else "" for name, form in COLUMNS.items()
        ]
        tables = run.label.replace(" tables", "").replace(PEOPLE, "people")
        table.add_row(run.program, tables, *cells)
    return table


def compared(found: dict[Run, Figures]) -> Table:
    """The goals, and whether they are met."""
    programs: dict[str, Figures] = {OURS: {}}
    for run, figures in found.items():
        mine = programs.setdefault(run.program, {})
        mine.update({key(run.label, name): figure for name, figure in figures.items()})
    table = Table("what", "paiju", "peers (paiju's ratio)", "goal", "", show_lines=True)
    for row in rows([run.label for run in found if run.program == OURS]):
        names = [OURS, row.against] if row.against else list(programs)
        table.add_row(*line(row, {name: programs[name] for name in names if name in programs}))
    return table


def main() -> None:
    """Measure, and print the figures and the goals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 50, 200], metavar="N")
    parser.add_argument("--human", type=int, default=2000, metavar="N", help="tables; 0: none")
    parser.add_argument("--idle", type=int, default=2000, metavar="N", help="tables; 0: none")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measure in each pass")
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--game", nargs="+", default=GAMES, help="the one that is compared first")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="what to measure")
    parser.add_argument("--no-peers", action="store_true", help="paiju alone")
    asked = parser.parse_args()
    found, missing = measured(chosen(asked), asked.passes)
    console = Console()
    console.width = max(console.width, WIDTH)
    console.print(told(found))
    console.print()
    console.print(compared(found))
    for program, why in missing.items():
        console.print(f"{program}: {why}")
    there = machine()
    form = "compiled" if there["compiled"] else "interpreted"
    server, clients = cores()
    shared = " (shared with the clients: this machine has no other)" if server == clients else ""
    console.print(
        f"paiju {there['paiju']} ({form}), {there['python']}, {there['processor']}; the server on "
        f"core {server}{shared}; medians of {asked.passes} passes in turns"
    )


if __name__ == "__main__":
    main()
