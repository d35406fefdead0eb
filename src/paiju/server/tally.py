"""What has happened in this process since it began, counted where it happens.

A process is one node. Counting is one plain addition, with no lock and no label to look up: tables
count every step. ``metrics.py`` reads the numbers when somebody asks for them.
"""

from bisect import bisect_left
from collections import Counter
from typing import Final

TIMES: Final = (
    *(0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01),
    *(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
)
"""The upper bounds of what times are counted by, in seconds."""


class Times:
    """How long something took, each time: counted by bounds, and summed up.

    >>> taken = Times()
    >>> taken.add(0.0002)
    >>> taken.add(0.02)
    >>> taken.counts[:3], sum(taken.counts), taken.seconds
    ([0, 0, 1], 2, 0.0202)
    """

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * (len(TIMES) + 1)
        """By bound, each apart; the last is for what took longer than all of them."""
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """It took so long once more."""
        self.counts[bisect_left(TIMES, seconds)] += 1
        self.seconds += seconds


class Tally:
    """The counters of a process. Whoever does it adds to them."""

    def __init__(self) -> None:
        self.applied = Times()
        """To check and apply a step of a table."""
        self.committed = Times()
        """To commit what the journal had gathered."""
        self.late = Times()
        """By how much the loop was late for what was due."""
        self.commit_failures = 0
        self.rejects: Counter[str] = Counter()
        """Requests that were refused, by code."""
        self.views = 0
        """``resume`` answered by the whole view of a table,"""
        self.catch_ups = 0
        """or by the messages that were missing."""
        self.matches_started = 0
        self.matches_over = 0
        self.taken_up = 0
        """Tables gone on with from their journals, after a restart or another node's end;"""
        self.takeovers = 0
        """those that were another node's."""
        self.handed_over = 0
        """Tables that others were left to take."""
        self.rebuilds = 0
        """Tables rebuilt from their journals as their task had failed."""


TALLY: Final = Tally()
