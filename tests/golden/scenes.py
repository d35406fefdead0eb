"""The golden playthroughs of a game, and the events it has."""

import inspect
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from paiju.core.event import Event
from paiju.core.game import Game, Round
from paiju.record import Record, Replay

GOLDEN = Path(__file__).parent


def told(game: str) -> dict[str, str]:
    """What each playthrough of a game shows, by the name of its record."""
    return {name: text for name, text in _toml(game).items() if isinstance(text, str)}


def never(game: str) -> set[str]:
    """The events that the engine knows and this game has not, as its scenes.toml says."""
    return set(_toml(game).get("never", {}))


def _toml(game: str) -> Mapping[str, str | Mapping[str, str]]:
    path = GOLDEN / game / "scenes.toml"
    return tomllib.loads(path.read_text()) if path.exists() else {}


@cache
def scenes(game: Game) -> list[Record]:
    """The playthroughs of a game, with a line for every answer."""
    replays = [Replay(Record.load(path)) for path in sorted((GOLDEN / game.key).glob("*.jsonl"))]
    for replay in replays:
        replay.run()
    return [replay.answers for replay in replays]


def event_types(round_: Round) -> set[str]:
    """Every kind of event that the modules of a round's classes know."""
    known = (vars(sys.modules[kind.__module__]) for kind in type(round_).__mro__)
    return {
        value.type
        for names in known
        for value in names.values()
        if inspect.isclass(value) and issubclass(value, Event) and value.type
    }
