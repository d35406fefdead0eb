"""How long ago something was that was noted by the time of day, though that clock may be set."""

import time
from math import inf
from typing import Final

STEADY: Final = 1.0
"""Seconds by which the time of day may differ from the clock that nobody sets."""


class Ages:
    """Tells ages of what happened in this process, or at a node whose clock agrees.

    When the clock is found to have been set, what happened before may be younger than it seems: it
    is taken to have happened just then. Nor is anything taken to happen later.
    """

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()
        self._set_at = -inf
        """When the clock was last found to have been set."""

    def of(self, at: int) -> float:
        """The age in seconds of what happened ``at`` so many ms since 1970; it may be older."""
        today, now = time.time(), time.monotonic()
        if abs(today - now - self._ahead) > STEADY:
            self._ahead, self._set_at = today - now, now
        return max(0.0, min(today - at / 1000, now - self._set_at))
