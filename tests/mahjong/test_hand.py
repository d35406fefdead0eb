"""What patterns see of a winning hand, against its divisions by brute force and the win itself."""

from random import Random

import pytest

from paiju.mahjong.costs import keys_of
from paiju.mahjong.hand import EDGE, MIDDLE, OPEN, PAIR, Hand, hands, waited_for, windows
from paiju.mahjong.melds import CHOW, CONCEALED_KONG
from paiju.mahjong.scoring import MOST_LOOKS, Item, LineBook
from paiju.mahjong.tiles import SUITED_KINDS
from paiju.mahjong.win import Win
from tests.games.jiujiang_mahjong.random_wins import random_win
from tests.mahjong import brute_force as slow

Seen = tuple[int, ...]
Part = tuple[int, ...]


def seen(hand: Hand) -> Seen:
    """All that can be asked of a hand."""
    return (
        *(hand.source, hand.is_last_tile, hand.is_after_kong, hand.is_first_turn, hand.is_ready),
        *(hand.melds, hand.claimed, hand.suits, hand.has_honours, hand.is_single_wait),
        *(hand.is_seven_pairs, hand.four_alikes, hand.windows, hand.pungs, hand.has_straight),
        *(hand.place, *(hand.has_pung_of(dragon) for dragon in (31, 32, 33))),
    )


def expected(win: Win, single: bool) -> set[Seen]:
    """The same, read off the win and every division of its tiles."""
    counts = list(win.concealed)
    counts[win.tile] += 1
    held = {tile for tile in range(34) if counts[tile]}
    held |= {tile for meld in win.melds for tile in meld.tiles}
    around = (
        *(win.source, win.last_tile, win.after_kong, win.first_turn, win.ready),
        *(len(win.melds), sum(meld.kind != CONCEALED_KONG for meld in win.melds)),
        *(len({tile // 9 for tile in held if tile < 27}), max(held) >= 27, single),
    )
    found: set[Seen] = set()
    if slow.complete(counts, 4, True) and all(count % 2 == 0 for count in counts):
        fours = counts.count(4)
        found.add((*around, True, fours, neighbours(held), 0, False, OPEN, False, False, False))
    for groups, pair in slow.divisions(counts, 4 - len(win.melds)):
        sets = [*groups, *((m.tile,) * 3 if m.kind != CHOW else m.tiles for m in win.melds)]
        pungs = {part[0] for part in sets if len(set(part)) == 1}
        straight = any(
            {(s, s + 1, s + 2), (s + 3, s + 4, s + 5), (s + 6, s + 7, s + 8)} <= set(sets)
            for s in (0, 9, 18)
        )
        shape = (neighbours(pungs) if len(pungs) == 4 else 0, len(pungs), straight)
        dragons = [dragon in pungs for dragon in (31, 32, 33)]
        for place in places(groups, pair, win.tile):
            found.add((*around, False, 0, *shape, place, *dragons))
    return found


def neighbours(kinds: set[int]) -> int:
    return sum({t, t + 1, t + 2} <= kinds for t in range(25) if t % 9 <= 6)


def places(groups: tuple[Part, ...], pair: int, tile: int) -> set[int]:
    found = {PAIR} if pair == tile else set()
    for part in groups:
        if tile in part:
            if len(set(part)) == 1:
                found.add(OPEN)
            elif part.index(tile) == 1:
                found.add(MIDDLE)
            else:
                edge = tile % 9 + 1 == (7 if part.index(tile) == 0 else 3)
                found.add(EDGE if edge else OPEN)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_hand_shows_what_its_divisions_and_the_win_say(seed: int) -> None:
    random = Random(seed)
    wins = 0
    for _ in range(300):
        win = random_win(random)
        single = random.random() < 0.5
        found = [seen(hand) for hand in hands(win, keys_of(list(win.concealed)), single)]
        assert set(found) == expected(win, single), win
        wins += bool(found)
    assert wins > 200


def test_a_hand_waits_for_nothing_it_holds_all_of_jm_28() -> None:
    random = Random(1)
    for _ in range(30):
        win = random_win(random)
        held = list(win.concealed)
        for meld in win.melds:
            for tile in meld.tiles:
                held[tile] += 1
        complete = slow.waiting_for(list(win.concealed), 4 - len(win.melds), not win.melds)
        waited = waited_for(win, keys_of(list(win.concealed)))
        assert waited == [tile for tile in complete if held[tile] < 4], win


def test_windows_lie_in_one_suit() -> None:
    for tile in range(SUITED_KINDS - 2):
        assert windows(0b111 << tile) == (tile % 9 <= 6)


def test_a_book_of_lines_is_begun_anew_when_it_is_full() -> None:
    asked: list[int] = []

    def earned(hand: Hand) -> list[Item]:
        asked.append(hand.look)
        return [Item("x", "", "", hand.look, "", "")]

    book = LineBook(earned)
    assert [book.lines(Hand(look)).total for look in (7, 8, 7)] == [7, 8, 7]
    assert asked == [7, 8]
    for look in range(MOST_LOOKS + 2):
        assert book.lines(Hand(look)).total == look
    assert book.lines(Hand(7)).total == 7
    assert asked.count(7) == 2
