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


async def test_nobody_plays_beside_others_who_know_nothing_of_it(
    site: Site, postgresql: Postgres, tmp_path: Path
) -> None:
    """A lone server beside a site; a lone server, and a node, beside a lone server."""
    other = postgresql.other_database()
    bus = f"nats://127.0.0.1:{site.nats.port}"
    async with Process(tmp_path / "first", database_url=other):
        refusals = await asyncio.gather(
            refusal(tmp_path / "beside a site", site.database),
            refusal(tmp_path / "beside another", other),
            refusal(tmp_path / "node", other, bus),
            refusal(tmp_path / "no bus", site.database, "nats://127.0.0.1:1"),
        )
    *beside, without = refusals
    for said in beside:
        assert "another paiju server is playing these games" in said
    assert "nats://127.0.0.1:1" in without
    async with site.nodes[0].client() as player:
        await player.ok("play_now", game="pairs", rounds=1)
