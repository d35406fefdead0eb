"""What a hand of 金坛麻将 has so far: the 花 it holds, the 番 it is on the way to, its win."""

from paiju.core.event import Json, text_json
from paiju.core.seat import Seat
from paiju.games.jintan_mahjong.patterns import (
    FULL_FLUSH,
    HALF_FLUSH,
    is_honour,
    laid_flowers,
    triplet_flowers,
)
from paiju.games.jintan_mahjong.rules import JintanRules
from paiju.games.jintan_mahjong.scoring import score
from paiju.mahjong.costs import keys_of
from paiju.mahjong.hand import hand_suits
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.question import Question
from paiju.mahjong.scoring import Item, items_json
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import HAND_KINDS, HIDDEN
from paiju.mahjong.win import DISCARD, ROBBED_KONG, SELF_DRAW


def standing(observation: MahjongObservation) -> dict[str, Json]:
    """The running 花 and 番 of the viewer's hand, and what hu would come to now, as JSON.

    ``standing`` has ``items`` and what they come to, were the hand to win like this. ``hu`` is
    there when the viewer is asked something that a whole hand could win on: ``wins``, and the
    score or the ``reason`` and ``clause`` why it does not win.
    """
    seat, rules = observation.viewer, observation.rules
    assert isinstance(rules, JintanRules)
    if seat is None or observation.table.outcome is not None:
        return {"standing": None, "hu": None}
    items = standing_items(observation.table, seat)
    counted = score(items, rules.options).as_dict(rules.options)
    return {
        "standing": {"items": items_json(items), **counted},
        "hu": _hu(rules, observation.table, seat, observation.asked),
    }


def standing_items(table: Table, seat: Seat) -> list[Item]:
    """Flowers and sets that are there already, and a flush that nothing spoils so far."""
    side = table.sides[seat]
    hand, melds = side.hand, side.melds
    items = laid_flowers(len(side.bonus), melds)
    items += [
        triplet_flowers(tile, by_discard=False)
        for tile in range(HAND_KINDS)
        if is_honour(tile) and hand[tile] >= 3
    ]
    suits, honours = hand_suits(keys_of(hand), melds)
    if honours and suits <= 1:
        items.append(HALF_FLUSH.item())
    elif suits == 1:
        items.append(FULL_FLUSH.item())
    return items


def _hu(rules: JintanRules, table: Table, seat: Seat, asked: Question | None) -> Json:
    """What hu would come to, if the hand is whole with the tile in question."""
    if asked is None:
        return None
    source = {"turn": SELF_DRAW, "claim": DISCARD, "rob": ROBBED_KONG}.get(asked.kind)
    side = table.sides[seat]
    tile = side.drawn if source == SELF_DRAW else asked.tile
    if source is None or tile == HIDDEN or not side.completes(tile):
        return None
    refusal = rules.hu_refusal(table, seat, asked, source)
    if refusal is not None:
        return {"wins": False, "reason": text_json(refusal.reason), "clause": refusal.clause}
    verdict = rules.verdict(table, seat, tile, source)
    counted = score(verdict.items, rules.options).as_dict(rules.options)
    return {"wins": True, "items": items_json(verdict.items), **counted}
