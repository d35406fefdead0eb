"""Rounds as they are kept: a header and one line per action, and how they are played again."""

from paiju.record.header import header_json
from paiju.record.record import Record, Step
from paiju.record.replay import IllegalLine, Replay

__all__ = ["IllegalLine", "Record", "Replay", "Step", "header_json"]
