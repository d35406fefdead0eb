"""What the tests of a site stand on does what it says: the cable and NATS alone."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import nats as nats_client
import pytest
from nats.js.errors import NotFoundError

from tests.cluster.cable import Cable, Exchange, exchange
from tests.cluster.nats import Nats
from tests.cluster.nats import nats as running_nats
from tests.server.conftest import eventually


@pytest.fixture
def laid() -> Iterator[Exchange]:
    with exchange() as it:
        yield it


class Echo(asyncio.Protocol):
    """Sends back what it is sent."""

    lines: ClassVar[set["Echo"]] = set()
    """Those that have not ended."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.lines.add(self)

    def data_received(self, data: bytes) -> None:
        self._transport.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        self.lines.discard(self)


@pytest.mark.parametrize("kind", ["port", "file"])
async def test_a_cable_carries_is_cut_goes_dead_and_is_mended(
    laid: Exchange, tmp_path: Path, kind: str
) -> None:
    loop = asyncio.get_running_loop()
    writers: list[asyncio.StreamWriter] = []

    async def connect() -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection("127.0.0.1", cable.port)
        writers.append(writer)
        return reader

    if kind == "port":
        server = await loop.create_server(Echo, "127.0.0.1", 0)
        cable = laid.cable(server.sockets[0].getsockname()[1])
    else:
        server = await loop.create_unix_server(Echo, str(tmp_path / "echo"))
        cable = laid.cable(tmp_path / "echo")
    first = await connect()
    writers[0].write(b"whole")
    assert await first.readexactly(5) == b"whole"

    cable.die()
    writers[0].write(b"late")
    late = asyncio.create_task(first.readexactly(4))
    second = await connect()
    writers[1].write(b"new")
    new = asyncio.create_task(second.readexactly(3))
    await asyncio.wait([late, new], timeout=0.1)
    assert not late.done() and not new.done()
    cable.mend()
    assert (await late, await new) == (b"late", b"new")

    cable.cut()
    assert await _ended(first) and await _ended(second) and await _ended(await connect())
    cable.mend()
    again = await connect()
    writers[-1].write(b"again")
    assert await again.readexactly(5) == b"again"
    for writer in writers:
        writer.close()
    server.close()
    await eventually(lambda: not Echo.lines)


async def _ended(reader: asyncio.StreamReader) -> bool:
    with suppress(ConnectionError):
        return await reader.read() == b""
    return True


def test_a_cable_to_nobody_connects_nobody(laid: Exchange, tmp_path: Path) -> None:
    cable: Cable = laid.cable(tmp_path / "nobody")
    with socket.create_connection(("127.0.0.1", cable.port)) as line, suppress(ConnectionError):
        assert line.recv(1) == b""


async def test_nats_comes_back_on_its_port_with_its_store_or_an_empty_one() -> None:
    with running_nats() as server:
        await _keep(server, b"kept")
        for kill in (False, True):
            server.stop(kill)
            server.start()
            assert await _kept(server) == b"kept"
        server.stop()
        server.start(empty=True)
        assert await _kept(server) is None


async def _keep(server: Nats, value: bytes) -> None:
    client = await nats_client.connect(f"nats://127.0.0.1:{server.port}")
    bucket = await client.jetstream().create_key_value(bucket="b")
    await bucket.put("key", value)
    await client.close()


async def _kept(server: Nats) -> bytes | None:
    client = await nats_client.connect(f"nats://127.0.0.1:{server.port}")
    try:
        bucket = await client.jetstream().key_value("b")
        return (await bucket.get("key")).value
    except NotFoundError:
        return None
    finally:
        await client.close()
