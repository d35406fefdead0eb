"""The cards of two decks (DZ-1): ids, ranks, text and counts by rank.

A card is a small int from 0 to 107, one for each physical card. The eight cards of rank ``r``
are ``8 * r`` to ``8 * r + 7`` (two of each suit), the small jokers 104 and 105, the big jokers
106 and 107. Suits are shown and kept but never matter, so plays are about *counts*: how many
cards of each of the 15 ranks, as a tuple or list.
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from paiju.core.errors import BadNotation

Counts: TypeAlias = Sequence[int]
"""How many cards of each rank, 15 numbers."""

RANK_NAMES: Final = "3456789TJQKA2wW"
SUIT_NAMES: Final = "shcd"

RANKS: Final = 15
RUN_RANKS: Final = 12
"""Ranks that can stand in a run: 3 to A (DZ-10, DZ-12)."""
ACE: Final = 11
TWO: Final = 12
SMALL_JOKER: Final = 13
BIG_JOKER: Final = 14

CARDS: Final = 108
COPIES: Final[tuple[int, ...]] = (8,) * 13 + (2, 2)
"""How many cards of each rank there are in the two decks."""
FIRST_CARD: Final[tuple[int, ...]] = (*(8 * rank for rank in range(13)), 104, 106)
"""The lowest card id of each rank."""
RANK_OF: Final = bytes([rank for rank in range(RANKS) for _ in range(COPIES[rank])])
"""The rank of each card id."""

_NO_SUIT: Final = -1


def card_text(card: int) -> str:
    """A card in notation: rank and suit, jokers without one.

    >>> card_text(0), card_text(57), card_text(104), card_text(107)
    ('3s', 'Ts', 'w', 'W')
    """
    rank = RANK_OF[card]
    name = RANK_NAMES[rank]
    return name if rank >= SMALL_JOKER else name + SUIT_NAMES[(card & 7) >> 1]


def cards_text(cards: Iterable[int]) -> str:
    """Cards in notation, in the order given.

    >>> cards_text([0, 57, 104])
    '3sTsw'
    """
    return "".join(card_text(card) for card in cards)


def counts_text(counts: Counts) -> str:
    """Cards by rank alone, low to high.

    >>> counts_text(parse_counts("wK3h103"))
    '33TKw'
    """
    return "".join(RANK_NAMES[rank] * count for rank, count in enumerate(counts))


def counts_of(cards: Iterable[int]) -> list[int]:
    """How many of each rank these cards are.

    >>> counts_of([0, 1, 107])[0], counts_of([0, 1, 107])[14]
    (2, 1)
    """
    counts = [0] * RANKS
    for card in cards:
        counts[RANK_OF[card]] += 1
    return counts


def parse_counts(text: str) -> tuple[int, ...]:
    """Read cards by rank; suits may stand there and are not looked at further.

    :raises BadNotation: naming the character that is no card, or the rank there are too many of.

    >>> parse_counts("1010TwW")[7]
    3
    >>> parse_counts("33x")
    Traceback (most recent call last):
    paiju.core.errors.BadNotation: '33x': character 3, 'x', is no card; ranks are 3456789TJQKA2wW
    """
    counts = [0] * RANKS
    for rank, _ in _tokens(text):
        counts[rank] += 1
    for rank, count in enumerate(counts):
        if count > COPIES[rank]:
            raise BadNotation(
                f"{text!r}: {count} cards of rank {RANK_NAMES[rank]}; there are {COPIES[rank]}"
            )
    return tuple(counts)


def parse_hands(texts: Sequence[str]) -> list[list[int]]:
    """Read several piles of one pack as card ids, no physical card twice.

    A card written with its suit is that card; one without takes the lowest of its rank that is
    not named anywhere. The cards of a pile keep their order.

    :raises BadNotation: naming the character that is no card, or the card there are too many of.

    >>> parse_hands(["3h3", "33h"])
    [[2, 0], [1, 3]]
    """
    piles = [_tokens(text) for text in texts]
    free = [True] * CARDS
    hands = [[0] * len(pile) for pile in piles]
    for suited in (True, False):
        for index, pile in enumerate(piles):
            for place, (rank, suit) in enumerate(pile):
                if (suit != _NO_SUIT) == suited:
                    card = _take(free, rank, suit)
                    if card < 0:
                        raise BadNotation(f"{texts[index]!r}: {_too_many(rank, suit)}")
                    hands[index][place] = card
    return hands


def with_card(text: str, card: str) -> str | None:
    """A pile in which a certain card is written, ``None`` if it cannot be in it.

    A card written without a suit may be any of its rank: the first one becomes this card.

    >>> with_card("377", "7h"), with_card("37h7", "7h"), with_card("34", "7h")
    ('37h7', '37h7', None)

    :raises BadNotation: naming the character that is no card.
    """
    ((rank, suit),) = _tokens(card)
    pile = _tokens(text)
    if (rank, suit) not in pile:
        if (rank, _NO_SUIT) not in pile:
            return None
        pile[pile.index((rank, _NO_SUIT))] = (rank, suit)
    return "".join(RANK_NAMES[r] + (SUIT_NAMES[s] if s != _NO_SUIT else "") for r, s in pile)


def _take(free: list[bool], rank: int, suit: int) -> int:
    """Take the lowest free card of a rank, of one suit if one is named; -1 if there is none."""
    low = FIRST_CARD[rank]
    high = low + COPIES[rank]
    if suit != _NO_SUIT:
        low += 2 * suit
        high = low + 2
    for card in range(low, high):
        if free[card]:
            free[card] = False
            return card
    return -1


def _too_many(rank: int, suit: int) -> str:
    name = RANK_NAMES[rank]
    if suit != _NO_SUIT:
        return f"the card {name}{SUIT_NAMES[suit]} stands here too often; two decks have 2"
    return f"a card of rank {name} too many in all; two decks have {COPIES[rank]}"


def _tokens(text: str) -> list[tuple[int, int]]:
    """The (rank, suit) of each card in ``text``; spaces between cards are skipped."""
    found: list[tuple[int, int]] = []
    place = 0
    while place < len(text):
        character = text[place]
        place += 1
        if character == " ":
            continue
        if character == "1" and text[place : place + 1] == "0":
            character = "T"
            place += 1
        rank = RANK_NAMES.find(character)
        if rank < 0:
            raise BadNotation(_unreadable(text, place, character))
        suit = SUIT_NAMES.find(text[place]) if place < len(text) else _NO_SUIT
        if suit != _NO_SUIT:
            place += 1
            if rank >= SMALL_JOKER:
                raise BadNotation(
                    f"{text!r}: character {place}, {text[place - 1]!r}, is a suit after a joker; "
                    "jokers have none"
                )
        found.append((rank, suit))
    return found


def _unreadable(text: str, place: int, character: str) -> str:
    start = f"{text!r}: character {place}, {character!r}, "
    if character in SUIT_NAMES:
        return start + "is a suit without a card before it"
    if character == "1":
        return start + "is no card; ten is written T or 10"
    return start + f"is no card; ranks are {RANK_NAMES}"
