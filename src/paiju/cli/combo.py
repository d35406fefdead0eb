"""``paiju combo``: Dou Dizhu combinations, one JSON question a line."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from cyclopts import Parameter

from paiju.cards.cards import RANK_NAMES, parse_counts
from paiju.cards.combos import Combo, beats, classify
from paiju.cards.hands import packed
from paiju.cards.moves import plays
from paiju.cli import Exit
from paiju.cli.lines import answer_file
from paiju.core.errors import BadNotation, BadQuestion
from paiju.core.event import Json

_FORMS: Final = (
    frozenset({"cards"}),
    frozenset({"cards", "beats"}),
    frozenset({"hand"}),
    frozenset({"hand", "to_beat"}),
)
_FORMS_TEXT: Final = (
    '{"cards": "JJJQQQ3344"}, {"cards": "6666", "beats": "KKK"} or '
    '{"hand": "3334455wW", "to_beat": "KK"} (null: to lead)'
)


def run(file: Annotated[str, Parameter(allow_leading_hyphen=True)] = "-", /) -> Exit:
    """Answer Dou Dizhu questions, one JSON line each.  斗地主牌型问答

    A line asks what cards are, whether they beat others, or what a hand may play:
    {"cards": "JJJQQQ3344"}, {"cards": "6666", "beats": "KKK"},
    {"hand": "3334455wW", "to_beat": "KK"} (null: to lead).
    A line that cannot be read gets an error; the others are still answered and the exit status
    is 1.

    Parameters
    ----------
    file
        The file to read, or - for standard input.
    """
    return answer_file(file, answered)


def answered(question: Mapping[str, Any]) -> dict[str, Json]:
    """The answer to one question.

    >>> answered({"cards": "JJJQQQ3344"})
    {'combo': 'triple_run_with_pairs', 'rank': 'Q', 'length': 2}
    >>> answered({"hand": "3334455wW", "to_beat": "KK"})
    {'plays': []}

    :raises BadQuestion: naming the field, and what would be right.
    """
    if question.keys() not in _FORMS:
        raise BadQuestion(f"no question has the fields {list(question)}; ask {_FORMS_TEXT}")
    if "hand" in question:
        hand = _counts(question, "hand")
        target = _combo(question, "to_beat") if question.get("to_beat") is not None else None
        return {"plays": [str(combo) for combo in plays(packed(hand), target)]}
    combo = classify(_counts(question, "cards"))
    if "beats" in question:
        target = _combo(question, "beats")
        return {"beats": combo is not None and beats(combo, target)}
    if combo is None:
        return {"combo": None}
    return {"combo": combo.name, "rank": RANK_NAMES[combo.rank], "length": combo.length}


def _counts(question: Mapping[str, Any], name: str) -> tuple[int, ...]:
    text = question[name]
    if not isinstance(text, str):
        raise BadQuestion(f"{name}: {text!r} must be cards as text, like 'JJJQQQ3344'")
    try:
        return parse_counts(text)
    except BadNotation as error:
        raise BadQuestion(f"{name}: {error}") from None


def _combo(question: Mapping[str, Any], name: str) -> Combo:
    """The combination in this field, which has to be one."""
    combo = classify(_counts(question, name))
    if combo is None:
        raise BadQuestion(f"{name}: {question[name]!r} is no combination, so nothing can beat it")
    return combo
