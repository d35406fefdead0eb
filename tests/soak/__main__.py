"""The long form of these tests, with figures: ``make soak ARGS="--kills 300 --messages 20000"``.

Every part goes over all three games. The first failure ends it with its seed, to be repeated by
``--seed`` and ``--only``.
"""

import argparse
import asyncio
import secrets
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final

from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from paiju.core.registry import game_keys
from tests.cluster.nats import nats
from tests.cluster.site import running_site
from tests.server.postgres import postgres
from tests.soak import chaos, fuzz, secrecy, storm, timing, twins

KILLS_AN_EVENING: Final = 25
MESSAGES_A_SIEGE: Final = 1000
ROUNDS_A_MATCH: Final = 8
TWINS_AT_ONCE: Final = 50
TABLES_AT_ONCE: Final = 6
FAULTS_A_STORM: Final = 12


class Soak:
    """One run: what is asked for, and the figures so far."""

    def __init__(self, asked: argparse.Namespace, progress: Progress) -> None:
        self.asked = asked
        self.progress = progress
        self.figures: dict[str, str] = {}

    async def run(self) -> None:
        """Run every part that is asked for, on every game."""
        parts: dict[str, Callable[[TaskID], Awaitable[None]]] = {
            "chaos": self._chaos,
            "fuzz": self._fuzz,
            "secrecy": self._secrecy,
            "twins": self._twins,
            "timing": self._timing,
            "site": self._site,
        }
        for name, part in parts.items():
            if name in self.asked.only:
                await part(self.progress.add_task(name, total=None))

    async def _chaos(self, bar: TaskID) -> None:
        total, share = chaos.Figures(), self._share(self.asked.kills, KILLS_AN_EVENING)
        self.progress.update(bar, total=sum(kills for _, kills, _ in share))
        for game, kills, seed in share:
            with TemporaryDirectory() as data:
                died = partial(self._died, bar, total.kills)
                total.add(await chaos.evening(game, kills, seed, Path(data), died))
        self.figures["kills survived"] = f"{total.kills:,}"
        self.figures["acks held to the journal"] = f"{total.acks:,}"
        self.figures["drops, reloads, second sockets"] = f"{total.drops:,}"
        self.figures["rounds replayed and compared"] = f"{total.rounds:,}"
        self.figures["events compared with what was told"] = f"{total.events:,}"

    def _died(self, bar: TaskID, before: int, kills: int) -> None:
        self.progress.update(bar, completed=before + kills)

    async def _fuzz(self, bar: TaskID) -> None:
        messages = closes = grown = 0
        share = self._share(self.asked.messages, MESSAGES_A_SIEGE)
        self.progress.update(bar, total=sum(count for _, count, _ in share))
        for game, count, seed in share:
            with TemporaryDirectory() as data:
                found = await fuzz.siege(game, count, seed, Path(data))
            messages += found.messages
            closes += sum(found.closes.values())
            grown = max(grown, found.grown)
            self.progress.advance(bar, count)
        self.figures["messages fuzzed"] = f"{messages:,}"
        self.figures["sockets closed for them"] = f"{closes:,}"
        self.figures["most memory gained in half a siege"] = f"{grown // 1024:,} KiB"

    async def _secrecy(self, bar: TaskID) -> None:
        total, share = secrecy.Figures(), self._share(self.asked.rounds, ROUNDS_A_MATCH)
        self.progress.update(bar, total=sum(rounds for _, rounds, _ in share))
        for game, rounds, seed in share:
            with TemporaryDirectory() as data:
                total.add(await secrecy.match(game, rounds, seed, Path(data)))
            self.progress.advance(bar, rounds)
        self.figures["rounds with every frame checked"] = f"{total.rounds:,}"
        self.figures["frames checked"] = f"{total.frames:,}"

    async def _twins(self, bar: TaskID) -> None:
        total, share = twins.Figures(), self._share(self.asked.twins, TWINS_AT_ONCE)
        self.progress.update(bar, total=sum(count for _, count, _ in share))
        for game, count, seed in share:
            total.add(await asyncio.to_thread(twins.twins, game, count, seed))
            self.progress.advance(bar, count)
        self.figures["deals with the hidden part exchanged"] = f"{total.twins:,}"
        self.figures["frames alike in both"] = f"{total.frames:,}"

    async def _timing(self, bar: TaskID) -> None:
        measured, least = 0, 1.0
        share = self._share(self.asked.tables, TABLES_AT_ONCE)
        self.progress.update(bar, total=len(share))
        for game, count, seed in share:
            self.progress.advance(bar)
            if game == "jiujiang-doudizhu":
                continue  # there are no claims
            with TemporaryDirectory() as data:
                told = await timing.pauses(game, count, seed, Path(data), timing.PAUSING)
            # Each on its own: another game, or another load of the machine, is another sample.
            if told.asked and told.unasked:
                measured += len(told.asked) + len(told.unasked)
                least = min(least, told.likeness)
                assert least > timing.LEVEL, f"the pause tells who was asked (p = {least:.2g})"
        self.figures["pauses measured"] = f"{measured:,}"
        self.figures["least p that asked and unasked are alike"] = f"{least:.2g}"

    async def _site(self, bar: TaskID) -> None:
        total, share = storm.Figures(), self._share(self.asked.faults, FAULTS_A_STORM)
        self.progress.update(bar, total=self.asked.faults)
        try:
            for game, faults, seed in share:
                logs = Path(mkdtemp(prefix="paiju-site-"))  # left behind by what fails
                with postgres() as database, nats() as bus:
                    async with running_site(database, bus, logs) as site:
                        passed = partial(self.progress.advance, bar)
                        await storm.storms(
                            site, game, faults, seed, self.asked.faulty, total, passed
                        )
        finally:
            self.figures["faults survived by a site"] = f"{sum(total.faults.values()):,}"
            for fault, times in sorted(total.faults.items()):
                spread = _spread(total.taken.get(fault, []))
                self.figures[f"  {fault.replace('_', ' ')}"] = f"{times:,}{spread}"
            self.figures["acks held to the journal, at three nodes"] = f"{total.evening.acks:,}"
            self.figures["views held to the journal"] = f"{total.views:,}"

    def _share(self, whole: int, at_once: int) -> list[tuple[str, int, int]]:
        """So much of a part in portions, over all games: game, how much, seed."""
        portions: list[tuple[str, int, int]] = []
        left, seed = whole, self.asked.seed
        keys = [key for key in game_keys() if key != "pairs"]
        while left > 0:
            for key in keys:
                portion = min(at_once, left)
                if portion > 0:
                    portions.append((key, portion, seed))
                left -= portion
            seed += 1
        return portions


