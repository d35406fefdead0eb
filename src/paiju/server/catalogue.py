"""The games of a node, as rooms offer them."""

from collections.abc import Mapping

from paiju.core.errors import BadOptions
from paiju.core.game import Game
from paiju.core.options import Options, Value
from paiju.core.randomness import SEED_BYTES
from paiju.server.protocol import GameInfo, OptionInfo, words
from paiju.server.refusals import bad_options


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


def house_rules(game: Game, values: Mapping[str, Value]) -> Options:
    """The house rules a room asks for. :raises Refused: naming what cannot be."""
    try:
        return game.options.parse(values)
    except BadOptions as error:
        raise bad_options(str(error)) from None


def rehearse(game: Game) -> None:
    """Deal a round for nobody, and ask its first question.

    What a game works out when it is first needed, every table needs: it is there then, and the
    first players don't wait for it.
    """
    seed = bytes(SEED_BYTES)
    rehearsal = game.start(game.new_match(game.options.parse({}), seed).setup(seed))
    for seat in rehearsal.to_act:
        game.advice(rehearsal.observation(seat))


def _values(options: Mapping[str, object]) -> dict[str, Value]:
    return {name: value for name, value in options.items() if isinstance(value, bool | int | str)}
