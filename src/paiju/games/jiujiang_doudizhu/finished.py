"""One finished round of 九江斗地主, as ``paiju score`` is asked to judge it."""

from collections.abc import Mapping
from typing import Any, Final

from paiju.cards.cards import COPIES, RANK_NAMES, RANKS, parse_counts
from paiju.cards.combos import Combo, classify
from paiju.core.errors import BadNotation, BadQuestion
from paiju.core.event import Json
from paiju.games.jiujiang_doudizhu.options import DouDizhuOptions
from paiju.games.jiujiang_doudizhu.scoring import settle

_FIELDS: Final = (
    "game",
    "options",
    "landlord_won",
    "surrendered",
    "bombs",
    "opening_shots",
    "farmer_plays",
)
_MOST_BOMBS: Final = 27
"""Two of four cards in each of 13 ranks, and the jokers."""
_MOST_FARMER_PLAYS: Final = 25 + 24 + 24
"""Card by card, until the first farmer is out."""


def score_line(data: Mapping[str, Any]) -> dict[str, Json]:
    """Judge one finished round.

    ``bombs`` need not name bombs that add nothing (of four and five cards); left out, they are
    none. ``surrendered`` and ``opening_shots`` are false and 0 unless said.

    >>> answer = score_line({"landlord_won": True, "bombs": ["666666"], "farmer_plays": 3})
    >>> answer["base"], answer["payments"]
    (2, {'landlord': 8, 'gatekeeper': -4, 'others': -2})

    :raises BadQuestion, BadOptions: if it is about something that cannot be.
    """
    for name in data:
        if name not in _FIELDS:
            raise BadQuestion(f"{name!r} is not known; a round has {', '.join(_FIELDS)}")
    house = data.get("options", {})
    if not isinstance(house, Mapping):
        raise BadQuestion(f"options: {house!r} must be an object")
    options = DouDizhuOptions.parse(house)
    surrendered = _switch(data, "surrendered", False)
    landlord_won = _switch(data, "landlord_won", False if surrendered else None)
    bombs = _bombs(data.get("bombs", []))
    shots = _number(data, "opening_shots", 0, _MOST_BOMBS)
    farmer_plays = _number(data, "farmer_plays", 0 if surrendered else None, _MOST_FARMER_PLAYS)
    if surrendered:
        _check_surrender(landlord_won, bombs, shots, farmer_plays)
    elif not landlord_won and farmer_plays == 0:
        raise BadQuestion(
            "farmer_plays: the farmers win by playing out, so they played at least once (DZ-19)"
        )
    judged = settle(
        options,
        landlord_won=landlord_won,
        surrendered=surrendered,
        bombs=bombs,
        shots=shots,
        farmer_plays=farmer_plays,
    )
    return {
        "legal": True,
        "items": [item.as_dict() for item in judged.items],
        "base": judged.base,
        "payments": {
            "landlord": judged.landlord,
            "gatekeeper": judged.gatekeeper,
            "others": judged.others,
        },
    }


def _check_surrender(
    landlord_won: bool, bombs: tuple[Combo, ...], shots: int, farmer_plays: int
) -> None:
    if landlord_won:
        raise BadQuestion("landlord_won: who surrenders has lost (DZ-8)")
    for name, there in (("bombs", bombs), ("opening_shots", shots), ("farmer_plays", farmer_plays)):
        if there:
            raise BadQuestion(f"{name}: a surrender comes before the first play (DZ-8)")


def _switch(data: Mapping[str, Any], name: str, default: bool | None) -> bool:
    value = data.get(name, default)
    if value is None and name not in data:
        raise BadQuestion(f"{name} is missing; it must be true or false")
    if not isinstance(value, bool):
        raise BadQuestion(f"{name}: {value!r} must be true or false")
    return value


def _number(data: Mapping[str, Any], name: str, default: int | None, most: int) -> int:
    value = data.get(name, default)
    if value is None and name not in data:
        raise BadQuestion(f"{name} is missing; it must be a whole number from 0 to {most}")
    if type(value) is not int or not 0 <= value <= most:
        raise BadQuestion(f"{name}: {value!r} must be a whole number from 0 to {most}")
    return value


def _bombs(listed: object) -> tuple[Combo, ...]:
    """The bombs played; together they must fit into the two decks."""
    if not isinstance(listed, list):
        raise BadQuestion(f'bombs: {listed!r} must be a list of bombs, like ["666666"]')
    found = []
    total = [0] * RANKS
    for place, text in enumerate(listed):
        where = f"bombs[{place}]"
        if not isinstance(text, str):
            raise BadQuestion(f'{where}: {text!r} must be cards as text, like "666666"')
        try:
            combo = classify(parse_counts(text))
        except BadNotation as error:
            raise BadQuestion(f"{where}: {error}") from None
        if combo is None or not combo.is_bomb:
            raise BadQuestion(
                f"{where}: {text!r} is no bomb; a bomb is four to eight of a rank, or the four "
                "jokers (DZ-14)"
            )
        found.append(combo)
        for rank in range(RANKS):
            total[rank] += combo.counts[rank]
            if total[rank] > COPIES[rank]:
                raise BadQuestion(
                    f"{where}: with this, {total[rank]} cards of rank {RANK_NAMES[rank]} were "
                    f"played; there are {COPIES[rank]} (DZ-1)"
                )
    return tuple(found)
