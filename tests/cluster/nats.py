"""A NATS of the tests' own, with JetStream: real, on a port of its own, gone afterwards."""

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.server.ports import HeldPort

PATIENCE: Final = 60.0


class Nats:
    """A server with one store; it comes back on the same port."""

    def __init__(self, folder: Path) -> None:
        self._held = HeldPort()
        self.port = self._held.number
        self._store = folder / "store"
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, empty: bool = False) -> None:
        """Start it, with what it kept or with nothing; returns once it takes connections."""
        if empty:
            shutil.rmtree(self._store, ignore_errors=True)
        program = Path(sys.executable).with_name("nats-server")
        place = ("-a", "127.0.0.1", "-p", str(self.port), "-sd", self._store, "-l", self._log)
        self._process = subprocess.Popen([program, "-js", *place])
        until = time.monotonic() + PATIENCE
        while not self._greets():
            assert self._process.poll() is None, self._log.read_text()
            assert time.monotonic() < until, self._log.read_text()
            time.sleep(0.01)

    def stop(self, kill: bool = False) -> None:
        """Stop it, in good order or not; whoever is connected is cut off."""
        assert self._process is not None
        process, self._process = self._process, None
        if kill:
            process.kill()
        else:
            process.terminate()
        process.wait(PATIENCE)

    @property
    def is_up(self) -> bool:
        """Whether it has been started and not stopped since."""
        return self._process is not None

    def _greets(self) -> bool:
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 1) as line,
        ):
            return line.recv(5) == b"INFO "
        return False


@contextmanager
def nats() -> Iterator[Nats]:
    """Run a server for the time of a block."""
    with tempfile.TemporaryDirectory(prefix="paiju-nats-") as folder:
        server = Nats(Path(folder))
        server.start()
        try:
            yield server
        finally:
            if server.is_up:
                server.stop(kill=True)
