"""The games of a node, as rooms offer them."""

from collections.abc import Mapping

from paiju.core.game import Game
from paiju.core.options import Value
from paiju.server.protocol import GameInfo, OptionInfo, words


def game_info(game: Game) -> GameInfo:
    """A game as a room offers it."""
    return GameInfo(
        key=game.key,
        name=words(game.name),
        options=[
            OptionInfo(
                name=spec.name,
                label=words(spec.label),
                clause=spec.clause,
                default=spec.default,
                values=list(spec.values),
                low=spec.low,
                high=spec.high,
                step=spec.step,
            )
            for spec in game.options.described()
        ],
        presets={name: _values(options.as_dict()) for name, options in game.presets.items()},
    )


def _values(options: Mapping[str, object]) -> dict[str, Value]:
    return {name: value for name, value in options.items() if isinstance(value, bool | int | str)}
