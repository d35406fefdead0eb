"""How a server is set up: where it listens and keeps its data, and how fast its tables play."""

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from paiju.core.errors import PaijuError
from paiju.server.database import database_url
from paiju.server.logs import LogForm
from paiju.server.proxies import LOOPBACK, Networks


@dataclass(frozen=True, slots=True)
class Pace:
    """The times of a table, in milliseconds."""

    turn: int
    """To answer on one's own turn."""
    claim: int
    """To answer any other question."""
    bank: int
    """What a seat may overrun in one round, all prompts together."""
    pause: int
    """What follows a deal or a claimable tile comes no earlier than this (see Event)."""
    think: tuple[int, int]
    """A bot or an auto-played seat takes this long, at least and at most, on its own turn."""
    settlement: int
    """To look at a settlement before the next round begins without ``next``."""
    shuffle: int
    """To give a nonce for the next deal; over as soon as everybody who is connected has."""


PACES: Final[Mapping[str, Pace]] = {
    "calm": Pace(30_000, 20_000, 60_000, 1_200, (900, 2_000), 60_000, 1_500),
    "normal": Pace(15_000, 10_000, 30_000, 900, (600, 1_400), 30_000, 1_500),
    "quick": Pace(8_000, 5_000, 10_000, 500, (250, 600), 15_000, 1_500),
    "instant": Pace(15_000, 10_000, 30_000, 0, (0, 0), 30_000, 300),
}
"""Paces by name; ``instant`` is for programs: bots and tables lose no time."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All that is chosen when a server is started."""

    host: str = "0.0.0.0"
    port: int = 8000
    data: Path = Path("paiju-data")
    """Where the database file lies, unless ``database_url`` says otherwise."""
    database_url: str | None = None
    pace: Pace = field(default_factory=lambda: PACES["normal"])
    origins: tuple[str, ...] = ()
    """Pages of other addresses that may open sockets here, beside the server's own."""
    sockets_per_address: int = 200
    """How many people may sit behind one address; all limits of an address follow from it."""
    messages_a_second: float = 20.0
    """What one socket may send for long; three times as many at once."""
    hello_within: float = 10.0
    """Seconds for a new socket to say who is behind it."""
    bot: str | None = None
    """Which bot fills the seats; none: the best that plays the game."""
    coins_at_start: int = 2000
    """What a new player has."""
    coins_a_day: int = 1000
    """Up to so many coins a player may be given once a day."""
    minimum_points: int = 20
    """Who sits at a table with a stake must be able to pay so many points of it."""
    watch_delay: int = 120_000
    """By how many ms one is late who looks over a seat's shoulder."""
    share: str | None = None
    """The address of the page for the others in the house."""
    nats_url: str | None = None
    """Where the nodes of a site meet; none: this node is alone."""
    node: str = field(default_factory=platform.node)
    """What people call this node."""
    admin_token: str | None = field(default=None, repr=False)
    """Who has it may see and do everything: /metrics and /admin are off without one."""
    trusted_proxies: Networks = LOOPBACK
    """Whose word is taken for whom they ask (``X-Forwarded-For``)."""
    log: LogForm = "text"

    @property
    def database(self) -> str:
        """The SQLAlchemy URL of the database."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data / 'paiju.sqlite3'}"

    @property
    def database_file(self) -> Path | None:
        """The SQLite file that the database is; none for a database of another kind.

        >>> Settings(data=Path("club")).database_file
        PosixPath('club/paiju.sqlite3')
        >>> Settings(database_url="postgresql+asyncpg://me@here/paiju").database_file is None
        True
        """
        url = database_url(self.database)
        is_file = url.get_backend_name() == "sqlite" and url.database
        return Path(url.database) if is_file and url.database else None


def pace_named(name: str) -> Pace:
    """The pace of this name.

    :raises PaijuError: naming those there are.

    >>> pace_named("instant").pause
    0
    """
    if name not in PACES:
        raise PaijuError(
            f"没有这种快慢 pace {name!r} does not exist; the paces are: {', '.join(PACES)}"
        )
    return PACES[name]


VARIABLES: Final = (
    *("host", "port", "data", "database_url", "nats_url", "node", "trusted_proxies", "origins"),
    *("admin_token", "log", "pace", "bot", "per_address", "messages"),
)
"""What can be set: as a flag of ``paiju serve``, or in the environment as ``PAIJU_…``."""


def from_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What the environment sets, by the names of ``paiju serve``'s flags.

    >>> from_environment({"PAIJU_PORT": "9000", "HOME": "/root"})
    {'port': '9000'}
    """
    found = {name: environment.get(f"PAIJU_{name.upper()}", "") for name in VARIABLES}
    return {name: value for name, value in found.items() if value}
