"""One site for all these tests, each finds it whole; or nodes of the test's own."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.cluster.nats import Nats
from tests.cluster.nats import nats as running_nats
from tests.cluster.nodes import Machine
from tests.cluster.nodes import machines as running_machines
from tests.cluster.site import Site, running_site
from tests.server.conftest import Running
from tests.server.postgres import Postgres


# First: where these tests are named by themselves xdist would read the mark before it is there.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All who need the three processes run in one of ours: they are started once."""
    for item in items:
        if "processes" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("site"))


@pytest.fixture(scope="package")
def nats() -> Iterator[Nats]:
    """A NATS server."""
    with running_nats() as server:
        yield server


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def processes(
    postgresql: Postgres, nats: Nats, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Site]:
    """Three nodes that are started once; their logs lie where pytest keeps what tests leave."""
    async with running_site(postgresql, nats, tmp_path_factory.mktemp("site")) as it:
        yield it


@pytest_asyncio.fixture(loop_scope="package")
async def site(processes: Site) -> Site:
    """The site, whatever the last test has left of it."""
    try:
        await processes.whole()
    except (TimeoutError, AssertionError):  # it has failed, badly: this test has not
        await processes.anew()
    return processes


@pytest.fixture
async def machines(postgresql: Postgres, tmp_path: Path) -> AsyncIterator[list[Machine]]:
    """Three nodes in the test's own process."""
    async with running_machines(postgresql, tmp_path) as it:
        yield it


@pytest.fixture
def three(machines: list[Machine]) -> list[Running]:
    """The same, of which none will die."""
    return [machine.node for machine in machines]
