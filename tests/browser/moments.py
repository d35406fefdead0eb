"""Moments of real rounds that try a table's layout: late, crowded, with much to choose from."""

from collections.abc import Callable
from functools import cache
from typing import Final

from paiju.bots import registry as bots
from paiju.core.game import Round
from paiju.core.seat import Seat
from tests.browser.staged import Moment, find

MAHJONGS: Final = ("jiujiang-mahjong", "jintan-mahjong")


def _legal(round_: Round) -> list[str]:
    return [str(action) for action in round_.legal_actions(0)] if 0 in round_.to_act else []


def _count(round_: Round, verb: str) -> int:
    return sum(line.startswith(verb) for line in _legal(round_))


def _wall(round_: Round) -> int:
    return len(round_.places()["wall"])


def _middle(round_: Round) -> bool:
    laid = [len(round_.places()[f"melds {seat}"]) for seat in range(4)]
    return round_.turn == 0 and 28 <= _wall(round_) <= 44 and laid[0] >= 3 and sum(laid) >= 12


def _late(round_: Round) -> bool:
    return round_.turn == 0 and _wall(round_) <= 8


def _crowded(round_: Round) -> bool:
    return round_.turn == 0 and _wall(round_) <= 30 and _count(round_, "kong") > 0


def _laden(round_: Round) -> bool:
    laid = round_.places()
    return round_.turn == 0 and max(len(laid["melds 1"]), len(laid["melds 3"])) >= 9


def _claim(round_: Round) -> bool:
    verbs = {line.split()[0] for line in _legal(round_)}
    return "pass" in verbs and len(verbs) >= 3


def _choice(round_: Round) -> bool:
    return max(_count(round_, "chow"), _count(round_, "ready"), _count(round_, "kong")) >= 2


def _win(round_: Round) -> bool:
    sound = round_.legal_actions(0).sound() if 0 in round_.to_act else ()
    return any(str(action).startswith("hu") for action in sound)


MAHJONG: Final[dict[str, Callable[[Round], bool]]] = {
    "middle": _middle,
    "late": _late,
    "crowded": _crowded,
    "laden": _laden,
    "claim": _claim,
    "choice": _choice,
    "win": _win,
}


def _held(round_: Round) -> int:
    return len(round_.places()["hand 0"])


def _leads(round_: Round) -> bool:
    return round_.turn == 0 and "pass" not in _legal(round_) and _count(round_, "play") > 0


def _follows(round_: Round) -> bool:
    return round_.turn == 0 and "pass" in _legal(round_) and _count(round_, "play") > 0


def _goes_out(round_: Round) -> bool:
    if round_.turn != 0 or _held(round_) > 5:
        return False
    after = [round_.copy() for _ in round_.legal_actions(0)]
    for twin, action in zip(after, round_.legal_actions(0), strict=True):
        twin.apply(0, action)
    return any(twin.outcome is not None for twin in after)


def _landlord(round_: Round, seat: Seat) -> bool:
    return round_.turn == 0 and round_.observation(0).as_dict()["landlord"] == seat


CARDS: Final[dict[str, Callable[[Round], bool]]] = {
    "call": lambda round_: "call" in _legal(round_),
    "lead": lambda round_: _leads(round_) and _held(round_) == 33,
    "follow": lambda round_: _follows(round_) and 14 <= _held(round_) <= 22,
    "late": lambda round_: _follows(round_) and _held(round_) <= 6,
    "win": _goes_out,
    "landlord-1": lambda round_: _landlord(round_, 1),
    "landlord-3": lambda round_: _landlord(round_, 3),
}


@cache
def mahjong(key: str, name: str, player: str = "random", seed: int = 0, dealer: Seat = 0) -> Moment:
    """A moment of a mahjong by its name, in rounds that bots of this name play."""
    return find(key, bots.bot(player, key, seed), MAHJONG[name], seed, dealer)


@cache
def cards(name: str, player: str = "basic", seed: int = 0) -> Moment:
    """A moment of 九江斗地主 by its name."""
    key = "jiujiang-doudizhu"
    return find(key, bots.bot(player, key, seed), CARDS[name], seed)
