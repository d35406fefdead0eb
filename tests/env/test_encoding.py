"""What a seat sees, as numbers: all of it where it belongs, and nothing that it cannot see."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from paiju.cards.cards import RANK_NAMES
from paiju.core.game import Game
from paiju.core.registry import game
from paiju.core.seat import SEATS
from paiju.env.registry import coding
from paiju.mahjong.tiles import HAND_KINDS, parse_tiles
from tests.conformance.trial import every_game
from tests.env.walking import fields_of, questions

MAHJONGS = ("jiujiang-mahjong", "jintan-mahjong")


@every_game
def test_no_number_is_out_of_its_field(game: Game) -> None:
    fields = coding(game.key).fields
    assert sum(field.rows * field.width for field in fields) == coding(game.key).size
    for asked in questions(game, 8):
        data = coding(game.key).encode(asked.observation)
        for field in fields:
            assert max(data[field.start : field.start + field.rows * field.width]) <= field.high


@every_game
def test_what_a_seat_cannot_see_changes_no_number(game: Game) -> None:
    random = Random(1)
    asked_about: Counter[str] = Counter()
    for asked in questions(game, 20):
        question = asked.observation.question
        assert question is not None
        kind = str(question["kind"])
        asked_about[kind] += 1
        if asked_about[kind] > 60 and random.random() < 0.9:
            continue
        world = game.determinize(asked.observation, random)
        imagined = coding(game.key).encode(world.observation(asked.seat))
        assert imagined == coding(game.key).encode(asked.observation)
    assert len(asked_about) >= 3


@every_game
def test_every_chair_sees_the_table_alike(game: Game) -> None:
    for asked in questions(game, 6):
        if asked.walk.random.random() < 0.9:
            continue
        moved = game.start(game.rotated(fixed(asked.walk.setup, asked.walk.round), 1))
        for step in asked.walk.steps:
            moved.apply((step.seat + 1) % SEATS, moved_action(game, step.action))
        seen = coding(game.key).encode(moved.observation((asked.seat + 1) % SEATS))
        assert seen == coding(game.key).encode(asked.observation)


def fixed(setup: Any, playing: Any) -> Any:
    """A setup with its deal laid open."""
    return setup.with_deal(playing.fixed_deal())


def moved_action(game: Game, action: Any) -> Any:
    """The same action one seat further on: only asking names a seat."""
    verb, _, rest = str(action).partition(" ")
    return game.parse_action(f"ask {(int(rest) + 1) % SEATS}") if verb == "ask" else action


@pytest.mark.parametrize("key", ["jiujiang-mahjong", "jiujiang-doudizhu"])
def test_a_spectator_is_no_seat(key: str) -> None:
    rules = game(key)
    playing = rules.start(rules.new_match(rules.presets["default"], bytes(32)).setup(bytes(32)))
    with pytest.raises(ValueError, match="spectator"):
        coding(key).encode(playing.observation(None))


def from_chair(seat: int, by_seat: Sequence[Any]) -> list[Any]:
    """Things by seat, from the observer's chair."""
    return [by_seat[(seat + step) % SEATS] for step in range(SEATS)]


def pointing(seat: int, whom: Any) -> list[int]:
    """A row that points at one seat, or at none."""
    return [int(whom is not None and (seat + step) % SEATS == whom) for step in range(SEATS)]


def kinds(texts: Sequence[str]) -> list[int]:
    """Tiles by kind."""
    counts = [0] * HAND_KINDS
    for text in texts:
        for tile in parse_tiles(text):
            counts[tile] += 1
    return counts


def at_least(counts: Sequence[int], most: int) -> list[list[int]]:
    """Row n: where there is more than n."""
    return [[int(count > n) for count in counts] for n in range(most)]


