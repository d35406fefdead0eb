"""Small records to read and replay: a header and lines."""

import json
from typing import Any, Final

from tests.games.jiujiang_mahjong.scenario import Scenario

SEEDED: Final[dict[str, Any]] = {
    "paiju": 1,
    "game": "jiujiang-mahjong",
    "options": {},
    "seed": "00" * 32,
    "dealer": 0,
    "carry": {},
}


def record(*lines: str | dict[str, Any], **header: Any) -> bytes:
    """A record of the seed of noughts, or of the header's own deal, with lines like "0 hu"."""
    first = {**SEEDED, **header}
    if "deal" in header:
        del first["seed"]
    steps = [
        {"seat": int(line[0]), "do": line[2:]} if isinstance(line, str) else line for line in lines
    ]
    return "".join(json.dumps(row) + "\n" for row in (first, *steps)).encode()


def dealt(hands: dict[int, str], wall: str = "", tail: str = "", **options: Any) -> dict[str, Any]:
    """What a header says of a deal with these hands, the rest quiet; passes need no line."""
    setup = Scenario(hands, wall, tail, **options).setup
    return {"deal": setup.deal, "options": options, "auto_pass": True}
