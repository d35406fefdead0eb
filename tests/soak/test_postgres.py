"""kill -9 on PostgreSQL, whose own process lives on with what the server had begun there."""

from pathlib import Path

from tests.server.postgres import Postgres
from tests.soak.chaos import evening


async def test_a_kill_on_postgresql_loses_and_doubles_nothing(
    postgresql: Postgres, tmp_path: Path
) -> None:
    url = postgresql.new_database()
    figures = await evening("jiujiang-doudizhu", kills=1, seed=1, data=tmp_path, database_url=url)
    assert figures.kills == 1
    assert figures.acks
    assert figures.rounds
