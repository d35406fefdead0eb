"""``paiju`` with the tests' own game beside the real ones."""

import json
import os
import secrets
import sys
from dataclasses import replace

from paiju.cli import main, serve
from paiju.core.registry import games
from paiju.server import house, lobby, settings
from tests.server.pairs import PAIRS


def prepare() -> None:
    """Let the server have the tests' game, and times, codes and settings as a test asks for."""
    house.registered_games = lambda: {**games(), PAIRS.key: PAIRS}  # type: ignore[attr-defined]
    shuffle = os.environ.get("PAIJU_TEST_SHUFFLE")
    if shuffle is not None:
        patient = replace(settings.PACES["instant"], shuffle=int(shuffle))
        settings.PACES = {**settings.PACES, "instant": patient}  # type: ignore[misc]
    others = json.loads(os.environ.get("PAIJU_TEST_SETTINGS", "{}"))
    chosen = serve._settings
    serve._settings = lambda given: replace(chosen(given), **others)
    codes = os.environ.get("PAIJU_TEST_CODES")
    if codes is not None:
        lobby._random_code = lambda: f"{secrets.randbelow(int(codes)):06d}"


if __name__ == "__main__":
    prepare()
    sys.exit(main())
