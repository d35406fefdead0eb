"""What a node without NATS leaves behind: nothing, however long that lasts."""

import asyncio
import gc
from types import TracebackType

import pytest

from paiju.server import cluster as cluster_module
from paiju.server.cluster import Cluster
from tests.cluster.nats import nats


async def test_tries_to_reach_nats_leave_nothing_that_only_a_full_search_would_find(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While anybody plays, garbage is searched for among what is new alone (``cli/serve.py``)."""
    monkeypatch.setattr(cluster_module, "RECONNECT_EVERY", 0.005)
    with nats() as server:
        url = f"nats://127.0.0.1:{server.port}"
        node = Cluster(url, "a", lambda _: None, lambda: None, lambda: True)
        await node.open()
        await asyncio.to_thread(server.stop)
        gc.collect()
        gc.disable()
        try:
            for _ in range(20):
                await asyncio.sleep(0.02)
                gc.collect(0)
            left = sum(
                isinstance(it, TracebackType) and "nats" in it.tb_frame.f_code.co_filename
                for it in gc.get_objects()
            )
        finally:
            gc.enable()
        assert node.trouble() == "NATS is not connected"
        assert left < 10
        await node.close()
