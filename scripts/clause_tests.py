"""Write into each rules page, clause by clause, the names of the tests that hold it.

A section of docs/rules/<game>.md starts at a heading with its clause id (`### JM-18 逼杠`). Its
`Tests:` line is made here, from the functions in tests/ whose name holds the clause
(`test_jm_18_a_kong_is_forced`), so that nobody keeps it by hand.
`--check` only tells what is amiss.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent


class Rules(NamedTuple):
    """A game's rules page: the letters of its clauses and the number of the last one."""

    game: str
    letters: str
    last: int

    @property
    def page(self) -> Path:
        """The page, in the repository."""
        return ROOT / "docs" / "rules" / f"{self.game}.md"

    @property
    def is_built(self) -> bool:
        """Whether the game is in the package, so that its page and its tests are due."""
        return (ROOT / "src" / "paiju" / "games" / self.game.replace("-", "_")).is_dir()

    def clauses(self) -> list[str]:
        """Every clause id there has to be."""
        return [f"{self.letters}-{number}" for number in range(1, self.last + 1)]


RULES: Final = (
    Rules("jiujiang-mahjong", "JM", 61),
    Rules("jintan-mahjong", "JT", 36),
    Rules("jiujiang-doudizhu", "DZ", 27),
)
_LETTERS: Final = "|".join(rules.letters for rules in RULES)
_IN_A_NAME: Final = re.compile(rf"(?<=_)({_LETTERS.lower()})_(\d+)(?=_|$)")
_HEADING: Final = re.compile(rf"^(#+)\s+(?:({_LETTERS})-(\d+)\b)?")


def clauses_in(name: str) -> list[str]:
    """The clauses a test is named for.

    >>> clauses_in("test_jm_15_jm_16_the_order_of_asking")
    ['JM-15', 'JM-16']
    """
    return [f"{letters.upper()}-{number}" for letters, number in _IN_A_NAME.findall(name)]


def clause_tests(folder: Path = ROOT / "tests") -> dict[str, list[str]]:
    """The names of the tests of each clause, in order of name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for clause in clauses_in(node.name) if node.name.startswith("test_") else ():
                found[clause].add(node.name)
    return {clause: sorted(names) for clause, names in found.items()}


def sections(page: str) -> Iterator[tuple[str | None, list[str]]]:
    """Cut a page at its headings: the clause of each part, or None, and its lines."""
    clause: str | None = None
    lines: list[str] = []
    fenced = False
    for line in page.splitlines():
        fenced ^= line.lstrip().startswith("```")
        heading = None if fenced else _HEADING.match(line)
        if heading:
            yield clause, lines
            clause, lines = (f"{heading[2]}-{heading[3]}" if heading[2] else None), []
        lines.append(line)
    yield clause, lines


def refreshed(page: str, tests: Mapping[str, list[str]]) -> str:
    """The page with the `Tests:` line of every clause as it should be."""
    out: list[str] = []
    for clause, lines in sections(page):
        if clause is None:
            out += lines
            continue
        kept = [line for line in lines if not line.startswith("Tests:")]
        while kept and not kept[-1]:
            kept.pop()
        names = ", ".join(f"`{name}`" for name in tests.get(clause, [])) or "none"
        out += [*kept, "", f"Tests: {names}", ""]
    return "\n".join(out).rstrip("\n") + "\n"


def faults(rules: Rules, page: str, tests: Mapping[str, list[str]]) -> list[str]:
    """What is amiss between the clauses of a game, its page and its tests."""
    wanted = rules.clauses()
    there = [clause for clause, _ in sections(page) if clause is not None]
    named = {clause for clause in tests if clause.startswith(f"{rules.letters}-")}
    found = [f"{clause} has no section" for clause in wanted if clause not in there]
    found += [f"{clause} has {n} sections" for clause in wanted if (n := there.count(clause)) > 1]
    found += [f"{clause} is no clause" for clause in there if clause not in wanted]
    found += [f"{clause} has no test" for clause in wanted if clause not in named]
    for clause in sorted(named - set(wanted)):
        found.append(f"{clause} is no clause, but {tests[clause][0]} is named for it")
    if refreshed(page, tests) != page:
        found.append("its lists of tests are stale: run scripts/clause_tests.py")
    return found


def main() -> int:
    """Refresh every page there is; 1 if a clause lacks its section or its test."""
    tests = clause_tests()
    amiss = False
    for rules in RULES:
        if not rules.page.exists():
            if rules.is_built:
                print(f"{rules.game}: no page docs/rules/{rules.game}.md", file=sys.stderr)
                amiss = True
            continue
        page = rules.page.read_text()
        if "--check" not in sys.argv[1:]:
            page = refreshed(page, tests)
            rules.page.write_text(page)
        for fault in faults(rules, page, tests):
            print(f"{rules.game}: {fault}", file=sys.stderr)
            amiss = True
    return int(amiss)


if __name__ == "__main__":
    sys.exit(main())
