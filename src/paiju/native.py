"""Which form of the rules runs: the sources, or what mypyc made of these very sources.

A wheel carries the compiled modules beside their sources, and Python prefers them. A checkout
keeps them apart, in ``build/compiled``, in a folder named by the digest of the sources they were
made from (``scripts/compile_rules.py``), and of those whose constants mypyc writes into them: as
soon as one of these is edited that folder isn't found any more, and the sources run until the next
``make`` compiles them. ``PAIJU_COMPILE=0`` runs the sources in any case.
"""

import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent
LAYERS: Final = ("cards", "core", "env", "games", "mahjong")
SERVER: Final = (
    *("asking", "chair", "clocks", "course", "framing", "front", "gallery", "inbox", "journal"),
    *("outbox", "players", "reading", "session", "showing", "socket", "state", "stream", "table"),
    *("tally", "telling", "view"),
)
"""What the server does for each move, besides the rules."""
APART: Final = ("env/aec.py", "env/vector.py")
"""Made of numpy and PettingZoo: there is nothing in them to compile."""
SWITCH: Final = "PAIJU_COMPILE"


def switched_off() -> bool:
    """Whether ``PAIJU_COMPILE=0`` asks for the sources."""
    return os.environ.get(SWITCH) == "0"


def sources() -> list[Path]:
    """The modules that are compiled, for the sake of their speed: rules, encoders, table."""
    files = {path for layer in LAYERS for path in (PACKAGE / layer).rglob("*.py")}
    files |= {path for path in (PACKAGE / "server").glob("*.py") if path.stem in SERVER}
    files -= {PACKAGE / name for name in APART}
    return sorted(path for path in files if path.name != "__init__.py")


def folder() -> Path:
    """Where a checkout keeps what is compiled from its sources as they are now, for this Python."""
    digest = sha256()
    layers = (*LAYERS, "server")
    for path in sorted(path for layer in layers for path in (PACKAGE / layer).rglob("*.py")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE)} {len(content)}\n".encode() + content)
    name = f"{sys.implementation.cache_tag}-{digest.hexdigest()[:16]}"
    return PACKAGE.parent.parent / "build" / "compiled" / name


class Finder:
    """Finds the modules of the package that have a compiled twin in a folder."""

    def __init__(self, compiled: Path) -> None:
        self._compiled = compiled

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("paiju."):
            return None
        file = self._compiled.joinpath(*name.split(".")).with_suffix(EXTENSION_SUFFIXES[0])
        return spec_from_file_location(name, file) if file.exists() else None


def choose() -> None:
    """Let a checkout import what was compiled from its sources, if it was and is wanted."""
    if PACKAGE.parent.name == "src" and not switched_off():
        compiled = folder()
        if compiled.is_dir():
            sys.meta_path.insert(0, Finder(compiled))


def is_compiled() -> bool:
    """Whether the compiled form runs."""
    spec = find_spec("paiju.core.game")
    return spec is not None and str(spec.origin).endswith(tuple(EXTENSION_SUFFIXES))
