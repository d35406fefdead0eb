"""Wheel build hook: a wheel of paiju brings the built page, and the rules compiled if they can be.

Its users need neither Node nor a C compiler.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from scripts import build_web, compile_rules


class BuildHook(BuildHookInterface[Any]):
    """Builds what is packed; an editable install uses what its checkout has built."""

    def dependencies(self) -> list[str]:
        """Ask the build front end for what is missing: Node from PyPI, mypyc and what it reads.

        Some of what is compiled uses libraries, whose types mypyc wants to see.
        """
        node = build_web.is_stale() and build_web.find_node() is None
        mypyc = compile_rules.reason_not_to() is None
        compiling = [compile_rules.COMPILER, *self.metadata.core.dependencies]
        return [build_web.NODE_WHEEL] * node + compiling * mypyc

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if it is missing or stale, and compile the rules."""
        if version == "editable":
            return
        try:
            build_web.build()
        except build_web.CannotBuild as error:
            raise SystemExit(f"[paiju] no page for the wheel: {error}") from None
        try:
            compiled = compile_rules.build()
        except (compile_rules.CannotCompile, compile_rules.CompilationFailed) as reason:
            self.app.display_warning(f"[paiju] the rules will run interpreted: {reason}")
            return
        for module in compiled.rglob("*.*"):
            build_data["force_include"][str(module)] = str(module.relative_to(compiled))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
