"""Every bot by its name and the game it plays."""

from collections.abc import Callable
from typing import Final

from paiju.bots.base import Bot
from paiju.bots.memory import Memory
from paiju.bots.random import RandomBot
from paiju.core.errors import PaijuError
from paiju.core.options import Options
from paiju.core.registry import game
from paiju.core.seat import Seat

_Maker = Callable[[int], Bot]


def _jiujiang_basic(_seed: int) -> Bot:
    # Imported when it is asked for: a server of one game does not load the others.
    from paiju.bots.mahjong.basic import BasicBot
    from paiju.bots.mahjong.jiujiang import JiujiangStrategy

    return BasicBot(JiujiangStrategy)


def _jintan_basic(_seed: int) -> Bot:
    from paiju.bots.mahjong.basic import BasicBot
    from paiju.bots.mahjong.jintan import JintanStrategy

    return BasicBot(JintanStrategy)


def _doudizhu_basic(_seed: int) -> Bot:
    from paiju.bots.doudizhu.basic import DouDizhuBasic

    return DouDizhuBasic()


_BY_GAME: Final[dict[str, dict[str, _Maker]]] = {
    "jiujiang-mahjong": {"basic": _jiujiang_basic},
    "jintan-mahjong": {"basic": _jintan_basic},
    "jiujiang-doudizhu": {"basic": _doudizhu_basic},
}
"""The bots made for one game, the best first."""
_ANY_GAME: Final[dict[str, _Maker]] = {"random": RandomBot}


def names(game_key: str) -> tuple[str, ...]:
    """The bots that play this game, the best first.

    >>> names("jiujiang-mahjong")
    ('basic', 'random')

    :raises PaijuError: if there is no such game.
    """
    return tuple(_makers(game_key))


def bot(name: str, game_key: str, seed: int) -> Bot:
    """A bot for one seat of this game; what it draws by lot follows from ``seed``.

    >>> bot("clever", "jiujiang-mahjong", 1)
    Traceback (most recent call last):
    ...
    paiju.core.errors.PaijuError: bot 'clever' does not play jiujiang-mahjong; known: basic, random

    :raises PaijuError: if there is no such game, or no such bot for it, naming those there are.
    """
    makers = _makers(game_key)
    if name not in makers:
        known = ", ".join(makers)
        raise PaijuError(f"bot {name!r} does not play {game_key}; known: {known}")
    return makers[name](seed)


def memory(game_key: str, options: Options, seat: Seat) -> Memory:
    """What a bot far from the table keeps in mind of a round, for one seat of this game.

    :raises PaijuError: if there is no such game, or no bot of ours can play it from afar.
    """
    played = game(game_key)
    if game_key in ("jiujiang-mahjong", "jintan-mahjong"):
        from paiju.bots.mahjong.memory import MahjongMemory

        return MahjongMemory(played, options, seat)
    if game_key == "jiujiang-doudizhu":
        from paiju.bots.doudizhu.memory import DouDizhuMemory

        return DouDizhuMemory(played, options, seat)
    raise PaijuError(f"no bot of ours plays {game_key} from afar")


def _makers(game_key: str) -> dict[str, _Maker]:
    return _BY_GAME.get(game(game_key).key, {}) | _ANY_GAME
