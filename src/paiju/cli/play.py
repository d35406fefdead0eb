"""``paiju play``: a whole match in the terminal, against bots."""

import json
import secrets
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter
from rich.console import Console

from paiju.bots.registry import bot, names
from paiju.cli import Exit
from paiju.cli.screens import screen_of
from paiju.cli.sitting import Sitting
from paiju.core.errors import BadOptions, BadRecord, PaijuError
from paiju.core.game import Game
from paiju.core.options import Options
from paiju.core.randomness import Stream, derived_seed, parse_seed
from paiju.core.registry import game as game_of
from paiju.core.seat import SEATS, Seat
from paiju.core.text import Text
from paiju.words import Language, Names

MOST_ROUNDS: Final = 1000
_PLACES: Final = (
    Text("你", "your seat"),
    Text("下家", "the next seat"),
    Text("对家", "the seat opposite"),
    Text("上家", "the seat before"),
)
"""What the seats are called from one's own on, counter-clockwise."""


def run(
    game: str = "jiujiang-mahjong",
    /,
    *,
    rounds: int = 4,
    seat: int = 0,
    bots: str | None = None,
    preset: str = "default",
    option: Annotated[Sequence[str], Parameter(negative="")] = (),
    seed: str | None = None,
    record: Path | None = None,
    lang: Language = "zh",
) -> Exit:
    """Play a match in the terminal against bots.  在终端和机器人打牌

    Type the number of an action, or write it (discard 5m, pung); ? asks for advice, q leaves.

    Parameters
    ----------
    game
        The game: jiujiang-mahjong, jintan-mahjong or jiujiang-doudizhu.
    rounds
        How many rounds the match has.
    seat
        Your seat, 0 to 3.
    bots
        The kind of bots at the other seats; without it the best there are.
    preset
        A named set of house rules to begin with.
    option
        A house rule of your own, like min_points=3; as often as you like.
    seed
        Any text; the same seed deals the same match.
    record
        A folder to keep a record of each round in.
    lang
        The language of the table: zh or en.
    """
    rules = game_of(game)
    _between("--rounds", rounds, 1, MOST_ROUNDS)
    _between("--seat", seat, 0, SEATS - 1)
    house = house_rules(rules, preset, option)
    dealt = _seed(seed)
    kind = bots if bots is not None else names(game)[0]
    lots = Stream(dealt, "bots")
    players = [bot(kind, game, lots.word()) for _ in range(SEATS)]
    if record is not None:
        record.mkdir(parents=True, exist_ok=True)
    screen = screen_of(rules, seat_names(seat), lang)
    match = rules.new_match(house, derived_seed(dealt, "match"))
    console = Console(highlight=False)
    console.print(f"{screen.say(rules.name)}   --seed {dealt.hex()}", style="dim")
    try:
        Sitting(match, screen, console, seat, players, record).play(rounds, dealt)
    except KeyboardInterrupt:
        console.print()
        return Exit.INTERRUPTED
    return Exit.OK


def seat_names(own: Seat) -> Names:
    """What the seats are called by the person at one of them.

    >>> [name.zh for name in seat_names(2)]
    ['对家', '上家', '你', '下家']
    """
    return [_PLACES[(seat - own) % SEATS] for seat in range(SEATS)]


def house_rules(game: Game, preset: str, settings: Sequence[str]) -> Options:
    """A preset of a game, changed by settings like ``min_points=3``.

    >>> house_rules(game_of("jiujiang-mahjong"), "raises", ["min_points=3"]).as_dict()
    {'min_points': 3, 'raises': True}

    :raises BadOptions: naming what does not exist, and what does.
    """
    if preset not in game.presets:
        known = ", ".join(game.presets)
        raise BadOptions(f"没有这套打法 --preset {preset!r} does not exist; known: {known}")
    values: dict[str, Any] = dict(game.presets[preset].as_dict())
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadOptions(
                f"--option {setting!r}: 写成 write it as name=value, like min_points=3"
            )
        values[name.strip()] = _value(value.strip())
    return game.options.parse(values)


def _value(text: str) -> object:
    """What a setting's text stands for: true, 3, or itself."""
    try:
        value = json.loads(text.lower() if text.lower() in ("true", "false") else text)
    except ValueError:
        return text
    return value if isinstance(value, bool | int) else text


def _seed(text: str | None) -> bytes:
    if text is None:
        return secrets.token_bytes(32)
    try:
        return parse_seed(text)
    except BadRecord:
        return sha256(text.encode()).digest()


def _between(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise PaijuError(
            f"{name} {value}: 要 {low} 到 {high} 的数 a number from {low} to {high} is wanted"
        )
