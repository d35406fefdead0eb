"""A finished round of mahjong as ``paiju score`` is asked about it: read, checked and answered.

What cannot lie on a table is an error that names the place, not a verdict.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from paiju.core.errors import BadNotation, BadQuestion
from paiju.core.event import Json
from paiju.mahjong.deal import TileSet
from paiju.mahjong.melds import Meld, parse_meld
from paiju.mahjong.scoring import Item, Verdict, items_json
from paiju.mahjong.tiles import Tile, parse_tile, parse_tiles, tile_counts, tile_text, tiles_text
from paiju.mahjong.win import DISCARD, ROBBED_KONG, SELF_DRAW, SOURCE_TEXTS, Payer, Win

SITUATIONS: Final = ("last_tile", "after_kong", "first_turn")
_FIELDS: Final = ("game", "options", "winner", "source", "situation", "payers")
_PAYER: Final = ("melds", "bonus", "ready", "dealer")
_WINNER: Final = ("concealed", "win", *_PAYER)
_MELDS: Final = 4
_HAND: Final = 13


class Finished(NamedTuple):
    """A win and those who pay for it, one for another's tile and three for a self-draw."""

    win: Win
    payers: tuple[Payer, ...]


class _Front(NamedTuple):
    """What lies before one player: melds, bonus tiles by name, and how many without one."""

    melds: tuple[Meld, ...]
    named_bonus: tuple[Tile, ...]
    other_bonus: int
    ready: bool
    dealer: bool


def read_finished(data: Mapping[str, Any], tiles: TileSet) -> Finished:
    """Read one question of ``paiju score`` about a game that is played with ``tiles``.

    :raises BadQuestion: naming the field, what is wrong with it and what would be right.
    """
    _known(data, "", _FIELDS)
    winner = _object(_given(data, "", "winner"), "winner", _WINNER)
    source = _one_of(_given(data, "", "source"), "source", SOURCE_TEXTS)
    situation = _situation(data.get("situation", []))
    asked = _list(_given(data, "", "payers"), "payers")
    own = source == SOURCE_TEXTS[SELF_DRAW]
    due = 3 if own else 1
    if len(asked) != due:
        many = "three pay" if own else "one pays"
        raise BadQuestion(f"payers: {len(asked)} given, but after {source!r} {many}")
    concealed = _tiles(_given(winner, "winner", "concealed"), "winner.concealed")
    tile = _tile(_given(winner, "winner", "win"), "winner.win")
    fronts = [_front(winner, "winner", tiles)]
    for i, payer in enumerate(asked):
        fronts.append(_front(_object(payer, f"payers[{i}]", _PAYER), f"payers[{i}]", tiles))
    for place, held in (("winner.concealed", concealed), ("winner.win", [tile])):
        _no_strangers(held, place, tiles)
    size = _HAND - 3 * len(fronts[0].melds)
    if len(concealed) != size:
        raise BadQuestion(
            f"winner.concealed: {len(concealed)} tiles; beside {len(fronts[0].melds)} melds "
            f"and without the winning tile there are {size}"
        )
    _no_tile_too_often([*concealed, tile], fronts, tiles)
    if sum(front.dealer for front in fronts) > 1:
        raise BadQuestion("dealer: more than one player is the dealer; there is one at a table")
    bonus = _bonus_by_front(fronts, tiles)
    win = Win(
        tuple(tile_counts(concealed)),
        tile,
        fronts[0].melds,
        bonus[0],
        SOURCE_TEXTS.index(source),
        last_tile="last_tile" in situation,
        after_kong="after_kong" in situation,
        first_turn="first_turn" in situation,
        ready=fronts[0].ready,
        dealer=fronts[0].dealer,
    )
    payers = tuple(
        Payer(front.melds, laid, front.ready, front.dealer)
        for front, laid in zip(fronts[1:], bonus[1:], strict=True)
    )
    return Finished(win, payers)


def check_situation(win: Win, robbed: str, first: str = "") -> None:
    """Check that circumstances can go together; messages cite the clauses given for each kind.

    :raises BadQuestion: saying which cannot.
    """
    if win.source == ROBBED_KONG:
        for name, there in (("last_tile", win.last_tile), ("after_kong", win.after_kong)):
            if there:
                raise BadQuestion(f"situation: {name} does not go with a robbed kong ({robbed})")
    if not win.first_turn:
        return
    cited = f" ({first})" if first else ""
    if win.source != (SELF_DRAW if win.dealer else DISCARD):
        raise BadQuestion(
            "situation: first_turn is the dealer's own dealt hand (天胡, self_draw) or the "
            f"dealer's first discard won by another (地胡, discard){cited}"
        )
    if win.melds:
        raise BadQuestion(f"situation: first_turn, but the winner has melds already{cited}")
    if win.last_tile:
        raise BadQuestion("situation: first_turn and last_tile cannot both be")


def answer(
    verdict: Verdict, payments: Iterable[int], per_payer: Iterable[tuple[int, tuple[Item, ...]]]
) -> dict[str, Json]:
    """The answer of ``paiju score``: payments and each payer's points and eaten items, in order.

    A hand that may not win pays nothing, whatever is given.
    """
    refusal = verdict.refusal
    shares: list[Json] = [
        {"points": points, "eaten": items_json(items)} for points, items in per_payer
    ]
    return {
        "legal": verdict.legal,
        "reason": None if refusal is None else refusal.reason.both(),
        "clause": None if refusal is None else refusal.clause,
        "items": items_json(verdict.items),
        "waits": [tile_text(tile) for tile in verdict.waits],
        "payments": list(payments) if verdict.legal else [],
        "per_payer": shares if verdict.legal else [],
    }


