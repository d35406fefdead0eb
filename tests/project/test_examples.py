"""The examples in the docstrings of compiled modules hold too."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from paiju import native
from tests.project.source import ROOT


@pytest.mark.skipif(not native.is_compiled(), reason="interpreted: the examples are tests already")
def test_the_examples_of_compiled_modules_hold_for_their_sources() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *native.sources()],
        cwd=ROOT, env={**os.environ, native.SWITCH: "0"}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
