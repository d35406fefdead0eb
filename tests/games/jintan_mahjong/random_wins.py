"""Wins of every kind, drawn at random: shapes, melds, flowers, and hands that just miss."""

from random import Random

from paiju.games.jintan_mahjong.options import JintanOptions
from paiju.mahjong.melds import ADDED_KONG, CHOW, CONCEALED_KONG, EXPOSED_KONG, PUNG, Meld
from paiju.mahjong.win import DISCARD, ROBBED_KONG, SELF_DRAW, Win

HONOURS = list(range(27, 34))
DECKS = [
    [*range(34)],
    [*range(9), *HONOURS],
    [*range(9, 18), *HONOURS[:2]],
    [*range(18, 27)],
    [*range(4), *range(9, 13)],
    HONOURS,
]
OPTIONS = [
    JintanOptions(),
    JintanOptions(pair_wait="last_tile"),
    JintanOptions(base=2),
    JintanOptions(base=50, pair_wait="last_tile"),
]


def random_win(random: Random) -> Win:
    """A win, or a hand a tile or two away from one, in some circumstances."""
    while True:
        deck = random.choice(DECKS)
        sets = [_set(random, deck) for _ in range(4)]
        laid = random.choice([0, 0, 1, 2, 3, 4])
        melds = tuple(_meld(random, group) for group in sets[:laid])
        hand = [tile for group in sets[laid:] for tile in group] + [random.choice(deck)] * 2
        if random.random() < 0.15 and len(deck) >= 7:
            melds, hand = (), [t for t in random.choices(deck, k=7) for _ in range(2)]
        if random.random() < 0.1:  # spoil it
            hand[random.randrange(len(hand))] = random.choice(deck)
        held = [*hand, *(tile for meld in melds for tile in meld.tiles)]
        if all(held.count(tile) <= 4 for tile in held):
            break
    tile = hand.pop(random.randrange(len(hand)))
    source = random.choice([DISCARD, DISCARD, SELF_DRAW, ROBBED_KONG])
    return Win(
        tuple(hand.count(kind) for kind in range(34)),
        tile,
        melds,
        tuple(range(34, 34 + random.choice([0, 0, 0, 1, 2, 5, 7]))),
        source,
        after_kong=source == SELF_DRAW and random.random() < 0.3,
    )


def _set(random: Random, deck: list[int]) -> list[int]:
    """Three in a row where the deck has them, or three alike."""
    first = random.choice(deck)
    row = [first, first + 1, first + 2]
    is_row = first < 27 and first % 9 <= 6 and all(tile in deck for tile in row)
    return row if is_row and random.random() < 0.7 else [first] * 3


def _meld(random: Random, group: list[int]) -> Meld:
    kinds = [PUNG, PUNG, EXPOSED_KONG, ADDED_KONG, CONCEALED_KONG]
    return Meld(CHOW if group[0] != group[1] else random.choice(kinds), group[0])
