"""吃炮: what melds and 发财 add, the winner's own (JM-54) and those eaten from a payer (JM-55)."""

from typing import Final

from paiju.games.jiujiang_mahjong.patterns import UNIT
from paiju.mahjong.hand import Hand
from paiju.mahjong.melds import CHOW, CONCEALED_KONG, PUNG, Meld
from paiju.mahjong.scoring import Item
from paiju.mahjong.tiles import HAND_KINDS, RED, WHITE, Tile, tile_name
from paiju.mahjong.win import SELF_DRAW, Payer

OWN: Final = "JM-54"
EATEN: Final = "JM-55"
DRAGONS: Final = (RED, WHITE)
_ALL_BONUS: Final = 4
_ALL_BONUS_POINTS: Final = 10


def _named(name: str, zh: str, en: str, plain: int, dragon: int) -> tuple[Item, ...]:
    """The line of such a set of each kind, by tile, under JM-54."""
    return tuple(
        Item(
            name,
            tile_name(tile).zh + zh,
            f"{en} ({tile_name(tile).en})",
            dragon if tile in DRAGONS else plain,
            UNIT,
            OWN,
        )
        for tile in range(HAND_KINDS)
    )


_EXPOSED_KONGS: Final = _named("exposed_kong", "明杠", "Exposed kong", 1, 3)
_CONCEALED_KONGS: Final = _named("concealed_kong", "暗杠", "Concealed kong", 2, 4)
_CLAIMED_PUNGS: Final = _named("dragon_pung", "明刻", "Claimed pung", 0, 1)
_TRIPLETS: Final = _named("dragon_triplet", "暗刻", "Concealed triplet", 0, 2)


def _bonus_items(count: int) -> tuple[Item, ...]:
    """The line for so many 发财: one each, ten for all four."""
    if count == 0:
        return ()
    points = _ALL_BONUS_POINTS if count >= _ALL_BONUS else count
    return (Item("bonus", f"发财×{count}", f"Green dragons ×{count}", points, UNIT, OWN),)


def _meld_item(meld: Meld) -> Item | None:
    """The line for one meld, if it is worth anything."""
    if meld.kind == CONCEALED_KONG:
        return _CONCEALED_KONGS[meld.tile]
    if meld.is_kong:
        return _EXPOSED_KONGS[meld.tile]
    if meld.kind == PUNG and meld.tile in DRAGONS:
        return _CLAIMED_PUNGS[meld.tile]
    return None


def _open_items(bonus: tuple[Tile, ...], melds: tuple[Meld, ...]) -> list[Item]:
    """What lies before a player, winner or payer, is worth the same (JM-54, JM-55)."""
    items = list(_bonus_items(len(bonus)))
    for meld in melds:
        item = _meld_item(meld)
        if item is not None:
            items.append(item)
    return items


def own_extras(hand: Hand) -> list[Item]:
    """The winner's own extras in this reading (JM-54).

    A triplet of 中 or 白 in hand that another's tile completed counts as claimed.
    """
    items = _open_items(hand.win.bonus, hand.win.melds)
    melded = [meld.tile for meld in hand.win.melds if meld.kind != CHOW]
    for tile in DRAGONS:
        if tile in hand.pungs and tile not in melded:
            claimed = tile == hand.win.tile and hand.win.source != SELF_DRAW
            items.append(_CLAIMED_PUNGS[tile] if claimed else _TRIPLETS[tile])
    return items


def eaten(payer: Payer) -> tuple[Item, ...]:
    """What the winner eats from one payer (JM-55); a declared payer gives 10 more (JM-22).

    >>> from paiju.mahjong.melds import parse_meld
    >>> [(item.zh, item.value) for item in eaten(Payer((parse_meld("777z"), parse_meld("555z"))))]
    [('红中明刻', 1), ('白板明刻', 1), ('红中白板', 10)]
    """
    items = [item._replace(clause=EATEN) for item in _open_items(payer.bonus, payer.melds)]
    laid = [meld.tile for meld in payer.melds]
    if RED in laid and WHITE in laid:
        items.append(Item("both_dragons", "红中白板", "Both dragons laid", 10, UNIT, EATEN))
    if payer.ready:
        items.append(Item("payer_ready", "报听者赔", "Declared payer", 10, UNIT, "JM-22"))
    return tuple(items)
