"""Wins of every kind, drawn at random: shapes, melds, circumstances, and hands that just miss."""

from random import Random

from paiju.mahjong.melds import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    EXPOSED_KONG,
    PUNG,
    Meld,
    MeldKind,
)
from paiju.mahjong.win import DISCARD, ROBBED_KONG, SELF_DRAW, Payer, Win

WHITE, GREEN, RED = 31, 32, 33
DECKS = [
    [*range(27), WHITE, RED],
    [*range(9)],
    [*range(9, 18), WHITE, RED],
    [*range(18, 27), RED],
    [*range(18), WHITE],
    [*range(3, 9), *range(21, 27), WHITE, RED],
]


def random_win(random: Random) -> Win:
    """A win, or a hand a tile or two away from one, in some circumstances."""
    deck = random.choice(DECKS)
    melds, hand = _seven_pairs(random, deck) if random.random() < 0.15 else _sets(random, deck)
    if random.random() < 0.1:  # spoil it
        hand[random.randrange(len(hand))] = random.choice(deck)
    tile = hand.pop(random.randrange(len(hand)))
    counts = [hand.count(kind) for kind in range(34)]
    held = [*hand, tile, *(kind for meld in melds for kind in meld.tiles)]
    if any(held.count(kind) > 4 for kind in held):
        return random_win(random)
    source = random.choice([DISCARD, SELF_DRAW, SELF_DRAW, ROBBED_KONG])
    concealed = not any(meld.is_claimed for meld in melds)
    return Win(
        tuple(counts),
        tile,
        melds,
        (GREEN,) * random.choice([0, 0, 0, 0, 1, 2, 3, 4]),
        source,
        last_tile=source != ROBBED_KONG and random.random() < 0.15,
        after_kong=source != ROBBED_KONG and random.random() < 0.15,
        first_turn=not melds and source != ROBBED_KONG and random.random() < 0.15,
        ready=concealed and random.random() < 0.2,
        dealer=random.random() < 0.25,
    )


def random_payer(random: Random) -> Payer:
    """A payer with anything before him."""
    melds = tuple(
        _meld(random, random.choice([WHITE, RED, 0, 9])) for _ in range(random.choice([0, 1, 2]))
    )
    return Payer(melds, (GREEN,) * random.randrange(5), random.random() < 0.3)


def _sets(random: Random, deck: list[int]) -> tuple[tuple[Meld, ...], list[int]]:
    suited = [kind for kind in deck if kind < 27]
    firsts = [kind for kind in suited if kind % 9 <= 6 and kind + 2 in suited]
    pung_share = random.choice([0.1, 0.4, 1.0])
    straight = random.random() < 0.15
    starts = [firsts[0], firsts[0] + 3, firsts[0] + 6] if straight and len(deck) >= 9 else []
    groups: list[tuple[bool, int]] = [(False, start) for start in starts if start in firsts]
    while len(groups) < 4:
        if random.random() < pung_share:
            dragon = random.random() < 0.2
            groups.append((True, random.choice([WHITE, RED] if dragon else deck)))
        else:
            groups.append((False, random.choice(firsts)))
    random.shuffle(groups)
    laid = random.choice([0, 0, 1, 2, 3, 4])
    melds = tuple(
        _meld(random, start) if alike else Meld(CHOW, start) for alike, start in groups[:laid]
    )
    pair = random.choice(deck)
    hand = [pair, pair]
    for alike, start in groups[laid:]:
        hand += [start] * 3 if alike else [start, start + 1, start + 2]
    return melds, hand


def _seven_pairs(random: Random, deck: list[int]) -> tuple[tuple[Meld, ...], list[int]]:
    if random.random() < 0.3:
        start = random.randrange(3) * 9 + random.randrange(3)
        kinds = list(range(start, start + 7))
    else:
        kinds = random.sample([*deck, *deck], 7)
    return (), [kind for kind in kinds for _ in range(2)]


def _meld(random: Random, tile: int) -> Meld:
    kinds: list[MeldKind] = [PUNG, PUNG, EXPOSED_KONG, ADDED_KONG, CONCEALED_KONG]
    return Meld(random.choice(kinds), tile)
