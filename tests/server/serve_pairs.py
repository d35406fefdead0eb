"""``paiju`` with the tests' own game beside the real ones."""

import os
import sys
from dataclasses import replace

from paiju.cli import main
from paiju.core import registry
from paiju.server import settings
from tests.server.pairs import PAIRS

registry.register(PAIRS)
_keys = registry.game_keys
registry.game_keys = lambda: (*_keys(), PAIRS.key)

SHUFFLE = os.environ.get("PAIJU_TEST_SHUFFLE")
if SHUFFLE is not None:
    patient = replace(settings.PACES["instant"], shuffle=int(SHUFFLE))
    settings.PACES = {**settings.PACES, "instant": patient}  # type: ignore[misc]

if __name__ == "__main__":
    sys.exit(main())
