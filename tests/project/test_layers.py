"""Imports run one way, and the rules stay pure: no I/O, clock, threads or global randomness."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.project.source import SRC, Import, imports, module_of, python_files

# A layer may import those of a lower rank and itself; two of the same rank know nothing of each
# other. The command line starts the server, so it stands above it.
RANK: Final = {
    "native": -1,
    "core": 0,
    "mahjong": 1,
    "cards": 1,
    "games": 2,
    "record": 3,
    "bots": 4,
    "env": 4,
    "words": 4,
    "server": 5,
    "cli": 6,
    "__main__": 7,
}
PURE: Final = {"core", "mahjong", "cards", "games"}
NATIVE_TYPES: Final = {"librt", "mypy_extensions"}
PURE_MODULES: Final = {
    *("__future__", "abc", "array", "bisect", "collections", "contextlib", "dataclasses", "enum"),
    *("functools", "hashlib", "heapq", "hmac", "importlib", "itertools", "json", "math"),
    *("operator", "pkgutil", "random", "re", "string", "struct", "types", "typing", "unicodedata"),
}
IMPURE_CALLS: Final = {"open", "print", "input", "breakpoint", "eval", "exec"}


def faults(source: str, module: str, *, is_package: bool = False) -> Iterator[str]:
    """What a module imports or calls that its layer must not."""
    tree = ast.parse(source)
    layer = layer_of(module)
    for found in imports(tree, module, is_package=is_package):
        for fault in (upward(module, found), impure(layer, found)):
            if fault:
                yield f"{module}:{found.line} {fault}"
    if layer in PURE:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in IMPURE_CALLS:
                    yield f"{module}:{node.lineno} calls {node.func.id}()"
            elif (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "random"
                and node.attr != "Random"
            ):
                yield f"{module}:{node.lineno} uses the global random.{node.attr}"


def layer_of(module: str) -> str | None:
    """The layer a module of paiju belongs to; None for the package itself."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else None


def upward(module: str, found: Import) -> str | None:
    """Why an import of paiju goes the wrong way, if it does."""
    if found.module.split(".")[0] != "paiju":
        return None
    target = f"{found.module}.{found.name}" if found.module == "paiju" else found.module
    own, other = layer_of(module), layer_of(target)
    if other not in RANK:  # paiju itself: the version, known to all
        return None if own is not None else f"imports {target}"
    below = other == "native" if own is None else own == other or RANK[other] < RANK[own]
    if not below:
        return f"imports {target}, which is not below it"
    if own == other == "games":
        mine, theirs = module.split(".")[2:3], target.split(".")[2:3]
        if mine and theirs and mine != theirs:
            return f"imports another game, {target}"
    return None


def impure(layer: str | None, found: Import) -> str | None:
    """Why an import has no place in the rules, if it hasn't."""
    if layer not in PURE:
        return None
    top = found.module.split(".")[0]
    if top == "paiju" or top in NATIVE_TYPES:
        return None
    if top not in PURE_MODULES:
        return f"imports {found.module}, which the rules do without"
    if top == "random" and found.name not in (None, "Random"):
        return f"imports the global random.{found.name}"
    return None


def test_every_module_has_a_layer() -> None:
    layers = {layer_of(module_of(path)) for path in python_files()} - {None}
    assert layers <= RANK.keys()


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(SRC)))
def test_layers_and_purity(path: Path) -> None:
    found = faults(path.read_text(), module_of(path), is_package=path.name == "__init__.py")
    assert list(found) == []


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("paiju.core.a", "from paiju.mahjong import tiles", "not below"),
        ("paiju.cards.a", "import paiju.mahjong.tiles", "not below"),
        ("paiju.games.x.a", "from ...server import table", "not below"),
        ("paiju.games.x.a", "from paiju.games.y import scoring", "another game"),
        ("paiju.games.x.a", "from ..y import scoring", "another game"),
        ("paiju.core.a", "from paiju import server", "not below"),
        ("paiju.server.a", "from paiju.cli import main", "not below"),
        ("paiju", "from paiju.core import errors", "not below"),
        ("paiju.core.a", "def f():\n    import time", "imports time"),
        ("paiju.core.a", "import os.path", "imports os.path"),
        ("paiju.core.a", "import numpy as np", "imports numpy"),
        ("paiju.mahjong.a", "from random import shuffle", "random.shuffle"),
        ("paiju.mahjong.a", "import random\nrandom.shuffle([])", "random.shuffle"),
        ("paiju.mahjong.a", "print(1)", "print()"),
    ],
)
def test_what_is_forbidden_is_found(module: str, source: str, fault: str) -> None:
    (found,) = faults(source, module)
    assert fault in found


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("paiju.games.x.a", "from paiju.mahjong.tiles import Tile\nfrom .b import c"),
        ("paiju.core.a", "from random import Random\nimport random\nx: random.Random"),
        ("paiju.mahjong.a", "from librt.vecs import vec\nfrom mypy_extensions import i64"),
        ("paiju.server.a", "import time, asyncio\nfrom paiju import __version__\nprint(1)"),
        ("paiju.cli.a", "from paiju.server.app import app"),
    ],
)
def test_what_is_allowed_passes(module: str, source: str) -> None:
    assert list(faults(source, module)) == []
