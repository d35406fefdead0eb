"""A file holds one idea and fits in the head; what is public says what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.project.source import SRC, python_files

LONGEST: Final = 400


def undocumented(source: str) -> Iterator[str]:
    """The public module, classes and functions of a file that have no docstring."""
    tree = ast.parse(source)
    if not ast.get_docstring(tree):
        yield "the module"
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not node.name.startswith("_") and not ast.get_docstring(node):
            yield node.name


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(SRC)))
def test_short_and_documented(path: Path) -> None:
    source = path.read_text()
    assert source.count("\n") <= LONGEST
    assert list(undocumented(source)) == []


def test_what_has_no_docstring_is_found() -> None:
    source = '''def a(): ...
def b(): "says"
def _c(): ...
class D: ...
async def e(): """"""
'''
    assert list(undocumented(source)) == ["the module", "a", "D", "e"]
