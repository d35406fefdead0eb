"""A hand as one number: in hexadecimal, one digit for each rank says how many of it there are.

The 3s are the last digit, the big jokers the first of fifteen: ``0x12`` is a 4 and two 3s. Cards
are added and taken away as numbers are, and one sum finds the ranks of which a hand has too few.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from mypy_extensions import i64

from paiju.cards.cards import COPIES, RANK_OF, RANKS, Counts

Hand: TypeAlias = i64
"""Cards by rank, as one number; none is more than the two decks have."""
RankBits: TypeAlias = i64
"""A set of ranks: of each one the highest bit of its digit."""

_EACH: Final[Hand] = 0x111_1111_1111_1111
_HIGHEST_BITS: Final[RankBits] = 8 * _EACH
EVERY_RANK: Final = _HIGHEST_BITS


def hand_of(cards: Iterable[int]) -> Hand:
    """The cards with these ids.

    >>> hex(hand_of([0, 1, 8]))
    '0x12'
    """
    return hand_of_ranks([RANK_OF[card] for card in cards])


def hand_of_ranks(ranks: Iterable[int]) -> Hand:
    """A card of each of these ranks.

    >>> hex(hand_of_ranks([0, 0, 1]))
    '0x12'
    """
    hand: Hand = 0
    for rank in ranks:
        hand += one_of(rank)
    return hand


def packed(counts: Counts) -> Hand:
    """So many cards of each rank.

    >>> from paiju.cards.cards import parse_counts
    >>> hex(packed(parse_counts("334")))
    '0x12'
    """
    hand: Hand = 0
    for rank in range(RANKS - 1, -1, -1):
        hand = hand << 4 | counts[rank]
    return hand


def counts_in(hand: Hand) -> list[int]:
    """How many of each rank there are in a hand.

    >>> counts_in(0x12)[:3]
    [2, 1, 0]
    """
    return [count_of(hand, rank) for rank in range(RANKS)]


def count_of(hand: Hand, rank: int) -> int:
    """How many cards of a rank there are in a hand."""
    return hand >> 4 * rank & 15


def one_of(rank: int) -> Hand:
    """One card of a rank."""
    return 1 << 4 * rank


def ranks_short(hand: Hand, count: int) -> RankBits:
    """The ranks of which a hand has fewer than ``count`` cards, for a count from 1 to 8."""
    return _HIGHEST_BITS & ~(hand + (8 - count) * _EACH)


def ranks_lacking(hand: Hand, cards: Hand) -> RankBits:
    """The ranks of which a hand has fewer than certain cards are; none if it holds them all."""
    # Digit by digit: the highest bit decides, and where it is the same in both the other three.
    by_the_rest = (hand | _HIGHEST_BITS) - (cards & ~_HIGHEST_BITS)
    return _HIGHEST_BITS & ((cards & ~hand) | (~(cards ^ hand) & ~by_the_rest))


def rank_bits(ranks: Iterable[int]) -> RankBits:
    """These ranks as a set."""
    bits: RankBits = 0
    for rank in ranks:
        bits |= 8 << 4 * rank
    return bits


WHOLE_PACK: Final[Hand] = packed(COPIES)
