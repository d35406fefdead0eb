"""Every game that can be played, by its key: the name of its folder with dashes."""

import importlib
import pkgutil

from paiju.core.errors import PaijuError
from paiju.core.game import Game

_GAMES: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game known under its key; a game's folder does so when it is imported."""
    _GAMES[game.key] = game


def game_keys() -> tuple[str, ...]:
    """The keys of all games, in order, without importing one of them."""
    package = importlib.import_module("paiju.games")
    folders = (module.name for module in pkgutil.iter_modules(package.__path__))
    return tuple(sorted(folder.replace("_", "-") for folder in folders))


def games() -> dict[str, Game]:
    """All games by key. A new game is a folder under ``paiju/games`` and nothing else."""
    return {key: game(key) for key in game_keys()}


def game(key: str) -> Game:
    """The game with this key; only its own folder is imported.

    >>> game("jiujiang-mahjong").name.zh
    '九江麻将'

    :raises PaijuError: if there is none, naming those there are.
    """
    if key not in _GAMES:
        if key not in game_keys():
            raise PaijuError(
                f"game {key!r} does not exist; the games are: {', '.join(game_keys())}"
            )
        importlib.import_module("paiju.games." + key.replace("-", "_"))
    return _GAMES[key]
