"""The cards of a round: shuffled from a seed (DZ-2, DZ-3), or fixed in a record's header."""

from collections.abc import Mapping, Sequence
from typing import Final

from paiju.cards.cards import CARDS, RANK_OF, card_text, cards_text, parse_hands, with_card
from paiju.core.errors import BadDeal, BadNotation
from paiju.core.event import Json
from paiju.core.randomness import Stream
from paiju.core.seat import SEATS, Seat, seat_after

HAND_SIZE: Final = 25
KITTY_SIZE: Final = 8
DEALT: Final = SEATS * HAND_SIZE
_KEYS: Final = ("hands", "kitty", "first_caller", "cut")


class Deal:
    """Hands by seat and the kitty, in the order dealt, and the card that says who calls first."""

    __slots__ = ("cut", "first_caller", "hands", "kitty")

    def __init__(
        self, hands: Sequence[Sequence[int]], kitty: Sequence[int], first_caller: Seat, cut: int
    ) -> None:
        self.hands: Final = tuple(tuple(hand) for hand in hands)
        self.kitty: Final = tuple(kitty)
        self.first_caller: Final = first_caller
        self.cut: Final = cut

    def as_dict(self) -> dict[str, Json]:
        """The ``deal`` of a record's header, naming every card in the order dealt."""
        return {
            "hands": [cards_text(hand) for hand in self.hands],
            "kitty": cards_text(self.kitty),
            "first_caller": self.first_caller,
            "cut": card_text(self.cut),
        }


def shuffled_deal(dealer: Seat, seed: bytes) -> Deal:
    """Shuffle the pack and deal one card at a time, the dealer first; 8 are left (DZ-2).

    The card turned up is drawn among the 100 that are dealt (DZ-3).
    """
    stream = Stream(seed, "cards")
    pack = list(range(CARDS))
    stream.shuffle(pack)
    turned_up = stream.below(DEALT)
    hands = [pack[(seat - dealer) % SEATS : DEALT : SEATS] for seat in range(SEATS)]
    return Deal(hands, pack[DEALT:], seat_after(dealer, turned_up), pack[turned_up])


def fixed_deal(dealer: Seat, deal: Mapping[str, Json]) -> Deal:
    """The deal that a record's header fixes.

    A kitty left out is what the hands leave. Without ``first_caller`` it is the only holder of
    ``cut``, or the dealer; without ``cut`` it is the first caller's first card.

    :raises BadDeal: naming the part of the deal that cannot be, and what would be right.
    """
    for key in deal:
        if key not in _KEYS:
            raise BadDeal(f"deal: {key!r} is not known; a deal has {', '.join(_KEYS)}")
    cut_text = deal.get("cut")
    hands, kitty = _read_cards(deal if cut_text is None else _with_cut_dealt(deal, cut_text))
    holders = _holders(hands, cut_text)
    first_caller = deal.get("first_caller", next(iter(holders)) if len(holders) == 1 else None)
    if first_caller is None:
        if holders:
            raise BadDeal(
                f"deal: the cut card {cut_text} is in the hands of more than one seat; "
                "'first_caller' must say whose it is"
            )
        first_caller = dealer
    if type(first_caller) is not int or not 0 <= first_caller < SEATS:
        raise BadDeal(f"deal: first_caller is {first_caller!r}; it must be a seat from 0 to 3")
    if cut_text is not None and first_caller not in holders:
        raise BadDeal(f"deal: seat {first_caller} calls first but has no {cut_text} (DZ-3)")
    cut = holders[first_caller] if holders else hands[first_caller][0]
    return Deal(hands, kitty, first_caller, cut)


def _with_cut_dealt(deal: Mapping[str, Json], cut: Json) -> Mapping[str, Json]:
    """The deal with the cut card written in the hand that it fell to.

    A hand written by rank alone may hold it: suits are filled in afterwards, and must not decide
    by accident who calls first.
    """
    card = _cut_card(cut)
    hands = [_text(f"hands[{seat}]", text) for seat, text in enumerate(_listed(deal))]
    try:
        dealt = {seat: with_card(text, card) for seat, text in enumerate(hands)}
    except BadNotation as error:
        raise BadDeal(f"deal: {error}") from None
    possible = [seat for seat, text in dealt.items() if text is not None]
    written = [seat for seat in possible if dealt[seat] == hands[seat]]
    caller = deal.get("first_caller")
    if caller is None:
        if written or not possible:
            return deal
        if len(possible) > 1:
            raise BadDeal(
                f"deal: the cut card {card} may be in the hands of more than one seat; "
                "'first_caller' must say whose it is"
            )
        caller = possible[0]
    named: list[Json] = [
        dealt[seat] if seat == caller and seat in possible else text
        for seat, text in enumerate(hands)
    ]
    return {**deal, "hands": named}


def _listed(deal: Mapping[str, Json]) -> list[Json]:
    listed = deal.get("hands")
    if not isinstance(listed, list) or len(listed) != SEATS:
        raise BadDeal(f"deal: 'hands' must be a list of {SEATS} hands, by seat")
    return listed


def _read_cards(deal: Mapping[str, Json]) -> tuple[list[list[int]], list[int]]:
    texts = [_text(f"hands[{seat}]", text) for seat, text in enumerate(_listed(deal))]
    texts.append(_text("kitty", deal.get("kitty", "")))
    try:
        *hands, kitty = parse_hands(texts)
    except BadNotation as error:
        raise BadDeal(f"deal: {error}") from None
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_SIZE:
            raise BadDeal(
                f"deal: hands[{seat}] has {len(hand)} cards; each is dealt {HAND_SIZE} (DZ-2)"
            )
    if "kitty" not in deal:
        dealt = {card for hand in hands for card in hand}
        kitty = [card for card in range(CARDS) if card not in dealt]
    if len(kitty) != KITTY_SIZE:
        raise BadDeal(f"deal: kitty has {len(kitty)} cards; it has {KITTY_SIZE} (DZ-2)")
    return hands, kitty


def _text(place: str, text: Json) -> str:
    if not isinstance(text, str):
        raise BadDeal(f"deal: {place} is {text!r}; it must be cards as text, like '33Th2wW'")
    return text


def _holders(hands: list[list[int]], cut: Json) -> dict[Seat, int]:
    """The seats that were dealt a card that reads as ``cut``, each with its first such card.

    A cut card without a suit is any of its rank.
    """
    if cut is None:
        return {}
    text = _cut_card(cut)
    ((named,),) = parse_hands([text])
    by_rank = len(text) == 1
    found: dict[Seat, int] = {}
    for seat, hand in enumerate(hands):
        for card in hand:
            alike = RANK_OF[card] == RANK_OF[named]
            if alike and (by_rank or card_text(card) == card_text(named)) and seat not in found:
                found[seat] = card
    if not found:
        raise BadDeal(f"deal: cut is {cut!r}, but no hand has it; it is a dealt card (DZ-3)")
    return found


def _cut_card(cut: Json) -> str:
    """The cut card as it is written, of one card."""
    text = _text("cut", cut).strip().replace("10", "T")
    try:
        (cards,) = parse_hands([text])
    except BadNotation as error:
        raise BadDeal(f"deal: cut: {error}") from None
    if len(cards) != 1:
        raise BadDeal(f"deal: cut is {cut!r}; it must be one card")
    return text
