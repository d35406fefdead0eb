"""What every adapter measures with: batches of work until so much processor time is spent.

An adapter is a program that prints JSON lines ``{"measure": …, "rate": …}``, as side_by_side.py
reads them: ``python -m bench.adapters.rlcard SECONDS``. It runs in the environment of what it
measures, so nothing here is imported from paiju.
"""

import gc
import json
import sys
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from time import process_time
from typing import Any

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
"""Processor time for each measure; a third of it more beforehand does not count."""
_CALLS = 20


def report(measure: str, rate: float) -> None:
    """Print one measure."""
    print(json.dumps({"measure": measure, "rate": rate}), flush=True)


def measure(names: Sequence[str], batch: Callable[[], Sequence[int]]) -> None:
    """Repeat a batch; print how often a second each of the things happened that it counts."""
    _spent(batch, SECONDS / 3, len(names))
    gc.collect()
    done, seconds = _spent(batch, SECONDS, len(names))
    for name, count in zip(names, done, strict=True):
        report(name, count / seconds)


def _spent(
    batch: Callable[[], Sequence[int]], seconds: float, units: int
) -> tuple[list[int], float]:
    done = [0] * units
    started = process_time()
    while True:
        for unit, count in enumerate(batch()):
            done[unit] += count
        spent = process_time() - started
        if spent >= seconds:
            return done, spent


def measure_calls(name: str, call: Callable[[Any], object], samples: Sequence[Any]) -> None:
    """Call with one sample after the other; print how many calls a second."""
    ring = cycle(samples)

    def batch() -> tuple[int]:
        for sample in islice(ring, _CALLS):
            call(sample)
        return (_CALLS,)

    measure((name,), batch)
