"""What happens at a table and what may be done there, in words for people who read a terminal.

``tell`` and ``settlement`` know each event by its class; a game's own words are registered in a
module of this package, which is imported here.
"""

from paiju.cli.words import doudizhu as doudizhu
from paiju.cli.words import mahjong as mahjong
from paiju.cli.words.telling import (
    LANGUAGES,
    Language,
    Names,
    in_language,
    seat_names,
    settlement,
    tell,
)

__all__ = [
    "LANGUAGES",
    "Language",
    "Names",
    "in_language",
    "seat_names",
    "settlement",
    "tell",
]
