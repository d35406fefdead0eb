"""必叫: which hands may not decline the landlord's seat (DZ-5)."""

from paiju.cards.cards import BIG_JOKER, RANK_NAMES, SMALL_JOKER, TWO, Counts
from paiju.cards.combos import SMALLEST_BOMB
from paiju.core.errors import Refusal
from paiju.core.text import Text


def must_call(hand: Counts) -> Refusal | None:
    """Why a hand of 25 cards may not decline, or ``None`` if it may.

    The first of the six cases, A to F, that the hand shows, with the bombs that make it.

    >>> from paiju.cards.cards import parse_counts
    >>> must_call(parse_counts("W33334567")).reason.en
    'You must call with a big joker and a bomb 3333'
    """
    bombs = [rank for rank in range(TWO + 1) if hand[rank] >= SMALLEST_BOMB]
    small, big = hand[SMALL_JOKER], hand[BIG_JOKER]
    if big and bombs:  # A
        return _refusal("有大王又有炸", "a big joker and a bomb", hand, bombs[:1])
    if len(bombs) >= 2:  # B
        return _refusal("有两个炸", "two bombs", hand, bombs[:2])
    if small == 2 and bombs:  # C
        return _refusal("有两个小王又有炸", "two small jokers and a bomb", hand, bombs[:1])
    if small == 2 and big:  # D
        return _refusal("有两个小王又有大王", "two small jokers and a big joker", hand, [])
    eight = [rank for rank in bombs if hand[rank] == 8]
    if eight:  # E
        return _refusal("有八个头", "an eight-card bomb", hand, eight)
    if big == 2:  # F
        return _refusal("有两个大王", "two big jokers", hand, [])
    return None


def _refusal(zh: str, en: str, hand: Counts, bombs: list[int]) -> Refusal:
    shown = " ".join([RANK_NAMES[rank] * hand[rank] for rank in bombs])
    return Refusal(
        Text(f"必叫：{zh} {shown}".rstrip(), f"You must call with {en} {shown}".rstrip()), "DZ-5"
    )
