"""``paiju arena``: bots play each other, and what came of it."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from paiju.bots.arena import Contest, DealResult, Standing, play_deal, standings
from paiju.bots.registry import names
from paiju.core import registry
from paiju.core.errors import PaijuError
from paiju.core.event import Json
from paiju.core.randomness import derived_seed
from paiju.core.seat import SEATS

_FEWEST_ROUNDS = 2 * SEATS


def run(
    game: str = "jiujiang-mahjong",
    /,
    *,
    bots: str = "basic,random,random,random",
    rounds: int = 2000,
    seed: str = "1",
    preset: str = "default",
    processes: int | None = None,
    json: bool = False,
) -> None:
    """Let bots play each other.  机器人对战

    Every deal is played four times, the bots moved on a seat each time, so that luck with the
    tiles is shared. ± is a 95 % confidence interval. The same seed gives the same rounds, however
    many processes play them; only the times differ.

    Parameters
    ----------
    game
        The game.
    bots
        Four bots, with commas between them.
    rounds
        How many rounds to play, rounded up to whole deals of four.
    seed
        Any text; all deals follow from it.
    preset
        The house rules, by name.
    processes
        How many processes play; as many as there are cores if left out.
    json
        One JSON object instead of a table.
    """
    contest = _contest(game, bots, preset, seed)
    if rounds < _FEWEST_ROUNDS:
        raise PaijuError(f"--rounds is {rounds}; it must be {_FEWEST_ROUNDS} at least")
    if processes is not None and processes < 1:
        raise PaijuError(f"--processes is {processes}; it must be 1 at least")
    deals = -(-rounds // SEATS)
    started = perf_counter()
    results = list(_with_progress(_played(contest, deals, processes or os.cpu_count() or 1), deals))
    seconds = perf_counter() - started
    draws = sum(result.draws for result in results) / (SEATS * deals)
    found = standings(contest, results)
    if json:
        _write_json(contest, seed, preset, deals, draws, found)
    else:
        _write_table(contest, deals, draws, found, seconds)


def _contest(game_key: str, bots: str, preset: str, seed: str) -> Contest:
    played = registry.game(game_key)
    if preset not in played.presets:
        known = ", ".join(played.presets)
        raise PaijuError(f"--preset {preset!r} does not exist for {game_key}; known: {known}")
    listed = tuple(name.strip() for name in bots.split(","))
    if len(listed) != SEATS:
        raise PaijuError(f"--bots names {len(listed)} bots; it must name {SEATS}, like 'basic,…'")
    known_bots = names(game_key)
    for name in listed:
        if name not in known_bots:
            known = ", ".join(known_bots)
            raise PaijuError(f"--bots: {name!r} does not play {game_key}; known: {known}")
    return Contest(game_key, played.presets[preset], listed, derived_seed(bytes(32), seed))


def _played(contest: Contest, deals: int, processes: int) -> Iterator[DealResult]:
    """The results of all deals, in order."""
    play = partial(play_deal, contest)
    if processes == 1:
        yield from map(play, range(deals))
        return
    # Spawned, not forked: the progress bar has a thread, and a fork of that may hang.
    with ProcessPoolExecutor(
        min(processes, deals), mp_context=get_context("spawn"), initializer=_leave_stopping_to_us
    ) as pool:
        yield from pool.map(play, range(deals), chunksize=max(1, min(5, deals // processes)))


def _leave_stopping_to_us() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _with_progress(results: Iterator[DealResult], deals: int) -> Iterator[DealResult]:
    columns = (
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("rounds 局", total=deals * SEATS)
        for result in results:
            bar.advance(task, SEATS)
            yield result


def _write_json(
    contest: Contest, seed: str, preset: str, deals: int, draws: float, found: list[Standing]
) -> None:
    summary: dict[str, Json] = {
        "game": contest.game,
        "preset": preset,
        "seed": seed,
        "rounds": SEATS * deals,
        "deals": deals,
        "draws": draws,
        "bots": [asdict(standing) for standing in found],
    }
    print(json.dumps(summary, ensure_ascii=False))


def _write_table(
    contest: Contest, deals: int, draws: float, found: list[Standing], seconds: float
) -> None:
    table = Table(title=f"{contest.game}: {SEATS * deals} rounds, {deals} deals from every seating")
    table.add_column("bot 机器人")
    for heading in ("wins 胡", "points a round 每局", "decisions", "CPU ms", "99 % under"):
        table.add_column(heading, justify="right")
    for one in found:
        table.add_row(
            one.bot,
            f"{one.win_share:.1%} ± {one.win_share_error:.1%}",
            f"{one.points:+.2f} ± {one.points_error:.2f}",
            f"{one.decisions:,}",
            f"{one.ms:.2f}",
            f"{one.ms_p99:.2f}",
        )
    console = Console()
    console.print(table)
    console.print(f"{draws:.1%} drawn 流局; {SEATS * deals / seconds:.0f} rounds/s")
