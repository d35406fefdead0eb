"""Every clause of a game's rules has its section on the page and a test that holds it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from paiju.core.registry import game
from scripts.clause_tests import RULES, Rules, clause_tests, clauses_in, faults, refreshed

DUE: Final = [rules for rules in RULES if rules.is_built]


@pytest.mark.parametrize("rules", DUE, ids=lambda rules: rules.game)
def test_every_clause_has_a_section_and_a_test(rules: Rules) -> None:
    assert rules.page.exists(), f"{rules.game} has no rules page"
    assert faults(rules, rules.page.read_text(), clause_tests()) == []


@pytest.mark.parametrize("rules", DUE, ids=lambda rules: rules.game)
def test_a_house_rule_is_named_in_its_clause_as_a_room_names_it(rules: Rules) -> None:
    sections = rules.page.read_text().split("\n### ")
    for option in game(rules.game).options.described():
        (clause,) = (it for it in sections if it.startswith(f"{option.clause} "))
        assert f"房规“{option.label.zh}”（`{option.name}`" in clause
        assert f"House rule “{option.label.en}” (`{option.name}`" in clause


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("test_jm_18_a_kong_is_forced", ["JM-18"]),
        ("test_jm_15_jm_16_the_order", ["JM-15", "JM-16"]),
        ("test_passing_by_dz_3", ["DZ-3"]),
        ("test_jm_1", ["JM-1"]),
        ("test_jm_10x", []),
        ("test_hjm_10", []),
    ],
)
def test_names_hold_clauses(name: str, clauses: list[str]) -> None:
    assert clauses_in(name) == clauses


def test_tests_are_found_in_functions_and_classes(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_a.py").write_text(
        "def test_dz_2_b(): ...\n"
        "def test_dz_2_a(): ...\n"
        "def helper_dz_3_(): ...\n"
        "class TestX:\n    async def test_dz_4_c(self): ...\n"
    )
    assert clause_tests(tmp_path) == {
        "DZ-2": ["test_dz_2_a", "test_dz_2_b"],
        "DZ-4": ["test_dz_4_c"],
    }


PAGE: Final = """\
# A game
Intro
## Cards
### XX-1 is no clause
### DZ-1 The pack
Words.

```
### DZ-2 in a fence
```
Tests: `test_gone`
### DZ-2 Order
More words."""
TESTS: Final = {"DZ-1": ["test_dz_1_a", "test_dz_1_b"], "DZ-2": ["test_dz_2_c"]}


def test_lists_are_made_from_the_tests() -> None:
    fresh = refreshed(PAGE, TESTS)
    assert (
        fresh
        == """\
# A game
Intro
## Cards
### XX-1 is no clause
### DZ-1 The pack
Words.

```
### DZ-2 in a fence
```

Tests: `test_dz_1_a`, `test_dz_1_b`

### DZ-2 Order
More words.

Tests: `test_dz_2_c`
"""
    )
    assert refreshed(fresh, TESTS) == fresh
    assert faults(Rules("x", "DZ", 2), fresh, TESTS) == []


def test_what_is_amiss_is_told() -> None:
    tests = {"DZ-1": ["test_dz_1_a"], "DZ-9": ["test_dz_9_z"]}
    assert faults(Rules("x", "DZ", 3), PAGE + "\n### DZ-4 Extra\n### DZ-2 Twice", tests) == [
        "DZ-3 has no section",
        "DZ-2 has 2 sections",
        "DZ-4 is no clause",
        "DZ-2 has no test",
        "DZ-3 has no test",
        "DZ-9 is no clause, but test_dz_9_z is named for it",
        "its lists of tests are stale: run scripts/clause_tests.py",
    ]
