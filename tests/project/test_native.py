"""Compiled rules run only for the sources they come from; without a compiler a line says so."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from hatchling.build import get_requires_for_build_wheel
from packaging.requirements import Requirement

from paiju import native
from paiju.core.registry import game_keys
from scripts import compile_rules
from tests.project.source import SRC, module_of
from tests.project.test_layers import NATIVE_TYPES, PURE


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one rule in it."""
    package = tmp_path / "src" / "paiju"
    for folder in ("bots", "core", "server"):
        (package / folder).mkdir(parents=True)
        (package / folder / "__init__.py").touch()
        (package / folder / "one.py").write_text("ONE = 1\n")
    monkeypatch.setattr(native, "PACKAGE", package)
    monkeypatch.delenv(native.SWITCH, raising=False)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    return package


def compiled(package: Path) -> Path:
    """Pretend that the rule was compiled; returns where its module is."""
    module = native.folder() / "paiju" / "core" / f"one{EXTENSION_SUFFIXES[0]}"
    module.parent.mkdir(parents=True)
    module.touch()
    assert module.is_relative_to(package.parent.parent / "build" / "compiled")
    return module


def chosen(name: str) -> str | None:
    """Where the first finder would import a module from, if it is the one of this test."""
    first = sys.meta_path[0]
    if not isinstance(first, native.Finder):
        return None
    spec = first.find_spec(name, None)
    return None if spec is None else spec.origin


def test_the_compiled_twin_of_a_module_is_imported(package: Path) -> None:
    module = compiled(package)
    native.choose()
    assert chosen("paiju.core.one") == str(module)
    assert chosen("paiju.server.one") is chosen("paiju.core") is chosen("one") is None


@pytest.mark.parametrize(
    "change",
    [
        lambda package: (package / "core" / "one.py").write_text("ONE = 2\n"),
        lambda package: (package / "core" / "one.py").rename(package / "core" / "two.py"),
        lambda package: (package / "core" / "two.py").touch(),
        lambda package: (package / "server" / "one.py").write_text("ONE = 2\n"),
    ],
    ids=["edited", "renamed", "added", "constant"],
)
def test_what_was_compiled_from_other_sources_is_never_imported(
    package: Path, change: Callable[[Path], object]
) -> None:
    compiled(package)
    change(package)
    native.choose()
    assert chosen("paiju.core.one") is None


def test_what_gives_no_constants_to_what_is_compiled_may_change(package: Path) -> None:
    module = compiled(package)
    (package / "bots" / "one.py").write_text("ONE = 2\n")
    native.choose()
    assert chosen("paiju.core.one") == str(module)


@pytest.mark.parametrize("path", native.sources(), ids=module_of)
def test_the_constants_of_a_compiled_module_are_in_its_digest(path: Path) -> None:
    """mypyc writes their values into it: an edited one would not be seen."""
    counted = (*native.LAYERS, "server")
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("paiju."):
            layer = str(node.module).split(".")[1]
            assert layer in counted or not any(name.name.isupper() for name in node.names)


def test_the_switch_runs_the_sources(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(package)
    monkeypatch.setenv(native.SWITCH, "0")
    native.choose()
    assert chosen("paiju.core.one") is None


def test_an_installed_package_looks_nowhere_else(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(package)
    monkeypatch.setattr(native, "PACKAGE", package.rename(package.parent.parent / "paiju"))
    native.choose()
    assert chosen("paiju.core.one") is None


def test_the_pure_layers_the_encoders_and_what_a_move_runs_are_compiled() -> None:
    layers = {module_of(path).split(".")[1] for path in native.sources()}
    assert layers == PURE | {"env", "server"}
    served = {path.stem for path in native.sources() if path.parent.name == "server"}
    assert served == set(native.SERVER)


def test_without_a_compiler_one_line_says_so(
    package: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["compile_rules.py", "--must"])
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(package))
    assert compile_rules.main() == 0
    (line,) = capfd.readouterr().out.splitlines()
    assert line.startswith("[paiju] the rules run interpreted: there is no C compiler")


def test_without_pythons_headers_one_line_says_so(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(package))
    with pytest.raises(compile_rules.CannotCompile, match="headers are missing"):
        compile_rules.build()


def test_where_nothing_can_be_written_one_line_says_so(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile_rules, "reason_not_to", lambda: None)
    (package.parent.parent / "build").touch()
    with pytest.raises(compile_rules.CannotCompile, match="compiled cannot be written"):
        compile_rules.build()


@pytest.mark.parametrize(("must", "code"), [(["--must"], 1), ([], 0)])
def test_a_compilation_that_fails_fails_only_where_it_must_not(
    package: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    must: list[str],
    code: int,
) -> None:
    monkeypatch.setattr(compile_rules, "reason_not_to", lambda: None)
    worker = package / "worker.py"
    worker.write_text("raise SystemExit('the compiler is out of order')")
    monkeypatch.setattr(compile_rules, "__file__", str(worker))
    monkeypatch.setattr(sys, "argv", ["compile_rules.py", *must])
    assert compile_rules.main() == code
    out, err = capfd.readouterr()
    assert "the compiler is out of order" in err
    assert "compiling the rules failed with 1" in (err if must else out)
    assert not native.folder().exists()


def test_mypyc_that_cannot_be_fetched_is_told_as_that(
    package: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compile_rules, "reason_not_to", lambda: None)
    monkeypatch.setattr(compile_rules, "find_spec", lambda name: None)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr(compile_rules, "COMPILER", "no-such-compiler")
    with pytest.raises(compile_rules.CompilationFailed, match="installing no-such-compiler failed"):
        compile_rules.build(install_mypyc=True)
    assert "no-such-compiler" in capfd.readouterr().err


@pytest.mark.parametrize("meanwhile", [True, False], ids=["by another", "by nobody"])
def test_what_cannot_be_put_in_its_place_must_be_there_already(
    package: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: bool
) -> None:
    """The worker makes nothing that could be moved; another process may have."""
    monkeypatch.setattr(compile_rules, "reason_not_to", lambda: None)
    worker = package / "worker.py"
    there = native.folder()
    worker.write_text(f"import os\nos.mkdir({str(there)!r})" if meanwhile else "")
    monkeypatch.setattr(compile_rules, "__file__", str(worker))
    if meanwhile:
        assert compile_rules.build() == there
    else:
        with pytest.raises(compile_rules.CompilationFailed, match="cannot be made"):
            compile_rules.build()


def loaded(code: str) -> set[str]:
    """The names of the packages that Python has loaded after this code, beyond its own."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(SRC)},
    )  # fmt: skip
    names = {name.split(".")[0] for name in done.stdout.split()}
    return {name for name in names if not name.startswith("_")} - sys.stdlib_module_names


@pytest.mark.parametrize("key", game_keys())
def test_importing_a_game_loads_nothing_but_the_rules(key: str) -> None:
    """Where the server's libraries come along, an import takes a second instead of a moment."""
    assert loaded("import paiju") == {"paiju"}
    code = f"from paiju.core.registry import game\ngame({key!r})"
    assert loaded(code) <= {"paiju", *NATIVE_TYPES}


@pytest.mark.skipif(compile_rules.reason_not_to() is not None, reason="nothing is compiled here")
def test_who_installs_paiju_has_what_the_compiler_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip builds in an environment of its own: what compiled modules import must be there."""
    monkeypatch.chdir(SRC.parent)
    with (SRC.parent / "pyproject.toml").open("rb") as file:
        needed = tomllib.load(file)["project"]["dependencies"]
    assert {Requirement(it) for it in needed} <= {
        Requirement(it) for it in get_requires_for_build_wheel()
    }
