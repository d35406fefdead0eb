"""One finished round of 金坛麻将, as ``paiju score`` is asked to judge it."""

from collections.abc import Mapping
from typing import Any

from paiju.core.errors import BadQuestion
from paiju.core.event import Json
from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.games.jintan_mahjong.rules import ALL_FLOWERS, TILES
from paiju.games.jintan_mahjong.scoring import judge, owed, score
from paiju.mahjong.finished import answer, check_situation, read_finished
from paiju.mahjong.melds import CHOW, Meld


def score_line(data: Mapping[str, Any]) -> dict[str, Json]:
    """Judge one finished round; payments are at the base of the options, the cap applied.

    >>> answer = score_line({
    ...     "game": "jintan-mahjong",
    ...     "winner": {"concealed": "12345m99p", "win": "3m", "bonus": "1f5f",
    ...                "melds": ["345s", "777p"]},
    ...     "source": "robbed_kong",
    ...     "payers": [{}],
    ... })
    >>> answer["formula"], answer["payments"]
    ('(10 + 2×5) × 1 = 20', [60])

    :raises BadQuestion, BadOptions: if it is about something that cannot be.
    """
    house = data.get("options", {})
    if not isinstance(house, Mapping):
        raise BadQuestion(f"options: {house!r} must be an object")
    options = JintanOptions.parse(house)
    win, payers = read_finished(data, TILES)
    _check_front(win.melds, len(win.bonus), win.ready, "winner", options)
    for i, payer in enumerate(payers):
        _check_front(payer.melds, len(payer.bonus), payer.ready, f"payers[{i}]", options)
    check_situation(win, robbed="JT-3, JT-35")
    verdict = judge(win, options)
    judged = answer(
        verdict,
        [owed(verdict, win.source)] * len(payers),
        [(verdict.points, ())] * len(payers),
    )
    counted = score(verdict.items, options).as_dict(options) if verdict.legal else {}
    return {**judged, **counted}


def _check_front(
    melds: tuple[Meld, ...], flowers: int, ready: bool, place: str, options: JintanOptions
) -> None:
    """What may lie before a player: never eight flowers, and chows only where they are played."""
    if flowers == ALL_FLOWERS:
        raise BadQuestion(
            f"{place}.bonus: eight flowers end the round at once, nothing is judged then (JT-36)"
        )
    if ready:
        raise BadQuestion(f"{place}.ready: there is no 报听 in this game")
    chows = [meld.text for meld in melds if meld.kind == CHOW]
    if chows and not options.chow:
        raise BadQuestion(f"{place}.melds: chow {chows[0]}, but 'chow' is off (JT-6)")
