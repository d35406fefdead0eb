"""牌局: regional Chinese table games to play, to score and to study."""

from typing import Final

from paiju import native

__version__: Final = "0.1.0"

native.choose()
