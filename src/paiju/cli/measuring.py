"""How speed is measured: in turns, so that what disturbs the machine disturbs all alike."""

import gc
import os
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from time import process_time
from typing import Final, TypeAlias, TypeVar

from paiju import __version__, native
from paiju.core.event import Json

CALLS: Final = 50
"""Calls between two looks at the clock."""
SLICES: Final = 5
"""Each measure is taken so many times, in turns with all others."""

Sample = TypeVar("Sample")
Batch: TypeAlias = Callable[[], Sequence[int]]
"""Does some milliseconds of work and returns how much of each unit it did."""


@dataclass(slots=True)
class Measure:
    """Something that can be done again and again, and the units that are counted as it is done.

    ``prepare`` gets ready and returns the batch to repeat; its own time does not count.
    """

    game: str
    units: tuple[str, ...]
    prepare: Callable[[], Batch]
    _batch: Batch | None = None
    _done: list[list[int]] = field(default_factory=list)
    _seconds: list[float] = field(default_factory=list)

    def take(self, seconds: float) -> None:
        """Work for so many seconds of processor time, and note what was done in them.

        The first time it works longer without a note: what is remembered from call to call is
        remembered before it counts.
        """
        if self._batch is None:
            self._batch = self.prepare()
            self.take(SLICES * seconds)
            self._done.clear()
            self._seconds.clear()
        gc.collect()
        done = [0] * len(self.units)
        started = process_time()
        spent = 0.0
        while spent < seconds:
            for place, count in enumerate(self._batch()):
                done[place] += count
            spent = process_time() - started
        self._done.append(done)
        self._seconds.append(spent)

    def rates(self) -> list[dict[str, Json]]:
        """For each unit, how many a second of processor time; the slowest and fastest take too."""
        found: list[dict[str, Json]] = []
        for place, unit in enumerate(self.units):
            takes = sorted(
                done[place] / spent for done, spent in zip(self._done, self._seconds, strict=True)
            )
            total = sum(done[place] for done in self._done)
            found.append(
                {
                    "game": self.game,
                    "measure": unit,
                    "rate": _rounded(total / sum(self._seconds)),
                    "slowest": _rounded(takes[0]),
                    "fastest": _rounded(takes[-1]),
                }
            )
        return found


def calls(
    game: str, unit: str, prepare: Callable[[], tuple[Sequence[Sample], Callable[[Sample], object]]]
) -> Measure:
    """A measure of calls: ``prepare`` returns samples, and what to do to one after the other."""

    def batch_of() -> Batch:
        samples, call = prepare()
        ring = cycle(samples)

        def batch() -> tuple[int]:
            for sample in islice(ring, CALLS):
                call(sample)
            return (CALLS,)

        return batch

    return Measure(game, (unit,), batch_of)


def measured(measures: Sequence[Measure], seconds: float) -> Iterator[Measure]:
    """Take every measure for so many seconds, in :data:`SLICES` turns; yields one a take."""
    for _ in range(SLICES):
        for measure in measures:
            measure.take(seconds / SLICES)
            yield measure


def machine() -> dict[str, Json]:
    """Where and with what it was measured."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "paiju": __version__,
        "compiled": native.is_compiled(),
    }


def _processor() -> str:
    """The processor's name; Python alone knows only its family on Linux."""
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _rounded(rate: float) -> float:
    """Three digits of a small rate, whole numbers of a large one."""
    return float(f"{rate:.3g}") if rate < 1000 else round(rate)
