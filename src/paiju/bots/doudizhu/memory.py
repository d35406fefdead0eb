"""A round of 九江斗地主 from afar: the table of one seat, folded from what came over the wire."""

from collections.abc import Mapping
from typing import Any, Final

from paiju.bots.memory import Kinds, Memory, Readers, kinds_of, read_event
from paiju.cards.cards import CARDS, card_text, cards_text, parse_counts
from paiju.cards.combos import Combo, classify
from paiju.core.event import Event
from paiju.core.game import Game
from paiju.core.options import Options
from paiju.core.randomness import SEED_BYTES
from paiju.core.seat import Seat
from paiju.games.jiujiang_doudizhu import events
from paiju.games.jiujiang_doudizhu.observation import DouDizhuObservation
from paiju.games.jiujiang_doudizhu.table import Table

_KINDS: Final[Kinds] = kinds_of(
    [
        events.RoundStarted,
        events.Dealt,
        events.CutShown,
        events.Called,
        events.Declined,
        events.KittyTaken,
        events.Surrendered,
        events.Played,
        events.Passed,
        events.TrickEnded,
        events.Asked,
    ]
)
"""All but the settlement: nobody is asked anything after it."""
_OF_THE_HAND: Final = (events.Played.type, events.CutShown.type)
"""Events that name cards which their seat holds already."""
_NAMES: Final = tuple(card_text(card) for card in range(CARDS))


class DouDizhuMemory(Memory):
    """What a seat of a table of 九江斗地主 knows."""

    def __init__(self, game: Game, options: Options, seat: Seat) -> None:
        seed = bytes(SEED_BYTES)
        self._setup = game.new_match(options, seed).setup(seed)
        self._seat = seat
        self._table = Table()
        self._seen: list[Event] = []
        self._known: set[int] = set()
        """The cards that have been seen."""

    def note(self, event: Mapping[str, Any]) -> None:
        """Take in the next event."""
        own: list[int] = []
        if event.get("seat") == self._seat and event["type"] in _OF_THE_HAND:
            own = self._table.hand(self._seat)

        def cards(text: str) -> tuple[int, ...]:
            return self._cards(text, own)

        def card(text: str) -> int:
            return cards(text)[0]

        readers: Readers = {cards_text: cards, card_text: card, events.combo_json: _combo}
        seen = read_event(event, _KINDS, readers)
        if seen is not None:
            self._seen.append(seen)
            self._table.apply(seen)

    def observation(self, ask: Mapping[str, Any]) -> DouDizhuObservation:
        """What the seat knows; what it is asked follows from that."""
        return DouDizhuObservation(self._seat, self._setup, tuple(self._seen), self._table.copy())

    def _cards(self, text: str, own: list[int]) -> tuple[int, ...]:
        """Cards by name: the seat's own ones, else ones not seen yet. There are two of each."""
        cards: list[int] = []
        for name in _names(text):
            alike = [card for card in range(CARDS) if _NAMES[card] == name and card not in cards]
            held = [card for card in alike if card in own]
            unseen = [card for card in alike if card not in self._known]
            cards.append((held or unseen or alike)[0])
        self._known.update(cards)
        return tuple(cards)


def _names(text: str) -> list[str]:
    """The cards of a text one by one: jokers are one letter, all others two."""
    names: list[str] = []
    place = 0
    while place < len(text):
        length = 1 if text[place] in "wW" else 2
        names.append(text[place : place + length])
        place += length
    return names


def _combo(data: Mapping[str, Any]) -> Combo:
    combo = classify(parse_counts(data["text"]))
    assert combo is not None
    return combo
