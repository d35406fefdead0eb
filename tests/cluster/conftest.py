"""One site for all these tests; each finds it whole."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.cluster.nats import Nats
from tests.cluster.nats import nats as running_nats
from tests.cluster.site import Site, running_site
from tests.server.postgres import Postgres


@pytest.fixture(scope="package")
def nats() -> Iterator[Nats]:
    """A NATS server."""
    with running_nats() as server:
        yield server


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def machines(
    postgresql: Postgres, nats: Nats, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Site]:
    """Three nodes that are started once; their logs lie where pytest keeps what tests leave."""
    async with running_site(postgresql, nats, tmp_path_factory.mktemp("site")) as it:
        yield it


@pytest_asyncio.fixture(loop_scope="package")
async def site(machines: Site) -> Site:
    """The site, whatever the last test has left of it."""
    try:
        await machines.whole()
    except (TimeoutError, AssertionError):  # it has failed, badly: this test has not
        await machines.anew()
    return machines
