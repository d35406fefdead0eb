"""The servers that others have written, and sockets with nothing behind them: toy tables of four.

Their programs lie outside of the project, in ``../shared/peers/servers`` or where ``PAIJU_PEERS``
says, and are installed and run in a copy under ``build/``.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bench.server.figures import Figures
from bench.server.machine import BUILD, ROOT, CannotMeasure, Running, allow_sockets, cores

HOME: Final = BUILD / "peers"
_PATH: Final = os.pathsep.join((os.environ.get("PATH", ""), str(Path(sys.executable).parent)))
"""Node may be there only for this Python (see scripts/build_web.py)."""
_WARM_UP: Final = 2
_PATIENCE: Final = 30.0


class Peer(NamedTuple):
    """How a server and its players are run; ``{port}`` stands for the port."""

    server: str
    players: str
    environment: Mapping[str, str] = {}
    before: str | None = None
    """What is run before the players come."""


def _colyseus(mode: str) -> Peer:
    environment = {"NODE_ENV": "production", "MODE": mode, "OP": "set"}
    return Peer("node col_server.js {port}", "./loadcol", environment, "node mkseats.js")


PEERS: Final[Mapping[str, Peer]] = {
    "Colyseus, view": _colyseus("view"),
    "Colyseus, messages": _colyseus("msg"),
    "boardgame.io": Peer(
        "node bgio_server.js {port}", "node bgio_client.js", {"NODE_ENV": "production"}
    ),
    "picows, bare": Peer("env/py/bin/python srv_picows.py {port}", "./loadc", {"LOOP": "uvloop"}),
    "uvicorn, bare": Peer(
        "env/py/bin/uvicorn app_starlette:app --port {port} --log-level warning --loop uvloop",
        "./loadc",
    ),
}


def installed() -> None:
    """Install the peers, unless these are there already.

    :raises CannotMeasure: if their programs are not here, or something cannot be installed.
    """
    origin = Path(os.environ.get("PAIJU_PEERS") or ROOT.parent / "shared" / "peers" / "servers")
    script = origin / "install.sh"
    if not script.exists():
        raise CannotMeasure(f"peer missing: there is no {script} (PAIJU_PEERS)")
    for program in ("node", "npm", "gcc"):
        if shutil.which(program, path=_PATH) is None:
            raise CannotMeasure(f"peer missing: there is no {program} to install it with")
    files = sorted(path for path in origin.iterdir() if path.is_file())
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
    stamp = HOME / "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    HOME.mkdir(parents=True, exist_ok=True)
    for path in files:
        copy = HOME / path.name
        copy.unlink(missing_ok=True)
        shutil.copyfile(path, copy)
    done = subprocess.run(
        ["bash", script.name],
        cwd=HOME,
        env={**os.environ, "PATH": _PATH},
        stdout=sys.stderr,
        check=False,
    )
    if done.returncode:
        raise CannotMeasure(f"peer missing: {script} ended with exit code {done.returncode}")
    stamp.write_text(wanted)


def played(name: str, tables: int, seconds: float) -> Figures:
    """Play at so many tables of a peer as fast as it goes.

    :raises CannotMeasure: if one of its programs fails.
    """
    allow_sockets(4 * tables)
    peer, port = PEERS[name], _free_port()
    environment = {**peer.environment, "PATH": _PATH, "PORT": str(port), "T": str(tables)}
    logs = BUILD / "logs"
    command = peer.server.format(port=port).split()
    with Running(command, cores()[0], logs / "peer.log", environment, HOME) as server:
        _await(server, port)
        if peer.before is not None:
            before = peer.before.split()
            with Running(before, cores()[1], logs / "peer-before.log", environment, HOME) as made:
                if made.process.wait(_PATIENCE):
                    raise CannotMeasure(f"{peer.before} failed: {made.told()}")
        arguments = [str(n) for n in (port, tables, _WARM_UP, seconds, server.process.pid)]
        command = [*peer.players.split(), *arguments]
        with Running(command, cores()[1], logs / "peer-players.log", environment, HOME) as players:
            found = json.loads(players.line())
    figures = {
        "moves/s": found["mps"],
        "per CPU s": found["moves_per_srv_cpu_s"],
        "p50 ms": found["p50"],
        "p99 ms": found["p99"],
        "server %": found["srv_cpu"],
        "client %": found["cli_cpu"],
        "MB": found["rss_mb"],
        "B/move": found["rx_per_move_client"],
    }
    if cores()[0] == 1:  # they look at that core alone
        figures["others %"] = max(0, found["oth1"])
    return figures


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


def _await(server: Running, port: int) -> None:
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return
        except OSError:
            if server.process.poll() is not None or time.monotonic() > end:
                raise CannotMeasure(f"{server.name} does not listen: {server.told()}") from None
            time.sleep(0.05)
