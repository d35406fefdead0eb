"""What is compared with whom, and how far ahead paiju is to be."""

from typing import Final, NamedTuple


class Peer(NamedTuple):
    """A program to compare with: what pip installs, and what ``python -c`` begins with."""

    requirements: tuple[str, ...]
    beginning: str
    alone: bool = False
    """Whether what it says it depends on is left out (graphics cards' libraries)."""


PEERS: Final[dict[str, Peer]] = {
    "riichienv": Peer(("riichienv==0.4.11",), "import riichienv"),
    "openspiel": Peer(("open-spiel==2.0.2",), "import pyspiel"),
    "rlcard": Peer(("rlcard==1.2.0", "setuptools<81"), "import rlcard"),
    "douzero": Peer(("numpy", "douzero==1.1.0"), "import douzero.env.game", alone=True),
    "pymahjong": Peer(("pymahjong==1.1.2",), "import pymahjong"),
    "pymahjonggb": Peer(("pymahjonggb==1.4.0",), "import MahjongGB"),
    "mahjong": Peer(("mahjong==2.1.0",), "import mahjong.hand_calculating.hand"),
    "xiangting": Peer(("xiangting==6.0.2",), "import xiangting"),
    "shanten_tools": Peer(("shanten-tools==0.1.8", "numpy"), "import numpy, shanten_tools"),
}
"""By the name of the adapter."""

OURS: Final = "paiju"
OUR_IMPORT: Final = "from paiju.core.registry import games; games()"
"""All that paiju plays: the package itself is next to nothing."""
OUR_TABLES: Final = (
    "from paiju.mahjong.shapes import distance",
    "distance([1, 1, 1] + [0] * 30 + [2], 1, False)",
)
"""The modules, and the first question that wants the tables."""


class Row(NamedTuple):
    """One line of the table: a measure of ours, and by which name peers have it.

    ``times`` is how often the best peer's figure (or that of ``against``) is to be reached;
    ``most`` is a bound on our own. ``None``: told for the record.
    """

    what: str
    ours: str
    theirs: str
    times: float | None = None
    against: str | None = None
    most: float | None = None


def _steps(game: str, zh: str, theirs: str) -> list[Row]:
    return [
        Row(f"{zh}: steps/s with observations, 64 tables", f"env {game}", theirs, 10, "rlcard"),
        Row(f"{zh}: the same, one PettingZoo environment", f"agent {game}", theirs),
    ]


ROWS: Final[tuple[Row, ...]] = (
    Row("九江麻将: random rounds/s", "rounds jiujiang-mahjong", "rounds", 5),
    Row("金坛麻将: random rounds/s", "rounds jintan-mahjong", "rounds", 5),
    Row("九江麻将: decisions/s in them", "decisions jiujiang-mahjong", "decisions"),
    Row("金坛麻将: decisions/s in them", "decisions jintan-mahjong", "decisions"),
    Row("斗地主: random decisions/s", "decisions jiujiang-doudizhu", "decisions doudizhu", 1),
    Row("斗地主: rounds/s in them", "rounds jiujiang-doudizhu", "rounds doudizhu"),
    Row("九江麻将: winning hands judged/s", "judge jiujiang-mahjong", "judge", 2, "pymahjonggb"),
    Row("金坛麻将: winning hands judged/s", "judge jintan-mahjong", "judge", 2, "pymahjonggb"),
    Row("distance to a win/s, random hands", "distance random", "distance random", 1),
    Row("distance to a win/s, winning hands", "distance winning", "distance winning", 1),
    Row("its tables: ms until the first answer", "tables: beginning ms", "", most=300),
    Row("its tables: MB that they add", "tables: beginning MB more", "", most=30),
    Row("all plays of 25 of 108 cards/s", "plays 25", "plays 25", 10),
    Row("all plays of 33 of 108 cards/s", "plays 33", "plays 33", 10),
    Row("import of all games: ms", "import: beginning ms", "import: beginning ms", most=100),
    Row("import of all games: MB in all", "import: beginning MB", "import: beginning MB", most=60),
    *_steps("jiujiang-mahjong", "九江麻将", "env mahjong"),
    *_steps("jintan-mahjong", "金坛麻将", "env mahjong"),
    *_steps("jiujiang-doudizhu", "斗地主", "env doudizhu"),
)
