"""Rounds of 九江斗地主 set up by naming the cards that matter."""

from collections.abc import Sequence

import pytest

from paiju.cards.cards import CARDS, RANK_OF, SMALL_JOKER, cards_text, counts_of, parse_hands
from paiju.core.errors import IllegalAction, Refusal
from paiju.core.event import Event, Json
from paiju.core.game import RoundSetup
from paiju.core.seat import SEATS
from paiju.games.jiujiang_doudizhu.actions import parse_action
from paiju.games.jiujiang_doudizhu.deal import HAND_SIZE, KITTY_SIZE
from paiju.games.jiujiang_doudizhu.options import DEFAULT, DouDizhuOptions
from paiju.games.jiujiang_doudizhu.round import DouDizhuRound

KEY = "jiujiang-doudizhu"


def dealt(
    *hands: str,
    kitty: str = "",
    first_caller: int = 0,
    dealer: int = 0,
    options: DouDizhuOptions = DEFAULT,
) -> DouDizhuRound:
    """A round in which the seats hold at least these cards, filled up evenly from the rest.

    Each card of the rest goes where fewest of its rank are, so that it makes few bombs; jokers go
    to the kitty first.
    """
    named = [*hands, *[""] * (SEATS - len(hands)), kitty]
    piles = parse_hands(named)
    sizes = [HAND_SIZE] * SEATS + [KITTY_SIZE]
    used = {card for pile in piles for card in pile}
    rest = [card for card in range(CARDS - 1, -1, -1) if card not in used]
    for card in rest:
        rank = RANK_OF[card]
        room = [place for place in range(SEATS + 1) if len(piles[place]) < sizes[place]]
        if rank >= SMALL_JOKER and SEATS in room:
            room = [SEATS]
        alike = {place: counts_of(piles[place])[rank] for place in room}
        piles[
            min(room, key=lambda at: (alike[at] >= 2, alike[at] >= 3, len(piles[at]) - sizes[at]))
        ].append(card)
    deal: dict[str, Json] = {
        "hands": [cards_text(pile) for pile in piles[:SEATS]],
        "kitty": cards_text(piles[SEATS]),
        "first_caller": first_caller,
    }
    return DouDizhuRound.begin(RoundSetup(KEY, options, dealer, {}, deal=deal))


def do(table: DouDizhuRound, *lines: str) -> list[Event]:
    """Apply lines like ``0 play 4444``; the events that follow."""
    events: list[Event] = []
    for line in lines:
        seat, _, text = line.partition(" ")
        events += table.apply(int(seat), parse_action(text))
    return events


def refused(table: DouDizhuRound, line: str) -> Refusal:
    """Why a line is refused; that it changes nothing is looked at as well."""
    seat, _, text = line.partition(" ")
    action = parse_action(text)
    before = [table.observation(viewer).as_dict() for viewer in range(SEATS)]
    events = list(table.events)
    assert action not in table.legal_actions(int(seat))
    with pytest.raises(IllegalAction) as caught:
        table.apply(int(seat), action)
    assert table.events == events
    assert [table.observation(viewer).as_dict() for viewer in range(SEATS)] == before
    refusal = table.legal_actions(int(seat)).explain(action)
    assert refusal == Refusal(caught.value.reason, caught.value.clause)
    assert refusal.reason.zh and refusal.reason.en
    return refusal


def legal(table: DouDizhuRound, seat: int) -> list[str]:
    """What a seat may do, as text."""
    return [str(action) for action in table.legal_actions(seat).listed()]


def landlord_of(*hands: str, **others: object) -> DouDizhuRound:
    """A round in which seat 0 was asked first and took the landlord's seat."""
    table = dealt(*hands, **others)  # type: ignore[arg-type]
    do(table, "0 call")
    return table


def seen(table: DouDizhuRound, viewer: int | None) -> Sequence[Event]:
    """The events as a viewer was shown them."""
    return table.observation(viewer).seen
