"""Words for people, always in both languages of the table."""

from typing import NamedTuple


class Text(NamedTuple):
    """A sentence or a name in Chinese and in English."""

    zh: str
    en: str

    def both(self) -> str:
        """Both languages in one line, for programs that print one string.

        >>> Text("杠", "kong").both()
        '杠 / kong'
        """
        return f"{self.zh} / {self.en}"
