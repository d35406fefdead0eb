"""``paiju`` with the tests' own game beside the real ones."""

import sys

from paiju.cli import main
from paiju.core import registry
from tests.server.pairs import PAIRS

registry.register(PAIRS)
_keys = registry.game_keys
registry.game_keys = lambda: (*_keys(), PAIRS.key)

if __name__ == "__main__":
    sys.exit(main())
