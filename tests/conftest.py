"""What all tests share: how hypothesis searches, and the databases."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.server.postgres import Postgres

# No test may fail because the machine was busy.
settings.register_profile(
    "paiju",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
    print_blob=True,
)
settings.load_profile("paiju")


@pytest.fixture(scope="session")
def postgresql() -> Iterator["Postgres"]:
    """A PostgreSQL server, started when the first test asks for it."""
    from tests.server.postgres import postgres

    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'data' / 'paiju.sqlite3'}"
    server: Postgres = request.getfixturevalue("postgresql")
    return server.new_database()
