"""The coding of every game, by the game's key."""

from functools import cache

from paiju.core.errors import PaijuError
from paiju.core.registry import game
from paiju.env.coding import Coding
from paiju.mahjong.game import MahjongGame


@cache
def coding(key: str) -> Coding:
    """The coding of the game with this key, always the same one.

    >>> numbers = coding("jiujiang-doudizhu")
    >>> three = numbers.actions[0]
    >>> str(three), numbers.id_of(three), len(numbers.actions), numbers.size
    ('play 3', 0, 926, 374)

    :raises PaijuError: if there is no such game, or no coding for it.
    """
    rules = game(key)
    if isinstance(rules, MahjongGame):
        from paiju.env.mahjong import MahjongCoding

        return MahjongCoding()
    if key == "jiujiang-doudizhu":
        from paiju.env.doudizhu import DouDizhuCoding

        return DouDizhuCoding()
    raise PaijuError(f"game {key!r} has no coding yet: nobody has said how it becomes numbers")
