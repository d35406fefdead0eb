"""What the tests of the project itself read: the source files and what they import."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
SRC: Final = ROOT / "src"


class Import(NamedTuple):
    """One imported name: `from a.b import c` is the module a.b and the name c."""

    module: str
    name: str | None
    line: int


def python_files() -> list[Path]:
    """Every Python file of the package."""
    return sorted((SRC / "paiju").rglob("*.py"))


def module_of(path: Path) -> str:
    """The dotted name of a file under src/."""
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.AST, module: str, *, is_package: bool) -> Iterator[Import]:
    """Every import of a module, wherever it stands, relative ones made absolute."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, None, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = module.split(".")
                up = node.level - 1 if is_package else node.level
                base = ".".join([*above[: len(above) - up], *([base] if base else [])])
            for alias in node.names:
                yield Import(base, alias.name, node.lineno)