@pytest.mark.parametrize("key", MAHJONGS)
def test_mahjong_numbers_say_what_the_view_says(key: str) -> None:
    for asked in questions(game(key), 10):
        seat, view = asked.seat, asked.observation.as_dict()
        seen: dict[str, Any] = dict(view)
        rows = fields_of(game(key), asked.observation)
        rivers = from_chair(seat, seen["rivers"])
        melds = from_chair(seat, seen["melds"])
        last, question = seen["last"], seen["question"]
        assert rows["hand"] == at_least(kinds([seen["hand"]]), 4)
        assert rows["drawn"] == [kinds([seen["drawn"] or ""])]
        assert rows["open"] == [kinds([last["tile"]] if last else [])]
        assert rows["layer"] == [pointing(seat, last and last["seat"])]
        assert rows["river"] == [kinds([laid["tile"] for laid in river]) for river in rivers]
        assert rows["taken"] == [
            kinds([laid["tile"] for laid in river if laid["claimed"]]) for river in rivers
        ]
        assert rows["order"] == [last_places([laid["tile"] for laid in river]) for river in rivers]
        assert rows["chows"] == [
            kinds([meld["tiles"] for meld in of_seat if meld["kind"] == "chow"])
            for of_seat in melds
        ]
        for name, named in (
            ("pungs", ("pung",)),
            ("kongs", ("exposed_kong", "added_kong")),
            ("concealed", ("concealed_kong",)),
        ):
            tiles = [
                kinds([m["tiles"] or "" for m in of_seat if m["kind"] in named])
                for of_seat in melds
            ]
            assert rows[name] == [[int(count > 0) for count in counts] for counts in tiles]
        assert rows["melds"] == [[len(of_seat) for of_seat in melds]]
        assert rows["sizes"] == [from_chair(seat, seen["sizes"])]
        assert rows["bonus"] == [
            [len(parse_tiles(tiles)) for tiles in from_chair(seat, seen["bonus"])]
        ]
        assert rows["ready"] == [from_chair(seat, seen["ready"])]
        assert rows["raises"] == [from_chair(seat, seen["raises"])]
        assert rows["dealer"] == [pointing(seat, seen["dealer"])]
        assert rows["turn"] == [pointing(seat, seen["turn"])]
        assert rows["wall"] == [[seen["wall"]]]
        assert rows["factor"] == [[seen["factor"]]]
        bound = -1 if seen["bound"] is None else seen["bound"]
        assert rows["bound"] == [[min(255, bound + 1)]]
        assert rows["bound_fans"] == [[seen["bound_fans"] or 0]]
        told = seen["told"]
        assert rows["told"] == [
            pointing(seat, told["claimant"] if told and told["claim"] == claim else None)
            for claim in ("pung", "kong")
        ]
        questioned = ("raise", "ready", "turn", "claim", "rob")
        assert rows["question"] == [[int(kind == question["kind"]) for kind in questioned]]
        if question["kind"] == "rob":
            assert rows["robbing"] == [[1]]


def last_places(tiles: Sequence[str]) -> list[int]:
    """By kind, the place of its last tile in a river, from 1."""
    places = [0] * HAND_KINDS
    for place, text in enumerate(tiles, 1):
        (tile,) = parse_tiles(text)
        places[tile] = place
    return places


def ranks(text: str | None) -> list[int]:
    """Cards by rank; suits may stand after them."""
    counts = Counter(sign for sign in text or "" if sign in RANK_NAMES)
    return [counts[name] for name in RANK_NAMES]


def test_doudizhu_numbers_say_what_the_view_says() -> None:
    rules = game("jiujiang-doudizhu")
    for asked in questions(rules, 12):
        seat, seen = asked.seat, dict[str, Any](asked.observation.as_dict())
        rows = fields_of(rules, asked.observation)
        played = [[0] * 15 for _ in range(SEATS)]
        plays = [0] * SEATS
        for event in asked.walk.round.events:
            told: dict[str, Any] = dict(event.as_dict())
            if told["type"] == "played":
                counts = ranks(told["cards"])
                played[told["seat"]] = [
                    a + b for a, b in zip(played[told["seat"]], counts, strict=True)
                ]
                plays[told["seat"]] += 1
        hand = ranks(seen["hand"])
        trick = seen["trick"]
        target = ranks(trick["combo"]["text"]) if trick else [0] * 15
        shown = from_chair(seat, seen["shown"])
        assert rows["hand"] == at_least(hand, 8)
        assert rows["played"] == from_chair(seat, played)
        assert rows["unseen"] == [
            [
                copies - own - sum(of_seat[rank] for of_seat in played)
                for rank, (copies, own) in enumerate(zip([8] * 13 + [2, 2], hand, strict=True))
            ]
        ]
        assert rows["shown"] == [ranks(cards) for cards in shown]
        assert rows["passed"] == [[int(cards == "") for cards in shown]]
        assert rows["target"] == [target]
        assert rows["top"] == [pointing(seat, trick and trick["seat"])]
        assert sum(rows["kind"][0]) == sum(rows["rank"][0]) == int(trick is not None)
        assert rows["kitty"] == [ranks(seen["kitty"])]
        assert rows["cut"] == [ranks(seen["cut"])]
        assert rows["calling"] == [[int(seen["phase"] == "calling")]]
        for name in ("turn", "landlord", "gatekeeper", "first_caller", "dealer"):
            assert rows[name] == [pointing(seat, seen[name])]
        assert rows["declined"] == [[int(c == "declined") for c in from_chair(seat, seen["calls"])]]
        dealt = [33 if whose == seen["landlord"] else 25 for whose in range(SEATS)]
        left = [dealt[whose] - sum(played[whose]) for whose in range(SEATS)]
        assert rows["left"] == [from_chair(seat, left)]
        assert rows["plays"] == [from_chair(seat, plays)]
        assert rows["base"] == [[min(255, seen["base"])]]
        assert rows["shots"] == [[seen["shots"]]]
        assert rows["shooting"] == [[int(seen["shooting"])]]
