"""What a node without NATS leaves behind: nothing, however long that lasts."""

import asyncio
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

import pytest

from paiju.server import cluster as cluster_module
from paiju.server.cluster import Cluster
from tests.cluster.nats import nats
from tests.server.conftest import eventually


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Free nothing that holds itself, but what is looked for by hand."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


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
        with without_garbage_collection():
            for _ in range(20):
                await asyncio.sleep(0.02)
                gc.collect(0)
            left = sum(
                isinstance(it, TracebackType) and "nats" in it.tb_frame.f_code.co_filename
                for it in gc.get_objects()
            )
        assert node.trouble() == "NATS is not connected"
        assert left < 10
        await node.close()


async def test_a_node_that_leaves_while_it_is_being_greeted_reaches_for_nats_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster_module, "RECONNECT_EVERY", 0.005)
    came = asyncio.Event()

    async def say_nothing(caller: asyncio.StreamReader, line: asyncio.StreamWriter) -> None:
        came.set()
        await caller.read()
        line.close()

    with nats() as server:
        url = f"nats://127.0.0.1:{server.port}"
        node = Cluster(url, "a", lambda _: None, lambda: None, lambda: True)
        await node.open()
        await asyncio.to_thread(server.stop)
        silent = await asyncio.start_server(say_nothing, "127.0.0.1", server.port)
        await came.wait()
        await node.close()
        assert not [task for task in asyncio.all_tasks() if "_attempt_reconnect" in repr(task)]
        silent.close()
        await silent.wait_closed()


async def test_who_takes_a_connection_in_the_place_of_nats_and_hangs_up_costs_no_open_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A balancer before a NATS that is away does so, four times a second for each node."""
    monkeypatch.setattr(cluster_module, "RECONNECT_EVERY", 0.005)
    tries = 0

    def hang_up(_: asyncio.StreamReader, line: asyncio.StreamWriter) -> None:
        nonlocal tries
        tries += 1
        line.close()

    with nats() as server:
        url = f"nats://127.0.0.1:{server.port}"
        node = Cluster(url, "a", lambda _: None, lambda: None, lambda: True)
        await node.open()
        await asyncio.to_thread(server.stop)
        balancer = await asyncio.start_server(hang_up, "127.0.0.1", server.port)
        with without_garbage_collection():
            await eventually(lambda: tries > 5)
            before, first = len(os.listdir("/proc/self/fd")), tries
            await eventually(lambda: tries > first + 20)
            assert len(os.listdir("/proc/self/fd")) < before + 10
        balancer.close()
        await balancer.wait_closed()
        await node.close()
