"""``paiju bench``: how fast the rules and the bots are here."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from paiju.cli.measures import measures_of
from paiju.cli.measuring import SLICES, Measure, machine, measured
from paiju.core.errors import PaijuError
from paiju.core.event import Json
from paiju.core.registry import game_keys


def run(
    *, seconds: float = 2.0, game: str | None = None, only: str = "", json: bool = False
) -> None:
    """Measure how fast the rules and the bots are.  测速

    Rates are per second of processor time of one core. Random rounds go through the public
    interface: legal actions are listed, events made, the end settled. All measures are taken in
    turns, several times over, so that what disturbs the machine disturbs all alike; "slowest" and
    "fastest" are the extremes of the turns.

    Parameters
    ----------
    seconds
        How long to work on each measure.
    game
        Measure this game alone.
    only
        Measure only what has these words in its name.
    json
        One JSON object instead of a table.
    """
    if not seconds > 0:
        raise PaijuError(f"--seconds is {seconds:g}; it must be more than 0")
    keys = game_keys() if game is None else (game,)
    measures = [m for key in keys for m in measures_of(key) if any(only in u for u in m.units)]
    if not measures:
        raise PaijuError(f"--only {only!r} is in the name of no measure; `paiju bench` shows all")
    _take(measures, seconds)
    rates = [rate for measure in measures for rate in measure.rates()]
    if json:
        told: dict[str, Json] = {"machine": machine(), "seconds": seconds, "measures": [*rates]}
        print(json_text.dumps(told, ensure_ascii=False))
    else:
        _write_table(rates)


def _take(measures: Sequence[Measure], seconds: float) -> None:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("measuring 测速", total=SLICES * len(measures))
        for _ in measured(measures, seconds):
            bar.advance(task)


def _write_table(rates: Sequence[dict[str, Json]]) -> None:
    table = Table(box=SIMPLE_HEAD)
    table.add_column("measure")
    for heading in ("a second", "slowest", "fastest"):
        table.add_column(heading, justify="right")
    last: Json = None
    for rate in rates:
        if rate["game"] != last:
            table.add_section()
            table.add_row(f"[bold]{rate['game']}")
            last = rate["game"]
        numbers = [f"{rate[name]:,.12g}" for name in ("rate", "slowest", "fastest")]
        table.add_row(f"  {rate['measure']}", *numbers)
    console = Console()
    console.print(table)
    there = machine()
    compiled = "compiled" if there["compiled"] else "interpreted"
    console.print(
        f"paiju {there['paiju']} ({compiled}), {there['python']}, {there['processor']}, "
        f"{there['cores']} cores, {there['system']}",
        highlight=False,
    )
