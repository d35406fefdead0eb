"""One sentence for one event or act, in both languages; and the lines of a settlement."""

import json
from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Final, Literal, TypeAlias

from paiju.core.action import Action
from paiju.core.event import Event
from paiju.core.outcome import Outcome
from paiju.core.seat import SEATS, Seat
from paiju.core.text import Text

Language: TypeAlias = Literal["zh", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("zh", "en")

Names: TypeAlias = Sequence[Text]
"""What the four seats are called."""


def seat_names() -> Names:
    """The seats by their numbers, as records have them.

    >>> seat_names()[2]
    Text(zh='2号', en='seat 2')
    """
    return [Text(f"{seat}号", f"seat {seat}") for seat in range(SEATS)]


def in_language(text: Text, language: Language) -> str:
    """A bilingual text in one of its languages, English sentences with a capital letter."""
    return text.zh if language == "zh" else text.en[:1].upper() + text.en[1:]


@singledispatch
def tell(event: Event, names: Names) -> Text:
    """What happened, in a sentence; an event without words of its own is told by its fields."""
    fields = {key: value for key, value in event.as_dict().items() if key != "type"}
    plain = f"{event.type} {json.dumps(fields, ensure_ascii=False)}"
    return Text(plain, plain)


@singledispatch
def doing(action: Action, names: Names) -> Text:
    """What a seat does, the seat left out; an act without words of its own is told as written.

    >>> from paiju.core.registry import game
    >>> doing(game("jintan-mahjong").parse_action("discard 5m"), seat_names())
    Text(zh='打五万', en='discards 5 of characters')
    >>> doing(game("jiujiang-doudizhu").parse_action("ask 2"), seat_names()).zh
    '问 2号 还有几张'
    """
    written = str(action)
    return Text(written, written)


@singledispatch
def settlement(event: Event, names: Names) -> list[Text]:
    """The lines of a settlement under its sentence; none for any other event."""
    return []


def balance(outcome: Outcome, names: Names) -> Text:
    """What every seat gains or pays, the house included if it takes part.

    >>> balance(Outcome("win", (1,), (-15, 15, 0, 0), {}), seat_names()).zh
    '0号 −15，1号 +15，2号 0，3号 0'
    """
    shares = [(names[seat], outcome.payments[seat]) for seat in range(SEATS)]
    if outcome.house:
        shares.append((Text("公家", "the house"), outcome.house))
    return gains(shares)


def gains(shares: Iterable[tuple[Text, int]]) -> Text:
    """Who gains or pays how much.

    >>> gains([(Text("小明", "Ming"), 3), (Text("小红", "Hong"), -3)])
    Text(zh='小明 +3，小红 −3', en='Ming +3, Hong −3')
    """
    kept = list(shares)
    return Text(
        "，".join(f"{name.zh} {signed(amount)}" for name, amount in kept),
        ", ".join(f"{name.en} {signed(amount)}" for name, amount in kept),
    )


def signed(amount: int) -> str:
    """A gain or a loss as a number with its sign.

    >>> signed(5), signed(-5), signed(0)
    ('+5', '−5', '0')
    """
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"


def named(names: Names, seat: Seat, zh: str, en: str) -> Text:
    """A sentence about a seat: its name, then what it does."""
    return Text(f"{names[seat].zh} {zh}", f"{names[seat].en} {en}")
