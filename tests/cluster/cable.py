"""A cable between a node and what it needs: it can be cut, go dead, and be mended."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

Address: TypeAlias = int | Path
"""A port of this machine, or a socket in its file system."""
_Condition: TypeAlias = Literal["whole", "cut", "dead"]


class Exchange:
    """All cables of a site, in a thread of their own: they work on while a test is busy."""

    def __init__(self) -> None:
        self._loop: Final = asyncio.new_event_loop()
        self._thread: Final = threading.Thread(target=self._loop.run_forever, name="exchange")
        self._cables: list[Cable] = []

    def cable(self, to: Address) -> "Cable":
        """Lay a cable; it has a port of its own."""
        cable = Cable(to, self.do)
        self.do(cable.lay)
        self._cables.append(cable)
        return cable

    def do(self, work: Callable[[], Any]) -> None:
        """Do something in the cables' thread, and wait until it is done."""

        async def done() -> None:
            result = work()
            if asyncio.iscoroutine(result):
                await result

        asyncio.run_coroutine_threadsafe(done(), self._loop).result()

    def start(self) -> None:
        """Begin to carry."""
        self._thread.start()

    def stop(self) -> None:
        """Take all cables away."""
        for cable in self._cables:
            self.do(cable.take_away)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextmanager
def exchange() -> Iterator[Exchange]:
    """Carry for the time of a block."""
    it = Exchange()
    it.start()
    try:
        yield it
    finally:
        it.stop()


class Cable:
    """A TCP proxy. What is whole carries; what is cut breaks every connection and takes no other.

    What is dead is as a network that swallows everything: nobody is told, connections open and stay
    open, and what was sent meanwhile arrives late, once it is mended.
    """

    def __init__(self, to: Address, do: Callable[[Callable[[], Any]], None]) -> None:
        self.to = to
        self.port = 0
        self._do = do
        self._condition: _Condition = "whole"
        self._mended = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._ends: set[_End] = set()
        self._dialling: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Break every connection, and refuse new ones."""
        self._do(lambda: self._become("cut"))

    def die(self) -> None:
        """Carry nothing more, and tell nobody."""
        self._do(lambda: self._become("dead"))

    def mend(self) -> None:
        """Carry again, first what is on its way."""
        self._do(lambda: self._become("whole"))

    # --- in the exchange's thread -------------------------------------------------------------

    async def lay(self) -> None:
        """Begin to listen."""
        self._mended.set()
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._incoming, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def take_away(self) -> None:
        """Break everything, and listen no more."""
        self._become("cut")
        assert self._server is not None
        self._server.close()
        for task in self._dialling:
            task.cancel()
        await asyncio.gather(*self._dialling, return_exceptions=True)
        while self._ends:  # noqa: ASYNC110
            await asyncio.sleep(0)

    def _become(self, condition: _Condition) -> None:
        self._condition = condition
        if condition == "dead":
            self._mended.clear()
        else:
            self._mended.set()
        for end in list(self._ends):
            if condition == "cut":
                end.transport.abort()
            else:
                end.carry(condition == "whole")

    def _incoming(self) -> "_End":
        return _End(self)

    def came(self, end: "_End") -> None:
        """Somebody has connected, or we have: to whom it is carried is not sure yet."""
        if self._condition == "cut":
            end.transport.abort()
            return
        self._ends.add(end)
        end.carry(False)

    def connected(self, end: "_End") -> None:
        """A node has connected: connect it further."""
        task = asyncio.get_running_loop().create_task(self._dial(end))
        self._dialling.add(task)
        task.add_done_callback(self._dialling.discard)

    def went(self, end: "_End") -> None:
        """A connection is gone."""
        self._ends.discard(end)

    async def _dial(self, near: "_End") -> None:
        await self._mended.wait()
        loop = asyncio.get_running_loop()
        far = _End(self, near)
        try:
            if isinstance(self.to, Path):
                await loop.create_unix_connection(lambda: far, str(self.to))
            else:
                await loop.create_connection(lambda: far, "127.0.0.1", self.to)
        except OSError:
            near.transport.abort()  # nobody is there: as if there were no cable
            return
        near.other = far
        if near.transport.is_closing():  # whoever it was has gone meanwhile
            far.transport.abort()
            return
        for end in (near, far):
            end.carry(self._condition == "whole")


class _End(asyncio.Protocol):
    """One end of one connection; what comes in at one goes out at the other."""

    transport: asyncio.Transport

    def __init__(self, cable: Cable, other: "_End | None" = None) -> None:
        self._cable = cable
        self.other = other

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._cable.came(self)
        if self.other is None:
            self._cable.connected(self)

    def carry(self, on: bool) -> None:
        """Take in what comes, or leave it where it is."""
        if self.transport.is_closing():
            return
        if on and self.other is not None:
            self.transport.resume_reading()
        else:
            self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        assert self.other is not None
        self.other.transport.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._cable.went(self)
        if self.other is None:
            return
        if error is None:
            self.other.transport.close()
        else:
            self.other.transport.abort()
