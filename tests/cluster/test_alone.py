"""One database is one server's or one site's: who would play its tables beside them is refused."""

import asyncio
from pathlib import Path

import pytest

from paiju.cli import Exit
from tests.cluster.site import Site
from tests.server.postgres import Postgres
from tests.server.process import Process

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def refusal(data: Path, database: str, nats: str = "") -> str:
    """Why a server does not start."""
    log = data.with_suffix(".log")
    server = Process(data, database_url=database, log=log, environment={"PAIJU_NATS_URL": nats})
    with pytest.raises(AssertionError):  # nothing on its standard output
        await server.start()
    assert server.process is not None
    assert await server.process.wait() == Exit.BAD_INPUT
    said = log.read_text()
    assert said.count("\n") == 1
    return said


async def test_a_lone_server_is_refused_beside_a_site(site: Site, tmp_path: Path) -> None:
    assert "another paiju server is playing these games" in await refusal(
        tmp_path / "refused", site.database
    )
    async with site.nodes[0].client() as player:
        await player.ok("play_now", game="pairs", rounds=1)


async def test_a_lone_server_and_a_node_are_refused_beside_a_lone_server(
    site: Site, postgresql: Postgres, tmp_path: Path
) -> None:
    database = postgresql.other_database()
    async with Process(tmp_path, database_url=database):
        one, two = await asyncio.gather(
            refusal(tmp_path / "alone", database),
            refusal(tmp_path / "node", database, f"nats://127.0.0.1:{site.nats.port}"),
        )
    for said in (one, two):
        assert "another paiju server is playing these games" in said


async def test_a_node_without_its_nats_says_so(site: Site, tmp_path: Path) -> None:
    assert "nats://127.0.0.1:1" in await refusal(
        tmp_path / "refused", site.database, "nats://127.0.0.1:1"
    )
