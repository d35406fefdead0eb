"""What a seat's tiles are good for, before any rule is asked: chows, pungs, kongs."""

from paiju.core.action import Action
from paiju.mahjong.actions import CHOWS, KONG, PUNG, Chow
from paiju.mahjong.tiles import Tile, is_suited, number


def is_run(tile: Tile, chow: Chow) -> bool:
    """Whether a tile and the two of a chow are adjacent numbers of one suit."""
    low, high = min(tile, chow.first), max(tile, chow.second)
    if chow.first >= chow.second or high != low + 2:
        return False
    adjacent = tile + chow.first + chow.second == 3 * (low + 1)
    return adjacent and is_suited(high) and number(low) <= 7


def claims(hand: list[int], tile: Tile) -> list[Action]:
    """The kong and the pung that a hand can make with a tile of another."""
    found: list[Action] = []
    if hand[tile] > 2:
        found.append(KONG)
    if hand[tile] > 1:
        found.append(PUNG)
    return found


def chows(hand: list[int], tile: Tile) -> list[Action]:
    """The chows that a hand can make with a suited tile of another."""
    found: list[Action] = []
    place = number(tile)
    if place >= 3 and hand[tile - 2] and hand[tile - 1]:
        found.append(CHOWS[tile - 2, tile - 1])
    if 2 <= place <= 8 and hand[tile - 1] and hand[tile + 1]:
        found.append(CHOWS[tile - 1, tile + 1])
    if place <= 7 and hand[tile + 1] and hand[tile + 2]:
        found.append(CHOWS[tile + 1, tile + 2])
    return found
