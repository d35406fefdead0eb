"""The shapes of hands: complete or not, what they wait for, how far they are, how they divide."""

from paiju.mahjong.distance import distance, helpful
from paiju.mahjong.readings import Group, Reading, readings
from paiju.mahjong.waits import is_complete, is_seven_pairs, waiting_discards, waits

__all__ = [
    "Group",
    "Reading",
    "distance",
    "helpful",
    "is_complete",
    "is_seven_pairs",
    "readings",
    "waiting_discards",
    "waits",
]
