"""Runs several programs in turns and sets the rates that they print side by side.

Usage: side_by_side.py [--passes N] NAME=COMMAND NAME=COMMAND …   (see README.md)
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from statistics import median

Rates = dict[str, list[float]]
"""What a program measured, pass by pass, by the name of the measure."""


def rates_in(output: str) -> Iterator[tuple[str, float]]:
    """The named rates in what a program printed; lines that are no JSON are passed over."""
    for line in output.splitlines():
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if not isinstance(told, dict):
            continue
        for one in told.get("measures", [told]):
            if isinstance(one.get("rate"), int | float):
                where = f"{one['game']}: " if one.get("game") else ""
                yield where + str(one["measure"]), float(one["rate"])


class Failed(Exception):
    """A program that ended badly or printed no rate; the message says how."""


def measured(command: Sequence[str]) -> list[tuple[str, float]]:
    """Run a program once; the rates that it prints.

    :raises Failed: if it fails or prints none.
    """
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    rates = list(rates_in(done.stdout))
    if done.returncode or not rates:
        raise Failed(f"exit code {done.returncode}, {len(rates)} rates: {shlex.join(command)}")
    return rates


def run(commands: dict[str, str], passes: int) -> dict[str, Rates]:
    """Run all commands in turns.

    :raises SystemExit: if one fails or prints no rate, saying which.
    """
    found: dict[str, Rates] = {name: {} for name in commands}
    for number in range(passes):
        for name, command in commands.items():
            print(f"pass {number + 1} of {passes}: {name} …", file=sys.stderr)
            try:
                rates = measured(shlex.split(command))
            except Failed as failure:
                sys.exit(f"{name}: {failure}")
            for measure, rate in rates:
                found[name].setdefault(measure, []).append(rate)
    return found


def table(found: dict[str, Rates]) -> Iterator[str]:
    """Lines of a table: each measure, its median by program, and the ratio to the first one."""
    first = next(iter(found))
    measures = list(dict.fromkeys(measure for rates in found.values() for measure in rates))
    width = max(map(len, measures))
    yield " " * width + "".join(f" {name:>18}" for name in found)
    for measure in measures:
        line = f"{measure:{width}}"
        base = median(found[first].get(measure, [0]))
        for name, rates in found.items():
            if measure not in rates:
                line += f" {'–':>18}"
                continue
            rate = median(rates[measure])
            ratio = f" ×{rate / base:.2f}" if name != first and base else ""
            line += f" {f'{rate:,.4g}' if rate < 1000 else f'{rate:,.0f}'}{ratio}".rjust(19)
        yield line


def main() -> None:
    """Read the command line, run, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("programs", nargs="+", metavar="NAME=COMMAND")
    asked = parser.parse_args()
    commands: dict[str, str] = {}
    for program in asked.programs:
        name, equals, command = program.partition("=")
        if not equals or not command:
            parser.error(f"{program!r} is not NAME=COMMAND")
        commands[name] = command
    for line in table(run(commands, asked.passes)):
        print(line)


if __name__ == "__main__":
    main()
