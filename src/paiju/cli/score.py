"""``paiju score``: finished rounds, judged one JSON line each."""

from collections.abc import Mapping
from typing import Annotated, Any

from cyclopts import Parameter

from paiju.cli import Exit
from paiju.cli.lines import answer_file
from paiju.core.errors import BadQuestion
from paiju.core.event import Json
from paiju.core.game import Game
from paiju.core.registry import games


def run(file: Annotated[str, Parameter(allow_leading_hyphen=True)] = "-", /) -> Exit:
    """Judge finished rounds, one JSON line each.  算分，一行一局

    Reads JSON Lines and writes one JSON line for each. A line that cannot be read, or is about
    something that cannot be, gets an error with the place and the reason; the others are still
    judged and the exit status is 1. Every field: docs/notation.md.

    {"game": "jiujiang-mahjong", "source": "discard",
    "winner": {"concealed": "12356789m22p", "win": "4m", "melds": ["777z"], "bonus": 1},
    "payers": [{"melds": ["555z"]}]}

    {"game": "jiujiang-doudizhu", "landlord_won": true, "bombs": ["666666"], "farmer_plays": 3}

    Parameters
    ----------
    file
        The file to read, or - for standard input.
    """
    known = games()
    return answer_file(file, lambda question: judged(question, known))


def judged(question: Mapping[str, Any], known: Mapping[str, Game]) -> dict[str, Json]:
    """The verdict of the game that the question is about."""
    key = question.get("game")
    if key is None:
        raise BadQuestion(f"game is missing; it is one of {', '.join(known)}")
    if not isinstance(key, str) or key not in known:
        raise BadQuestion(f"game: {key!r} must be one of {', '.join(known)}")
    return known[key].score(question)
