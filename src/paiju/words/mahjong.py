"""A mahjong table in words: 一万 and 碰 for those who read Chinese, notation for the others."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from paiju.core.outcome import Outcome
from paiju.core.text import Text
from paiju.mahjong.actions import Chow, Discard, Hu, Kong, Pass, Pung, Raise, Ready
from paiju.mahjong.events import (
    UNTIL_DRAW,
    UNTIL_GAIN,
    BonusLaid,
    ClaimTold,
    DealerFollowed,
    Dealt,
    DeclaredReady,
    Discarded,
    Drew,
    FalseWin,
    KongDeclared,
    Melded,
    Raised,
    RoundEnded,
    RoundStarted,
    WinDeclined,
    Won,
)
from paiju.mahjong.melds import CONCEALED_KONG, Meld
from paiju.mahjong.tiles import (
    HONOUR,
    Tile,
    number,
    parse_tiles,
    suit,
    tile_name,
    tile_text,
    tiles_text,
)
from paiju.words.telling import Names, balance, doing, named, settlement, tell

MELDS: Final = {
    "chow": Text("吃", "chows"),
    "pung": Text("碰", "pungs"),
    "exposed_kong": Text("明杠", "kongs"),
    "added_kong": Text("加杠", "adds to its pung"),
    "concealed_kong": Text("暗杠", "makes a concealed kong"),
}
CLAIMS: Final = {"pung": Text("碰", "a pung"), "kong": Text("杠", "a kong")}
SOURCES: Final = {
    "self_draw": Text("自摸", "its own draw"),
    "discard": Text("点炮", "discard"),
    "robbed_kong": Text("抢杠", "robbed kong"),
}
TERMINATIONS: Final = {
    "win": Text("胡牌", "a win"),
    "draw": Text("黄庄", "a draw"),
    "flowers": Text("花胡", "a win by flowers"),
}
_CALLS: Final = {
    "": Text("喊胡", "calls a win"),
    "discard": Text("喊胡（点炮）", "calls a win on the discard"),
    "kong": Text("喊胡（抢杠）", "calls a win by robbing the kong"),
}
"""What one says, by what one says to win on: whether it is a win, the rules say then."""
_FREED: Final = {
    UNTIL_DRAW: Text("摸牌", "until it draws"),
    UNTIL_GAIN: Text("动牌", "until it next gains a tile"),
}
"""What frees a seat from a win it let go."""
_NUMERALS: Final = "一二三四五六七八九"
_SUITS: Final = "万筒条"
_HONOURS: Final = "东南西北白发中"


def tiles_zh(tiles: Iterable[Tile]) -> str:
    """A hand as one reads it aloud, the tiles of a suit together.

    >>> tiles_zh(parse_tiles("123m55z7z"))
    '一二三万 白白中'
    """
    groups = []
    for of_suit, alike in groupby(sorted(tiles), key=suit):
        if of_suit < HONOUR:
            groups.append("".join(_NUMERALS[number(t) - 1] for t in alike) + _SUITS[of_suit])
        elif of_suit == HONOUR:
            groups.append("".join(_HONOURS[number(t) - 1] for t in alike))
        else:
            groups.append("".join(tile_name(t).zh for t in alike))
    return " ".join(groups)


def tiles_words(tiles: Iterable[Tile]) -> Text:
    """Tiles for both kinds of readers."""
    kept = list(tiles)
    return Text(tiles_zh(kept), tiles_text(kept))


def _tile(tile: Tile) -> Text:
    return Text(tile_name(tile).zh, tile_text(tile))


def _meld(meld: Meld) -> Text:
    text = tiles_words(meld.tiles)
    return Text(f"〈{text.zh}〉", meld.text) if meld.kind == CONCEALED_KONG else text


@doing.register
def _(action: Raise, names: Names) -> Text:
    if action.amount == 0:
        return Text("不加注", "raises nothing")
    return Text(f"加注 {action.amount}", f"raises by {action.amount}")


@doing.register
def _(action: Ready, names: Names) -> Text:
    if action.tile is None:
        return Text("报听", "declares ready")
    tile = tile_name(action.tile)
    return Text(f"报听，打{tile.zh}", f"declares ready and discards {tile.en}")


@doing.register
def _(action: Discard, names: Names) -> Text:
    tile = tile_name(action.tile)
    return Text(f"打{tile.zh}", f"discards {tile.en}")


@doing.register
def _(action: Kong, names: Names) -> Text:
    if action.tile is None:
        return Text("杠", "kongs")
    tile = tile_name(action.tile)
    return Text(f"杠{tile.zh}", f"kongs {tile.en}")


@doing.register
def _(action: Pung, names: Names) -> Text:
    return MELDS["pung"]


@doing.register
def _(action: Chow, names: Names) -> Text:
    first, second = tile_name(action.first), tile_name(action.second)
    return Text(f"用{first.zh}{second.zh}吃", f"chows with {first.en} and {second.en}")


@doing.register
def _(action: Hu, names: Names) -> Text:
    return _CALLS[action.off]


@doing.register
def _(action: Pass, names: Names) -> Text:
    return Text("过", "passes")


@tell.register
def _(event: RoundStarted, names: Names) -> Text:
    dealer, counts = names[event.dealer], Text("", "")
    if event.factor > 1:
        counts = Text(f"，本局 ×{event.factor}", f", it counts ×{event.factor}")
    return Text(
        f"开局：{dealer.zh} 坐庄{counts.zh}，共 {event.wall} 张",
        f"a round begins: {dealer.en} deals{counts.en}, {event.wall} tiles",
    )


@tell.register
def _(event: Raised, names: Names) -> Text:
    pairs = list(zip(names, event.raises, strict=True))
    return Text(
        "加注：" + "，".join(f"{name.zh} {amount}" for name, amount in pairs),
        "raises: " + ", ".join(f"{name.en} {amount}" for name, amount in pairs),
    )


@tell.register
def _(event: Dealt, names: Names) -> Text:
    if event.tiles is None:
        return named(names, event.seat, f"起手 {event.count} 张", f"is dealt {event.count} tiles")
    hand = tiles_words(event.tiles)
    return named(names, event.seat, f"起手 {hand.zh}", f"is dealt {hand.en}")


@tell.register
def _(event: BonusLaid, names: Names) -> Text:
    tile = _tile(event.tile)
    return named(names, event.seat, f"亮出 {tile.zh}", f"lays {tile.en} open")


@tell.register
def _(event: Drew, names: Names) -> Text:
    tile = Text("一张", "a tile") if event.tile is None else _tile(event.tile)
    how = Text("补", "replaces with") if event.replacement else Text("摸", "draws")
    left = event.wall
    return named(
        names, event.seat, f"{how.zh} {tile.zh}（剩 {left}）", f"{how.en} {tile.en} ({left} left)"
    )


@tell.register
def _(event: DeclaredReady, names: Names) -> Text:
    return named(names, event.seat, "报听", "declares ready")


@tell.register
def _(event: Discarded, names: Names) -> Text:
    tile = _tile(event.tile)
    return named(names, event.seat, f"打 {tile.zh}", f"discards {tile.en}")


@tell.register
def _(event: DealerFollowed, names: Names) -> Text:
    tile = _tile(event.tile)
    return Text(
        f"跟庄：四家头一张都是 {tile.zh}", f"the dealer is followed: all four discarded {tile.en}"
    )


@tell.register
def _(event: ClaimTold, names: Names) -> Text:
    claimant, claim = names[event.claimant], CLAIMS[event.claim]
    return named(
        names,
        event.seat,
        f"得知：{claimant.zh} 要{claim.zh}",
        f"is told: {claimant.en} means to make {claim.en}",
    )


@tell.register
def _(event: WinDeclined, names: Names) -> Text:
    tile, until = _tile(event.tile), _FREED[event.until]
    fans = f"{event.fans} 番 " if event.fans else ""
    return named(
        names,
        event.seat,
        f"过胡 {tile.zh}（{fans}{event.points}），{until.zh}前只能胡更大的",
        f"lets a win on {tile.en} go by ({fans}{event.points}) and is bound by it {until.en}",
    )


@tell.register
def _(event: KongDeclared, names: Names) -> Text:
    tile = _tile(event.tile)
    return named(names, event.seat, f"要加杠 {tile.zh}", f"declares a kong of {tile.en}")


@tell.register
def _(event: Melded, names: Names) -> Text:
    kind = MELDS[event.kind]
    tiles = Text("", "") if event.tiles is None else tiles_words(event.tiles)
    zh, en = f"{kind.zh} {tiles.zh}".rstrip(), f"{kind.en} {tiles.en}".rstrip()
    if event.source is not None and event.kind != "added_kong":
        source = names[event.source]
        zh, en = f"{zh} ← {source.zh}", f"{en} from {source.en}"
    return named(names, event.seat, zh, en)


@tell.register
def _(event: FalseWin, names: Names) -> Text:
    return named(
        names,
        event.seat,
        f"诈胡，罚 {event.penalty}",
        f"calls a win that is none and pays {event.penalty}",
    )


@tell.register
def _(event: Won, names: Names) -> Text:
    tile, source = _tile(event.tile), SOURCES[event.source]
    zh, en = f"胡 {tile.zh}（{source.zh}", f"wins on {tile.en} ({source.en}"
    if event.payer is not None:
        zh, en = f"{zh} {names[event.payer].zh}", f"{en} of {names[event.payer].en}"
    return named(names, event.seat, f"{zh}）", f"{en})")


@tell.register
def _(event: RoundEnded, names: Names) -> Text:
    known = event.termination
    end = TERMINATIONS.get(known, Text(known, known))
    return Text(f"一局完：{end.zh}", f"the round ends: {end.en}")


@settlement.register
def _(event: RoundEnded, names: Names) -> list[Text]:
    lines = []
    items: Mapping[str, Any] = event.items
    for winner in items.get("winners", []):
        lines += _winner(winner, names)
    for note in items.get("notes", []):
        lines.append(Text(f"{note['zh']}（{note['clause']}）", f"{note['en']} ({note['clause']})"))
    lines.append(
        Text(
            f"底分 {items.get('base', 1)}，本局 ×{items.get('factor', 1)}",
            f"base score {items.get('base', 1)}, the round counts ×{items.get('factor', 1)}",
        )
    )
    for name, hand, melds in zip(names, event.hands, event.melds, strict=True):
        shown = [tiles_words(hand), *(_meld(meld) for meld in melds)]
        lines.append(
            Text(
                f"{name.zh} 的牌：{'  '.join(part.zh for part in shown)}",
                f"{name.en} held {'  '.join(part.en for part in shown)}",
            )
        )
    outcome = Outcome(event.termination, event.winners, event.payments, event.items, event.house)
    lines.append(balance(outcome, names))
    return lines


def _winner(winner: Mapping[str, Any], names: Names) -> list[Text]:
    name = names[winner["seat"]]
    tiles = parse_tiles(winner["hand"])
    hand, tile = tiles_words(tiles), tiles_words(parse_tiles(winner["tile"]))
    lines = [Text(f"{name.zh}：{hand.zh} + {tile.zh}", f"{name.en}: {hand.en} + {tile.en}")]
    lines += [_item(item) for item in winner["items"]]
    if "formula" in winner:
        lines.append(Text(f"  合计 {winner['formula']}", f"  in all {winner['formula']}"))
    for payer in winner["payers"]:
        eaten = [*payer.get("eaten", []), *payer.get("house", [])]
        who = names[payer["seat"]]
        lines.append(
            Text(
                f"{who.zh} 付 {payer['amount']}" + _eaten([item["zh"] for item in eaten]),
                f"{who.en} pays {payer['amount']}" + _eaten([item["en"] for item in eaten]),
            )
        )
    return lines


def _item(item: Mapping[str, Any]) -> Text:
    worth = f"{item['value']} {item['unit']}"
    clause = item["clause"]
    return Text(f"  {item['zh']} {worth}（{clause}）", f"  {item['en']} {worth} ({clause})")


def _eaten(names: list[str]) -> str:
    return f" ← {' + '.join(names)}" if names else ""
