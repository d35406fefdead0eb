"""The wheel brings the page, the types, the command and, where it can, the compiled rules along."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from paiju import native
from scripts import build_web
from tests.project.source import ROOT

pytestmark = pytest.mark.skipif(build_web.is_stale(), reason="the page is not built: `make web`")


def packed(folder: Path, switch: str) -> Path:
    """The wheel that this environment packs."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
        env={**os.environ, native.SWITCH: switch},
    )
    (wheel,) = folder.glob("paiju-*.whl")
    return wheel


def test_a_wheel_is_whole_and_for_everybody_if_nothing_is_compiled(tmp_path: Path) -> None:
    wheel = packed(tmp_path, "0")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        page = files.read("paiju/server/static/index.html").decode()
        (entry_points,) = (name for name in names if name.endswith("entry_points.txt"))
        assert "paiju = paiju.cli:main" in files.read(entry_points).decode()
    assert "paiju/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    for file in ("js", "css"):
        assert f".{file}" in page
        assert any(
            name.startswith("paiju/server/static/assets/") and name.endswith(file) for name in names
        )
    assert not [name for name in names if not name.startswith(("paiju/", "paiju-"))]
    assert not [name for name in names if name.endswith(tuple(EXTENSION_SUFFIXES))]


@pytest.mark.skipif(
    not native.folder().is_dir(), reason="nothing is compiled from these sources: `make compile`"
)
def test_a_wheel_runs_the_compiled_rules_on_its_own_platform(tmp_path: Path) -> None:
    wheel = packed(tmp_path, "1")
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    assert wheel.name.endswith(f"-{python}-{python}-{platform}.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as files:
        files.extractall(installed)
    code = (
        "from paiju import native; from paiju.core.registry import games; games();"
        "from paiju.core import game; print(native.is_compiled(), game.__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
    )  # fmt: skip
    is_compiled, file = done.stdout.split()
    assert is_compiled == "True"
    assert Path(file).is_relative_to(installed)
