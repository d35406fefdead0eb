"""吃炮: what melds and 发财 add, the winner's own (JM-54) and those eaten from a payer (JM-55)."""

from typing import Final

from paiju.games.jiujiang_mahjong.patterns import UNIT
from paiju.mahjong.hand import Hand
from paiju.mahjong.melds import CONCEALED_KONG, PUNG, Meld
from paiju.mahjong.scoring import Item
from paiju.mahjong.tiles import HAND_KINDS, RED, WHITE, Tile, tile_name
from paiju.mahjong.win import SELF_DRAW, Payer, Win

OWN: Final = "JM-54"
EATEN: Final = "JM-55"
DRAGONS: Final = (RED, WHITE)
_ALL_BONUS: Final = 4
_ALL_BONUS_POINTS: Final = 10


class _Prices:
    """The lines of what can lie before a player, under one clause."""

    def __init__(self, clause: str) -> None:
        self._clause: Final = clause
        self.exposed_kongs: Final = self._named("exposed_kong", "明杠", "Exposed kong", 1, 3)
        self.concealed_kongs: Final = self._named("concealed_kong", "暗杠", "Concealed kong", 2, 4)
        self.claimed_pungs: Final = self._named("dragon_pung", "明刻", "Claimed pung", 0, 1)
        self.triplets: Final = self._named("dragon_triplet", "暗刻", "Concealed triplet", 0, 2)
        self.bonus: Final = [self._bonus(count) for count in range(_ALL_BONUS + 1)]

    def _named(self, name: str, zh: str, en: str, plain: int, dragon: int) -> list[Item]:
        """The line of such a set of each kind, by tile."""
        return [
            Item(
                name,
                tile_name(tile).zh + zh,
                f"{en} ({tile_name(tile).en})",
                dragon if tile in DRAGONS else plain,
                UNIT,
                self._clause,
            )
            for tile in range(HAND_KINDS)
        ]

    def _bonus(self, count: int) -> Item:
        """The line for so many 发财: one each, ten for all four."""
        points = _ALL_BONUS_POINTS if count == _ALL_BONUS else count
        return Item("bonus", f"发财×{count}", f"Green dragons ×{count}", points, UNIT, self._clause)

    def of(self, bonus: tuple[Tile, ...], melds: tuple[Meld, ...]) -> list[Item]:
        """The lines of all that lies before a player, winner or payer."""
        items = [self.bonus[len(bonus)]] if bonus else []
        for meld in melds:
            if meld.kind == CONCEALED_KONG:
                items.append(self.concealed_kongs[meld.tile])
            elif meld.is_kong:
                items.append(self.exposed_kongs[meld.tile])
            elif meld.kind == PUNG and meld.tile in DRAGONS:
                items.append(self.claimed_pungs[meld.tile])
        return items


_OWN: Final = _Prices(OWN)
_EATEN: Final = _Prices(EATEN)
_BOTH_DRAGONS: Final = Item("both_dragons", "红中白板", "Both dragons laid", 10, UNIT, EATEN)
_PAYER_READY: Final = Item("payer_ready", "报听者赔", "Declared payer", 10, UNIT, "JM-22")


def own_extras(win: Win, hand: Hand) -> list[Item]:
    """The winner's own extras, if the hand is read like this (JM-54).

    A triplet of 中 or 白 in hand that another's tile completed counts as claimed; seven pairs
    have no triplets.
    """
    items = _OWN.of(win.bonus, win.melds)
    if hand.is_seven_pairs:
        return items
    for tile in DRAGONS:
        won = tile == win.tile
        if win.concealed[tile] + won == 3:
            claimed = won and win.source != SELF_DRAW
            items.append((_OWN.claimed_pungs if claimed else _OWN.triplets)[tile])
    return items


def eaten(payer: Payer) -> tuple[Item, ...]:
    """What the winner eats from one payer (JM-55); a declared payer gives 10 more (JM-22).

    >>> from paiju.mahjong.melds import parse_meld
    >>> [(item.zh, item.value) for item in eaten(Payer((parse_meld("777z"), parse_meld("555z"))))]
    [('红中明刻', 1), ('白板明刻', 1), ('红中白板', 10)]
    """
    items = _EATEN.of(payer.bonus, payer.melds)
    laid = [meld.tile for meld in payer.melds]
    if RED in laid and WHITE in laid:
        items.append(_BOTH_DRAGONS)
    if payer.ready:
        items.append(_PAYER_READY)
    return tuple(items)
