"""Adapter: how long until something is ready, and how much memory the process has taken by then.

``python -m bench.adapters.beginning SECONDS STATEMENTS…``: the statements are run one after the
other; all that is printed is of the last one. Each run is a process of its own.
"""

import resource
import sys
from pathlib import Path
from time import process_time

from bench.adapters.timing import report

_STATUS = Path("/proc/self/status")
_KB_PER_MB = 1024


def memory() -> float:
    """The most memory that the process has held, in MB."""
    if _STATUS.exists():
        # What resource tells on Linux began with the program that started this one.
        (peak,) = (line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM"))
        return int(peak.split()[1]) / _KB_PER_MB
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KB_PER_MB**2


def main() -> None:
    """Run the statements; print milliseconds and MB."""
    *before, last = sys.argv[2:]
    names: dict[str, object] = {}
    for statement in before:
        exec(statement, names)
    held = memory()
    started = process_time()
    exec(last, names)
    report("beginning ms", 1000 * (process_time() - started))
    report("beginning MB more", memory() - held)
    report("beginning MB", memory())


if __name__ == "__main__":
    main()
