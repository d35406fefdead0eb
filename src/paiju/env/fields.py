"""What stands where in an encoded observation: named fields, one after the other."""

from typing import NamedTuple


class Field(NamedTuple):
    """One part of an encoded observation: ``rows`` rows of ``width`` whole numbers.

    It begins at number ``start``; no number in it is below 0 or above ``high``.
    """

    start: int
    name: str
    rows: int
    width: int
    high: int
    meaning: str


class Layout:
    """The fields of an observation, in order, and how many numbers they take together."""

    def __init__(self) -> None:
        self.fields: list[Field] = []
        self.size = 0

    def add(self, name: str, rows: int, width: int, high: int, meaning: str) -> int:
        """Put one more field at the end; returns where it starts."""
        start = self.size
        self.fields.append(Field(start, name, rows, width, high, meaning))
        self.size += rows * width
        return start

    def described(self) -> str:
        """The fields as a table in Markdown."""
        lines = ["| from | field | shape | up to | meaning |", "|---|---|---|---|---|"]
        for start, name, rows, width, high, meaning in self.fields:
            lines.append(f"| {start} | `{name}` | {rows} × {width} | {high} | {meaning} |")
        return "\n".join(lines)
