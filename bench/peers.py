"""Sets paiju beside the programs that others have written, in one run on one core.

Usage: python -m bench.peers [--passes N] [--seconds S] [--only WORD …]   (see README.md)
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.goals import OUR_IMPORT, OUR_TABLES, OURS, PEERS, ROWS, Peer, Row
from bench.side_by_side import Failed, Rates, measured
from paiju.cli.measuring import machine

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "build" / "peers"
"""Where the peers are installed, each in an environment of its own."""

Figures = dict[str, float]
"""The medians of one program, by measure."""


def installed(name: str, peer: Peer) -> str | None:
    """Install a peer unless it is there already; why it cannot be, or ``None``."""
    home = HOME / name
    stamp, wanted = home / "installed", "\n".join(peer.requirements)
    if stamp.exists() and stamp.read_text() == wanted:
        return None
    shutil.rmtree(home, ignore_errors=True)
    pip = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-input"]
    pip += ["--disable-pip-version-check"] + ["--no-deps"] * peer.alone
    for command in ([sys.executable, "-m", "venv", str(home)], [*pip, *peer.requirements]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            told = (done.stderr or done.stdout).strip().splitlines()
            return told[-1] if told else f"exit code {done.returncode}"
    stamp.write_text(wanted)
    return None


def programs(names: Sequence[str], seconds: float) -> dict[str, list[list[str]]]:
    """What is run for each name in each pass; one more program a line."""
    pinned = ["taskset", "-c", str(max(os.sched_getaffinity(0)))] if shutil.which("taskset") else []
    found = {}
    for name in names:
        ours = name == OURS
        python = sys.executable if ours else str(HOME / name / "bin" / "python")
        module = [*pinned, python, "-m"]
        beginning = [*module, "bench.adapters.beginning", str(seconds)]
        found[name] = [
            [*module, f"bench.adapters.{'ours' if ours else name}", str(seconds)],
            [*beginning, OUR_IMPORT if ours else PEERS[name].beginning],
            *([[*beginning, *OUR_TABLES]] if ours else []),
        ]
    return found


_PREFIXES = ("", "import: ", "tables: ")
"""What the measures of the programs of one name are called, so that they differ."""


def compared(names: Sequence[str], passes: int, seconds: float) -> dict[str, Figures | str]:
    """Run all programs in turns; the medians of each name, or why it could not be measured."""
    found: dict[str, Rates] = {name: {} for name in names}
    failed: dict[str, str] = {}
    commands = programs(names, seconds)
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("measuring 测速", total=passes * len(names))
        for number in range(passes):
            for name in names:
                bar.update(task, description=f"pass {number + 1} of {passes}: {name}")
                try:
                    for prefix, command in zip(_PREFIXES, commands[name], strict=False):
                        for measure, rate in measured(command):
                            found[name].setdefault(prefix + measure, []).append(rate)
                except Failed as failure:
                    failed[name] = str(failure)
                bar.advance(task)
    return {
        name: failed.get(name) or {measure: median(rates) for measure, rates in found[name].items()}
        for name in names
    }


def line(row: Row, found: dict[str, Figures]) -> tuple[str, str, str, str, str]:
    """One row as it is printed: what, ours, the peers with our ratio to each, goal, whether met."""
    ours = found[OURS].get(row.ours)
    if ours is None:
        return row.what, "–", "", "", "not measured"
    theirs = {name: figures[row.theirs] for name, figures in found.items() if row.theirs in figures}
    theirs.pop(OURS, None)
    listed = sorted(theirs.items(), key=lambda item: item[1], reverse=row.most is None)
    told = "\n".join(f"{name} {figure(rate)} (×{ours / rate:.2f})" for name, rate in listed)
    if row.most is not None:
        met = "met" if ours <= row.most else f"NOT MET: {ours / row.most:.1f} times as much"
        return row.what, figure(ours), told, f"at most {row.most:g}", met
    if row.times is None:
        return row.what, figure(ours), told, "", ""
    measuring = row.against or (listed[0][0] if listed else "")
    goal = f"×{row.times:g} {measuring or 'the best'}"
    if measuring not in theirs:
        return row.what, figure(ours), told, goal, "peer missing"
    reached = ours / theirs[measuring]
    return row.what, figure(ours), told, goal, "met" if reached >= row.times else "NOT MET"


def figure(rate: float) -> str:
    """A rate with three digits at least."""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def rows(only: Sequence[str]) -> Iterator[Row]:
    """The rows that have one of these words, or all."""
    for row in ROWS:
        if not only or any(word in row.what for word in only):
            yield row


def main() -> None:
    """Install the peers, measure, and print the table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measure, in each pass")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="rows to print")
    asked = parser.parse_args()
    missing: dict[str, str] = {}
    for name, peer in PEERS.items():
        print(f"[paiju] peer {name} …", file=sys.stderr)
        why = installed(name, peer)
        if why is not None:
            missing[name] = f"cannot be installed: {why}"
    names = [OURS, *(name for name in PEERS if name not in missing)]
    os.chdir(ROOT)
    results = compared(names, asked.passes, asked.seconds)
    missing |= {name: told for name, told in results.items() if isinstance(told, str)}
    found = {name: told for name, told in results.items() if not isinstance(told, str)}
    if OURS in missing:
        sys.exit(f"[paiju] {missing[OURS]}")
    table = Table("what", "paiju", "peers (paiju's ratio)", "goal", "", show_lines=True)
    for row in rows(asked.only):
        table.add_row(*line(row, found))
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(table)
    for name, why in missing.items():
        console.print(f"{name}: {why}")
    there = machine()
    form = "compiled" if there["compiled"] else "interpreted"
    print(
        f"paiju {there['paiju']} ({form}), {there['python']}, {there['processor']}, one core; "
        f"medians of {asked.passes} passes in turns, rates a second of processor time"
    )


if __name__ == "__main__":
    main()
