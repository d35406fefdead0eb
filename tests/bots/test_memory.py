"""A bot far away, which hears the wire alone, knows what it would know at the table."""

import json
from itertools import islice
from random import Random
from typing import Any

import pytest

from paiju.bots import registry
from paiju.bots.random import RandomBot
from paiju.core.errors import PaijuError
from paiju.core.options import Options
from paiju.core.randomness import derived_seed
from paiju.core.registry import game, game_keys
from paiju.core.seat import SEATS


def over_the_wire(data: object) -> Any:
    """What is left of something that went over a socket."""
    return json.loads(json.dumps(data))


def cases() -> list[tuple[str, str]]:
    """Every game by every preset of its."""
    return [(key, preset) for key in game_keys() for preset in game(key).presets]


@pytest.mark.parametrize(("key", "preset"), cases())
def test_what_is_put_together_from_the_wire_is_what_the_seat_knows(key: str, preset: str) -> None:
    played = game(key)
    options: Options = played.presets[preset]
    for number in range(2):
        round_seed = derived_seed(bytes(32), f"{key} {preset} {number}")
        match = played.new_match(options, round_seed)
        round_ = played.start(match.setup(round_seed))
        bot, lot = RandomBot(number), Random(number)
        memories = [registry.memory(key, options, seat) for seat in range(SEATS)]
        told, asked = 0, 0
        while round_.outcome is None:
            for event in islice(round_.events, told, None):
                for seat, memory in enumerate(memories):
                    seen = event.seen_by(seat)
                    if seen is not None:
                        memory.note(over_the_wire(seen.as_dict()))
            told = len(round_.events)
            seat = lot.choice(round_.to_act)
            there = round_.observation(seat)
            ask = {"question": there.question, "legal": [str(a) for a in there.legal.listed()]}
            here = memories[seat].observation(over_the_wire(ask))
            assert here.as_dict() == there.as_dict()
            assert [str(action) for action in here.legal.sound()] == [
                str(action) for action in there.legal.sound()
            ]
            asked += 1
            if asked % 10 == 0:
                best = registry.names(key)[0]
                answers = [registry.bot(best, key, 1).act(it) for it in (here, there)]
                assert str(answers[0]) == str(answers[1])
            round_.apply(seat, bot.act(there))
        assert asked > 3


def test_a_game_of_others_is_not_played_from_afar() -> None:
    from tests.server.pairs import PAIRS, PairsOptions

    with pytest.raises(PaijuError, match="plays pairs from afar"):
        registry.memory(PAIRS.key, PairsOptions(), 0)
