"""What is measured of a mahjong's rules: the judge, waiting tiles and the distance to a win."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from paiju.cli.measures import new_round
from paiju.cli.measuring import Measure, calls
from paiju.mahjong.game import MahjongGame
from paiju.mahjong.rules import Rules
from paiju.mahjong.shapes import distance, waits
from paiju.mahjong.tiles import HAND_KINDS, SUITED_KINDS, Tile, number, tile_counts
from paiju.mahjong.win import Win

_SAMPLES: Final = 1000
_CHOWS: Final = 0.7
"""How many sets of a sample hand are chows, as in the hands that the peers are measured with."""
_SEVEN_PAIRS: Final = 0.04
_WHOLE: Final = 4

_Counts = list[int]


def mahjong_measures(rules: MahjongGame) -> list[Measure]:
    """Calls with hands of the game's tiles: winning ones for the judge, others for the rest."""
    return [
        calls(rules.key, "judge calls", lambda: _judged(_rules(rules))),
        calls(rules.key, "waits calls", lambda: _waited(_rules(rules))),
        calls(rules.key, "distance calls", lambda: _distant(_rules(rules))),
    ]


def _rules(rules: MahjongGame) -> Rules:
    playing = new_round(rules, 1)
    assert isinstance(playing, rules.round_type)
    return playing.rules


def _judged(rules: Rules) -> tuple[Sequence[Win], Callable[[Win], object]]:
    return [
        Win(tuple(tile_counts(hand[:-1])), hand[-1]) for hand in _winning_hands(rules)
    ], rules.judge


def _waited(rules: Rules) -> tuple[Sequence[_Counts], Callable[[_Counts], object]]:
    """Half of the hands wait: winning ones without their last tile."""
    waiting = [tile_counts(hand[:-1]) for hand in _winning_hands(rules)[::2]]
    hands = waiting + [tile_counts(hand) for hand in _random_hands(rules, 13)[::2]]
    return hands, lambda counts: waits(counts, _WHOLE, True)


def _distant(rules: Rules) -> tuple[Sequence[bytes], Callable[[bytes], object]]:
    """Hands that nobody changes are kept as bytes."""
    return [bytes(tile_counts(hand)) for hand in _random_hands(rules, 14)], distance


def _random_hands(rules: Rules, size: int) -> list[list[Tile]]:
    random = Random(1)
    wall = [tile for tile in _kinds(rules) for _ in range(4)]
    return [random.sample(wall, size) for _ in range(_SAMPLES)]


def _winning_hands(rules: Rules) -> list[list[Tile]]:
    """Hands of 14, in no order: four sets and a pair, some of them seven pairs."""
    random = Random(2)
    hands: list[list[Tile]] = []
    while len(hands) < _SAMPLES:
        hand = _winning_hand(_kinds(rules), random)
        if max(tile_counts(hand)) <= 4:
            random.shuffle(hand)
            hands.append(hand)
    return hands


def _winning_hand(kinds: list[Tile], random: Random) -> list[Tile]:
    if random.random() < _SEVEN_PAIRS:
        return [tile for tile in random.sample(kinds, 7) for _ in range(2)]
    hand: list[Tile] = [random.choice(kinds)] * 2
    runs = [tile for tile in range(SUITED_KINDS) if number(tile) <= 7]
    for _ in range(_WHOLE):
        if random.random() < _CHOWS:
            first = random.choice(runs)
            hand += [first, first + 1, first + 2]
        else:
            hand += [random.choice(kinds)] * 3
    return hand


def _kinds(rules: Rules) -> list[Tile]:
    """The kinds that a hand can hold."""
    tiles = rules.tiles
    return [t for t in range(HAND_KINDS) if tiles.copies[t] and not tiles.is_bonus[t]]
