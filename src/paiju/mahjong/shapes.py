"""The shapes of hands: complete or not, what they wait for, how far they are, how they divide."""

from paiju.mahjong.distance import distance, helpful
from paiju.mahjong.readings import Group, Reading, readings
from paiju.mahjong.waits import can_wait, is_complete, is_seven_pairs, waits

__all__ = [
    "Group",
    "Reading",
    "can_wait",
    "distance",
    "helpful",
    "is_complete",
    "is_seven_pairs",
    "readings",
    "waits",
]
