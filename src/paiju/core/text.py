"""Words for people, always in both languages of the table."""

from typing import NamedTuple


class Text(NamedTuple):
    """A sentence or a name in Chinese and in English."""

    zh: str
    en: str
