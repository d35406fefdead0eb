"""必叫: which hands may not decline the landlord's seat (DZ-5)."""

from paiju.cards.cards import BIG_JOKER, RANK_NAMES, SMALL_JOKER, TWO, Counts
from paiju.cards.combos import SMALLEST_BOMB
from paiju.core.errors import Refusal
from paiju.core.text import Text


def must_call(hand: Counts) -> Refusal | None:
    """Why a hand of 25 cards may not decline, or ``None`` if it may.

    The first of the six cases, A to F, that the hand shows.

    >>> from paiju.cards.cards import parse_counts
    >>> must_call(parse_counts("WW34567")).reason.en
    'You must call (F): two big jokers'
    """
    bombs = [rank for rank in range(TWO + 1) if hand[rank] >= SMALLEST_BOMB]
    small, big = hand[SMALL_JOKER], hand[BIG_JOKER]
    if big and bombs:
        return _refusal("A", "有大王又有炸", "a big joker and a bomb", bombs[:1])
    if len(bombs) >= 2:
        return _refusal("B", "有两个炸", "two bombs", bombs[:2])
    if small == 2 and bombs:
        return _refusal("C", "有两个小王又有炸", "two small jokers and a bomb", bombs[:1])
    if small == 2 and big:
        return _refusal("D", "有两个小王又有大王", "two small jokers and a big joker", [])
    eight = [rank for rank in bombs if hand[rank] == 8]
    if eight:
        return _refusal("E", "有八个头", "an eight-card bomb", eight)
    if big == 2:
        return _refusal("F", "有两个大王", "two big jokers", [])
    return None


def _refusal(case: str, zh: str, en: str, bombs: list[int]) -> Refusal:
    names = " ".join(RANK_NAMES[rank] for rank in bombs)
    shown = f" ({names})" if names else ""
    return Refusal(
        Text(f"必叫（{case}）：{zh}{shown}", f"You must call ({case}): {en}{shown}"), "DZ-5"
    )