def _front(data: Mapping[str, Any], place: str, tiles: TileSet) -> _Front:
    melds = tuple(
        _meld(text, f"{place}.melds[{i}]", tiles)
        for i, text in enumerate(_list(data.get("melds", []), f"{place}.melds"))
    )
    if len(melds) > _MELDS:
        raise BadQuestion(f"{place}.melds: {len(melds)} melds; a hand has at most {_MELDS}")
    bonus = data.get("bonus", 0)
    named: list[Tile] = []
    if isinstance(bonus, str):
        named, bonus = _tiles(bonus, f"{place}.bonus"), 0
        for tile in named:
            if not tiles.is_bonus[tile]:
                raise BadQuestion(
                    f"{place}.bonus: {tile_text(tile)} is no bonus tile of this game; "
                    f"those are {tiles_text(tiles.bonus)}"
                )
    elif type(bonus) is not int or bonus < 0:
        raise BadQuestion(f"{place}.bonus: {bonus!r} must be a number of tiles, or their names")
    ready, dealer = _flag(data, place, "ready"), _flag(data, place, "dealer")
    return _Front(melds, tuple(named), bonus, ready, dealer)


def _bonus_by_front(fronts: list[_Front], tiles: TileSet) -> list[tuple[Tile, ...]]:
    """The bonus tiles before each player; those only counted are any that nobody named."""
    left = [tile for tile in tiles.bonus for _ in range(tiles.copies[tile])]
    total = len(left)
    for front in fronts:
        for tile in front.named_bonus:
            if tile not in left:
                copies = tiles.copies[tile]
                raise BadQuestion(f"bonus: {tile_text(tile)} more than {copies} times")
            left.remove(tile)
    given: list[tuple[Tile, ...]] = []
    for front in fronts:
        if front.other_bonus > len(left):
            count = sum(len(each.named_bonus) + each.other_bonus for each in fronts)
            raise BadQuestion(f"bonus: {count} bonus tiles in all; there are only {total}")
        given.append((*front.named_bonus, *left[: front.other_bonus]))
        left = left[front.other_bonus :]
    return given


def _no_tile_too_often(hand: list[Tile], fronts: list[_Front], tiles: TileSet) -> None:
    seen = list(hand)
    for front in fronts:
        seen += [tile for meld in front.melds for tile in meld.tiles]
    for tile in sorted(set(seen)):
        if seen.count(tile) > tiles.copies[tile]:
            raise BadQuestion(
                f"{tile_text(tile)} is there {seen.count(tile)} times, winner and payers together; "
                f"there are only {tiles.copies[tile]}"
            )


def _no_strangers(held: Iterable[Tile], place: str, tiles: TileSet) -> None:
    for tile in held:
        if tiles.is_bonus[tile]:
            raise BadQuestion(
                f"{place}: {tile_text(tile)} is a bonus tile, never part of a hand; "
                f"count it in 'bonus'"
            )
        if tiles.copies[tile] == 0:
            raise BadQuestion(f"{place}: {tile_text(tile)} is no tile of this game")


def _meld(text: object, place: str, tiles: TileSet) -> Meld:
    try:
        meld = parse_meld(_text(text, place))
    except BadNotation as error:
        raise BadQuestion(f"{place}: {error}") from None
    _no_strangers(meld.tiles, place, tiles)
    return meld


def _tiles(text: object, place: str) -> list[Tile]:
    try:
        return parse_tiles(_text(text, place))
    except BadNotation as error:
        raise BadQuestion(f"{place}: {error}") from None


def _tile(text: object, place: str) -> Tile:
    try:
        return parse_tile(_text(text, place))
    except BadNotation as error:
        raise BadQuestion(f"{place}: {error}") from None


def _situation(value: object) -> list[str]:
    listed = _list(value, "situation")
    return [_one_of(each, f"situation[{i}]", SITUATIONS) for i, each in enumerate(listed)]


def _one_of(value: object, place: str, known: tuple[str, ...]) -> str:
    text = _text(value, place)
    if text not in known:
        raise BadQuestion(f"{place}: {text!r} must be one of {', '.join(known)}")
    return text


def _given(data: Mapping[str, Any], place: str, name: str) -> object:
    if name not in data:
        raise BadQuestion(f"{place}.{name} is missing" if place else f"{name} is missing")
    return data[name]


def _known(data: Mapping[str, Any], place: str, names: tuple[str, ...]) -> None:
    for name in data:
        if name not in names:
            at = f"{place}: " if place else ""
            raise BadQuestion(f"{at}{name!r} is not known; there are {', '.join(names)}")


def _object(value: object, place: str, names: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadQuestion(f"{place}: {value!r} must be an object with {', '.join(names)}")
    _known(value, place, names)
    return value


def _list(value: object, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadQuestion(f"{place}: {value!r} must be a list")
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise BadQuestion(f"{place}: {value!r} must be text")
    return value


def _flag(data: Mapping[str, Any], place: str, name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise BadQuestion(f"{place}.{name}: {value!r} must be true or false")
    return value
