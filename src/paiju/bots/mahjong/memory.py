"""A mahjong round from afar: the table of one seat, folded from what came over the wire."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from paiju.bots.memory import Kinds, Memory, Readers, kinds_of, read_event
from paiju.core.event import Event
from paiju.core.game import Game
from paiju.core.options import Options
from paiju.core.randomness import SEED_BYTES
from paiju.core.seat import Seat
from paiju.mahjong import events
from paiju.mahjong.observation import MahjongObservation
from paiju.mahjong.question import CHOW, MELD, WIN, Question
from paiju.mahjong.round import MahjongRound
from paiju.mahjong.table import Table
from paiju.mahjong.tiles import (
    HIDDEN,
    parse_tile,
    parse_tiles,
    tile_text,
    tiles_in_order,
    tiles_text,
)

_KINDS: Final[Kinds] = kinds_of(
    [
        events.RoundStarted,
        events.Raised,
        events.Dealt,
        events.BonusLaid,
        events.Drew,
        events.DeclaredReady,
        events.Discarded,
        events.DealerFollowed,
        events.ClaimTold,
        events.WinDeclined,
        events.KongDeclared,
        events.Melded,
        events.FalseWin,
        events.Won,
    ]
)
"""All but the settlement: nobody is asked anything after it."""
_READERS: Final[Readers] = {
    tile_text: parse_tile,
    tiles_text: lambda text: tuple(parse_tiles(text)),
    tiles_in_order: lambda text: tuple(parse_tiles(text)),
    list: tuple,
}
_OFFERS: Final = {"hu": WIN, "pung": MELD, "kong": MELD, "chow": CHOW}


class MahjongMemory(Memory):
    """What a seat of a mahjong table knows."""

    def __init__(self, game: Game, options: Options, seat: Seat) -> None:
        # Any round by these rules knows the rules.
        seed = bytes(SEED_BYTES)
        some = game.start(game.new_match(options, seed).setup(seed))
        assert isinstance(some, MahjongRound)
        self._rules = some.rules
        self._setup = replace(some.setup, seed=None)
        self._seat = seat
        self._table = Table()
        self._seen: list[Event] = []

    def note(self, event: Mapping[str, Any]) -> None:
        """Take in the next event."""
        seen = read_event(event, _KINDS, _READERS)
        if seen is None:
            return
        if isinstance(seen, events.RoundStarted):
            self._setup = replace(self._setup, dealer=seen.dealer)
        self._seen.append(seen)
        self._table.apply(seen)

    def observation(self, ask: Mapping[str, Any]) -> MahjongObservation:
        """What the seat knows, with the question that is put to it."""
        return MahjongObservation(
            self._seat,
            self._rules,
            self._setup,
            tuple(self._seen),
            self._table.copy(),
            self._question(ask),
        )

    def _question(self, ask: Mapping[str, Any]) -> Question:
        """The question; which claims it is for can be seen by what is legal."""
        question = ask["question"]
        offers = 0
        for action in ask["legal"]:
            offers |= _OFFERS.get(action.partition(" ")[0], 0)
        told = self._table.told
        return Question(
            question["kind"],
            -1 if question["seat"] is None else question["seat"],
            HIDDEN if question["tile"] is None else parse_tile(question["tile"]),
            offers,
            told.claim if told is not None else "",
        )
