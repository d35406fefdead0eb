"""A table of 斗地主 in words."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from paiju.cards.cards import RANK_NAMES, RANK_OF, card_text, counts_text
from paiju.core.outcome import Outcome
from paiju.core.text import Text
from paiju.games.jiujiang_doudizhu import actions
from paiju.games.jiujiang_doudizhu.events import (
    Asked,
    Called,
    CutShown,
    Dealt,
    Declined,
    KittyTaken,
    Passed,
    Played,
    RoundEnded,
    RoundStarted,
    Surrendered,
    TrickEnded,
)
from paiju.words.telling import Names, balance, doing, named, settlement, tell

_CALLS: Final = Text("叫地主", "calls")
_DECLINES: Final = Text("不叫", "declines")
_SURRENDERS: Final = Text("投降", "surrenders")
_PASSES: Final = Text("不要", "passes")


def hand_words(cards: Iterable[int]) -> str:
    """Cards by rank, those alike together; suits never matter.

    >>> from paiju.cards.cards import parse_hands
    >>> hand_words(parse_hands(["3s 4h 3d W Tc"])[0])
    '33 4 T W'
    """
    groups = groupby(sorted(RANK_OF[card] for card in cards))
    return " ".join(RANK_NAMES[rank] * len(list(alike)) for rank, alike in groups)


def _plays(cards: str) -> Text:
    return Text(f"出 {cards}", f"plays {cards}")


def _asks(target: Text) -> Text:
    return Text(f"问 {target.zh} 还有几张", f"asks {target.en} for the number of its cards")


@doing.register
def _(action: actions.Call, names: Names) -> Text:
    return _CALLS


@doing.register
def _(action: actions.Decline, names: Names) -> Text:
    return _DECLINES


@doing.register
def _(action: actions.Surrender, names: Names) -> Text:
    return _SURRENDERS


@doing.register
def _(action: actions.Pass, names: Names) -> Text:
    return _PASSES


@doing.register
def _(action: actions.Ask, names: Names) -> Text:
    return _asks(names[action.seat])


@doing.register
def _(action: actions.Play, names: Names) -> Text:
    return _plays(str(action.combo or counts_text(action.counts)))


@tell.register
def _(event: RoundStarted, names: Names) -> Text:
    dealer = names[event.dealer]
    return Text(
        f"开局：从 {dealer.zh} 起发牌", f"a round begins: cards are dealt from {dealer.en} on"
    )


@tell.register
def _(event: Dealt, names: Names) -> Text:
    if event.cards is None:
        return named(names, event.seat, "拿了 25 张", "is dealt 25 cards")
    hand = hand_words(event.cards)
    return named(names, event.seat, f"起手 {hand}", f"is dealt {hand}")


@tell.register
def _(event: CutShown, names: Names) -> Text:
    card = card_text(event.card)
    return named(
        names, event.seat, f"拿到切牌 {card}，先叫", f"has got the cut card {card} and calls first"
    )


@tell.register
def _(event: Called, names: Names) -> Text:
    return named(names, event.seat, *_CALLS)


@tell.register
def _(event: Declined, names: Names) -> Text:
    return named(names, event.seat, *_DECLINES)


@tell.register
def _(event: KittyTaken, names: Names) -> Text:
    if event.cards is None:
        return named(names, event.seat, "当地主，拿起底牌", "is the landlord and takes the kitty")
    cards = hand_words(event.cards)
    zh, en = f"当地主，底牌 {cards}", f"is the landlord, the kitty is {cards}"
    return named(names, event.seat, f"只好{zh}" if event.forced else zh, en)


@tell.register
def _(event: Surrendered, names: Names) -> Text:
    return named(names, event.seat, *_SURRENDERS)


@tell.register
def _(event: Played, names: Names) -> Text:
    zh, en = _plays(str(event.combo))
    if event.bomb_points or event.shot_points:
        zh, en = f"{zh}（底分到 {event.base}）", f"{en} (the base is {event.base} now)"
    return named(names, event.seat, zh, en)


@tell.register
def _(event: Passed, names: Names) -> Text:
    return named(names, event.seat, *_PASSES)


@tell.register
def _(event: TrickEnded, names: Names) -> Text:
    return named(names, event.seat, "赢了这一轮", "has won the trick")


@tell.register
def _(event: Asked, names: Names) -> Text:
    asks = _asks(names[event.target])
    count = Text("十张以上", "more than ten")
    if event.count is not None:
        count = Text(f"{event.count} 张", str(event.count))
    return named(names, event.seat, f"{asks.zh}：{count.zh}", f"{asks.en}: {count.en}")


@tell.register
def _(event: RoundEnded, names: Names) -> Text:
    won = event.items["landlord"] in event.winners
    if event.termination == "surrender":
        return Text("一局完：地主投降", "the round ends: the landlord has surrendered")
    if won:
        return Text("一局完：地主赢", "the round ends: the landlord has won")
    return Text("一局完：农民赢", "the round ends: the farmers have won")


@settlement.register
def _(event: RoundEnded, names: Names) -> list[Text]:
    items: Any = event.items["items"]
    lines = [_item(item) for item in items]
    for name, hand in zip(names, event.hands, strict=True):
        if hand:
            left = hand_words(hand)
            lines.append(Text(f"{name.zh} 剩 {left}", f"{name.en} held {left}"))
    outcome = Outcome(event.termination, event.winners, event.payments, event.items)
    lines.append(balance(outcome, names))
    return lines


def _item(item: Mapping[str, Any]) -> Text:
    worth, clause = f"{item['value']} {item['unit']}", item["clause"]
    return Text(f"  {item['zh']} {worth}（{clause}）", f"  {item['en']} {worth} ({clause})")
