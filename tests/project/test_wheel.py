"""The wheel brings the page, the types and the command along."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scripts import build_web
from tests.project.source import ROOT


@pytest.mark.skipif(build_web.is_stale(), reason="the page is not built: `make web`")
def test_wheel_is_whole(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, ROOT],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("paiju-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        page = packed.read("paiju/server/static/index.html").decode()
        (entry_points,) = (name for name in names if name.endswith("entry_points.txt"))
        assert "paiju = paiju.cli:main" in packed.read(entry_points).decode()
    assert "paiju/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    for file in ("js", "css"):
        assert f".{file}" in page
        assert any(
            name.startswith("paiju/server/static/assets/") and name.endswith(file) for name in names
        )
    assert not [name for name in names if not name.startswith(("paiju/", "paiju-"))]
