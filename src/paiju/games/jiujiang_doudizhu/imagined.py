"""A round that might be the true one: what a viewer cannot see is drawn at random.

Plays take the first cards of a rank: those of the kitty, then in the order dealt. So a hand that
begins with the cards its owner has played, in that order, plays them again; what is unknown may
lie behind them.
"""

from random import Random
from typing import Final

from paiju.cards.cards import CARDS, RANK_OF, counts_of
from paiju.core.action import Action
from paiju.core.event import Event
from paiju.core.game import RoundSetup
from paiju.core.seat import SEATS, Seat
from paiju.games.jiujiang_doudizhu.actions import ASKS, CALL, DECLINE, PASS, PLAYS, SURRENDER
from paiju.games.jiujiang_doudizhu.calling import must_call
from paiju.games.jiujiang_doudizhu.deal import HAND_SIZE, KITTY_SIZE, Deal
from paiju.games.jiujiang_doudizhu.events import (
    Asked,
    Called,
    Dealt,
    Declined,
    Passed,
    Played,
    Surrendered,
)
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.round import DouDizhuRound
from paiju.games.jiujiang_doudizhu.table import CALLING, DECLINED

KITTY: Final = SEATS
"""The kitty's place after those of the four seats."""


def imagined(observation: DouDizhuObservation, rng: Random) -> DouDizhuRound:
    """Deal the unseen cards at random and bring the round to where the viewer sees it.

    Whoever declined is given no hand that must call (DZ-5), the first caller the cut card.
    """
    deal = _imagined_deal(observation, rng)
    dealer = observation.table.dealer
    setup = RoundSetup(
        observation.game, observation.options, dealer, observation.carry, deal=deal.as_dict()
    )
    twin = DouDizhuRound.begin(setup, deal)
    for event in observation.seen:
        done = action_of(event)
        if done is not None:
            twin.apply(*done)
    return twin


def action_of(event: Event) -> tuple[Seat, Action] | None:
    """Who did what to make this event happen, if it is what somebody did."""
    if isinstance(event, Played):
        return event.seat, PLAYS[event.combo.index]
    if isinstance(event, Passed):
        return event.seat, PASS
    if isinstance(event, Asked):
        return event.seat, ASKS[event.target]
    if isinstance(event, Called):
        return event.seat, CALL
    if isinstance(event, Declined):
        return event.seat, DECLINE
    if isinstance(event, Surrendered):
        return event.seat, SURRENDER
    return None


def _imagined_deal(observation: DouDizhuObservation, rng: Random) -> Deal:
    table, viewer = observation.table, observation.viewer
    piles = _known(observation)
    sizes = [HAND_SIZE] * SEATS + [KITTY_SIZE]
    if table.phase != CALLING and table.kitty is None:
        # The landlord's hand and the kitty are one pile of which we do not know the parts.
        sizes[table.landlord] += sizes.pop()
        piles.pop()
    known = [len(pile) for pile in piles]
    seen = {card for pile in piles for card in pile}
    unseen = [card for card in range(CARDS) if card not in seen]
    rng.shuffle(unseen)
    for pile, size in zip(piles, sizes, strict=True):
        while len(pile) < size:
            pile.append(unseen.pop())
    declined = [seat for seat in range(SEATS) if table.calls[seat] == DECLINED and seat != viewer]
    _free_of_must_call(piles, known, declined, rng)
    if len(piles) == SEATS:
        whole = piles[table.landlord]
        if table.landlord == table.first_caller:
            # The cut card was dealt, and what lies behind it of its rank as well.
            whole.sort(key=lambda card: RANK_OF[card] == RANK_OF[table.cut])
        piles.append(whole[:KITTY_SIZE])
        piles[table.landlord] = whole[KITTY_SIZE:]
    return Deal(piles[:SEATS], piles[KITTY], table.first_caller, table.cut)


def _known(observation: DouDizhuObservation) -> list[list[int]]:
    """What is known of each seat's dealt hand and of the kitty, in an order that plays again."""
    table = observation.table
    kitty = list(table.kitty or ())
    piles: list[list[int]] = [[] for _ in range(SEATS)]
    for event in observation.seen:
        if isinstance(event, Played):
            piles[event.seat] += [card for card in event.cards if card not in kitty]
    for seat in range(SEATS):  # an own hand, or all of them after the end
        piles[seat] += [card for card in table.hand(seat) if card not in kitty]
    if all(table.cut not in pile for pile in piles):
        piles[table.first_caller].append(table.cut)
    for event in observation.seen:
        if isinstance(event, Dealt) and event.cards is not None:
            piles[event.seat] = list(event.cards)
    return [*piles, kitty]


def _free_of_must_call(
    piles: list[list[int]], known: list[int], declined: list[Seat], rng: Random
) -> None:
    """Exchange unknown cards until nobody who declined holds a hand that must call (DZ-5)."""
    places = [
        (pile, place)
        for pile, cards in enumerate(piles)
        for place in range(known[pile], len(cards))
    ]
    while any(must_call(counts_of(piles[seat])) is not None for seat in declined):
        (a, i), (b, j) = rng.choice(places), rng.choice(places)
        piles[a][i], piles[b][j] = piles[b][j], piles[a][i]
