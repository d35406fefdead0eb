"""One finished round of 九江麻将, as ``paiju score`` is asked to judge it."""

from collections.abc import Mapping
from typing import Any, Final

from paiju.core.errors import BadQuestion
from paiju.core.event import Json
from paiju.games.jiujiang_mahjong.options import JiujiangOptions
from paiju.games.jiujiang_mahjong.rules import TILES
from paiju.games.jiujiang_mahjong.scoring import dealer_factor, eaten, judge, points_from
from paiju.mahjong.finished import Finished, answer, check_situation, read_finished
from paiju.mahjong.melds import CHOW, CONCEALED_KONG, Meld
from paiju.mahjong.win import Payer, Win

_LAID_FOR_A_CHOW: Final = 3


def score_line(data: Mapping[str, Any]) -> dict[str, Json]:
    """Judge one finished round; payments are at base score 1 and factor 1.

    >>> answer = score_line({
    ...     "game": "jiujiang-mahjong",
    ...     "winner": {"concealed": "2m", "win": "2m", "melds": ["333p", "444p", "555p", "666p"]},
    ...     "source": "discard",
    ...     "payers": [{"melds": ["555z"]}],
    ... })
    >>> answer["payments"]
    [36]

    :raises BadQuestion, BadOptions: if it is about something that cannot be.
    """
    house = data.get("options", {})
    if not isinstance(house, Mapping):
        raise BadQuestion(f"options: {house!r} must be an object")
    options = JiujiangOptions.parse(house)
    finished = read_finished(data, TILES)
    _check_front(finished.win.melds, finished.win.ready, "winner")
    for i, payer in enumerate(finished.payers):
        _check_front(payer.melds, payer.ready, f"payers[{i}]")
    check_situation(finished.win, robbed="JM-12, JM-45", first="JM-51, JM-52")
    _check_the_dealer(finished.win)
    win, payers = _with_the_dealer_named(finished, data)
    verdict = judge(win, options)
    points = [points_from(verdict, payer) for payer in payers]
    return answer(
        verdict,
        [
            owed * dealer_factor(options, win.dealer or payer.dealer)
            for owed, payer in zip(points, payers, strict=True)
        ],
        [(owed, eaten(payer)) for owed, payer in zip(points, payers, strict=True)],
    )


def _check_front(melds: tuple[Meld, ...], ready: bool, place: str) -> None:
    """What a player may have laid down: a chow only as the fourth meld, no claims if declared."""
    chows = [meld for meld in melds if meld.kind == CHOW]
    laid = [meld for meld in melds if meld.kind not in (CHOW, CONCEALED_KONG)]
    if chows and (len(chows) > 1 or len(laid) != _LAID_FOR_A_CHOW):
        raise BadQuestion(
            f"{place}.melds: chow {chows[0].text} needs three pungs or exposed kongs laid down "
            "beside it (JM-19)"
        )
    if ready and any(meld.is_claimed for meld in melds):
        raise BadQuestion(
            f"{place}.ready: who has declared has claimed nothing, only a concealed kong may lie "
            "there (JM-20, JM-21)"
        )


def _check_the_dealer(win: Win) -> None:
    """The dealer declares with a discard, and has none before 天胡."""
    if win.first_turn and win.dealer and win.ready:
        raise BadQuestion(
            "winner.ready: the dealer declares with a discard, not before 天胡 (JM-20)"
        )
    if win.first_turn and win.dealer and win.after_kong:
        raise BadQuestion("situation: after a kong a win is no 天胡 but 杠上开花 (JM-48, JM-51)")


def _with_the_dealer_named(finished: Finished, data: Mapping[str, Any]) -> Finished:
    """地胡 is won off the dealer: a payer of whom that is not said is the dealer even so."""
    win, payers = finished
    if not win.first_turn or win.dealer or payers[0].dealer:
        return finished
    if "dealer" in data["payers"][0]:
        raise BadQuestion("payers[0].dealer: 地胡 is won on the dealer's first discard (JM-52)")
    (payer,) = payers
    return Finished(win, (Payer(payer.melds, payer.bonus, payer.ready, dealer=True),))
