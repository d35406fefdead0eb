"""What happens at a table and what is done there, in words for a terminal or an operator.

``tell`` and ``settlement`` know each event by its class, ``doing`` each act; a game's own words are
registered in a module of this package, which is imported here.
"""

from paiju.words import doudizhu as doudizhu
from paiju.words import mahjong as mahjong
from paiju.words.telling import (
    LANGUAGES,
    Language,
    Names,
    doing,
    gains,
    in_language,
    seat_names,
    settlement,
    tell,
)

__all__ = [
    "LANGUAGES",
    "Language",
    "Names",
    "doing",
    "gains",
    "in_language",
    "seat_names",
    "settlement",
    "tell",
]
