"""Every game that can be played, by its key."""

import importlib
import pkgutil

from paiju.core.errors import PaijuError
from paiju.core.game import Game

_GAMES: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known under its key; a game's folder does so when it is imported."""
    _GAMES[game.key] = game


def games() -> dict[str, Game]:
    """All games by key. A new game is a folder under ``paiju/games`` and nothing else.

    >>> "jiujiang-mahjong" in games()
    True
    """
    package = importlib.import_module("paiju.games")
    for module in pkgutil.iter_modules(package.__path__, "paiju.games."):
        importlib.import_module(module.name)
    return dict(sorted(_GAMES.items()))


def game(key: str) -> Game:
    """The game with this key.

    :raises PaijuError: if there is none, naming those there are.
    """
    known = games()
    if key not in known:
        raise PaijuError(f"game {key!r} does not exist; the games are: {', '.join(known)}")
    return known[key]
