"""What the pages for readers say can be done, can be done; their Python examples run."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from paiju.cli import COMMANDS
from tests.project.source import ROOT, SRC

README: Final = ROOT / "README.md"
PAGES: Final = [README, *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE: Final = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")


class Example(NamedTuple):
    """A fenced block of a page: its language, text and line."""

    page: Path
    language: str
    text: str
    line: int

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def examples(page: Path) -> Iterator[Example]:
    """The fenced blocks of a page."""
    text = page.read_text()
    for block in _FENCE.finditer(text):
        yield Example(page, block[1], block[2], text.count("\n", 0, block.start()) + 2)


def code(page: Path) -> str:
    """Everything of a page that is set as code, in fences or between backticks."""
    text = page.read_text()
    fenced = [block.text for block in examples(page) if block.language in ("", "sh")]
    return "\n".join([*fenced, *re.findall(r"`([^`\n]+)`", _FENCE.sub("", text))])


ALL_EXAMPLES: Final = [example for page in PAGES for example in examples(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_make_targets_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"^make ([a-z-]+)", code(page), re.MULTILINE)) <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_exist(page: Path) -> None:
    named = set(re.findall(r"^(?:\.venv/bin/)?paiju ([a-z]+)", code(page), re.MULTILINE))
    assert named <= COMMANDS.keys()
    assert [name for name in named if not (SRC / "paiju/cli" / f"{name}.py").exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = _LINK.findall(_FENCE.sub("", page.read_text()))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize(
    "example",
    [example for example in ALL_EXAMPLES if example.language in ("python", "pycon", "py")],
    ids=str,
)
def test_python_examples_run(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if ">>>" not in example.text:
        exec(compile("\n" * (example.line - 1) + example.text, example.page, "exec"), {})
        return
    parsed = doctest.DocTestParser().get_doctest(
        example.text, {}, str(example), str(example.page), example.line - 1
    )
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(parsed, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_the_two_commands_come_first() -> None:
    first = next(examples(README))
    assert re.findall(r"^make \w+", first.text, re.MULTILINE) == ["make serve", "make test"]
