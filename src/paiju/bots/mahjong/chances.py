"""How likely a hand is to be finished in time: a rough model, the same for every target.

A turn of one's own is one draw, and a discard by each of the three others. A hand that lacks L
tiles passes through L stages. In each some of the unseen tiles help; a stage is passed in a turn
with the chance that one of them comes. For the stage at hand they are counted; for those to come
the table below says what is usual.
"""

from math import exp
from typing import Final

from paiju.bots.mahjong.targets import DRAGONS, PAIRS, PLAIN, PUNGS, STRAIGHT, Shape

OFFERED: Final = 0.7
"""How often others discard a tile, for each time one would draw it oneself: some they keep."""
CLAIMS: Final = 3 * OFFERED
"""What a helpful tile gains by being claimable from all three others."""

MOST_TURNS: Final = 24
MOST_LACK: Final = 8
_OVER: Final = 0.03
"""The chance that somebody else ends the round in a turn."""
_UNSEEN: Final = 75
"""Tiles that cannot be seen, half-way through a round."""

# How many unseen tiles usually help a hand that lacks 1, 2, 3, … tiles.
_USUAL: Final[dict[Shape, tuple[float, ...]]] = {
    PLAIN: (5, 14, 25, 35, 42, 46, 48, 50),
    PUNGS: (4, 12, 15, 20, 25, 30, 30, 30),
    PAIRS: (2.5, 8, 13, 19, 26, 30, 30, 30),
    STRAIGHT: (3.5, 8, 14, 20, 26, 30, 30, 30),
    DRAGONS: (4, 8, 12, 16, 20, 24, 24, 24),
}
_ONE_SUIT: Final = 0.75
"""So many of them are left when all must be of one suit."""


def passed(helpful: float, unseen: int) -> float:
    """The chance to pass a stage in one turn, when so many of the unseen tiles help."""
    return 1 - exp(-helpful / max(1, unseen))


def soon(shape: Shape, narrow: bool, lack: int, helpful: float, unseen: int) -> float:
    """The chance to pass the stage at hand in one turn, of a hand that can still grow better.

    A hand of few helpful tiles does not stay so: other tiles make it wider while it waits for
    them. So it is half-way to what is usual.
    """
    usual = _usual(shape, narrow, lack)
    return (passed(helpful, unseen) + passed(usual, _UNSEEN)) / 2


def _usual(shape: Shape, narrow: bool, lack: int) -> float:
    return _USUAL[shape][lack - 1] * (_ONE_SUIT if narrow else 1)


def _finished(shape: Shape, narrow: bool, off_discard: float) -> list[list[float]]:
    """The chance to be finished within so many turns, by lack and turns."""
    rows = [[1.0] * (MOST_TURNS + 1)]
    for lack in range(1, MOST_LACK + 1):
        usual = _usual(shape, narrow, lack)
        if lack == 1:
            usual *= 1 + CLAIMS * off_discard
        step = passed(usual, _UNSEEN)
        row = [0.0]
        for turn in range(1, MOST_TURNS + 1):
            row.append((1 - _OVER) * (step * rows[lack - 1][turn - 1] + (1 - step) * row[-1]))
        rows.append(row)
    return rows


_OFTEN: Final = (0.0, 0.5, 1.0)
_CHANCES: Final[dict[tuple[Shape, bool, int], list[list[float]]]] = {
    (shape, narrow, often): _finished(shape, narrow, _OFTEN[often])
    for shape in _USUAL
    for narrow in (False, True)
    for often in range(len(_OFTEN))
}


def finish(
    shape: Shape, narrow: bool, lack: int, step: float, turns: int, off_discard: float
) -> float:
    """The chance to finish a hand that lacks ``lack`` tiles within ``turns`` turns.

    ``step`` is the chance to pass the stage at hand in a turn, ``off_discard`` (0 to 1) how sure
    it is that the finished hand may win on a discard; ``narrow``: within one suit.
    """
    if lack > MOST_LACK:
        return 0.0
    often = round(off_discard * (len(_OFTEN) - 1))
    after = _CHANCES[shape, narrow, often][lack - 1]
    turns = min(turns, MOST_TURNS)
    chance = 0.0
    still = 1.0
    for turn in range(1, turns + 1):
        still *= 1 - _OVER
        chance += still * step * after[turns - turn]
        still *= 1 - step
    return chance
