"""Wheel build hook: a wheel of paiju contains the built page, so its users need no Node."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from scripts.build_web import NODE_WHEEL, CannotBuild, build, find_node, is_stale


class PageBuildHook(BuildHookInterface[Any]):
    """Builds the page before it is packed; an editable install uses the checkout's own."""

    def dependencies(self) -> list[str]:
        """Ask the build front end for Node from PyPI when the page is stale and there is none."""
        return [NODE_WHEEL] if is_stale() and find_node() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if it is missing or stale, unless the install is editable."""
        if version == "editable":
            return
        try:
            build()
        except CannotBuild as error:
            raise SystemExit(f"[paiju] no page for the wheel: {error}") from None