def _spread(seconds: Sequence[float]) -> str:
    """How long the tables that changed hands stood still."""
    if not seconds:
        return ""
    least, most = min(seconds), max(seconds)
    return f"; {len(seconds)} tables on after {least:.1f}, {median(seconds):.1f}, {most:.1f} s"


def main() -> int:
    """Read the command line, soak, and print the table."""
    parts = ["chaos", "fuzz", "secrecy", "twins", "timing", "site"]
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    parser.add_argument("--kills", type=int, default=150)
    parser.add_argument("--messages", type=int, default=6000)
    parser.add_argument("--rounds", type=int, default=48, help="with every frame checked")
    parser.add_argument("--twins", type=int, default=600, help="deals exchanged")
    parser.add_argument("--tables", type=int, default=24, help="at which pauses are measured")
    parser.add_argument("--faults", type=int, default=60, help="of a site's nodes and their lines")
    parser.add_argument("--faulty", nargs="+", choices=storm.FAULTS, default=list(storm.FAULTS))
    asked = parser.parse_args()
    console = Console()
    console.print(f"seed {asked.seed}")
    with Progress(console=console) as progress:
        soak = Soak(asked, progress)
        try:
            asyncio.run(soak.run())
        except AssertionError as failed:
            console.print(f"[bold red]failed[/] with --seed {asked.seed}")
            raise failed
        finally:
            table = Table("what", "figure", title="soak")
            for name, figure in soak.figures.items():
                table.add_row(name, figure)
            console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
